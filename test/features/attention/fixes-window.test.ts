import { beforeEach, expect, test, vi } from 'vitest';

import { engine } from '../../../renderer/state/engine.ts';
import { previewItem, sendMerge, useFixOutcome } from '../../../renderer/features/attention/stores/fixes.ts';
import { usePreview } from '../../../renderer/features/preview/stores/preview.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import { mergeTexts } from '../../../shared/features/versions/waiting-merges-text.ts';
import { toastText } from '../../renderer/last-toast.ts';

const FILE = '11111111-0000-4000-8000-000000000007';
const MERGE: AttentionItem = {
  key: `merge:${FILE}`,
  id: FILE,
  group: 'versions',
  mirror: 'm1',
  path: 'Runs/plate7.csv',
  at: null,
  title: '',
  text: '',
  remedy: '',
  said: [],
  fixes: ['send-merge', 'merge'],
  until: null,
  cause: 'm1 unsent',
  correlationId: null,
};
const BLOCKED: AttentionItem = { ...MERGE, key: 'problem:7', id: '7', group: 'blocked', fixes: ['retry'] };

/** Answers by the name of the call; what is not here never comes. */
function answering(answers: { readonly [call: string]: () => unknown }): void {
  vi.spyOn(engine, 'call').mockImplementation((async (name: string) => {
    const answer = answers[name];
    return answer === undefined ? new Promise(() => undefined) : answer();
  }) as never);
}

beforeEach(() => {
  useFixOutcome.setState({ fault: null });
  return () => vi.restoreAllMocks();
});

test('a merge that is sent, and one over which somebody saved, are told apart', async () => {
  answering({ 'versions.sendDraft': () => ({ is: 'saved', version: 'v3', number: 3 }) });
  await sendMerge(MERGE);
  expect(await toastText()).toBe(mergeTexts.sent('plate7.csv'));
  answering({ 'versions.sendDraft': () => ({ is: 'moved', head: 'v3' }) });
  await sendMerge(MERGE);
  expect(await toastText()).toBe(mergeTexts.stays('plate7.csv'));
});

test('what is stuck is looked into where it is, and a merge is looked into itself', async () => {
  answering({ 'files.identify': () => ({ id: '7', name: 'plate7.csv' }) });
  await previewItem(BLOCKED);
  expect(usePreview.getState()).toMatchObject({ place: 'sheet', subject: { id: '7', version: null } });
  await previewItem(MERGE);
  expect(usePreview.getState().subject).toEqual({ id: FILE, name: 'plate7.csv', version: 'draft' });
});

test('what is no longer there to be looked into is said', async () => {
  answering({
    'files.identify': () => {
      throw new FaultError({ kind: 'gone', messages: [] });
    },
  });
  await previewItem(BLOCKED);
  expect(useFixOutcome.getState().fault).toEqual({ kind: 'gone', messages: [] });
});
