import { expect, test } from 'vitest';

import { appMenu } from '../../../main/shell/system/app-menu.ts';
import type { MenuEntry } from '../../../main/shell/system/menu-entries.ts';
import { NOTHING_TOLD, type NoticeFacts, noticesOf } from '../../../main/shell/system/notifications.ts';
import { trayFile, type TrayFacts, trayMenu, trayPicture, trayText } from '../../../main/shell/system/tray-menu.ts';
import type { EngineStatus, SyncState } from '../../../shared/features/status/model.ts';

const NOW = Date.parse('2026-11-23T14:02:00Z');
const QUIET: EngineStatus = {
  state: 'upToDate',
  service: 'https://kb.example.org',
  waitUntil: null,
  done: 0,
  total: 0,
  attention: 0,
  pause: null,
  mirrors: [
    {
      id: 'm1',
      standing: 'in-step',
      pause: null,
      files: 3,
      waiting: 0,
      held: 0,
      blocked: 0,
      conflicted: 0,
      checkedAt: null,
    },
  ],
};
const FACTS: TrayFacts = {
  engine: 'running',
  status: QUIET,
  transfers: [],
  folders: ['/home/mira/Knowledge Base'],
  recent: [],
  zones: [],
  nowMs: NOW,
};
const transfer = { item: '1', mirror: 'm1', path: 'a', direction: 'up', doneBytes: 1, sizeBytes: 2 } as const;

function labels(entries: readonly MenuEntry[]): readonly unknown[] {
  return entries.flatMap((entry): readonly unknown[] => {
    if (entry.is === 'line') return ['──'];
    if (entry.is === 'menu') return [[entry.label, ...labels(entry.entries)]];
    return entry.is === 'role' ? [entry.role] : [entry.label];
  });
}

test('the tray’s menu is the one that was agreed on, with everything in it', () => {
  const status: EngineStatus = { ...QUIET, state: 'attention', attention: 3, done: 3, total: 212 };
  const recent = Array.from({ length: 7 }, (_, index) => ({
    name: `plate ${index}.csv`,
    path: `/lab/plate ${index}.csv`,
  }));
  const zones = ['Zeiss LSM: Waiting for a run to finish'];
  expect(labels(trayMenu({ ...FACTS, status, transfers: [transfer], recent, zones }))).toEqual([
    '3 items need attention',
    'Sending 4 of 212',
    '──',
    'Open Knowledge base',
    'Open local folder',
    '3 items need attention…',
    ['Recent', 'plate 0.csv', 'plate 1.csv', 'plate 2.csv', 'plate 3.csv', 'plate 4.csv'],
    '──',
    ['Pause', '30 minutes', '2 hours', 'Until tomorrow, 08:00', 'Until I resume'],
    'Check now',
    '──',
    ['Drop zones', 'Zeiss LSM: Waiting for a run to finish'],
    '──',
    'Settings…',
    'Diagnostics…',
    'Quit',
  ]);
});

test.each([
  ['starting', 'Starting…', 'offline'],
  ['restarting', 'Starting again…', 'offline'],
  ['trouble', 'Benchtop cannot start', 'attention'],
] as const)('without an engine (%s) the tray says so and offers what works', (engine, text, picture) => {
  const facts: TrayFacts = { ...FACTS, engine, status: null, folders: [] };
  expect([trayText(facts), trayPicture(facts)]).toEqual([text, picture]);
  const offered = ['Open Knowledge base', 'Settings…', 'Diagnostics…', 'Quit'];
  expect(labels(trayMenu(facts)).filter(label => label !== '──')).toEqual([text, ...offered]);
});

test.each<readonly [SyncState, string]>([
  ['upToDate', 'in-step'],
  ['looking', 'syncing'],
  ['transferring', 'syncing'],
  ['paused', 'paused'],
  ['offline', 'offline'],
  ['overdue', 'offline'],
  ['attention', 'attention'],
  ['guard', 'attention'],
  ['accessEnded', 'attention'],
])('the state %s has the picture %s', (state, picture) =>
  expect(trayPicture({ ...FACTS, status: { ...QUIET, state } })).toBe(picture),
);

