import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { VersionRow } from '../../../shared/features/versions/model.ts';
import type { StopSignal } from '../../../shared/stop-signal.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';
import { toastText } from '../../renderer/last-toast.ts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.useRealTimers());

const ROW: VersionRow = {
  ref: 'v2',
  kind: 'service',
  number: 2,
  at: '2026-11-20T14:03:00.000Z',
  sizeBytes: 20,
  who: 'Jun Abe',
  summary: null,
  source: null,
  extraction: null,
  base: 'v1',
  isCurrent: true,
  isHere: true,
};
const OLD: VersionRow = { ...ROW, ref: 'v1', number: 1, base: null, isCurrent: false, isHere: false };
const LOCAL: VersionRow = { ...OLD, ref: 'local', kind: 'local', number: null, base: 'v1' };
const LIST = {
  name: 'plate.csv',
  head: 'v2',
  versions: [LOCAL, ROW, OLD],
  hasMore: false,
  trouble: null,
  readOnly: null,
};

const TEXTS: { readonly [version: string]: string } = {
  v1: 'id,n\n1,a\n2,b\n',
  v2: 'id,n\n1,a\n2,B\n',
  local: 'id,n\n1,A\n2,x\n',
  draft: 'id,n\n1,A\n2,x\n',
  v3: 'id,n\n1,a\n2,B\n3,c\n',
};

test('the versions of a file stay on the screen on which they were asked for', async () => {
  const { history } = await started();
  const { goTo, openFolder } = await import('../../../renderer/state/navigation.ts');
  openFolder({ mirror: 'm1', folder: null });
  await history.openHistory('f1', 'plate.csv');
  openFolder({ mirror: 'm1', folder: 'f2' });
  expect(history.useVersions.getState().id).toBe('f1');
  goTo({ screen: 'chat', task: null });
  expect(history.useVersions.getState().id).toBeNull();
});

/** The stores over an engine that gives these texts; comparing is done in the page's place of a worker. */
async function started(answers: Partial<Handlers> = {}) {
  const far = farSide(
    handlersWith({
      'versions.list': async () => LIST,
      'versions.bytes': async ({ version }) => {
        const text = TEXTS[version] ?? '';
        return { name: 'plate.csv', sizeBytes: text.length, bytes: btoa(text) };
      },
      ...answers,
    }),
  );
  const { engine } = await import('../../../renderer/state/engine.ts');
  const comparer = await import('../../../renderer/features/versions/stores/comparer.ts');
  const { answerComparing } = await import('../../../renderer/features/versions/stores/comparing-answers.ts');
  const ended: string[] = [];
  comparer.compareWith(() => {
    const answer = answerComparing();
    const worker: ReturnType<Parameters<typeof comparer.compareWith>[0]> = {
      onmessage: null,
      onerror: null,
      postMessage: question => queueMicrotask(() => worker.onmessage?.({ data: answer(question) })),
      terminate: () => void ended.push('ended'),
    };
    return worker;
  });
  engine.start(far.open);
  const history = await import('../../../renderer/features/versions/stores/history.ts');
  const comparison = await import('../../../renderer/features/versions/stores/comparison.ts');
  await vi.waitFor(() => expect(far.attempts()).toBe(1));
  return { history, comparison, comparer, ended, now: () => comparison.useComparison.getState() };
}

type Stage = Awaited<ReturnType<typeof started>>;

/** What is not sent, with the current version, from what it was made from. */
async function merging(answers: Partial<Handlers> = {}): Promise<Stage> {
  const stage = await started(answers);
  await stage.history.openHistory('7', 'plate.csv');
  stage.history.compareRows('local', 'v2');
  await vi.waitFor(() => expect(stage.now().isBusy).toBe(false));
  return stage;
}

test('what is not sent is compared with the current version, from the one it was made from', async () => {
  const { now, comparison } = await merging();
  expect(now().asked).toMatchObject({
    mine: { version: 'local' },
    theirs: { version: 'v2' },
    base: { version: 'v1' },
    canSave: true,
  });
  expect(now().compared?.view).toMatchObject({ kind: 'table', counts: { all: 2, mine: 1, conflict: 1 } });
  expect(comparison.openIn(now())).toEqual([1]);
});

test('two old versions are only compared, and the newer one stands for what came after', async () => {
  const { history, now } = await started({
    'versions.list': async () => ({ ...LIST, head: 'v3', versions: [{ ...ROW, ref: 'v3', number: 3 }, ROW, OLD] }),
  });
  await history.openHistory('7', 'plate.csv');
  history.compareRows('v1', 'v2');
  await vi.waitFor(() => expect(now().isBusy).toBe(false));
  expect(now().asked).toMatchObject({ mine: { version: 'v1' }, theirs: { version: 'v2' }, base: null, canSave: false });
});

test('nothing is saved while something is open, and then exactly what was chosen', async () => {
  const saved: unknown[] = [];
  const { comparison, now } = await merging({
    'versions.save': async input => {
      saved.push(input);
      return { is: 'saved', version: 'v3', number: 3 };
    },
  });
  await comparison.saveMerge('');
  expect(now().fault).toMatchObject({ kind: 'bad-request' });
  expect(saved).toEqual([]);
  comparison.chooseSide(1, 'mine');
  await comparison.saveMerge(' both ');
  expect(saved).toEqual([{ id: '7', head: 'v2', bytes: btoa('id,n\n1,A\n2,x\n'), note: 'both', overDraft: false }]);
  expect(now().saved).toEqual({ is: 'saved', version: 'v3', number: 3 });
});

