import { Option } from 'commander';

import { pauseTexts } from '../../../../shared/features/status/pauses-text.ts';
import { durationOf, nextTime, timeOfDay } from '../../input/moments.ts';
import { localTime } from '../../output/plain-text.ts';
import { type Row, row } from '../../runner/command-row.ts';

interface Pausing {
  readonly mirror?: string;
  /** Milliseconds. */
  readonly for?: number;
  /** Minutes since midnight, by this computer's clock. */
  readonly until?: number;
}

const MIRROR = 'as listed by: benchtop mirror list (default: all)';

/** Pausing everything or one mirror. */
export const pauseRows: readonly Row[] = [
  row('pause [mirror]', {
    summary: 'stop syncing, all or one mirror, for a while or until you resume it',
    help:
      'Stops syncing, over restarts too: nothing is looked at, sent, downloaded or removed, here or at the service. A ' +
      'file that is being sent or downloaded is finished first. Changes are kept and go on later.',
    arguments: [MIRROR],
    options: [
      new Option('--for <time>', 'for so long: 45m, 2h, 1d').argParser(durationOf),
      new Option('--until <time>', 'until this time of day: 08:00').argParser(timeOfDay).conflicts('for'),
    ],
    run: async ({ client }, { mirror, ...ends }: Pausing) => {
      const untilMs = untilOf(ends);
      const isPlain = mirror === undefined && untilMs === null;
      await client.call('sync.pause', isPlain ? null : { mirror: mirror ?? null, untilMs });
      return untilMs;
    },
    tell: (until, { mirror }) =>
      pauseTexts.paused(mirror ?? null, until === null ? null : localTime(new Date(until).toISOString())),
  }),
  row('resume [mirror]', {
    summary: 'go on syncing',
    help: 'Goes on syncing after a pause, with a look at both sides.',
    arguments: [MIRROR],
    run: async ({ client, isDaemon }, { mirror }: Pausing) => {
      await client.call('sync.resume', mirror === undefined ? null : { mirror });
      return isDaemon;
    },
    tell: isDaemon => (isDaemon ? pauseTexts.resumed : pauseTexts.resumedAlone),
  }),
];

/** In milliseconds since the epoch; null: without an end. */
function untilOf({ for: ms, until }: Pausing): number | null {
  const now = new Date();
  if (ms !== undefined) return now.getTime() + ms;
  return until === undefined ? null : nextTime(until, now);
}
