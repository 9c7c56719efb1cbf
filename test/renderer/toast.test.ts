import { afterEach, expect, test } from 'vitest';

import { feedbackTexts } from '../../shared/text/feedback.ts';
import { useSaying } from '../../renderer/state/announcements.ts';
import { putToastAway, showToast, tellFault, tellRunning, undoLast, useToast } from '../../renderer/state/toast.ts';

afterEach(putToastAway);

test('what was done is shown and announced once, with the key that takes it back', () => {
  const before = useSaying.getState().count;
  showToast('Renamed.', { action: { name: 'undo', run: () => undefined } });
  expect(useToast.getState().toast).toMatchObject({ kind: 'done', text: 'Renamed.' });
  expect(useSaying.getState()).toEqual({ text: `Renamed. ${feedbackTexts.keysOf.undo}`, count: before + 1 });
});

test('a second toast takes the place of the first, and the undo of the first is gone', () => {
  let undone = 0;
  showToast('Renamed.', { action: { name: 'undo', run: () => void undone++ } });
  showToast('Moved.');
  expect(undoLast()).toBe(false);
  expect(undone).toBe(0);
  expect(useToast.getState().toast).toMatchObject({ text: 'Moved.' });
});

test('undoing runs what the toast on show offers, and nothing once it was put away', () => {
  let undone = 0;
  showToast('Renamed.', { action: { name: 'undo', run: () => void undone++ } });
  expect(undoLast()).toBe(true);
  putToastAway();
  expect(undoLast()).toBe(false);
  expect(undone).toBe(1);
});

test('what is under way, and what failed, cannot be undone', () => {
  tellRunning('Downloading…');
  expect(undoLast()).toBe(false);
  tellFault({ kind: 'gone', messages: [] });
  expect(undoLast()).toBe(false);
  expect(useToast.getState().toast).toMatchObject({ kind: 'failed' });
});
