import { expect, test } from 'vitest';

import { settle, started, stillWindows } from '../../renderer/still-window.ts';

stillWindows();

const PLAN = { where: 'here', renamed: [], refused: [], roomBytes: null } as const;
const PLACE = { mirror: 'm1', folder: null };

/** Folders with nothing in them: their bytes need no request of a browser. */
function folders(...names: readonly string[]) {
  return { files: [], emptyFolders: names.map(name => [name]), unread: [] };
}

/** A window whose engine answers for each ticket in turn, and makes folders when it is let. */
async function window() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let tickets = 0;
  const report = { files: 0, sizeBytes: 0, left: [] };
  await started({
    'drops.begin': async () => ({ ...PLAN, ticket: `t${++tickets}`, folder: 'Lab' }),
    'drops.expect': async () => null,
    'drops.folder': ({ path }: { path: string }) => {
      asked.push(path);
      return new Promise<null>(resolve => waiting.push(() => resolve(null)));
    },
    'drops.end': async ({ ticket }: { ticket: string }) => {
      asked.push(`end ${ticket}`);
      return report;
    },
    'drops.seen': async ({ ticket }: { ticket: string }) => {
      asked.push(`seen ${ticket}`);
      return null;
    },
  } as never);
  const store = await import('../../../renderer/features/drops/stores/dropping.ts');
  const go = async (): Promise<void> => {
    waiting.shift()?.();
    await settle();
  };
  return { asked, go, ...store };
}

test('what is dropped while something is being added waits for it, and is added then', async () => {
  const { asked, go, offer, useDropping } = await window();
  void offer(PLACE, folders('first'));
  await settle();
  void offer(PLACE, folders('second'));
  await settle();
  expect(asked).toEqual(['first']);
  expect(useDropping.getState()).toMatchObject({ dropping: { name: 'adding' }, queued: 1 });
  await go();
  expect(asked).toEqual(['first', 'end t1', 'seen t1', 'second']);
  await go();
  expect(asked.slice(4)).toEqual(['end t2', 'seen t2']);
  expect(useDropping.getState()).toEqual({ dropping: null, queued: 0 });
});

test('an adding is the window’s own until its outcome was told, and the engine hears that it goes on', async () => {
  const { go, isOurs, offer } = await window();
  void offer(PLACE, folders('first'));
  await settle();
  expect(isOurs('t1')).toBe(true);
  await go();
  expect(isOurs('t1')).toBe(false);
});

test('the question of a second drop is put when the first one is over', async () => {
  const { go, offer, stop, useDropping } = await window();
  void offer(PLACE, folders('first'));
  await settle();
  void offer(PLACE, {
    ...folders('a'),
    files: Array.from({ length: 9 }, (_, at) => ({ path: [`${at}.csv`], file: new File([], `${at}.csv`) })),
  });
  await settle();
  expect(useDropping.getState().dropping?.name).toBe('adding');
  await go();
  expect(useDropping.getState().dropping?.name).toBe('asking');
  stop();
  await settle();
  expect(useDropping.getState().dropping).toBe(null);
});
