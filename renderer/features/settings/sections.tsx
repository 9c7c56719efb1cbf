import { kindTexts } from '../../../shared/features/set-up/computer-text.ts';
import { connectionsPlace } from '../../../shared/features/connections/place-text.ts';
import { leavingTexts } from '../../../shared/features/sign-out/text.ts';
import {
  type ChoiceSetting,
  isNumber,
  type NumberSetting,
  SETTING_ROWS,
  type SettingsSection,
} from '../../../shared/features/settings/settings-table.ts';
import { folderWords, settingsWords as words } from '../../../shared/features/settings/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { go } from '../../state/navigation.ts';
import { About } from './about.tsx';
import { Who } from './account.tsx';
import { ChoiceSettingControl, DensitySetting, KindSetting, ThemeSetting } from './choices.tsx';
import { Folders } from '../mirrors/folders.tsx';
import { RemoveEverything, SignOut } from '../sign-out/leaving.tsx';
import { HoursSetting, SpeedSetting } from './network.tsx';
import { NumberSettingControl } from './number-setting.tsx';
import { CertificatesSetting, ConnectionTest, ProxySetting } from './route.tsx';
import { type Row, rowOf } from './setting-row.tsx';

/** Settings that belong together. */
export interface Section {
  readonly id: keyof typeof words.sections;
  readonly title: string;
  readonly rows: readonly Row[];
}

const { about, account, appearance, network, sections: titles, store } = words;

/** All settings, in the order in which they stand. `hasConnections`: where a service has none, nothing leads to them. */
export function sections(onShowKeys: () => void, hasConnections: boolean): readonly Section[] {
  return [
    { id: 'folders', title: titles.folders, rows: [foldersRow(), kindRow()] },
    { id: 'sync', title: titles.sync, rows: withSettings('sync') },
    { id: 'network', title: titles.network, rows: withSettings('network', networkRows()) },
    { id: 'power', title: titles.power, rows: withSettings('power') },
    {
      id: 'store',
      title: titles.store,
      rows: withSettings('store', [
        rowOf({ id: 'days', label: store.days, hint: store.daysHint, content: <About what="store" /> }),
      ]),
    },
    { id: 'search', title: titles.search, rows: withSettings('search') },
    {
      id: 'appearance',
      title: titles.appearance,
      rows: [
        rowOf({ id: 'theme', ...appearance.theme, more: 'theme', content: <ThemeSetting /> }),
        rowOf({ id: 'density', ...appearance.density, content: <DensitySetting /> }),
      ],
    },
    {
      id: 'account',
      title: titles.account,
      rows: [
        rowOf({ id: 'who', label: account.who, hint: '', content: <Who /> }),
        rowOf({ id: 'out', label: account.outConfirm, hint: account.outHint, content: <SignOut /> }),
        rowOf({
          id: 'everything',
          label: leavingTexts.everything,
          hint: leavingTexts.everythingHint,
          content: <RemoveEverything />,
        }),
      ],
    },
    ...(hasConnections ? [{ id: 'connections' as const, title: titles.connections, rows: [connectionsRow()] }] : []),
    { id: 'about', title: titles.about, rows: aboutRows(onShowKeys) },
  ];
}

function foldersRow(): Row {
  const more = Object.values(folderWords.modes).join(' ');
  return rowOf({
    id: 'folders',
    label: titles.folders,
    hint: folderWords.hint,
    more,
    content: <Folders />,
    isWide: true,
  });
}

function connectionsRow(): Row {
  const { label, hint, open } = connectionsPlace;
  const button = <Button onPress={() => go({ screen: 'connections', tab: 'list' })}>{open}</Button>;
  return rowOf({ id: 'connections', label, hint, content: button });
}

function kindRow(): Row {
  const more = Object.values(kindTexts.kinds).join(' ');
  return rowOf({ id: 'kind', label: kindTexts.label, hint: kindTexts.hint, more, content: <KindSetting /> });
}

function networkRows(): readonly Row[] {
  return [
    rowOf({ id: 'up', label: network.up, hint: network.speedHint, content: <SpeedSetting direction="up" /> }),
    rowOf({ id: 'down', label: network.down, hint: network.speedHint, content: <SpeedSetting direction="down" /> }),
    rowOf({ id: 'hours', label: network.when, hint: network.whenHint, content: <HoursSetting /> }),
    rowOf({ id: 'proxy', label: network.proxy, hint: network.proxyHint, content: <ProxySetting /> }),
    rowOf({
      id: 'certificates',
      label: network.certificates,
      hint: network.certificatesHint,
      content: <CertificatesSetting />,
    }),
    rowOf({ id: 'connection', label: network.test, hint: network.testHint, content: <ConnectionTest /> }),
  ];
}

function aboutRows(onShowKeys: () => void): readonly Row[] {
  const keys = <Button onPress={onShowKeys}>{about.showKeys}</Button>;
  return [
    rowOf({ id: 'version', label: about.version, hint: '', content: <About what="version" /> }),
    rowOf({ id: 'computer', label: about.computer, hint: '', content: <About what="computer" /> }),
    rowOf({ id: 'data', label: about.data, hint: '', content: <About what="data" /> }),
    rowOf({ id: 'keys', label: about.keys, hint: about.keysHint, content: keys }),
  ];
}

/** Rows of a section with the settings of the table, each at its line. */
function withSettings(section: SettingsSection, rows: readonly Row[] = []): readonly Row[] {
  const all = [...rows];
  const settings = SETTING_ROWS.filter(([, row]) => row.section === section);
  for (const [name, row] of settings.toSorted(([, one], [, other]) => one.line - other.line))
    all.splice(row.line, 0, settingRow(name, row));
  return all;
}

function settingRow(id: string, row: NumberSetting | ChoiceSetting): Row {
  const { label, hint } = row;
  return isNumber(row)
    ? rowOf({ id, label, hint, more: row.unit, content: <NumberSettingControl name={id} row={row} /> })
    : rowOf({ id, label, hint, content: <ChoiceSettingControl name={id} row={row} /> });
}
