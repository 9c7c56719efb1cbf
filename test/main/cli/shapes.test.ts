import { expect, test } from 'vitest';

import { run } from './run-here.ts';
import { AT, openItem, report, STATUS } from './samples.ts';

/** A model with a field that a later version may add: it must not reach the scripts that read us. */
const leaky = <T extends object>(model: T): T & { readonly secret: string } => ({ ...model, secret: 'leak' });

async function json(line: string, script: Parameters<typeof run>[1]): Promise<unknown> {
  const { exitCode, stdout, stderr } = await run(line.split(' '), script);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}

test('sync --once --json has the documented fields and no other', async () => {
  const held = openItem({ reason: 'removal-hold', until: AT });
  const given = leaky(report({ sent: 1, received: 2, moved: 3, removed: 4, held: [leaky(held)] }));
  expect(await json('sync --once --json', { 'sync.once': { gives: given } })).toEqual({
    v: 1,
    sent: 1,
    received: 2,
    moved: 3,
    removed: 4,
    held: [held],
    blocked: [],
    conflicted: [],
  });
});

test('mirror list --json has the documented fields and no other', async () => {
  const mirror = {
    id: 'm1',
    remoteId: '0b7e3c52-5f0e-4d0a-9d41-6f6a1d2f8a11',
    remotePath: 'Knowledge Base/Plates',
    local: '/bench/plates',
    mode: 'two-way',
    state: 'active',
    standing: 'in-step',
    reason: null,
  };
  expect(await json('mirror list --json', { 'mirrors.list': { gives: [leaky(mirror)] } })).toEqual({
    v: 1,
    mirrors: [mirror],
  });
});

test('status --json has the documented fields and no other', async () => {
  const { state, service, attention, pause, mirrors } = STATUS;
  const given = leaky({ ...STATUS, mirrors: mirrors.map(leaky) });
  expect(await json('status --json', { 'sync.status': { gives: given } })).toEqual({
    v: 1,
    state,
    service,
    attention,
    pause,
    mirrors,
  });
});

test('capabilities --json has the documented fields and no other', async () => {
  const one = { name: 'removedFile', text: 'What asking for a removed file is answered with', value: '404', at: AT };
  const given = { service: 'http://127.0.0.1:4000/api/v1', build: '7', learnt: [leaky({ ...one, counts: true })] };
  expect(await json('capabilities --json', { 'account.capabilities': { gives: leaky(given) } })).toEqual({
    v: 1,
    service: 'http://127.0.0.1:4000/api/v1',
    build: '7',
    learnt: [{ ...one, counts: true }],
  });
});

test('conflicts list --json has the documented fields and no other', async () => {
  const conflict = { id: 'c1', mirror: 'm1', path: 'a.csv', copyPath: 'a (conflict).csv', fileId: null, at: AT };
  expect(await json('conflicts list --json', { 'conflicts.list': { gives: [leaky(conflict)] } })).toEqual({
    v: 1,
    conflicts: [conflict],
  });
});

test('guards list --json has the documented fields and no other', async () => {
  const guard = { id: 'g1', mirror: 'm1', direction: 'here', reason: 'many', items: 60, of: 100, why: 'Many.', at: AT };
  expect(await json('guards list --json', { 'guards.list': { gives: [leaky(guard)] } })).toEqual({
    v: 1,
    guards: [guard],
  });
});