test('what is paused can be resumed from the tray, and each choice is made when it is chosen', () => {
  const menu = trayMenu({ ...FACTS, status: { ...QUIET, state: 'paused', pause: { until: null, why: 'person' } } });
  expect(labels(menu)).toContain('Resume');
  // The same an hour later, so that the system's menu is not rebuilt under the person's pointer.
  expect(trayMenu({ ...FACTS, nowMs: NOW + 3_600_000 })).toEqual(trayMenu(FACTS));
});

test('each system has the tray’s picture for its bar', () => {
  expect(trayFile('paused', 'darwin', true)).toBe('pausedTemplate.png');
  expect(trayFile('paused', 'win32', true)).toBe('paused-dark.png');
  expect(trayFile('paused', 'linux', false)).toBe('paused.png');
});

test.each([true, false])(
  'S12 the app’s menu has what a system’s menu has, and nothing that reloads (on a Mac: %s)',
  isMac => {
    const menu = appMenu({ isMac, startsAtLogin: true, notifies: false });
    const all = JSON.stringify(menu);
    expect(all).not.toMatch(/reload|devtools/i);
    expect(labels(menu).map(entry => (entry as readonly string[])[0])).toEqual([
      ...(isMac ? ['Benchtop'] : []),
      'File',
      'Edit',
      'View',
      'Go',
      'Window',
      'Help',
    ]);
    const checks = menu.flatMap(entry => (entry.is === 'menu' ? entry.entries : []));
    const found = checks.flatMap(each =>
      each.is === 'item' && each.isChecked !== undefined ? [[each.label, each.isChecked]] : [],
    );
    expect(found).toEqual([
      ['Start at login', true],
      ['Show notifications', false],
    ]);
    expect(checks.filter(each => each.is === 'item' && each.action.do === 'quit')).toHaveLength(1);
  },
);

const CALM: NoticeFacts = { attention: [], state: 'upToDate', replies: [], zones: [] };
const away = { hasFocus: false, nowMs: NOW };

test('each cause is told once, until it is gone', () => {
  const facts: NoticeFacts = { ...CALM, attention: [{ key: 'a', group: 'versions' }] };
  const first = noticesOf(facts, NOTHING_TOLD, away);
  expect(first.notices.map(({ title }) => title)).toEqual(['A file was changed on both sides']);
  expect(noticesOf(facts, first.told, away).notices).toEqual([]);
  const gone = noticesOf(CALM, first.told, away);
  const back = noticesOf(facts, gone.told, { ...away, nowMs: NOW + 600_000 });
  expect(back.notices).toHaveLength(1);
});

test('whoever looks at the window is told nothing, then and afterwards', () => {
  const facts: NoticeFacts = { ...CALM, attention: [{ key: 'a', group: 'decision' }], replies: ['t1'] };
  const seen = noticesOf(facts, NOTHING_TOLD, { ...away, hasFocus: true });
  expect(seen.notices).toEqual([]);
  expect(noticesOf(facts, seen.told, away).notices).toEqual([]);
});

test('what can wait is told in one, and not within five minutes of the last; what cannot is told at once', () => {
  const blocked = (count: number): NoticeFacts['attention'] =>
    Array.from({ length: count }, (_, index) => ({ key: String(index), group: 'blocked' as const }));
  const first = noticesOf({ ...CALM, attention: blocked(3) }, NOTHING_TOLD, away);
  expect(first.notices.map(({ title }) => title)).toEqual(['3 items are not in step and need a fix']);
  const more: NoticeFacts = { ...CALM, attention: blocked(5), zones: [{ id: 'z', name: 'LSM' }] };
  const soon = noticesOf(more, first.told, { ...away, nowMs: NOW + 60_000 });
  expect(soon.notices.map(({ title }) => title)).toEqual(['Drop zone “LSM” needs you']);
  const later = noticesOf(more, soon.told, { ...away, nowMs: NOW + 301_000 });
  expect(later.notices.map(({ title }) => title)).toEqual(['2 items are not in step and need a fix']);
});

test.each([
  ['accessEnded', 'Your access has ended'],
  ['signedOut', 'Please sign in again'],
] as const)('an account that ended (%s) is told of', (state, title) =>
  expect(noticesOf({ ...CALM, state }, NOTHING_TOLD, away).notices).toEqual([
    { title, text: 'Files on this computer stay where they are.', hash: '#/files' },
  ]),
);
