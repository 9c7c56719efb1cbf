import { beforeEach, expect, test, vi } from 'vitest';

import {
  closePreview,
  enlargePreview,
  fetchForPreview,
  followInPane,
  openPreview,
  stopFetching,
  togglePreviewPane,
  usePreview,
} from '../../../renderer/features/preview/stores/preview.ts';
import type { OpenedContent } from '../../../shared/features/preview/model.ts';
import { engine, useConnection } from '../../../renderer/state/engine.ts';
import { FaultError, WITHOUT_BENCHTOP } from '../../../shared/fault.ts';
import { faultText } from '../../../shared/text/faults.ts';

const subject = (id: string) => ({ id, name: `${id}.csv`, version: null });

function opened(id: string, mark = '1', other: Partial<Extract<OpenedContent, { is: 'open' }>> = {}): OpenedContent {
  const facts = { name: `${id}.csv`, sizeBytes: 4, modifiedAt: null, version: null, sha256: null, mark };
  return { is: 'open', ...facts, content: `content ${id}`, address: `/content/${id}`, from: 'here', ...other };
}

/** What was asked of the engine, such as `content.open a`; answers wait for `answer`. */
let turn = 0;
let asked: string[];
let waiting: Map<string, (output: unknown) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  // The store's clock goes on from one test to the next.
  vi.advanceTimersByTime((turn += 10_000));
  asked = [];
  waiting = new Map();
  vi.spyOn(engine, 'call').mockImplementation(((
    name: string,
    input: { id?: string; content?: string; fetch?: string },
  ) => {
    const what = `${name} ${input.id ?? input.content ?? ''}${input.fetch === 'no' ? ' again' : ''}`;
    asked.push(what);
    return new Promise(resolve => waiting.set(what, resolve));
  }) as never);
  usePreview.setState({ place: 'nowhere', hasPane: false, subject: null, look: null, details: null, isOld: false });
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

async function answer(what: string, output: unknown): Promise<void> {
  waiting.get(what)?.(output);
  await vi.advanceTimersByTimeAsync(0);
}

test('a file is opened once, and let go when it is put away', async () => {
  openPreview(subject('a'));
  await answer('content.open a', opened('a'));
  expect(usePreview.getState().look).toMatchObject({ is: 'open', address: '/content/a' });
  closePreview();
  expect(asked).toEqual(['content.open a', 'files.details a', 'content.close content a']);
  expect(usePreview.getState()).toMatchObject({ place: 'nowhere', subject: null, look: null });
});

test('files that are passed by are neither read nor fetched; the one where somebody stops is', async () => {
  togglePreviewPane(subject('a'));
  for (const id of ['b', 'c', 'd']) followInPane(subject(id));
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.filter(what => what.startsWith('content.open'))).toEqual(['content.open a', 'content.open d']);
});

test('an answer that comes late is not shown for another file, and its bytes are let go', async () => {
  togglePreviewPane(subject('a'));
  vi.advanceTimersByTime(1000);
  followInPane(subject('b'));
  await answer('content.open a', opened('a'));
  expect(usePreview.getState().look).toEqual({ is: 'opening', isFetching: false, fetched: null });
  expect(asked).toContain('content.close content a');
});

test('putting it away ends what is fetched for it, and so does looking at another file', async () => {
  const signals = vi.mocked(engine.call).mock.calls;
  openPreview(subject('a'));
  const [, , first] = signals[0] ?? [];
  expect(first?.aborted).toBe(false);
  closePreview();
  expect(first?.aborted).toBe(true);
  togglePreviewPane(subject('b'));
  vi.advanceTimersByTime(1000);
  const [, , second] = signals.findLast(([name]) => name === 'content.open') ?? [];
  followInPane(subject('c'));
  expect(second?.aborted).toBe(true);
});

test('while Benchtop is away that is said of Benchtop, and it is opened once it is back', async () => {
  vi.mocked(engine.call).mockRejectedValueOnce(new FaultError({ kind: 'offline', detail: WITHOUT_BENCHTOP }));
  useConnection.setState({ connection: { name: 'lost', isLong: false } });
  openPreview(subject('a'));
  await vi.advanceTimersByTimeAsync(0);
  const { look } = usePreview.getState();
  if (look?.is !== 'failed') throw new Error('it has not failed');
  expect(faultText(look.fault).title).toBe("Benchtop doesn't answer");
  useConnection.setState({ connection: { name: 'open' } });
  await answer('content.open a', opened('a'));
  expect(usePreview.getState().look).toMatchObject({ is: 'open' });
});

test('fetching can be stopped, and is asked about again', async () => {
  openPreview(subject('a'));
  await answer('content.open a', { is: 'not-here', mayFetch: true });
  fetchForPreview();
  expect(usePreview.getState().look).toEqual({ is: 'opening', isFetching: true, fetched: null });
  stopFetching();
  await answer('content.open a again', { is: 'not-here', mayFetch: true });
  expect(usePreview.getState().look).toMatchObject({ is: 'not-here' });
  const [, , fetching] = vi.mocked(engine.call).mock.calls.filter(([name]) => name === 'content.open')[1] ?? [];
  expect(fetching?.aborted).toBe(true);
});

test('a sheet that came from the pane goes back into it', () => {
  togglePreviewPane(subject('a'));
  enlargePreview();
  expect(usePreview.getState().place).toBe('sheet');
  closePreview();
  expect(usePreview.getState()).toMatchObject({ place: 'pane', subject: subject('a') });
  closePreview();
  expect(usePreview.getState().place).toBe('nowhere');
});