test('why --json has the documented fields and no other', async () => {
  const side = {
    sight: 'present',
    path: 'a.csv',
    name: 'a.csv',
    sizeBytes: 1,
    sha256: 'x',
    version: null,
    changedAt: AT,
  };
  const cell = { table: 'files', row: 'edited', column: 'same', sameBytes: false, decision: 'upload', name: null };
  const item = {
    id: '7',
    kind: 'file',
    here: side,
    there: { ...side, fileId: null },
    agreed: { path: 'a.csv', name: 'a.csv', sha256: 'x', version: null },
    cell: { ...cell, parent: null, kept: false },
    steps: ['upload-version'],
    waits: null,
    attempts: 2,
  };
  const reason = { code: 'refused', text: 'No.', until: AT };
  const known = { mirror: 'm1', path: 'a.csv', mode: 'two-way', next: AT };
  const leakyItem = {
    ...leaky(item),
    here: leaky(side),
    there: leaky(item.there),
    agreed: leaky(item.agreed),
    cell: leaky(item.cell),
  };
  const given = {
    ...leaky(known),
    ruling: leaky({ ignored: false, rule: null }),
    item: leakyItem,
    reasons: [leaky(reason)],
  };
  expect(await json('why a.csv --json', { 'why.path': { gives: given } })).toEqual({
    v: 1,
    ...known,
    ignored: false,
    rule: null,
    item,
    reasons: [reason],
  });
});

test('ignore list --json has the documented fields and no other', async () => {
  const rule = { mirror: 'm1', pattern: '*.log', origin: 'mirror', hidesHere: 3, hidesThere: 1 };
  expect(await json('ignore list --json', { 'rules.list': { gives: [leaky(rule)] } })).toEqual({ v: 1, rules: [rule] });
});

test.each([null, { pattern: '*.log', origin: 'mirror' }])(
  'ignore test --json says which rule decides: %j',
  async rule => {
    const ruling = { mirror: 'm1', path: 'a.log', ignored: rule !== null, rule };
    const given = { ...leaky(ruling), rule: rule === null ? null : leaky(rule) };
    expect(await json('ignore test a.log --json', { 'rules.test': { gives: given } })).toEqual({ v: 1, ...ruling });
  },
);

test('problems list --json has the documented fields and no other', async () => {
  const { id, mirror, path, reason, text, until } = openItem();
  const problem = { id, mirror, path, reason, text, since: AT, until, skipped: false, fix: 'move-copy' };
  expect(await json('problems list --json', { 'problems.list': { gives: [leaky(problem)] } })).toEqual({
    v: 1,
    problems: [problem],
  });
});

test('limits show --json has the documented fields and no other', async () => {
  const set = { upBytesPerSecond: 1, downBytesPerSecond: 0, hours: { from: 1, to: 2 } };
  const given = leaky({ ...set, hours: leaky(set.hours) });
  expect(await json('limits show --json', { 'limits.get': { gives: given } })).toEqual({ v: 1, ...set });
});

test('undo list --json has the documented fields and no other', async () => {
  const one = { id: '12', at: AT, mirror: 'm1', path: 'a.csv', verb: 'sent', text: 'moves it back' };
  expect(await json('undo list --json', { 'activity.undoable': { gives: [leaky(one)] } })).toEqual({
    v: 1,
    undoable: [one],
  });
});