test('when a newer version came first, what was merged is merged with that one', async () => {
  let answers = 0;
  const over: unknown[] = [];
  const { comparison, now } = await merging({
    'versions.save': async ({ overDraft }) =>
      over.push(overDraft) && ++answers === 1 ? { is: 'moved', head: 'v3' } : { is: 'saved', version: 'v4', number: 4 },
  });
  comparison.chooseAll('mine');
  await comparison.saveMerge('');
  await vi.waitFor(() => expect(now()).toMatchObject({ hasMoved: true, isBusy: false }));
  expect(now().asked).toMatchObject({ mine: { version: 'draft' }, theirs: { version: 'v3' }, base: { version: 'v2' } });
  expect(comparison.openIn(now())).toEqual([]);
  await comparison.saveMerge('');
  expect(now().saved).toMatchObject({ version: 'v4' });
  // The second one was made from the first, which waited.
  expect(over).toEqual([false, true]);
});

test('an engine that cannot be reached is said, and what was chosen stays', async () => {
  const { comparison, now } = await merging({
    'versions.save': async () => {
      throw new FaultError({ kind: 'offline', detail: 'no network' });
    },
  });
  comparison.chooseSide(1, 'theirs');
  await comparison.saveMerge('');
  expect(now()).toMatchObject({ saved: null, fault: { kind: 'offline' }, isBusy: false });
  expect(comparison.takenIn(now(), 1)).toBe('theirs');
});

test('a base that is no longer there leaves a comparison without one', async () => {
  const { now } = await merging({
    'versions.bytes': async ({ version }) => {
      if (version === 'v1') throw new FaultError({ kind: 'gone', messages: [] });
      const text = TEXTS[version] ?? '';
      return { name: '', sizeBytes: text.length, bytes: btoa(text) };
    },
  });
  expect(now().compared?.view).toMatchObject({ counts: { all: 2, differs: 2 } });
});

test('a comparison that takes too long is ended, and says so', async () => {
  const stage = await started();
  vi.useFakeTimers();
  const ended: string[] = [];
  stage.comparer.compareWith(() => ({
    onmessage: null,
    onerror: null,
    postMessage: () => undefined,
    terminate: () => void ended.push('ended'),
  }));
  await vi.waitFor(() => stage.history.openHistory('7', 'plate.csv'));
  stage.history.compareRows('local', 'v2');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(stage.now()).toMatchObject({ compared: null, isBusy: false, fault: { kind: 'bad-request' } });
  expect(ended).toEqual(['ended']);
});

test('putting a comparison away ends what is fetched for it', async () => {
  const signals: (StopSignal | undefined)[] = [];
  const { history, comparison } = await started({
    'versions.bytes': (_, signal) => new Promise(() => void signals.push(signal)),
  });
  await history.openHistory('7', 'plate.csv');
  history.compareRows('v1', 'v2');
  await vi.waitFor(() => expect(signals).toHaveLength(2));
  comparison.closeComparison();
  await vi.waitFor(() => expect(signals.map(signal => signal?.aborted)).toEqual([true, true]));
});

test('what comes after it was put away is passed over', async () => {
  const waiting: { give?: () => void } = {};
  const { history, comparison, now, ended } = await started({
    'versions.bytes': () =>
      new Promise(resolve => {
        waiting.give = () => resolve({ name: '', sizeBytes: 0, bytes: '' });
      }),
  });
  await history.openHistory('7', 'plate.csv');
  history.compareRows('v1', 'v2');
  await vi.waitFor(() => expect(waiting.give).toBeDefined());
  comparison.closeComparison();
  waiting.give?.();
  await Promise.resolve();
  expect(now().asked).toBeNull();
  expect(ended).toEqual([]);
});

test('of three picked versions the first goes, and a restored one is read anew', async () => {
  let reads = 0;
  const { history } = await started({
    'versions.list': async () => ((reads += 1), LIST),
    'versions.restore': async input => ({ version: `${input.version} on ${input.head}` }),
  });
  await history.openHistory('7', 'plate.csv');
  for (const ref of ['v1', 'v2', 'local']) history.pickVersion(ref, true);
  expect(history.useVersions.getState().picked).toEqual(['v2', 'local']);
  expect(await history.restoreVersion('v1')).toBe(true);
  expect(reads).toBe(2);
  expect(await toastText()).toContain('new version with the old content');
});

test('a restore that is refused says why, and nothing is done', async () => {
  const { history } = await started({
    'versions.restore': async () => {
      throw new FaultError({ kind: 'bad-request', detail: 'Somebody saved a newer version.' });
    },
  });
  await history.openHistory('7', 'plate.csv');
  expect(await history.restoreVersion('v1')).toBe(false);
  expect(history.useVersions.getState()).toMatchObject({ fault: { kind: 'bad-request' } });
  expect(await toastText()).toBeNull();
});

test('whether a merged copy may go rests on the copy alone, whatever version is current by now', async () => {
  const asked: unknown[] = [];
  const at = '2026-11-20T14:03:00.000Z';
  const side = { path: 'plate.csv', sizeBytes: 20, sha256: 'a1', version: 'v2', changedAt: at };
  const detail = {
    id: '3',
    mirror: 'm',
    path: 'plate.csv',
    at,
    computer: 'Bench',
    mine: side,
    theirs: side,
    base: null,
  };
  await started({
    'conflicts.detail': async () => detail,
    'conflicts.resolve': async input => (asked.push(input), { undo: null }),
  });
  const { settleMerged } = await import('../../../renderer/features/attention/stores/conflicts.ts');
  expect(await settleMerged({ id: '3', mine: 'a1' }, 'theirs')).toBeNull();
  expect(asked).toEqual([{ id: '3', keep: 'theirs', seen: { mine: 'a1' } }]);
});
