import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

// Holds the stand-in to Electron's own declarations: each member and event that the shell uses is declared there, is in the
// stand-in with the declared type, and comes with as many arguments. The compiler already checks the shell against them.

const root = fileURLToPath(new URL('../..', import.meta.url));
const electron = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const declarations = readFileSync(join(electron, 'electron.d.ts'), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

/** What each name of the shell's sources is in the declarations, and which file stands in for it. */
const NAMES: { readonly [name: string]: readonly [declared: string, standIn: string] } = {
  app: ['App', 'app.ts'],
  BrowserWindow: ['BrowserWindow', 'windows.ts'],
  window: ['BrowserWindow', 'windows.ts'],
  '#window': ['BrowserWindow', 'windows.ts'],
  contents: ['WebContents', 'web-contents.ts'],
  webContents: ['WebContents', 'web-contents.ts'],
  child: ['UtilityProcess', 'utility.ts'],
  crashReporter: ['CrashReporter', 'system.ts'],
  defaultSession: ['Session', 'system.ts'],
  dialog: ['Dialog', 'system.ts'],
  icon: ['NativeImage', 'menus.ts'],
  ipcMain: ['IpcMain', 'ipc-main.ts'],
  Menu: ['Menu', 'menus.ts'],
  nativeImage: ['NativeImage', 'menus.ts'],
  notice: ['Notification', 'system.ts'],
  notification: ['Notification', 'system.ts'],
  Notification: ['Notification', 'system.ts'],
  of: ['Session', 'system.ts'],
  powerMonitor: ['PowerMonitor', 'system.ts'],
  protocol: ['Protocol', 'system.ts'],
  screen: ['Screen', 'system.ts'],
  shell: ['Shell', 'system.ts'],
  tray: ['Tray', 'menus.ts'],
};

/** Events and members that only other systems than Linux have, or nothing in a test brings about. */
const NOT_PLAYED = new Set([
  'App activate',
  'App getAppPath',
  'App setAppUserModelId',
  'Notification close',
  'WebContents will-attach-webview',
]);

/** What the shell itself adds to a name above, and is no member of Electron's. */
const OURS = new Set(['BrowserWindow made', 'BrowserWindow ts', 'UtilityProcess onMessage', 'UtilityProcess onExit']);

interface Use {
  readonly declared: string;
  readonly standIn: string;
  readonly member: string;
}

/** Sources of the shell that import Electron; the preload runs in a page, in worlds of its own. */
const shell = globSync('main/shell/**/*.ts', { cwd: root })
  .map(path => readFileSync(join(root, path), 'utf8'))
  .filter(text => /^\}? ?.*from 'electron';$/m.test(text) && !text.includes('contextBridge'));

function usesOf(pattern: RegExp): Use[] {
  const found = shell.flatMap(text => [...text.matchAll(pattern)]);
  const uses = found.flatMap(([, name = '', member = '']): Use[] => {
    const [declared, standIn] = NAMES[name] ?? [];
    return declared === undefined || standIn === undefined ? [] : [{ declared, standIn, member }];
  });
  return [...new Map(uses.map(use => [`${use.declared} ${use.member}`, use])).values()];
}

const events = usesOf(/([\w#]+)\??\.(?:on|once)\('([\w-]+)'/g);
const members = usesOf(/([\w#]+)\??\.(\w+)(?=\(|\b)/g).filter(
  ({ member }) => !['on', 'once', 'webContents'].includes(member),
);

/** The text between the braces of an interface or a class. */
function bodyOf(name: string): string {
  const begin = new RegExp(`^\\s*(?:interface|class) ${name}\\b[^{]*\\{$`, 'm').exec(declarations);
  if (begin === null) throw new Error(`electron.d.ts declares no ${name}`);
  const rest = declarations.slice(begin.index + begin[0].length);
  const indent = /^\n*( *)/.exec(begin[0])?.[1] ?? '';
  return rest.slice(0, rest.indexOf(`\n${indent}}`));
}

/** How many arguments listeners of an event get; null when it is not declared. */
function argumentsOf({ declared, member }: Use): number | null {
  const listener = new RegExp(`\\bon\\(event: '${member}', listener: \\(([^)]*(?:\\([^)]*\\)[^)]*)*?)\\) => void\\)`);
  const found = listener.exec(bodyOf(declared));
  if (found === null) return null;
  const text = found[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
  return text.trim() === '' ? 0 : text.split(',').length;
}

const standIn = (file: string): string => readFileSync(new URL(`./stand-in/${file}`, import.meta.url), 'utf8');
const isPlayed = ({ declared, member }: Use): boolean =>
  !NOT_PLAYED.has(`${declared} ${member}`) && !OURS.has(`${declared} ${member}`);

test('the shell uses Electron in places that are found', () => {
  expect(events.length).toBeGreaterThan(20);
  expect(members.length).toBeGreaterThan(50);
});

test.each(events)('Electron declares the event $member of $declared', use => {
  expect(argumentsOf(use)).not.toBeNull();
});

test.each(members.filter(isPlayed))('Electron declares $member of $declared, and the stand-in has it', use => {
  expect(bodyOf(use.declared)).toMatch(new RegExp(`(?:^|\\s)(?:static |readonly )*${use.member}\\b[(?:<]`, 'm'));
  expect(standIn(use.standIn)).toMatch(new RegExp(`\\b${use.member}\\b(?: ?[(:=]|,)`));
});

test.each(events.filter(isPlayed))('the stand-in tells $member of $declared with all its arguments', use => {
  // The last window that closes tells the app.
  const text = `${standIn(use.standIn)}${use.declared === 'App' ? standIn('windows.ts') : ''}`;
  const told = [...text.matchAll(new RegExp(`emit\\('${use.member}'(.*)\\)`, 'g'))];
  // The states of the power, and what may be prevented, are told by a variable.
  const byVariable = [...standIn(use.standIn).matchAll(/\bthis\.emit\((?:event|name)\b(.*)\)/g)];
  const given = (told.length > 0 ? told : byVariable).map(([, rest = '']) => givenTo(rest));
  expect(new Set(given)).toEqual(new Set([argumentsOf(use)]));
});

/** How many arguments follow the name of an event in a call. */
function givenTo(text: string): number {
  let [depth, count] = [0, 0];
  for (const sign of text) {
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (depth < 0) break;
    if (sign === ',' && depth === 0) count += 1;
  }
  return count;
}
