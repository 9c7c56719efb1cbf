import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { plain } from '../../end-to-end/driver/sample-tree.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';

const PLACE = { mirror: 'm1', folder: null };
const HEAD = {
  standing: 'ready',
  got: null,
  of: null,
  reading: null,
  fault: null,
  archived: null,
  checkedAt: null,
  isIncomplete: false,
} as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

test('a folder on show is read again when something changed, and only then', async () => {
  const { files, side, folder, reads } = await started();
  const stop = files.watchFolder(PLACE);
  await settled();
  expect([reads(), folder()?.view?.rows.size]).toEqual([1, 2]);
  side.topics.publish('files.revision', 2);
  await settled();
  expect(reads()).toBe(2);
  stop();
  side.topics.publish('files.revision', 3);
  await settled();
  expect(reads()).toBe(2);
  expect(folder()?.view?.rows.size).toBe(2);
});

test('changes while a folder is being read lead to one more reading, not to one each', async () => {
  const { files, side, reads, hold, release } = await started();
  hold();
  files.watchFolder(PLACE);
  await settled();
  for (let revision = 2; revision < 50; revision += 1) side.topics.publish('files.revision', revision);
  await settled();
  expect(reads()).toBe(1);
  release();
  await settled();
  expect(reads()).toBe(2);
});

test('two parts of the window that show one folder read it once', async () => {
  const { files, side, reads } = await started();
  const stopFirst = files.watchFolder(PLACE);
  files.watchFolder(PLACE);
  await settled();
  expect(reads()).toBe(1);
  stopFirst();
  side.topics.publish('files.revision', 2);
  await settled();
  expect(reads()).toBe(2);
});

test('rows that did not change stay the same objects, so that only changed lines are drawn again', async () => {
  const { files, side, folder, setRows } = await started();
  files.watchFolder(PLACE);
  await settled();
  const before = folder()?.view?.rows;
  side.topics.publish('files.revision', 2);
  await settled();
  expect(folder()?.view?.rows).toBe(before);
  setRows([{ ...plain('a.csv', 'file'), badge: 'uploading' }, plain('b.csv', 'file')]);
  side.topics.publish('files.revision', 3);
  await settled();
  expect(folder()?.view?.rows.get(0)?.badge).toBe('uploading');
  expect(folder()?.view?.rows.get(1)).toBe(before?.get(1));
});

test('a folder that cannot be read keeps what was there, with the fault beside it', async () => {
  const { files, side, folder, setRows } = await started();
  files.watchFolder(PLACE);
  await settled();
  setRows(null);
  side.topics.publish('files.revision', 2);
  await settled();
  expect(folder()?.view?.rows.size).toBe(2);
  expect(folder()?.fault).toEqual({ kind: 'gone', messages: [] });
});

test('a new connection reads again what is on show', async () => {
  const { files, side, reads } = await started();
  files.watchFolder(PLACE);
  await settled();
  side.breakPipe();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads()).toBe(2);
});

test('folders that were left are kept for coming back, but not without end', async () => {
  const { files } = await started();
  for (let folder = 0; folder < 100; folder += 1) {
    const stop = files.watchFolder({ mirror: 'm1', folder: `${folder}` });
    await settled();
    stop();
  }
  const { folders } = files.useFolders.getState();
  expect(folders.size).toBe(40);
  expect(folders.has('m1/99')).toBe(true);
  expect(folders.has('m1/0')).toBe(false);
});

test('who goes on by a page finds its lines read, and the page after it is read meanwhile', async () => {
  const { files, folder, reads, setRows } = await started();
  setRows(Array.from({ length: 1000 }, (_, at) => plain(`${at}.csv`, 'file')));
  files.watchFolder(PLACE);
  await settled();
  const look = async (first: number): Promise<readonly boolean[]> => {
    const lines = [first, first + 24];
    const areRead = lines.map(at => folder()?.view?.rows.has(at) === true);
    files.showLines('m1', { first, last: first + 24, anchor: null, chosen: [] });
    await settled();
    return areRead;
  };
  for (const first of [0, 24, 48, 72, 96, 120, 96, 72])
    expect([first, await look(first)]).toEqual([first, [true, true]]);
  expect(reads()).toBeLessThan(5);
  expect(await look(700)).toEqual([false, false]);
  for (const first of [724, 748, 676, 652]) expect([first, await look(first)]).toEqual([first, [true, true]]);
});

async function started() {
  let rows: readonly FileRow[] | null = [plain('a.csv', 'file'), plain('b.csv', 'file')];
  let reads = 0;
  let held: Promise<void> | null = null;
  let release = () => undefined as void;
  const side = farSide(
    handlersWith({
      'files.check': async () => null,
      'files.window': async ({ place, from, count }) => {
        reads += 1;
        await held;
        if (rows === null) throw new FaultError({ kind: 'gone', messages: [] });
        return {
          head: { ...HEAD, place, trail: [{ place, name: 'Lab' }] },
          order: rows.map(({ id }) => id).join(' '),
          folders: 0,
          files: rows.length,
          all: rows.length,
          from,
          rows: rows.slice(from, from + count),
          anchorAt: null,
          gone: [],
        };
      },
    }),
  );
  const { engine } = await import('../../../renderer/state/engine.ts');
  const files = await import('../../../renderer/features/browse/stores/files.ts');
  engine.start(side.open);
  await settled();
  return {
    files,
    side,
    folder: () => files.useFolders.getState().folders.get('m1'),
    reads: () => reads,
    setRows: (next: readonly FileRow[] | null) => void (rows = next),
    hold: () => void (held = new Promise<void>(resolve => (release = resolve))),
    release: () => release(),
  };
}

/** Lets everything that is ready to run do so. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1);
}
