import { beforeEach, expect, test, vi } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import type { FreeingRound, Leaving } from '../../../shared/features/sign-out/model.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';

beforeEach(() => vi.resetModules());

const FOUND: Leaving = {
  mirrors: [{ id: 'm1', name: 'Lab', local: '/home/lab', trouble: null, files: 5, sizeBytes: 50, stays: 0 }],
  stays: [],
  staysTotal: 0,
  apart: [
    { id: 'waiting:1', from: 'waiting', path: 'a.csv', sizeBytes: 1, at: '2026-11-20T14:03:09.000Z' },
    { id: 'store:x', from: 'store', path: 'b.csv', sizeBytes: 1, at: '2026-11-20T14:03:09.000Z' },
  ],
  apartTotal: 2,
  apartBytes: 2,
  records: '/d',
};
const ROUNDS: readonly FreeingRound[] = [
  { files: 3, sizeBytes: 30, kept: 0, after: 7 },
  { files: 2, sizeBytes: 20, kept: 0, after: null },
];

test('opening the question asks nothing of anybody, and keeping the files only signs out', async () => {
  const { leaving, state, asked } = await started();
  leaving.askToLeave('sign-out');
  expect(state()).toMatchObject({ what: 'sign-out', removes: false, found: null });
  await leaving.leaveNow();
  expect(asked).toEqual(['signOut']);
  expect(state().what).toBeNull();
});

test('it goes round by round, counts, and gives nothing up that only everything gives up', async () => {
  const { leaving, state, asked } = await started();
  leaving.askToLeave('sign-out');
  leaving.chooseToRemove(true);
  await vi.waitUntil(() => state().found !== null);
  await leaving.leaveNow();
  expect(asked).toEqual(['look', 'free null', 'free 7', 'finish ']);
  expect(state()).toMatchObject({ step: 'done', removed: { files: 5, sizeBytes: 50 }, fault: null });
});

test('everything gives up just what was on show', async () => {
  const { leaving, state, asked } = await started();
  leaving.askToLeave('everything');
  // Nothing can be agreed to before it is on show.
  await leaving.leaveNow();
  expect(asked).toEqual(['look']);
  await vi.waitUntil(() => state().found !== null);
  await leaving.leaveNow();
  expect(asked.at(-1)).toBe('finish waiting:1,store:x');
});

test('stopped, it ends with the round at hand, signs nobody out, and shows what is here now', async () => {
  const { leaving, state, asked, hold } = await started();
  leaving.askToLeave('everything');
  await vi.waitUntil(() => state().found !== null);
  const release = hold();
  const done = leaving.leaveNow();
  leaving.closeLeaving();
  expect(state()).toMatchObject({ what: 'everything', step: 'freeing' });
  leaving.stopLeaving();
  release();
  await done;
  expect(asked).toEqual(['look', 'free null', 'look']);
  expect(state()).toMatchObject({ step: 'asking', isStopped: true, removed: { files: 3 }, left: null });
});

test('when the service goes away, what went is told and nobody is signed out', async () => {
  const { leaving, state, asked, fail } = await started();
  leaving.askToLeave('everything');
  await vi.waitUntil(() => state().found !== null);
  fail(1);
  await leaving.leaveNow();
  expect(asked).toEqual(['look', 'free null', 'free 7', 'look']);
  expect(state()).toMatchObject({ step: 'asking', fault: { kind: 'offline' }, removed: { files: 3 } });
  leaving.closeLeaving();
  expect(state()).toMatchObject({ what: null, fault: null });
});

/** The store over a pipe; `asked` says what it asked for. */
async function started() {
  const asked: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  let failsAt = ROUNDS.length;
  let round = 0;
  const side = farSide(
    handlersWith({
      'account.signOut': async () => {
        asked.push('signOut');
        return null;
      },
      'leaving.look': async () => {
        asked.push('look');
        return FOUND;
      },
      'leaving.free': async ({ after }) => {
        asked.push(`free ${after}`);
        await gate;
        if (round >= failsAt) throw new FaultError({ kind: 'offline', detail: 'no route' });
        return ROUNDS[round++] ?? { files: 0, sizeBytes: 0, kept: 0, after: null };
      },
      'leaving.finish': async ({ lose }) => {
        asked.push(`finish ${lose.join(',')}`);
        return { left: { ...FOUND, mirrors: [] }, lost: { files: lose.length, sizeBytes: 2 } };
      },
    }),
  );
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const leaving = await import('../../../renderer/features/sign-out/stores/sign-out.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  return {
    leaving,
    asked,
    state: () => leaving.useLeaving.getState(),
    fail: (at: number) => void (failsAt = at),
    hold() {
      let release = (): void => undefined;
      gate = new Promise<void>(resolve => (release = resolve));
      return () => release();
    },
  };
}
