import { desktopText } from '../../../shared/desktop/text.ts';
import type { MenuEntry, Role } from './menu-entries.ts';

const { menu: texts, tray, name } = desktopText;

/** What the menu of the app shows as it is. */
export interface AppMenuFacts {
  readonly isMac: boolean;
  readonly startsAtLogin: boolean;
  readonly notifies: boolean;
}

const LINE: MenuEntry = { is: 'line' };
const role = (which: Role): MenuEntry => ({ is: 'role', role: which });
const goTo = (label: string, hash: string, keys?: string): MenuEntry => ({
  is: 'item',
  label,
  action: { do: 'show', hash },
  ...(keys === undefined ? {} : { keys }),
});

/** The menu of the app. There is no entry that reloads the window or opens tools for developers (S12). */
export function appMenu(facts: AppMenuFacts): readonly MenuEntry[] {
  const own = ownEntries(facts);
  const close: MenuEntry = { is: 'item', label: texts.close, action: { do: 'close' }, keys: 'CmdOrCtrl+W' };
  const edit = ['undo', 'redo'] as const;
  const clip = ['cut', 'copy', 'paste', 'selectAll'] as const;
  return [
    ...(facts.isMac
      ? [menu(name, [...own.slice(0, -1), LINE, role('hide'), role('hideOthers'), role('unhide'), LINE, quit()])]
      : []),
    menu(texts.file, facts.isMac ? [close] : [...own.slice(0, -1), LINE, close, quit()]),
    menu(texts.edit, [...edit.map(role), LINE, ...clip.map(role)]),
    menu(texts.view, [
      { is: 'item', label: texts.zoomIn, action: { do: 'zoom', by: 0.5 }, keys: 'CmdOrCtrl+Plus' },
      { is: 'item', label: texts.zoomOut, action: { do: 'zoom', by: -0.5 }, keys: 'CmdOrCtrl+-' },
      { is: 'item', label: texts.zoomReset, action: { do: 'zoom', by: null }, keys: 'CmdOrCtrl+0' },
      LINE,
      role('togglefullscreen'),
    ]),
    menu(texts.go, [
      goTo(texts.files, '#/files'),
      goTo(texts.attention, '#/attention'),
      goTo(texts.activity, '#/activity/history'),
      goTo(texts.chat, '#/chat'),
    ]),
    menu(texts.window, [role('minimize'), ...(facts.isMac ? [role('front')] : [])]),
    menu(texts.help, [goTo(tray.diagnostics, '#/diagnostics/health')]),
  ];
}

function ownEntries({ startsAtLogin, notifies }: AppMenuFacts): readonly MenuEntry[] {
  const atLogin = { do: 'at-login', wanted: !startsAtLogin } as const;
  return [
    goTo(tray.settings, '#/settings', 'CmdOrCtrl+,'),
    { is: 'item', label: texts.atLogin, action: atLogin, isChecked: startsAtLogin },
    { is: 'item', label: texts.notify, action: { do: 'notify', wanted: !notifies }, isChecked: notifies },
    { is: 'item', label: tray.check, action: { do: 'check' } },
    quit(),
  ];
}

function quit(): MenuEntry {
  return { is: 'item', label: tray.quit, action: { do: 'quit' }, keys: 'CmdOrCtrl+Q' };
}

function menu(label: string, entries: readonly MenuEntry[]): MenuEntry {
  return { is: 'menu', label, entries };
}
