import { expect, test } from 'vitest';

import { PendingScans } from '../../../../main/engine/loop/pending-scans.ts';
import type { MirrorId } from '../../../../shared/ids.ts';

const ONE = 'one' as MirrorId;
const OTHER = 'other' as MirrorId;

/** One whose mirrors have all been looked at. */
function followed(): PendingScans {
  const hinted = new PendingScans();
  for (const mirror of [ONE, OTHER]) hinted.take(mirror);
  return hinted;
}

test('before the first look everything is hinted, whatever is heard', () => {
  const hinted = new PendingScans();
  hinted.note(ONE, { folder: 'plates' });
  expect(hinted.take(ONE)).toBe('everything');
});

test('each hinted folder is handed on once, to the next look at its mirror', () => {
  const hinted = followed();
  for (const folder of ['plates', '', 'plates']) hinted.note(ONE, { folder });
  hinted.note(OTHER, { folder: 'gels' });
  expect([hinted.take(ONE), hinted.take(ONE), hinted.take(OTHER)]).toEqual([['', 'plates'], [], ['gels']]);
});

test('lost events mean everything, also for what is hinted after them, until a look', () => {
  const hinted = followed();
  hinted.note(ONE, { folder: null });
  hinted.note(ONE, { folder: 'plates' });
  expect([hinted.take(ONE), hinted.take(ONE), hinted.take(OTHER)]).toEqual(['everything', [], []]);
});

test('64 folders are looked at each, from 65 on everything is', () => {
  const hinted = followed();
  for (let run = 0; run < 64; run += 1) hinted.note(ONE, { folder: `run ${run}` });
  for (let run = 0; run < 65; run += 1) hinted.note(OTHER, { folder: `run ${run}` });
  expect(hinted.take(ONE)).toHaveLength(64);
  expect(hinted.take(OTHER)).toBe('everything');
});

test('a mirror is open before its first look, from each hint on, and until the look that took it has recorded what it found', () => {
  const hinted = new PendingScans();
  const states = [hinted.isOpen(ONE)];
  hinted.take(ONE);
  states.push(hinted.isOpen(ONE));
  hinted.scanRecorded(ONE);
  hinted.passEnded(ONE);
  states.push(hinted.isOpen(ONE));
  hinted.note(ONE, { folder: 'plates' });
  states.push(hinted.isOpen(ONE));
  expect(states).toEqual([true, true, false, true]);
});

test('a look that broke off followed its hints in vain: everything is hinted', () => {
  const hinted = followed();
  for (const mirror of [ONE, OTHER]) hinted.scanRecorded(mirror);
  hinted.note(ONE, { folder: 'plates' });
  hinted.take(ONE);
  for (const mirror of [ONE, OTHER]) hinted.passEnded(mirror);
  expect([hinted.isOpen(ONE), hinted.isOpen(OTHER)]).toEqual([true, false]);
  expect([hinted.take(ONE), hinted.take(OTHER)]).toEqual(['everything', []]);
});
