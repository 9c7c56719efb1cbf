import { expect, test } from 'vitest';

import type { DropWish } from '../../../../shared/features/drops/model.ts';
import type { Journal } from '../../../../main/journal/journal.ts';
import { bytes, idOf, instead } from '../../lab/altered-answers.ts';
import { isSingle, watchAddresses } from '../../lab/lost-answers.ts';
import { lie } from '../../world/lying-service.ts';
import { PlantedJournal } from '../../lab/planted-throws.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

async function inStep(journal: Journal | null = null) {
  const lab = new QuietLab();
  lab.journal = journal;
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'run 7/x.csv': 'old' });
  await lab.sync(ada);
  return { lab, ada };
}

const HERE = { mirror: 'm1', folder: null };

function wish(...tops: readonly (readonly [string, 'file' | 'folder'])[]): DropWish {
  return {
    tops: tops.map(([name, kind]) => ({ name, kind })),
    files: tops.length,
    sizeBytes: 10,
    largestBytes: 10,
    endings: [{ ending: '.csv', files: tops.length }],
  };
}

async function* pieces(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

/** A lab, a computer and an open ticket for these. */
async function withTicket(...tops: readonly (readonly [string, 'file' | 'folder'])[]) {
  const { lab, ada } = await inStep();
  const plan = await lab.call(ada, 'drops.begin', { place: HERE, wish: wish(...tops) });
  const { ticket } = plan;
  const take = (path: string, text: string, sizeBytes = text.length) =>
    lab.drive(ada.app.drops.take(ticket, path.split('/'), { sizeBytes, chunks: pieces(text) }));
  return { lab, ada, plan, ticket, take };
}

test('dropped files and folders come into the folder with their structure, and go to the service', async () => {
  const { lab, ada, plan, ticket, take } = await withTicket(['b.csv', 'file'], ['day 1', 'folder']);
  expect(plan).toMatchObject({ where: 'here', folder: 'Lab', renamed: [], refused: [], roomBytes: null });
  expect(await take('b.csv', 'two')).toBe('b.csv');
  expect(await take('day 1/deep/c.csv', 'three')).toBe('day 1/deep/c.csv');
  await lab.call(ada, 'drops.folder', { ticket, path: 'day 1/empty' });
  expect(await lab.call(ada, 'drops.end', { ticket })).toEqual({ files: 2, sizeBytes: 8, left: [] });
  await lab.sync(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'run 7/x.csv': 'old', 'b.csv': 'two', 'day 1/deep/c.csv': 'three' });
});

test('a taken name becomes (2), said beforehand, and what takes it meanwhile is not replaced either', async () => {
  const { lab, ada, plan, take } = await withTicket(['a.csv', 'file'], ['run 7', 'folder']);
  expect(plan.renamed).toEqual([
    { from: 'a.csv', to: 'a (2).csv' },
    { from: 'run 7', to: 'run 7 (2)' },
  ]);
  lab.save(ada, { 'a (2).csv': 'came between' });
  expect(await take('a.csv', 'mine')).toBe('a (3).csv');
  expect(await take('run 7/x.csv', 'new')).toBe('run 7 (2)/x.csv');
  expect(ada.texts()).toEqual({
    'a.csv': 'one',
    'a (2).csv': 'came between',
    'a (3).csv': 'mine',
    'run 7/x.csv': 'old',
    'run 7 (2)/x.csv': 'new',
  });
});

test('a file that breaks off leaves nothing behind, under no name', async () => {
  const { lab, ada, ticket, take } = await withTicket(['b.csv', 'file']);
  const short = take('b.csv', 'half', 8);
  await expect(short).rejects.toMatchObject({ fault: { kind: 'offline' } });
  async function* breaking(): AsyncIterable<Uint8Array> {
    yield bytes('some');
    throw new Error('aborted');
  }
  const broken = lab.drive(ada.app.drops.take(ticket, ['b.csv'], { sizeBytes: null, chunks: breaking() }));
  await expect(broken).rejects.toMatchObject({ fault: { kind: 'offline' } });
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'run 7/x.csv': 'old' });
});

test.each([[['..', 'x']], [['.benchtop', 'root.json']], [['unannounced.csv']], [['']], [[]]])(
  'a path like %j is not taken',
  async path => {
    const { lab, ada, ticket } = await withTicket(['b', 'folder']);
    const taken = lab.drive(ada.app.drops.take(ticket, path, { sizeBytes: 1, chunks: pieces('x') }));
    await expect(taken).rejects.toThrow('was not announced');
    expect(Object.keys(ada.texts())).toEqual(['a.csv', 'run 7/x.csv']);
  },
);

