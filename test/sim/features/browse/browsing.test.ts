import { expect, test } from 'vitest';

import type { Input, Output } from '../../../../shared/contract.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { type Computer, FOLDER } from '../../world/computer.ts';
import type { HttpTrouble } from '../../fakes/fake-http.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const MINUTE = 60_000;
const BY_NAME = { column: 'name', direction: 'ascending' } as const;
const ROOTS = { base: null };

/** A lab whose folder `Lab` is mirrored, and beside it a folder `Freezers` that is not. */
async function lab(): Promise<{ lab: QuietLab; ada: Computer; freezers: string }> {
  const quiet = new QuietLab();
  const there = quiet.service.colleague(0);
  const freezers = there.createFolder(null, 'Freezers');
  there.createFolder(freezers, 'Minus 80');
  there.createFile(freezers, 'plate10.csv', text('ten'));
  there.createFile(freezers, 'plate2.csv', text('2'));
  const ada = await quiet.computer('Ada');
  quiet.save(ada, { 'raw/a.csv': 'one', 'c.csv': 'three' });
  await quiet.syncTwice(ada);
  return { lab: quiet, ada, freezers };
}

function text(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}

async function look(
  quiet: QuietLab,
  ada: Computer,
  place: FolderPlace,
  more: Partial<Input<'files.window'>> = {},
): Promise<Output<'files.window'>> {
  const question = { place, sorting: BY_NAME, filter: '', from: 0, count: 500, anchor: null, chosen: [], ...more };
  return quiet.call(ada, 'files.window', question);
}

/** Looks at a place as a window does: it is listed if it is time for it. */
async function open(quiet: QuietLab, ada: Computer, place: FolderPlace, now = false): Promise<Output<'files.window'>> {
  await quiet.call(ada, 'files.check', { place, now, folders: false, wait: true });
  return look(quiet, ada, place);
}

function names({ rows }: Output<'files.window'>): readonly string[] {
  return rows.map(({ name }) => name);
}

/** Answers requests whose address matches with a status. */
function answering(
  status: number,
  pattern: RegExp,
  body: object = {},
): (request: { url: string }) => HttpTrouble | null {
  const answer = { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return ({ url }) => (pattern.test(url) ? { kind: 'instead', answer } : null);
}

test('everything that can be read is listed, mirrored or not, and what is mirrored leads to its mirror', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  expect((await look(quiet, ada, ROOTS)).head).toMatchObject({ standing: 'unvisited', checkedAt: null });
  const roots = await open(quiet, ada, ROOTS);
  const mirrored = roots.rows.find(({ name }) => name === 'Lab');
  expect(mirrored).toMatchObject({ id: expect.stringMatching(/^\d+$/), opens: { mirror: 'm1', folder: null } });
  expect(roots.rows.find(({ name }) => name === 'Freezers')).toMatchObject({ id: freezers, badge: 'remote' });

  const view = await open(quiet, ada, { base: freezers });
  expect(view.head.trail).toEqual([
    { place: { base: null }, name: 'Knowledge base' },
    { place: { base: freezers }, name: 'Freezers' },
  ]);
  expect(names(view)).toEqual(['Minus 80', 'plate2.csv', 'plate10.csv']);
  expect(view).toMatchObject({ folders: 1, files: 2, all: 3, head: { standing: 'ready', fault: null } });
  expect(view.rows[1]).toMatchObject({ badge: 'remote', sizeBytes: 1 });
});

test('a folder that is mirrored now is another row, and the one that was chosen before is told as gone', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  const before = await open(quiet, ada, ROOTS);
  const at = before.rows.findIndex(({ name }) => name === 'Lab');
  const [chosen, of] = [[freezers], before.rows[at]?.id ?? ''];
  expect((await look(quiet, ada, ROOTS, { chosen })).gone).toEqual([]);
  // The row of what is mirrored is found by its own id, as every other one.
  expect(await look(quiet, ada, ROOTS, { chosen: [of], anchor: of })).toMatchObject({ gone: [], anchorAt: at });
  const wanted = { place: ROOTS, sorting: BY_NAME, filter: '', wanted: { id: of } };
  expect(await quiet.call(ada, 'files.find', wanted)).toEqual({ at, id: of });

  const local = `${FOLDER} too`;
  ada.disk.tree.mkdir(local);
  await quiet.call(ada, 'mirrors.add', { remote: freezers, local, mode: 'two-way' });
  const after = await look(quiet, ada, ROOTS, { chosen });
  expect(after.gone).toEqual(chosen);
  expect(after.rows.find(({ name }) => name === 'Freezers')).toMatchObject({ opens: { mirror: 'm2' } });
});

