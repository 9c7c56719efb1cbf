import { expect, test } from 'vitest';

import { FullScanSchedule } from '../../../../main/engine/loop/full-scan-schedule.ts';
import type { MirrorId } from '../../../../shared/ids.ts';

const MINUTE = 60_000;
const mirror = 'm1' as MirrorId;

/** Where polls look that come so many minutes after a look at everything that took so long. */
function polls(tookMs: number, ...minutes: readonly number[]): readonly unknown[] {
  let now = 0;
  const looks = new FullScanSchedule({ elapsed: () => now });
  looks.scanned(mirror, tookMs);
  return minutes.map(minute => {
    now = minute * MINUTE;
    return looks.foldersToScan(mirror, 'due', ['raw']);
  });
}

test('a folder that takes no time is looked at with every poll, and one that was never looked at is, too', () => {
  expect(polls(2, 1)).toEqual(['everything']);
  expect(new FullScanSchedule({ elapsed: () => 0 }).foldersToScan(mirror, 'due', [])).toBe('everything');
});

test('where a look takes long, polls look where something was hinted, and at everything every ten minutes', () => {
  expect(polls(300, 1, 2)).toEqual([['raw'], 'everything']);
  expect(polls(60 * MINUTE, 9, 10)).toEqual([['raw'], 'everything']);
});

test('a look at everything at the service is one here, too, and a save is looked for where it was hinted', () => {
  const looks = new FullScanSchedule({ elapsed: () => 0 });
  looks.scanned(mirror, 300);
  expect(looks.foldersToScan(mirror, 'everything', [])).toBe('everything');
  expect(looks.foldersToScan(mirror, 'none', ['raw'])).toEqual(['raw']);
});
