import { expect, test } from 'vitest';

import type { DropWish } from '../../../../shared/features/drops/model.ts';
import { SECOND } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

/** A list by name, with everything in it. */
const LIST = {
  sorting: { column: 'name', direction: 'ascending' },
  filter: '',
  from: 0,
  count: 9,
  anchor: null,
} as const;
const HERE = { mirror: 'm1', folder: null };

async function inStep() {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  return { lab, ada };
}

function wish(...names: readonly string[]): DropWish {
  const tops = names.map(name => ({ name, kind: 'file' as const }));
  return { tops, files: names.length, sizeBytes: 10, largestBytes: 10, endings: [] };
}

async function* pieces(...texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

/** A file that begins to come and does not go on. */
async function* stalled(): AsyncIterable<Uint8Array> {
  yield bytes('some');
  await new Promise<never>(() => undefined);
}

/** A job begun for some files, in the mirrored folder or in one of the service. */
async function begun(names: readonly string[], isElsewhere = false) {
  const { lab, ada } = await inStep();
  const elsewhere = lab.service.colleague(0).createFolder(null, 'Elsewhere');
  const place = isElsewhere ? { base: elsewhere } : HERE;
  const { ticket } = await lab.call(ada, 'drops.begin', { place, wish: wish(...names) });
  await lab.call(ada, 'drops.expect', { ticket, paths: [...names] });
  const take = (path: string, chunks: AsyncIterable<Uint8Array>) =>
    lab.drive(ada.app.drops.take(ticket, path.split('/'), { sizeBytes: null, chunks }));
  return { lab, ada, ticket, take, elsewhere };
}

/** The engine dies, and is started on what that left. */
async function killed(lab: QuietLab, computer: Computer): Promise<void> {
  computer.crash();
  await lab.drive(computer.start());
}

const jobs = (lab: QuietLab, computer: Computer) => lab.call(computer, 'drops.jobs', null);

test('a file that is on its way when a job ends is added and counted, or not added and named, never between the two', async () => {
  const { lab, ada, ticket, take } = await begun(['b.csv', 'c.csv', 'd.csv']);
  await take('b.csv', pieces('two'));
  const under = ada.app.drops.take(ticket, ['c.csv'], { sizeBytes: null, chunks: stalled() });
  under.catch(() => undefined);
  const late = ada.app.drops.take(ticket, ['d.csv'], { sizeBytes: null, chunks: pieces('four') });
  late.catch(() => undefined);
  const report = await lab.call(ada, 'drops.end', { ticket });
  const landed = Object.keys(ada.texts()).filter(path => path !== 'a.csv');
  expect(landed.length).toBe(report.files);
  await expect(lab.drive(under)).rejects.toMatchObject({ fault: { kind: 'offline' } });
  expect(landed).not.toContain('c.csv');
  expect(report.left.map(({ path }) => path)).toContain('c.csv');
  expect(Object.keys(ada.texts()).filter(path => path !== 'a.csv')).toEqual(landed);
});

test('what a job did not add is told after the engine was killed, until a person has seen it', async () => {
  const { lab, ada, ticket, take } = await begun(['b.csv', 'c.csv', 'd.csv']);
  await take('b.csv', pieces('two'));
  const under = ada.app.drops.take(ticket, ['c.csv'], { sizeBytes: null, chunks: stalled() });
  under.catch(() => undefined);
  await killed(lab, ada);
  const [job] = await jobs(lab, ada);
  expect(job).toMatchObject({ id: ticket, state: 'interrupted', folder: 'Lab', files: 3, added: 1, leftTotal: 2 });
  expect(job?.left.map(({ path }) => path)).toEqual(['c.csv', 'd.csv']);
  await killed(lab, ada);
  expect((await jobs(lab, ada)).length).toBe(1);
  await lab.call(ada, 'drops.seen', { ticket });
  expect(await jobs(lab, ada)).toEqual([]);
});

test('a file that was in its place when the engine was killed is counted as added', async () => {
  const { lab, ada, ticket, take } = await begun(['b.csv', 'c.csv']);
  await take('b.csv', pieces('two'));
  ada.journal.jobs.arrived(ticket, 'c.csv', { at: 'c.csv', sizeBytes: 5 });
  ada.disk.tree.write(`${FOLDER}/c.csv`, 'three');
  await killed(lab, ada);
  expect(await jobs(lab, ada)).toMatchObject([{ added: 2, files: 2, leftTotal: 0 }]);
});

test('a job whose window was closed ends by itself, and says what was not added', async () => {
  const { lab, ada, ticket, take } = await begun(['b.csv', 'c.csv']);
  await take('b.csv', pieces('two'));
  expect(await jobs(lab, ada)).toMatchObject([{ state: 'running' }]);
  for (let turn = 0; turn < 5; turn++) {
    lab.clock.advanceBy(30 * SECOND);
    await lab.sync(ada);
  }
  const left = [{ path: 'c.csv' }];
  expect(await jobs(lab, ada)).toMatchObject([{ id: ticket, state: 'interrupted', added: 1, left }]);
  await expect(take('c.csv', pieces('three'))).rejects.toThrow('not good any more');
});

test('a job that is ended is told to whoever asks until it was seen, also when its answer was lost', async () => {
  const { lab, ada, ticket, take } = await begun(['b.csv']);
  await take('b.csv', pieces('two'));
  await lab.call(ada, 'drops.end', { ticket });
  await killed(lab, ada);
  expect(await jobs(lab, ada)).toMatchObject([{ state: 'ended', added: 1, addedBytes: 3, leftTotal: 0 }]);
  await lab.call(ada, 'drops.seen', { ticket });
  expect(await jobs(lab, ada)).toEqual([]);
});

test('a question that is answered with no leaves nothing to tell', async () => {
  const { lab, ada } = await inStep();
  const { ticket } = await lab.call(ada, 'drops.begin', { place: HERE, wish: wish('b.csv') });
  expect(await jobs(lab, ada)).toEqual([]);
  await lab.call(ada, 'drops.end', { ticket });
  await killed(lab, ada);
  expect(await jobs(lab, ada)).toEqual([]);
});

test('a file for a folder of the service that a kill caught between the outbox and its row is said to be in the store', async () => {
  const { lab, ada, ticket } = await begun(['b.csv'], true);
  ada.disk.tree.write('/data/outbox/lost/b.csv', 'two');
  ada.journal.jobs.arrived(ticket, 'b.csv', { at: 'lost/b.csv', sizeBytes: 3 });
  await killed(lab, ada);
  expect(ada.stored()).toContain('two');
  const [job] = await jobs(lab, ada);
  expect(job?.left).toEqual([{ path: 'b.csv', text: expect.stringContaining('Recently removed') }]);
});

test('a file that went by way of the outbox has a line in the history, and its folder is listed again', async () => {
  const { lab, ada, ticket, take, elsewhere } = await begun(['b.csv'], true);
  const place = { base: elsewhere };
  const check = (now: boolean) => lab.call(ada, 'files.check', { place, now, folders: false, wait: true });
  const names = async () =>
    (await lab.call(ada, 'files.window', { ...LIST, chosen: [], place })).rows.map(({ name }) => name);
  await check(true);
  expect(await names()).toEqual([]);
  await take('b.csv', pieces('two'));
  await lab.call(ada, 'drops.end', { ticket });
  await lab.sync(ada);
  const [line] = await lab.call(ada, 'activity.page', { before: null, limit: 1 });
  expect(line).toMatchObject({ mirror: '', path: 'Elsewhere/b.csv', verb: 'sent', sizeBytes: 3, cause: 'person' });
  expect(line?.fileId).not.toBeNull();
  // It is not yet time for another listing by itself: this only waits for the one that is under way.
  await check(false);
  expect(await names()).toEqual(['b.csv']);
});
