import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ActivityEntry } from '../../../shared/features/status/records-model.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { toastText } from '../../renderer/last-toast.ts';
import { farSide } from '../../renderer/pipes.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

test('the newest page comes by itself, and older ones when asked for', async () => {
  const { activity, ids } = await started(230);
  expect(ids()).toEqual(range(230, 131));
  await activity.readOlder();
  expect(ids()).toEqual(range(230, 31));
  await activity.readOlder();
  expect(ids()).toEqual(range(230, 1));
  expect(activity.useHistory.getState().hasOlder).toBe(false);
});

test('what happens is joined to what was read, without gaps and without doubles', async () => {
  const { activity, ids, happen } = await started(120);
  await activity.readOlder();
  await happen(3);
  expect(ids()).toEqual(range(123, 1));
  expect(activity.useHistory.getState().hasOlder).toBe(false);
});

test('after a gap only the newest page is shown, and older ones can be read again', async () => {
  const { activity, ids, happen } = await started(120);
  await happen(500);
  expect(ids()).toEqual(range(620, 521));
  expect(activity.useHistory.getState().hasOlder).toBe(true);
  await activity.readOlder();
  expect(ids()).toEqual(range(620, 421));
});

test('an older page that comes after a gap is not joined on', async () => {
  const { activity, ids, happen, holdOlder } = await started(300);
  const release = holdOlder();
  const older = activity.readOlder();
  await happen(500);
  release();
  await older;
  expect(ids()).toEqual(range(800, 701));
});

test('a filter shows only what it lets through, whatever was being read before', async () => {
  const { activity, ids, happen } = await started(230);
  const older = activity.readOlder();
  await activity.setHistoryFilter({ text: '22' });
  await older;
  await happen(1);
  const found = range(230, 1).filter(id => String(id).includes('22'));
  expect(ids()).toEqual(found);
  expect(activity.useHistory.getState()).toMatchObject({ total: found.length, hasOlder: false });
  await activity.setHistoryFilter(activity.EVERYTHING);
  expect(ids()).toEqual(range(231, 132));
});

test('an empty history is empty, not unread', async () => {
  const { activity } = await started(0);
  expect(activity.useHistory.getState()).toMatchObject({ entries: [], hasOlder: false });
});

test('a removal that waits is taken back, and what came of it is told', async () => {
  const asked: unknown[] = [];
  const side = farSide(
    handlersWith({
      'activity.undo': async input => {
        asked.push(input);
        return { id: 'held:7', mirror: 'm1', path: 'a.csv', text: "'a.csv' will be downloaded again." };
      },
    }),
  );
  const { engine } = await import('../../../renderer/state/engine.ts');
  const { takeBack } = await import('../../../renderer/features/activity/stores/waiting.ts');
  engine.start(side.open);
  await vi.advanceTimersByTimeAsync(1);
  void takeBack('7');
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([{ id: 'held:7' }]);
  expect(await toastText()).toBe("'a.csv' will be downloaded again.");
});

async function started(length: number) {
  let newest = length;
  let held: Promise<void> | null = null;
  const side = farSide(
    handlersWith({
      'activity.find': async ({ filter, before, limit }) => {
        if (before !== null) await held;
        const from = before === null ? newest : before - 1;
        const all = range(from, 1).filter(id => `${id}.csv`.includes(filter.text));
        return { entries: all.slice(0, limit).map(entry), total: before === null ? all.length : null };
      },
    }),
  );
  side.topics.publish('activity.latest', newest === 0 ? null : entry(newest));
  const { engine } = await import('../../../renderer/state/engine.ts');
  const activity = await import('../../../renderer/features/activity/stores/activity.ts');
  engine.start(side.open);
  await vi.advanceTimersByTimeAsync(1);
  return {
    activity,
    ids: () => activity.useHistory.getState().entries?.map(each => each.id),
    async happen(count: number) {
      for (let step = 0; step < count; step += 1) side.topics.publish('activity.latest', entry(++newest));
      await vi.advanceTimersByTimeAsync(1);
    },
    holdOlder() {
      let release = () => undefined as void;
      held = new Promise<void>(resolve => (release = resolve));
      return () => release();
    },
  };
}

function entry(id: number): ActivityEntry {
  return {
    id,
    at: new Date(id * 1000).toISOString(),
    mirror: 'm1',
    path: `${id}.csv`,
    verb: 'sent',
    fileId: null,
    versionId: null,
    sizeBytes: 1,
    cause: 'changed here',
    undo: null,
  };
}

/** Whole numbers downwards, both ends included; none when `to` is above `from`. */
function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, from - to + 1) }, (_, step) => from - step);
}