test('free --json has the documented fields and no other', async () => {
  const refused = { mirror: 'm1', path: 'b.csv', reason: 'not-sent', text: 'It is kept.' };
  const given = leaky({ files: 1, sizeBytes: 3, refused: [leaky(refused)] });
  const script = { 'files.identify': { gives: { id: '7', kind: 'file', name: '' } }, 'files.free': { gives: given } };
  const { stdout } = await run(['free', 'b.csv', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({ v: 1, files: 1, sizeBytes: 3, refused: [refused] });
});

const ROW = {
  id: '0b7e3c52-5f0e-4d0a-9d41-6f6a1d2f8a11',
  kind: 'folder',
  name: 'Old runs',
  serviceName: null,
  badge: 'remote',
  note: null,
  extraction: null,
  sizeBytes: null,
  modifiedAt: AT,
  hasFolders: true,
} as const;
const HEAD = {
  place: { base: null },
  trail: [{ place: { base: null }, name: 'Knowledge base' }],
  standing: 'ready',
  got: null,
  of: null,
  reading: null,
  fault: null,
  archived: null,
  checkedAt: AT,
  isIncomplete: false,
};
const listed = (rows: readonly object[]) => ({
  'files.check': { gives: null },
  'files.locate': { gives: { base: null } },
  'files.window': {
    gives: { head: leaky(HEAD), order: '1', folders: 1, files: 0, all: 1, from: 0, rows, anchorAt: null, gone: [] },
  },
});

test('files list --json has the documented fields and no other', async () => {
  const { serviceName: _, hasFolders: __, badge: state, ...item } = ROW;
  expect(await json('files list --json', listed([leaky(ROW)]))).toEqual({
    v: 1,
    path: ['Knowledge base'],
    standing: 'ready',
    got: null,
    of: null,
    checkedAt: AT,
    incomplete: false,
    items: [{ ...item, state }],
  });
});

test('removed list --json has the documented fields and no other', async () => {
  const file = { id: 's1', mirror: 'm1', path: 'a.csv', sizeBytes: 4, reason: 'replaced', at: AT, until: AT, older: 1 };
  const script = { ...listed([leaky(ROW)]), 'store.list': { gives: [leaky(file)] } };
  expect(await json('removed list --json', script)).toEqual({
    v: 1,
    folders: [{ id: ROW.id, name: ROW.name, archivedAt: AT }],
    files: [file],
  });
});

test('store list --json has the documented fields and no other', async () => {
  const file = {
    id: 'm1-7',
    mirror: 'm1',
    path: 'a.csv',
    sizeBytes: 3,
    reason: 'replaced',
    at: AT,
    until: AT,
    older: 0,
  };
  expect(await json('store list --json', { 'store.list': { gives: [leaky(file)] } })).toEqual({ v: 1, files: [file] });
});

test('lists that are empty are empty lists', async () => {
  expect(await json('mirror list --json', { 'mirrors.list': { gives: [] } })).toEqual({ v: 1, mirrors: [] });
  expect(await json('conflicts list --json', { 'conflicts.list': { gives: [] } })).toEqual({ v: 1, conflicts: [] });
  expect(await json('guards list --json', { 'guards.list': { gives: [] } })).toEqual({ v: 1, guards: [] });
  expect(await json('store list --json', { 'store.list': { gives: [] } })).toEqual({ v: 1, files: [] });
});

test('activity --jsonl is one object per line with the documented fields', async () => {
  const entry = {
    at: AT,
    mirror: 'm1',
    path: 'line\nbreak.csv',
    verb: 'sent',
    fileId: null,
    versionId: null,
    sizeBytes: 12,
    cause: 'changed here',
    undo: 'possible',
  };
  const pages = [[leaky({ ...entry, id: 2 }), { ...entry, id: 1 }]];
  const asked: unknown[] = [];
  const { exitCode, stdout, stderr } = await run(['activity', '--jsonl'], {
    'activity.page': { answers: input => (asked.push(input), pages.shift() ?? []) },
  });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout.split('\n')).toHaveLength(3);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([
    { v: 1, ...entry, id: 2 },
    { v: 1, ...entry, id: 1 },
  ]);
  expect(asked).toEqual([
    { before: null, limit: 500 },
    { before: 1, limit: 500 },
  ]);
});

test('activity --limit asks for no more than that', async () => {
  const entry = {
    id: 9,
    at: AT,
    mirror: 'm1',
    path: 'a',
    verb: 'sent',
    fileId: null,
    versionId: null,
    sizeBytes: 1,
    cause: 'x',
    undo: null,
  };
  const ran = await run(['activity', '--jsonl', '--limit', '1'], { 'activity.page': { gives: [entry] } });
  expect(ran.stdout.trim().split('\n')).toHaveLength(1);
  expect(ran.events).toContain('activity.page {"before":null,"limit":1}');
});

test('activity shows people the newest 50 unless they ask for more', async () => {
  const ran = await run(['activity'], { 'activity.page': { gives: [] } });
  expect(ran.events[0]).toBe('activity.page {"before":null,"limit":50}');
});

const side = { path: 'a.csv', sizeBytes: 3, sha256: 'f'.repeat(64), version: null, changedAt: AT };

test('conflicts show --json has the documented fields and no other', async () => {
  const detail = { id: '1', mirror: 'm1', path: 'a.csv', at: AT, computer: 'bench' };
  const base = { version: null, sha256: 'e'.repeat(64) };
  const given = { ...leaky(detail), mine: leaky(side), theirs: leaky(side), base: leaky(base) };
  expect(await json('conflicts show 1 --json', { 'conflicts.detail': { gives: given } })).toEqual({
    v: 1,
    ...detail,
    mine: side,
    theirs: side,
    base,
  });
});

test('guards show --json has the documented fields and no other, page by page', async () => {
  const item = (id: string) => ({ id, kind: 'file', path: `${id}.csv`, sizeBytes: 1 });
  const pages = [[item('1')], [item('2')]];
  const counts = { files: 2, folders: 0, sizeBytes: 2 };
  const script = { 'guards.items': { answers: () => leaky({ ...counts, items: (pages.shift() ?? []).map(leaky) }) } };
  expect(await json('guards show 3 --json', script)).toEqual({ v: 1, ...counts, items: [item('1'), item('2')] });
});

test('attention --json has the documented fields and no other', async () => {
  const item = {
    id: 'item:4',
    group: 'blocked',
    mirror: 'm1',
    path: 'setup.exe',
    at: AT,
    title: "'.exe' files aren't accepted",
    text: 'It stays.',
    remedy: 'Leave it alone.',
    said: ['No.'],
    fixes: ['skip'],
    until: null,
  };
  const more = { key: 'problem:item:4', cause: 'm1 refused .exe', correlationId: null };
  const counts = { decisions: 0, versions: 0, blocked: 1 };
  const given = { ...leaky(counts), items: [leaky({ ...item, ...more })] };
  expect(await json('attention --json', { 'attention.list': { gives: given } })).toEqual({
    v: 1,
    ...counts,
    items: [item],
  });
});

test('checks --json and config describe --json have the documented fields and no other', async () => {
  const check = { mirror: 'm1', at: AT, tookMs: 8000, files: 3412, folders: 96, open: 0 };
  expect(await json('checks --json', { 'activity.checks': { gives: [leaky({ id: 1, ...check })] } })).toEqual({
    v: 1,
    checks: [check],
  });
  const setting = { name: 'settleMs', value: '0', start: '2000', least: 0, most: 600_000, choices: [] };
  expect(await json('config describe --json', { 'settings.describe': { gives: [leaky(setting)] } })).toEqual({
    v: 1,
    settings: [setting],
  });
});

test('activity is filtered by the engine, and is a table for spreadsheets if that is wanted', async () => {
  const entry = {
    id: 7,
    at: AT,
    mirror: 'm1',
    path: '=cmd|calc.csv',
    verb: 'sent',
    fileId: null,
    versionId: null,
    sizeBytes: 3,
    cause: 'changed here',
    undo: null,
  };
  const asked: unknown[] = [];
  const pages = [[entry], []];
  const line = 'activity --csv --since 2026-11-20 --mirror m1 --text plate --verb sent received';
  const { exitCode, stdout } = await run(line.split(' '), {
    'activity.find': { answers: input => (asked.push(input), { entries: pages.shift() ?? [], total: null }) },
  });
  expect(exitCode).toBe(0);
  const fromMs = new Date(2026, 10, 20).getTime();
  const filter = { mirror: 'm1', verbs: ['sent', 'received'], text: 'plate', fromMs, toMs: null };
  expect(asked[0]).toEqual({ filter, before: null, limit: 500 });
  expect(stdout).toBe(
    `\uFEFFtime,folder,path,what,why,bytes,fileId,versionId,undone\r\n${AT},m1,"'=cmd|calc.csv",Sent,changed on this computer,3,,,\r\n`,
  );
});
