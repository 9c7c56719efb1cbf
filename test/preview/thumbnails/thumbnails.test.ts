import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ByteBudget } from '../../../renderer/features/preview/stores/byte-budget.ts';
import type { MadeThumbnail, ThumbnailMaker } from '../../../renderer/features/preview/stores/thumbnails.ts';

const file = (id: string) => ({ id, name: `${id}.png`, stamp: '1' });
const picture = (sizeBytes = 10): Blob => new Blob([new Uint8Array(sizeBytes)]);

let revoked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  revoked = [];
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${(made += 1)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(address => void revoked.push(address));
  vi.stubGlobal(
    'Image',
    class {
      decode = (): Promise<void> => Promise.resolve();
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A list, and a maker whose pictures come when they are given. */
async function stage() {
  const store = await import('../../../renderer/features/preview/stores/thumbnails.ts');
  const { UnreadableError } = await import('../../../shared/preview/unreadable.ts');
  const asked: string[] = [];
  const left: string[] = [];
  const waiting = new Map<string, (made: Promise<MadeThumbnail | null>) => void>();
  const make: ThumbnailMaker = ({ id }, { has, signal }) => {
    asked.push(id);
    signal.addEventListener('abort', () => left.push(id));
    // The content of `b2` is that of `b1`, under another name.
    if (has(`content ${id[0]}`)) return Promise.resolve({ content: `content ${id[0]}`, picture: null });
    return new Promise(resolve => waiting.set(id, resolve));
  };
  return {
    asked,
    left,
    broken: new UnreadableError('damaged'),
    forgetThumbnails: store.forgetThumbnails,
    want: (id: string) => store.wantThumbnail(file(id), make),
    give: async (id: string, made: MadeThumbnail | null | Error): Promise<void> => {
      waiting.get(id)?.(made instanceof Error ? Promise.reject(made) : Promise.resolve(made));
      await rested();
    },
    shown: (id: string) => store.useThumbnails.getState().addresses.get(store.lineOf(file(id))),
  };
}

const rested = (): Promise<unknown> => vi.advanceTimersByTimeAsync(200);
const made = (content: string, sizeBytes?: number): MadeThumbnail => ({ content, picture: picture(sizeBytes) });

test('pictures are made one after the other, once the list rests', async () => {
  const { want, give, asked, shown } = await stage();
  want('a1');
  want('b1');
  expect(asked).toEqual([]);
  await rested();
  expect(asked).toEqual(['a1']);
  await give('a1', made('content a'));
  expect(shown('a1')).toBe('blob:1');
  expect(asked).toEqual(['a1', 'b1']);
});

test('what was scrolled away before its turn is not made, and what is being made ends', async () => {
  const { want, give, asked, left, shown } = await stage();
  const leaveFirst = want('a1');
  const leaveSecond = want('b1');
  want('c1');
  await rested();
  leaveSecond();
  leaveFirst();
  expect(left).toEqual(['a1']);
  await give('a1', made('content a'));
  expect(shown('a1')).toBeUndefined();
  expect(asked).toEqual(['a1', 'c1']);
});

test('one content is drawn once, however many files have it', async () => {
  const { want, give, asked, shown } = await stage();
  want('b1');
  want('b2');
  await rested();
  await give('b1', made('content b'));
  expect(asked).toEqual(['b1', 'b2']);
  expect(shown('b2')).toBe(shown('b1'));
  want('b1');
  await rested();
  expect(asked).toHaveLength(2);
});

test('a broken file has none, and is not tried again; one whose reading broke off is', async () => {
  const { want, give, asked, shown, broken } = await stage();
  want('a1');
  await rested();
  await give('a1', broken);
  want('b1');
  await rested();
  await give('b1', new Error('the pipe broke'));
  want('a1');
  want('b1');
  await rested();
  expect(asked).toEqual(['a1', 'b1', 'b1']);
  expect([shown('a1'), shown('b1')]).toEqual([undefined, undefined]);
});

test('a picture that the browser cannot unpack leaves the sign of the kind', async () => {
  const { want, give, shown } = await stage();
  vi.stubGlobal(
    'Image',
    class {
      decode = (): Promise<void> => Promise.reject(new Error('broken'));
    },
  );
  want('a1');
  await rested();
  await give('a1', made('content a'));
  expect(shown('a1')).toBeUndefined();
  expect(revoked).toEqual(['blob:1']);
});

test('pictures go by the bytes, those longest out of sight first, and their lines show none', async () => {
  const { want, give, shown } = await stage();
  const MIB = 1_048_576;
  for (const id of ['a1', 'b1', 'c1']) {
    want(id);
    await rested();
    await give(id, made(`content ${id[0]}`, 10 * MIB));
    // The first is looked at again before the third comes.
    if (id === 'b1') want('a1');
  }
  expect([shown('a1'), shown('b1'), shown('c1')]).toEqual(['blob:1', undefined, 'blob:3']);
  expect(revoked).toEqual(['blob:2']);
});

test('with another account nothing of the one before is kept', async () => {
  const { want, give, shown, forgetThumbnails } = await stage();
  want('a1');
  await rested();
  await give('a1', made('content a'));
  forgetThumbnails();
  expect(shown('a1')).toBeUndefined();
  expect(revoked).toEqual(['blob:1']);
});

test('a budget never holds more than its bytes, whatever comes', () => {
  const dropped: string[] = [];
  const budget = new ByteBudget<number>(100, key => dropped.push(key));
  for (const [at, bytes] of [30, 40, 50, 200, 10, 90].entries()) {
    budget.keep(`${at}`, at, bytes);
    expect(budget.bytes).toBeLessThanOrEqual(100);
  }
  expect(dropped).toEqual(['0', '1', '2', '3']);
  budget.keep('5', 6, 20);
  expect([budget.bytes, budget.use('5'), budget.use('3')]).toEqual([30, 6, null]);
});
