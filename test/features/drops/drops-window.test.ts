import { expect, test } from 'vitest';

import { settle, started, stillWindows } from '../../renderer/still-window.ts';

stillWindows();

const PLAN = { where: 'here', renamed: [], refused: [], roomBytes: null } as const;
const PLACE = { mirror: 'm1', folder: null };

/** Folders with nothing in them: their bytes need no request of a browser. */
function folders(...names: readonly string[]) {
  return { files: [], emptyFolders: names.map(name => [name]), unread: [] };
}

/** So many files that a person is asked. */
function many() {
  const files = Array.from({ length: 9 }, (_, at) => ({ path: [`${at}.csv`], file: new File([], `${at}.csv`) }));
  return { ...folders('a'), files };
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
  const { useToast } = await import('../../../renderer/state/toast.ts');
  const go = async (): Promise<void> => {
    waiting.shift()?.();
    await settle();
  };
  return { asked, go, outcome: () => useToast.getState().toast, ...store };
}

test('what is dropped while something is being added joins it, and both are told at the end', async () => {
  const { asked, go, offerCollection, outcome, useDropping } = await window();
  void offerCollection(PLACE, folders('first'));
  await settle();
  void offerCollection(PLACE, folders('second'));
  await settle();
  expect(asked).toEqual(['first', 'second']);
  expect(useDropping.getState()).toMatchObject({ planning: 0, asking: null, adding: { folder: 'Lab' } });
  await go();
  expect(asked.slice(2)).toEqual(['end t1']);
  expect(outcome()).toBe(null);
  await go();
  expect(asked.slice(3)).toEqual(['end t2', 'seen t1', 'seen t2']);
  expect(useDropping.getState()).toEqual({ planning: 0, asking: null, adding: null });
  expect(outcome()).toMatchObject({ kind: 'done' });
});

test('while files are planned and added, other questions can be answered', async () => {
  const { go, offerCollection, useDropping } = await window();
  const { useOutcome } = await import('../../../renderer/state/edit.ts');
  void offerCollection(PLACE, folders('first'));
  expect([useDropping.getState().planning, useOutcome.getState().isBusy]).toEqual([1, false]);
  await settle();
  expect(useDropping.getState().adding).not.toBe(null);
  expect(useOutcome.getState().isBusy).toBe(false);
  await go();
  expect(useDropping.getState().adding).toBe(null);
});

test('an adding is the window’s own until its outcome was told, and the engine hears that it goes on', async () => {
  const { go, isOurs, offerCollection } = await window();
  void offerCollection(PLACE, folders('first'));
  await settle();
  expect(isOurs('t1')).toBe(true);
  await go();
  expect(isOurs('t1')).toBe(false);
});

test('the question of a second drop is put while the first one goes on', async () => {
  const { answerDrop, asked, go, offerCollection, useDropping } = await window();
  void offerCollection(PLACE, folders('first'));
  await settle();
  void offerCollection(PLACE, many());
  await settle();
  expect(useDropping.getState()).toMatchObject({ asking: { plan: { ticket: 't2' } }, adding: { folder: 'Lab' } });
  answerDrop(false);
  await settle();
  expect(useDropping.getState().asking).toBe(null);
  expect(asked).toEqual(['first', 'end t2']);
  await go();
  expect(asked.slice(2)).toEqual(['end t1', 'seen t1']);
});

test('two questions are put one after the other', async () => {
  const { answerDrop, offerCollection, useDropping } = await window();
  void offerCollection(PLACE, many());
  void offerCollection(PLACE, many());
  await settle();
  expect(useDropping.getState().asking?.plan.ticket).toBe('t1');
  answerDrop(false);
  await settle();
  expect(useDropping.getState().asking?.plan.ticket).toBe('t2');
});

test('what is stopped while it is planned is not added', async () => {
  const { asked, offerCollection, stopDropping, useDropping } = await window();
  void offerCollection(PLACE, folders('first'));
  stopDropping();
  await settle();
  expect([asked, useDropping.getState().adding]).toEqual([['end t1'], null]);
});
