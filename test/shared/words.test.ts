import { expect, test } from 'vitest';

import { syncBadge } from '../../shared/features/browse/file-row-model.ts';
import type { Transfer } from '../../shared/features/status/records-model.ts';
import { type EngineStatus, syncState } from '../../shared/features/status/model.ts';
import { extractionText, syncBadgeText } from '../../shared/features/browse/badges-text.ts';
import { historyText } from '../../shared/features/activity/history-text.ts';
import { announcedSentence, pillText, STATE_SENTENCES, stateSentence } from '../../shared/features/status/text.ts';
import { words } from '../../shared/text/words.ts';

const NOTHING = { note: null, serviceName: null, percent: null };
const NOW = Date.parse('2026-11-20T14:02:09Z');

test('every badge has words of its own', () => {
  const labels = syncBadge.options.map(badge => syncBadgeText(badge, NOTHING).label);
  expect(new Set(labels).size).toBe(syncBadge.options.length);
  for (const badge of syncBadge.options) expect(syncBadgeText(badge, NOTHING).meaning).toMatch(/^[A-Z].+\.$/);
});

test('a transfer says how far it is, once that is known', () => {
  expect(syncBadgeText('uploading', { ...NOTHING, percent: 42 }).label).toBe('Sending 42 %');
  expect(syncBadgeText('downloading', NOTHING).label).toBe('Downloading');
  expect(syncBadgeText('local', { ...NOTHING, percent: 42 }).label).toBe('On this computer');
});

test('what is known of one item is said in place of the general sentence', () => {
  expect(syncBadgeText('blocked', { ...NOTHING, note: 'Programs are refused.' }).meaning).toBe('Programs are refused.');
  expect(syncBadgeText('renamedHere', { ...NOTHING, serviceName: 'run:7.csv' }).meaning).toBe(
    'Its name at the service does not work on this computer. Its name at the service: “run:7.csv”.',
  );
});

test.each([
  [null, undefined],
  ['pending', 'Text: queued'],
  ['running', 'Text: reading'],
  ['done', 'Text searchable'],
  ['failed', 'Text could not be read'],
  ['deferred', 'Stored, no text'],
  ['quarantined', 'Text: quarantined'],
  ['constructor', 'Text: constructor'],
])('the extraction status %s has the chip %s', (status, label) => expect(extractionText(status)?.label).toBe(label));

test('nothing about missing text is told as a failure, except a failure', () => {
  expect(extractionText('deferred')?.meaning).toContain('Everything else works');
  expect(extractionText('failed')?.meaning).toContain('The file itself is safe');
});

test.each<[string, Partial<EngineStatus>, readonly Transfer['direction'][], string]>([
  ['accessEnded', {}, [], 'Access ended'],
  ['signedOut', {}, [], 'Signed out'],
  ['guard', {}, [], 'Waiting for your decision'],
  ['attention', { attention: 1 }, [], '1 item needs attention'],
  ['attention', { attention: 3 }, [], '3 items need attention'],
  ['offline', { mirrors: [] }, [], 'Offline'],
  ['offline', {}, [], 'Offline · 12 changes waiting'],
  ['offline', { mirrors: [{ ...heldBack(), waiting: 1, held: 2 }] }, [], 'Offline · 1 change waiting · 2 held back'],
  ['serviceWait', { waitUntil: '2026-11-20T14:02:43Z' }, [], 'Service asked us to wait · 34 s'],
  ['serviceWait', { waitUntil: '2026-11-20T14:02:00Z' }, [], 'Service asked us to wait'],
  ['overdue', {}, [], 'Not checked since 13:58'],
  ['paused', {}, [], 'Paused'],
  ['paused', { pause: { until: null, why: 'person' } }, [], 'Paused'],
  ['paused', { pause: { until: '2026-11-20T15:30:00Z', why: 'person' } }, [], 'Paused until 15:30'],
  ['paused', { pause: { until: '2026-11-22T08:00:00Z', why: 'person' } }, [], 'Paused until 22 Nov 08:00'],
  ['paused', { pause: { until: null, why: 'battery' } }, [], 'Paused · on battery'],
  ['paused', { pause: { until: null, why: 'metered' } }, [], 'Paused · metered connection'],
  ['transferring', { done: 3, total: 1212 }, ['up'], 'Sending 4 of 1,212'],
  ['transferring', { done: 3, total: 212 }, ['down', 'down'], 'Downloading 4 of 212'],
  ['transferring', { done: 212, total: 212 }, ['down', 'up'], 'Syncing 212 of 212'],
  ['looking', {}, [], 'Looking for changes'],
  ['waiting', {}, [], '12 changes waiting'],
  ['waiting', { mirrors: [{ ...heldBack(), held: 2 }] }, [], '2 changes held back'],
  ['waiting', { mirrors: [{ ...heldBack(), waiting: 3, held: 2 }] }, [], '3 changes waiting · 2 held back'],
  ['waiting', { mirrors: [{ ...heldBack(), pause: { until: null, why: 'person' } }] }, [], '1 folder paused'],
  ['waiting', { mirrors: [] }, [], 'Files wait to be sent'],
  ['upToDate', { mirrors: [{ ...heldBack(), checkedAt: null }] }, [], 'Not checked yet'],
  ['upToDate', {}, [], 'Up to date · checked 13:58'],
  ['upToDate', { mirrors: [] }, [], 'No folder is kept here'],
])('the pill for %s with %o and transfers %j reads "%s"', (state, change, directions, text) => {
  const status = { ...quiet(), state: syncState.parse(state), ...change };
  const transfers = directions.map(direction => ({ ...transfer(), direction }));
  expect(pillText({ status, transfers, nowMs: NOW }, { timeZone: 'UTC' })).toBe(text);
});