test('dots and slashes inside a path are names like any other, and never lead out of the folder', async () => {
  const { lab, ada, ticket } = await withTicket(['b', 'folder']);
  const path = ['b', '..', '../..', 'etc'];
  const at = await lab.drive(ada.app.drops.take(ticket, path, { sizeBytes: 1, chunks: pieces('x') }));
  expect(at).toBe('b/․․/..∕../etc');
  expect(Object.keys(ada.texts())).toEqual(['a.csv', 'b/․․/..∕../etc', 'run 7/x.csv']);
});

test('a ticket that was ended, or never was, takes nothing', async () => {
  const { lab, ada, ticket, take } = await withTicket(['b.csv', 'file']);
  await lab.call(ada, 'drops.end', { ticket });
  await expect(take('b.csv', 'two')).rejects.toThrow('not good any more');
  await expect(lab.call(ada, 'drops.end', { ticket: 'no' })).rejects.toThrow('not good any more');
});

test('an ending that the service refused before is said beforehand, and so is a full disk', async () => {
  const { lab, ada } = await inStep();
  lab.save(ada, { 'setup.exe': 'program' });
  await lab.sync(ada);
  ada.disk.freeBytes = 5;
  const asked = { ...wish(['other.exe', 'file']), endings: [{ ending: '.exe', files: 1 }], sizeBytes: 100 };
  const plan = await lab.call(ada, 'drops.begin', { place: HERE, wish: asked });
  expect(plan).toMatchObject({ refused: [{ ending: '.exe', files: 1 }], roomBytes: 5 });
});

/** A folder of the service in no mirror, and a ticket for it. */
async function intoService(journal: Journal | null = null) {
  const { lab, ada } = await inStep(journal);
  const folder = lab.service.colleague(0).createFolder(null, 'Elsewhere');
  lab.service.colleague(0).createFile(folder, 'x.csv', bytes('theirs'));
  const begin = () =>
    lab.call(ada, 'drops.begin', { place: { base: folder }, wish: wish(['x.csv', 'file'], ['day', 'folder']) });
  const add = async (ticket: string, path: string, text: string) =>
    lab.drive(ada.app.drops.take(ticket, path.split('/'), { sizeBytes: text.length, chunks: pieces(text) }));
  const inOutbox = () => Object.keys(ada.disk.tree.texts('/data/outbox'));
  const there = () =>
    Object.fromEntries(
      lab.service.sights.tree(folder).flatMap(({ path, kind }) => (kind === 'file' ? [[path, kind]] : [])),
    );
  return { lab, ada, folder, begin, add, inOutbox, there };
}

test('what is added to a folder that is not on this computer waits in the outbox until the service has confirmed it', async () => {
  const { lab, ada, begin, add, inOutbox, there } = await intoService();
  const plan = await begin();
  expect(plan).toMatchObject({ where: 'service', folder: 'Elsewhere', renamed: [{ from: 'x.csv', to: 'x (2).csv' }] });
  lab.trouble = () => ({ kind: 'no-connection' });
  await add(plan.ticket, 'x.csv', 'mine');
  await add(plan.ticket, 'day/deep/c.csv', 'three');
  await lab.call(ada, 'drops.end', { ticket: plan.ticket });
  await lab.sync(ada).catch(() => undefined);
  expect(inOutbox().length).toBe(2);
  lab.trouble = () => null;
  lab.clock.advanceBy(600_000);
  await lab.sync(ada);
  expect(there()).toEqual({ 'x.csv': 'file', 'x (2).csv': 'file', 'day/deep/c.csv': 'file' });
  expect(inOutbox()).toEqual([]);
});

test.each(['no answer', 'refused'] as const)(
  'a file of the outbox whose confirmation was lost (%s) is there once, also over a restart',
  async how => {
    const { lab, ada, begin, add, inOutbox, there } = await intoService();
    const { ticket } = await begin();
    lab.trouble = ({ url }) => (url.includes('/confirm') ? { kind: 'lost-answer' } : null);
    await add(ticket, 'day/c.csv', 'three');
    await lab.sync(ada);
    expect(inOutbox().length).toBe(1);
    if (how === 'refused') lab.service.change({ confirmTwice: false });
    await lab.drive(ada.start());
    lab.trouble = () => null;
    lab.clock.advanceBy(600_000);
    await lab.sync(ada);
    expect(there()).toEqual({ 'x.csv': 'file', 'day/c.csv': 'file' });
    expect(inOutbox()).toEqual([]);
  },
);

