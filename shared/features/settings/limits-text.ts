import type { LimitsInfo } from './limits-model.ts';
import { formatBytes } from '../../text/format.ts';
import { timeOfDayText } from './text.ts';

function speed(bytesPerSecond: number): string {
  return bytesPerSecond === 0 ? 'as fast as it goes' : `at most ${formatBytes(bytesPerSecond)}/s`;
}

/** What is said about how fast bytes travel. */
export const limitTexts = {
  lines: ({ upBytesPerSecond, downBytesPerSecond, hours }: LimitsInfo): readonly string[] => [
    `Sending: ${speed(upBytesPerSecond)}`,
    `Downloading: ${speed(downBytesPerSecond)}`,
    ...(hours === null
      ? []
      : [`From ${timeOfDayText(hours.from)} to ${timeOfDayText(hours.to)}; at other hours as fast as it goes.`]),
  ],
  speedHint: 'Write a speed such as 500kB/s or 2MB/s, or 0 for none; at least 1kB/s.',
  bothHours: 'Give both --from and --to, or neither.',
  nothing: 'Say what to limit: --up, --down, --from with --to, or --always.',
} as const;