test('every state has a sentence', () => {
  for (const state of syncState.options) expect(STATE_SENTENCES[state]).toMatch(/^[A-Z].+\.$/);
});

test('nothing is said to hold the same files where no folder is kept, or one was never looked at', () => {
  const never = { ...heldBack(), waiting: 0, held: 0, checkedAt: null };
  for (const mirrors of [[], [never]])
    for (const sentence of [stateSentence, announcedSentence])
      expect(sentence({ ...quiet(), state: 'upToDate', mirrors })).not.toContain('held the same files');
  expect(announcedSentence({ ...quiet(), state: 'upToDate' })).toContain('held the same files');
});

test('a screen reader is told of what needs a person, and not with each save whether all else is in step', () => {
  const status = { ...quiet(), state: 'attention' as const, mirrors: [] };
  expect(stateSentence(status)).toContain('Everything else is in step.');
  expect(announcedSentence(status)).not.toContain('Everything else');
});

test('a line of history is told in words, and an unknown verb as it is', () => {
  expect(historyText({ verb: 'sent', cause: 'changed here' })).toEqual({
    verb: 'Sent',
    cause: 'changed on this computer',
  });
  expect(historyText({ verb: 'toString', cause: 'a longer reason' })).toEqual({
    verb: 'toString',
    cause: 'a longer reason',
  });
});

test.each([
  [0, 0, '0 files'],
  [2, 0, '2 folders'],
  [1, 1, '1 folder, 1 file'],
  [0, 12_000, '12,000 files'],
])('%i folders and %i files are summed up as %s', (folders, files, text) =>
  expect(words.files.summary(folders, files)).toBe(text),
);

function heldBack(): EngineStatus['mirrors'][number] {
  const [mirror] = quiet().mirrors;
  if (mirror === undefined) throw new Error('there is a folder');
  return { ...mirror, waiting: 0 };
}

function quiet(): EngineStatus {
  const mirror = { standing: 'in-step' as const, pause: null, files: 30, held: 0, blocked: 0, conflicted: 0 };
  return {
    state: 'upToDate',
    service: null,
    waitUntil: null,
    done: 0,
    total: 0,
    attention: 0,
    pause: null,
    mirrors: [
      { ...mirror, id: 'm1', waiting: 5, checkedAt: '2026-11-20T14:01:00Z' },
      { ...mirror, id: 'm2', waiting: 7, checkedAt: '2026-11-20T13:58:00Z' },
    ],
  };
}

function transfer(): Transfer {
  return { item: '1', mirror: 'm1', path: 'a.csv', direction: 'up', doneBytes: 0, sizeBytes: 1 };
}