test('a folder inside a mirror is the mirror’s, however it was come to', async () => {
  const { lab: quiet, ada } = await lab();
  const raw = quiet.service.sights.tree(quiet.root).find(({ path }) => path === 'raw')?.id ?? '';
  const view = await look(quiet, ada, { base: raw.toUpperCase() });
  expect(view.head.place).toEqual({ mirror: 'm1', folder: expect.stringMatching(/^\d+$/) });
  expect(view.head.trail.map(({ name }) => name)).toEqual(['Lab', 'raw']);
  expect(view.rows).toMatchObject([{ name: 'a.csv', badge: 'local' }]);
});

test('what was listed is there without the network, with its time; what never was says so', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  await open(quiet, ada, ROOTS);
  await open(quiet, ada, { base: freezers });
  const checkedAt = new Date(quiet.clock.now()).toISOString();
  const inner = (await look(quiet, ada, { base: freezers })).rows[0]?.id ?? '';
  quiet.trouble = () => ({ kind: 'no-connection' });
  quiet.clock.advanceBy(10 * MINUTE);
  const view = await open(quiet, ada, { base: freezers });
  expect(names(view)).toEqual(['Minus 80', 'plate2.csv', 'plate10.csv']);
  expect(view.head).toMatchObject({ standing: 'ready', fault: { kind: 'offline' } });
  expect(Math.abs(Date.parse(view.head.checkedAt ?? '') - Date.parse(checkedAt))).toBeLessThan(1000);
  const never = await open(quiet, ada, { base: inner });
  expect(never).toMatchObject({ rows: [], head: { standing: 'unvisited', fault: { kind: 'offline' } } });
  expect(never.head.trail.map(({ name }) => name)).toEqual(['Knowledge base', 'Freezers', 'Minus 80']);
});

test('a folder on show is listed again after a minute, not before, and at once when a person asks', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  await open(quiet, ada, { base: freezers });
  let asked = 0;
  quiet.trouble = ({ url }) => {
    if (url.includes(freezers)) asked += 1;
    return null;
  };
  quiet.service.colleague(0).createFile(freezers, 'new.csv', text('new'));
  expect(names(await open(quiet, ada, { base: freezers }))).not.toContain('new.csv');
  expect(asked).toBe(0);
  expect(names(await open(quiet, ada, { base: freezers }, true))).toContain('new.csv');
  expect(asked).toBe(2);
  quiet.clock.advanceBy(2 * MINUTE);
  await open(quiet, ada, { base: freezers });
  expect(asked).toBe(4);
});

test('a large folder whose fourth page fails shows what came, and the rest after trying again', async () => {
  const { lab: quiet, ada } = await lab();
  const there = quiet.service.colleague(0);
  const many = there.createFolder(null, 'Many');
  for (let file = 1; file <= 412; file += 1) there.createFile(many, `well ${file}.csv`, text('x'));
  quiet.trouble = answering(500, /\/files\?.*page=4\b/);
  const view = await open(quiet, ada, { base: many });
  expect(view.head).toMatchObject({ standing: 'partial', of: 412, fault: { kind: 'failing' }, checkedAt: null });
  expect(view.head.got).toBe(view.all);
  expect(view.all).toBeGreaterThanOrEqual(300);
  expect(view.all).toBeLessThan(412);
  quiet.trouble = () => null;
  const whole = await open(quiet, ada, { base: many }, true);
  expect(whole).toMatchObject({ all: 412, head: { standing: 'ready', got: null, fault: null } });

  quiet.trouble = answering(500, /\/files\?.*page=2\b/);
  const later = await open(quiet, ada, { base: many }, true);
  expect(later).toMatchObject({ all: 412, head: { standing: 'ready', fault: { kind: 'failing' } } });
  expect(later.head.checkedAt).toBe(whole.head.checkedAt);
});