test.each([[{}], [[]], ['confirmed']])(
  'a confirmation of a file of the outbox that says nothing (%j) is no arrival: its bytes stay until they are there',
  async answer => {
    const { lab, ada, begin, add, inOutbox, there } = await intoService();
    const { ticket } = await begin();
    let left = 3;
    lab.trouble = ({ url }) => (url.includes('/confirm') && left-- > 0 ? instead(200, answer) : null);
    await add(ticket, 'day/c.csv', 'three');
    await lab.sync(ada);
    expect([inOutbox().length, there()]).toEqual([1, { 'x.csv': 'file' }]);
    for (let turn = 0; turn < 5; turn++) {
      lab.clock.advanceBy(600_000);
      await lab.sync(ada);
    }
    expect(left).toBeLessThan(1);
    expect(there()).toEqual({ 'x.csv': 'file', 'day/c.csv': 'file' });
    expect(inOutbox()).toEqual([]);
  },
);

test('a file of the outbox whose bytes went astray after it was announced is sent, whatever a confirmation says', async () => {
  const { lab, ada, begin, add, inOutbox, there, folder } = await intoService();
  const { ticket } = await begin();
  let isAstray = true;
  lab.trouble = ({ method, url }) => {
    if (isAstray && method === 'PUT') return instead(200, '');
    return isAstray && url.includes('/confirm') ? instead(200, {}) : null;
  };
  await add(ticket, 'day/c.csv', 'three');
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect([inOutbox().length, there()]).toEqual([1, { 'x.csv': 'file' }]);
  isAstray = false;
  lab.clock.advanceBy(3_600_000);
  await lab.sync(ada);
  expect(there()).toEqual({ 'x.csv': 'file', 'day/c.csv': 'file' });
  expect(lab.service.sights.tree(folder).map(({ path }) => path)).not.toContain('day/c (2).csv');
  expect(inOutbox()).toEqual([]);
});

test('what a crash left in the outbox without a place to go is kept in the store', async () => {
  const { lab, ada, begin, inOutbox } = await intoService();
  await begin();
  ada.disk.tree.write('/data/outbox/lost/c.csv', 'three');
  await lab.drive(ada.start());
  expect(ada.stored()).toContain('three');
  expect(await lab.call(ada, 'store.list', null)).toMatchObject([{ path: 'c.csv', reason: 'rescued' }]);
  expect(inOutbox()).toEqual([]);
});

test('a file that the service does not take stays, is said to be stuck, and is kept in the store when it is given up', async () => {
  const { lab, ada, folder } = await intoService();
  const asked = { ...wish(['tool.exe', 'file']), endings: [] };
  const { ticket } = await lab.call(ada, 'drops.begin', { place: { base: folder }, wish: asked });
  await lab.drive(ada.app.drops.take(ticket, ['tool.exe'], { sizeBytes: 3, chunks: pieces('bin') }));
  await lab.sync(ada);
  const [stuck] = await lab.call(ada, 'drops.waiting', null);
  expect(stuck).toMatchObject({ kind: 'upload', name: 'tool.exe', isStuck: true, sizeBytes: 3 });
  await lab.call(ada, 'drops.answer', { id: stuck?.id ?? 0, answer: 'store' });
  expect(await lab.call(ada, 'drops.waiting', null)).toEqual([]);
  expect(ada.stored()).toContain('bin');
});

test('a file of the outbox that is announced as one that is there already is not sent over that one', async () => {
  const { lab, ada, begin, add, inOutbox, there } = await intoService();
  const { ticket } = await begin();
  const known = idOf(lab, 'a.csv');
  lab.trouble = request => (isSingle(request) ? lie(target => ({ ...target, fileId: known })) : null);
  const addresses = watchAddresses(lab);
  await add(ticket, 'day/c.csv', 'three');
  await lab.sync(ada);
  expect(addresses).toEqual([]);
  expect(inOutbox().length).toBe(1);
  lab.trouble = () => null;
  lab.clock.advanceBy(3_600_000);
  await lab.sync(ada);
  expect(there()).toEqual({ 'x.csv': 'file', 'day/c.csv': 'file' });
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'run 7/x.csv': 'old' });
  expect(inOutbox()).toEqual([]);
});

test('a file of the outbox of which something cannot be recorded holds up no other one, and goes later', async () => {
  const planted = new PlantedJournal();
  const { lab, ada, begin, add, inOutbox, there } = await intoService(planted.journal);
  const { ticket } = await begin();
  lab.trouble = () => ({ kind: 'no-connection' });
  await add(ticket, 'day/odd.csv', 'odd');
  await add(ticket, 'day/c.csv', 'three');
  lab.trouble = () => null;
  planted.plant = ({ sql, values }) => {
    if (/ outgoing /.test(sql) && values.includes(1)) throw new Error('planted');
  };
  lab.clock.advanceBy(3_600_000);
  await lab.sync(ada);
  expect(Object.keys(there())).toContain('day/c.csv');
  planted.plant = () => undefined;
  lab.clock.advanceBy(3_600_000);
  await lab.sync(ada);
  expect(there()).toEqual({ 'x.csv': 'file', 'day/odd.csv': 'file', 'day/c.csv': 'file' });
  expect(inOutbox()).toEqual([]);
});
