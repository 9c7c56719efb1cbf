import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useAccess, watchAccess } from '../../../renderer/features/browse/stores/access.ts';
import { engine } from '../../../renderer/state/engine.ts';
import { sharingChanged } from '../../../renderer/features/sharing/stores/sharing.ts';
import type { AccessBrief } from '../../../shared/features/sharing/model.ts';

let asked: (readonly string[])[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.spyOn(engine, 'call').mockImplementation((async (_name: string, { ids }: { ids: readonly string[] }) => {
    asked.push(ids);
    return ids.filter(id => id !== 'secret').map(id => ({ id, isEverybody: true, hasMe: true, others: 0, names: [] }));
  }) as never);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  useAccess.setState({ known: new Map() });
});

const briefOf = (id: string): AccessBrief | null | undefined => useAccess.getState().known.get(id)?.brief;

test('lines that come into sight together are one question, and those that left before are in none', async () => {
  const ends = ['a', 'b', 'secret', 'gone'].map(watchAccess);
  ends[3]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([['a', 'b', 'secret']]);
  expect([briefOf('a')?.isEverybody, briefOf('secret'), briefOf('gone')]).toEqual([true, null, undefined]);
  for (const end of ends) end();
  watchAccess('a')();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(1);
});

test('a line that is scrolled past is asked about by nothing, and who scrolls on leaves eight questions behind at most', async () => {
  const answered: (() => void)[] = [];
  vi.spyOn(engine, 'call').mockImplementation((async (_name: string, { ids }: { ids: readonly string[] }) => {
    asked.push(ids);
    await new Promise<void>(resolve => answered.push(resolve));
    return [];
  }) as never);
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  const ends = lines.map(watchAccess);
  await vi.advanceTimersByTimeAsync(100);
  for (const end of ends.slice(0, 10)) end();
  const passed = watchAccess('passed');
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([lines.slice(10, 18)]);
  passed();
  for (const end of ends) end();
  answered[0]?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(1);
});

test('a change of who may open things is asked about again for what is in sight', async () => {
  const ends = ['a', 'b'].map(watchAccess);
  await vi.advanceTimersByTimeAsync(1000);
  ends[1]?.();
  sharingChanged('Ada can now view it.');
  expect(briefOf('a')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([['a', 'b'], ['a']]);
  ends[0]?.();
});