test('windows of a list hold the rows asked for, in any order, and say where a row is', async () => {
  const { lab: quiet, ada } = await lab();
  const there = quiet.service.colleague(0);
  const many = there.createFolder(null, 'Many');
  for (let file = 1; file <= 230; file += 1) there.createFile(many, `well ${file}.csv`, text('x'.repeat(file)));
  const place = { base: many };
  await open(quiet, ada, place);
  const some = await look(quiet, ada, place, { from: 99, count: 2 });
  expect(names(some)).toEqual(['well 100.csv', 'well 101.csv']);
  expect(some).toMatchObject({ from: 99, files: 230, anchorAt: null });
  const largest = await look(quiet, ada, place, { sorting: { column: 'size', direction: 'descending' }, count: 1 });
  expect(names(largest)).toEqual(['well 230.csv']);
  const filtered = await look(quiet, ada, place, { filter: 'WELL 22', anchor: some.rows[0]?.id ?? '' });
  expect(names(filtered)).toEqual(['well 22.csv', ...Array.from({ length: 10 }, (_, at) => `well ${220 + at}.csv`)]);
  expect(filtered).toMatchObject({ files: 11, all: 230, anchorAt: null });
  expect((await look(quiet, ada, place, { count: 0, anchor: some.rows[0]?.id ?? '' })).anchorAt).toBe(99);
  const question = { place, sorting: BY_NAME, filter: '' };
  const found = { at: 199, id: expect.any(String) };
  const by = (wanted: Input<'files.find'>['wanted']) => quiet.call(ada, 'files.find', { ...question, wanted });
  expect(await by({ prefix: 'well 200', after: 3 })).toEqual(found);
  expect(await by({ prefix: 'WELL 200', after: 210 })).toEqual(found);
  expect(await by({ prefix: 'nothing', after: 0 })).toBeNull();
  expect(await quiet.call(ada, 'files.ids', { ...question, from: 99, to: 101 })).toEqual(some.rows.map(({ id }) => id));
});

test('a folder that is removed while somebody looks is gone, and its parent no longer shows it', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  await open(quiet, ada, ROOTS);
  const inner = (await open(quiet, ada, { base: freezers })).rows[0]?.id ?? '';
  await open(quiet, ada, { base: inner });
  quiet.trouble = answering(404, new RegExp(inner));
  const view = await open(quiet, ada, { base: inner }, true);
  expect(view).toMatchObject({ rows: [], head: { standing: 'gone', archived: null } });
  expect(view.head.trail.map(({ name }) => name)).toEqual(['Knowledge base', 'Freezers', 'Minus 80']);
  expect(names(await look(quiet, ada, { base: freezers }))).not.toContain('Minus 80');
});

test('an archived folder still shows what was in it, and is restored with its subtree', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  await open(quiet, ada, ROOTS);
  const inner = (await open(quiet, ada, { base: freezers })).rows[0]?.id ?? '';
  await open(quiet, ada, { base: inner });
  quiet.service.colleague(0).archiveFolder(freezers);
  const view = await open(quiet, ada, { base: freezers }, true);
  expect(view.head).toMatchObject({ standing: 'archived', archived: { id: freezers, name: 'Freezers' } });
  expect(view.all).toBe(3);
  expect((await open(quiet, ada, { base: inner }, true)).head.archived).toMatchObject({ id: freezers });
  expect(names(await open(quiet, ada, { list: 'archived' }))).toEqual(['Freezers']);

  await quiet.call(ada, 'files.restoreFolder', { id: freezers });
  await quiet.pass(100);
  expect(names(await look(quiet, ada, { list: 'archived' }))).toEqual([]);
  expect((await open(quiet, ada, { base: freezers }, true)).head).toMatchObject({ standing: 'ready', archived: null });
  expect(names(await open(quiet, ada, ROOTS, true))).toContain('Freezers');
});

test('a restore that the service refuses says so in the service’s words, and the folder stays in the archive', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  quiet.service.colleague(0).archiveFolder(freezers);
  await open(quiet, ada, { list: 'archived' });
  quiet.trouble = answering(403, /\/restore$/, { errorCode: 'FORBIDDEN', messages: ['Only its owner may do that.'] });
  await expect(quiet.call(ada, 'files.restoreFolder', { id: freezers })).rejects.toMatchObject({
    fault: { kind: 'not-allowed', messages: ['Only its owner may do that.'] },
  });
  expect(names(await look(quiet, ada, { list: 'archived' }))).toEqual(['Freezers']);
});

