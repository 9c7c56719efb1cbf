import { useState } from 'react';

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
import { folderWords, settingsWords } from '../../../shared/features/settings/text.ts';
import { accountPage } from '../../../shared/features/account/window-text.ts';
import { formatNumber } from '../../../shared/text/format.ts';
import { Button } from '../../components/controls/button.tsx';
import { goTo } from '../../state/navigation.ts';
import { ChoiceSettingControl, DensitySetting, KindSetting, ThemeSetting } from './choices.tsx';
import { Folders } from '../mirrors/folders.tsx';
import { RemoveEverything, SignOut } from '../sign-out/leaving.tsx';
import { HoursSetting, SpeedSetting } from './network.tsx';
import { type Row, rowOf } from './setting-row.tsx';
import { saveNetwork, saveSetting, tryNetwork, useAbout, useNetwork, useSettings } from '../../state/settings.ts';
import { useSession } from '../../state/session.ts';
import { SavedField } from './saved-field.tsx';
import { announce } from '../../state/announcements.ts';

const words = settingsWords;

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
  const button = <Button onPress={() => goTo({ screen: 'connections', tab: 'list' })}>{open}</Button>;
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

/** A fact about this program. */
function About({ what }: { readonly what: 'version' | 'computer' | 'data' | 'store' }) {
  const about = useAbout(state => state.about);
  if (about === null) return <span>{words.reading}</span>;
  const texts = {
    version: about.version,
    computer: about.computer,
    data: about.dataDirectory,
    store: words.store.now(about.storeFiles, about.storeBytes),
  };
  return <span>{texts[what]}</span>;
}

const accountWords = settingsWords.account;

/** Who is signed in, and where. */
function Who() {
  const session = useSession(state => state.value);
  if (session === null || session.name === 'checking') return <span>{settingsWords.reading}</span>;
  if (session.name === 'ready')
    return (
      <>
        <strong>{session.organization ?? session.service}</strong>
        <span>{session.service}</span>
        <Button look="quiet" onPress={() => goTo({ screen: 'account' })}>
          {accountPage.title}
        </Button>
      </>
    );
  return (
    <>
      <span>{session.name === 'signed-out' ? accountWords.nobody : accountWords.ended}</span>
      <Button look="main" onPress={() => goTo({ screen: 'start' })}>
        {accountPage.signIn}
      </Button>
    </>
  );
}

/** A setting that is a number, in a unit that people use. */
function NumberSettingControl({ name, row }: { readonly name: string; readonly row: NumberSetting }) {
  const { label, unit, factor } = row;
  const setting = useSettings(({ value }) => value?.find(each => each.name === name));
  if (setting === undefined) return <span>{words.reading}</span>;
  const shown = (value: string) => plain(Number(value) / factor);
  const least = Math.ceil((setting.least ?? 0) / factor);
  const most = Math.floor((setting.most ?? Number.MAX_SAFE_INTEGER) / factor);
  const errorOf = (text: string): string | null => {
    const value = numberIn(text);
    if (value === null) return words.wrong.whole(unit);
    return value < least || value > most ? words.wrong.range(least, most, unit) : null;
  };
  return (
    <SavedField
      label={`${label} (${unit})`}
      unit={unit}
      hint={words.usual(`${formatNumber(Number(shown(setting.start)))} ${unit}`)}
      value={shown(setting.value)}
      errorOf={errorOf}
      onSave={text => saveSetting(name, String(Math.round((numberIn(text) ?? 0) * factor)), label)}
    />
  );
}

/** With one figure behind the point at most; a comma is a point. */
function numberIn(text: string): number | null {
  const digits = /^\d{1,15}(?:[.,]\d{1,3})?$/.exec(text.trim())?.[0];
  return digits === undefined ? null : Number(digits.replace(',', '.'));
}

function plain(value: number): string {
  return String(Math.round(value * 10) / 10);
}

const noError = (): null => null;

/** The proxy that requests go through. */
function ProxySetting() {
  const network = useNetwork(state => state.value);
  if (network === null) return <span>{words.reading}</span>;
  const label = words.network.proxy;
  return (
    <SavedField
      label={label}
      value={network.proxy === 'system' ? '' : network.proxy}
      maxLength={300}
      errorOf={noError}
      onSave={text => saveNetwork({ proxy: text.trim() === '' ? 'system' : text.trim() }, label)}
    />
  );
}

/** Certificates that are trusted beside those of the system. */
function CertificatesSetting() {
  const network = useNetwork(state => state.value);
  if (network === null) return <span>{words.reading}</span>;
  const label = words.network.certificates;
  return (
    <SavedField
      label={label}
      value={network.certificates ?? ''}
      maxLength={4000}
      errorOf={noError}
      onSave={text => saveNetwork({ certificates: text.trim() === '' ? null : text.trim() }, label)}
    />
  );
}

/** Tries whether the service answers, and says so. */
function ConnectionTest() {
  const [said, setSaid] = useState<readonly string[]>([]);
  const [isTrying, setTrying] = useState(false);
  const ask = async () => {
    setTrying(true);
    const lines = await tryNetwork();
    setTrying(false);
    setSaid(lines);
    announce(lines.join(' '));
  };
  return (
    <>
      <Button isDisabled={isTrying} onPress={() => void ask()}>
        {isTrying ? words.network.trying : words.network.tryIt}
      </Button>
      {said.map(line => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}
