import { createHash } from 'node:crypto';

import { usualLength, type UsualTimes } from './usual-times.ts';

/** The time that there is for tests, and what is known of the computer. */
export interface TimeLeft {
  /** Seconds until the tests have to be done. */
  readonly seconds: number;
  /** How many times as long as usual tests take here now. */
  readonly pace: number;
  /** Decides which files come first, so that over many commits each has its turn: the commit's id. */
  readonly draw: string;
}

/** What is left for the start, the end, and a computer that becomes slower while tests run. */
const MARGIN = 0.7;
/** A file of less than a second is not in the table of times; a new one may take longer. */
const UNKNOWN_SECONDS = 2;

/** The files that can be run in this time, in the order of their turn; the same ones for the same time and commit. */
export function shareOf(files: readonly string[], times: UsualTimes, left: TimeLeft): readonly string[] {
  const turn = (path: string): string => createHash('sha256').update(`${left.draw} ${path}`).digest('hex');
  const known = Object.fromEntries(files.map(path => [path, times[path] ?? UNKNOWN_SECONDS]));
  const share: string[] = [];
  for (const path of files.toSorted((one, other) => (turn(one) < turn(other) ? -1 : 1)))
    if (usualLength(known, [...share, path]) * left.pace <= left.seconds * MARGIN) share.push(path);
  return share;
}

/** How many times as long as usual these files took. Never below 1: a quick hour may be over soon. */
export function paceOf(files: readonly string[], times: UsualTimes, tookSeconds: number): number {
  const usual = usualLength(times, files);
  return usual === 0 ? 1 : Math.max(1, tookSeconds / usual);
}