test('a folder that may not be read shows nothing from memory either', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  const stranger = await open(quiet, ada, { base: freezers });
  expect(stranger.all).toBe(3);
  quiet.trouble = answering(403, new RegExp(freezers), { errorCode: 'FORBIDDEN', messages: [] });
  expect(await open(quiet, ada, { base: freezers }, true)).toMatchObject({ all: 0, head: { standing: 'closed' } });
  quiet.trouble = () => null;
  await open(quiet, ada, ROOTS, true);
  quiet.trouble = answering(403, new RegExp(freezers), { errorCode: 'FORBIDDEN', messages: [] });
  expect((await open(quiet, ada, { base: freezers }, true)).head.standing).toBe('hidden');
});

test('files in no folder that can be read are found, and marked as perhaps not all', async () => {
  const { lab: quiet, ada } = await lab();
  const id = '99999999-0000-4000-8000-000000000001';
  const closed = '99999999-0000-4000-8000-000000000002';
  const rows = [
    { id, name: 'lost.csv', folderId: null, size: 5 },
    { id: id.replace('1', '3'), name: 'shared with me.csv', folderId: closed },
    { id: id.replace('1', '4'), name: 'c.csv', folderId: quiet.root },
  ];
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(rows) };
  quiet.trouble = ({ url }) => (/\/folders\/files/.test(url) ? { kind: 'instead', answer } : null);
  const view = await open(quiet, ada, { list: 'loose' });
  expect(view.head.isIncomplete).toBe(true);
  expect(names(view)).toEqual(['lost.csv', 'shared with me.csv']);
});

test('lying answers do no harm: rings of folders, endless names, one id many times and in capitals', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  await open(quiet, ada, ROOTS);
  const inner = (await open(quiet, ada, { base: freezers })).rows[0]?.id ?? '';
  const body = [
    { id: freezers.toUpperCase(), name: 'Freezers', parentFolderId: inner },
    { id: inner, name: 'I am inside myself', parentFolderId: inner },
    { id: inner.toUpperCase(), name: 'x'.repeat(1_000_000), parentFolderId: inner },
  ];
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  quiet.trouble = ({ url }) => (url.includes(`${inner}/children`) ? { kind: 'instead', answer } : null);
  const view = await open(quiet, ada, { base: inner }, true);
  expect(view.all).toBe(2);
  expect(view.rows.find(({ id }) => id === inner)?.name).toHaveLength(1000);
  expect(view.head.trail.length).toBeLessThan(10);
  const folders = await quiet.call(ada, 'files.folders', { place: { base: inner } });
  expect(folders.total).toBe(2);
});

test('a path leads to a folder of the service, mirrored or not, also without the network once it was opened', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  expect(await quiet.call(ada, 'files.locate', { path: 'Lab/raw' })).toMatchObject({ mirror: 'm1' });
  expect(await quiet.call(ada, 'files.locate', { path: 'Freezers' })).toEqual({ base: freezers });
  quiet.trouble = () => ({ kind: 'no-connection' });
  quiet.clock.advanceBy(10 * MINUTE);
  expect(await quiet.call(ada, 'files.locate', { path: 'Freezers' })).toEqual({ base: freezers });
  await expect(quiet.call(ada, 'files.locate', { path: 'Nowhere/at all' })).rejects.toMatchObject({
    fault: { kind: 'bad-request' },
  });
});

test('who signs in with another key sees nothing of what the one before could see', async () => {
  const { lab: quiet, ada } = await lab();
  await open(quiet, ada, ROOTS);
  const signIn = (user: number) =>
    quiet.call(ada, 'account.signIn', {
      service: quiet.service.baseUrl,
      key: quiet.service.users[user]?.apiKey ?? '',
      store: null,
    });
  await signIn(0);
  expect((await look(quiet, ada, ROOTS)).all).toBeGreaterThan(0);
  await quiet.call(ada, 'mirrors.remove', { id: 'm1' });
  await signIn(1);
  expect(await look(quiet, ada, ROOTS)).toMatchObject({ all: 0, head: { standing: 'unvisited' } });
});

test('an open window lists no more than the requests of an idle hour allow', async () => {
  const { lab: quiet, ada, freezers } = await lab();
  await open(quiet, ada, ROOTS);
  let asked = 0;
  quiet.trouble = () => {
    asked += 1;
    return null;
  };
  for (let minute = 0; minute < 60; minute += 1) {
    quiet.clock.advanceBy(MINUTE + 1);
    await open(quiet, ada, { base: freezers });
    await open(quiet, ada, ROOTS);
  }
  expect(asked).toBeGreaterThan(60);
  expect(asked).toBeLessThan(600);
});
