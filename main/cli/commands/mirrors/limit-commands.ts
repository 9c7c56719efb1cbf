import { InvalidArgumentError, Option } from 'commander';

import { limits, type LimitsInfo } from '../../../../shared/features/settings/limits-model.ts';
import { limitTexts } from '../../../../shared/features/settings/limits-text.ts';
import { timeOfDay } from '../../input/moments.ts';
import { publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

const NONE: LimitsInfo = { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null };
const HOURS = publicFields(limits.shape.hours.unwrap(), 'from to').nullable();

interface Wanted {
  readonly up?: number;
  readonly down?: number;
  readonly from?: number;
  readonly to?: number;
  readonly always?: true;
}

/** How fast bytes may travel. */
export const limitRows: readonly Row[] = [
  commandGroup(
    'limits',
    'how fast bytes may travel, and at which hours',
    'How fast bytes may travel, all transfers together. A change is felt at once, also by what is under way.',
  ),
  row('limits show', {
    help: 'Shows the limits.',
    json: publicFields(limits, 'upBytesPerSecond downBytesPerSecond', { hours: HOURS }),
    call: 'limits.get',
    lines: limitTexts.lines,
  }),
  row('limits set', {
    help: 'Changes what is named and leaves the rest as it is.',
    options: [
      new Option('--up <speed>', 'at most so fast to the service: 500kB/s, 2MB/s, 0 for none').argParser(speedOf),
      new Option('--down <speed>', 'at most so fast from the service').argParser(speedOf),
      new Option('--from <time>', 'only from this time of day: 08:00').argParser(timeOfDay),
      new Option('--to <time>', 'only until this time of day: 18:00').argParser(timeOfDay),
      new Option('--always', 'at all hours').conflicts(['from', 'to']),
    ],
    check: (wanted: Wanted) => {
      if ((wanted.from === undefined) !== (wanted.to === undefined)) throw new Ending(EXIT.usage, limitTexts.bothHours);
      if (Object.keys(wanted).length === 0) throw new Ending(EXIT.usage, limitTexts.nothing);
    },
    run: async ({ client }, wanted) => {
      const set = changed(await client.call('limits.get', null), wanted);
      await client.call('limits.set', set);
      return set;
    },
    tell: limitTexts.lines,
  }),
  row('limits off', {
    help: 'Lets bytes travel as fast as they go, at all hours.',
    call: 'limits.set',
    input: () => NONE,
  }),
];

function changed(set: LimitsInfo, { up, down, from, to, always }: Wanted): LimitsInfo {
  const hours = always ? null : from === undefined || to === undefined ? set.hours : { from, to };
  return { upBytesPerSecond: up ?? set.upBytesPerSecond, downBytesPerSecond: down ?? set.downBytesPerSecond, hours };
}

/** Bytes a second from `500kB/s`, `2 MB/s`, `1.5M` or `0`. @throws InvalidArgumentError. */
function speedOf(text: string): number {
  const units: { readonly [unit: string]: number } = { '': 1, k: 1e3, m: 1e6, g: 1e9 };
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([kmg]?)(?:b?(?:\/s)?)$/i.exec(text) ?? [];
  const speed = Math.round(Number(count) * (units[unit.toLowerCase()] ?? NaN));
  if (!(speed === 0 || speed >= 1000)) throw new InvalidArgumentError(limitTexts.speedHint);
  return speed;
}
