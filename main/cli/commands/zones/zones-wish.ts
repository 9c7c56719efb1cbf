import { resolve } from 'node:path';

import { InvalidArgumentError, Option } from 'commander';

import {
  operatorRule,
  settleRule,
  zoneChange,
  zoneGrouping,
  zonePreset,
  zoneWish,
} from '../../../../shared/features/zones/model.ts';
import type { ZoneChange, ZoneWish } from '../../../../shared/features/zones/model.ts';
import type { OptionRow } from '../../runner/command-row.ts';
import { momentOf, timeOfDay } from '../../input/moments.ts';
import { readGiven } from '../../input/read-typed.ts';

/** What a zone is described with on the command line. */
export interface WishOptions {
  readonly name?: string;
  readonly to?: string;
  readonly organization?: string;
  readonly preset?: ZoneWish['preset'];
  readonly grouping?: ZoneWish['grouping'];
  readonly subfolders?: boolean;
  readonly include?: string[];
  readonly exclude?: string[];
  readonly since?: number;
  readonly everything?: true;
  readonly layout?: string;
  readonly instrument?: string;
  readonly location?: string;
  readonly operator?: string;
  readonly operatorFrom?: string;
  readonly tag?: string[];
  readonly description?: string;
  readonly finished?: 'quiet' | 'next-run' | 'by-hand';
  readonly marker?: string;
  readonly quiet?: number;
  readonly verify?: ZoneWish['verify'];
  readonly manifest?: boolean;
  readonly from?: number;
  readonly until?: number;
  readonly always?: true;
  readonly pauseWhile?: string[];
  readonly stalledAfter?: number;
  readonly wipedAfter?: number;
}

const gather = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** The options that describe a zone, for `add`, `change` and `test`. */
export const WISH_OPTIONS: readonly OptionRow[] = [
  ['--name <name>', 'what it is called'],
  ['--to <folder>', "the service's folder: its id, or names joined by / from a root folder"],
  ['--organization <name>', 'the organization of that folder, by name or id'],
  new Option('--preset <preset>', 'what it sends').choices(zonePreset.options),
  new Option('--grouping <grouping>', 'what makes one run where the preset leaves it open').choices(
    zoneGrouping.options,
  ),
  ['--no-subfolders', 'only files directly in the folder'],
  new Option('--include <glob>', 'send only this; may be given several times').argParser(gather),
  new Option('--exclude <glob>', 'leave this out; may be given several times').argParser(gather),
  new Option('--since <day>', 'of what is there already only runs changed since: 2026-11-20, or 7d').argParser(
    momentOf,
  ),
  new Option('--everything', 'also what was there before').conflicts('since'),
  ['--layout <template>', 'folders below the destination: {instrument}/{yyyy}-{mm}-{dd}/{run}'],
  ['--instrument <name>', 'the instrument'],
  ['--location <name>', 'where it stands'],
  ['--operator <name>', 'always the same operator'],
  new Option('--operator-from <pattern>', 'the operator as a pattern finds it in the path').conflicts('operator'),
  new Option('--tag <tag>', 'a tag for each file; may be given several times').argParser(gather),
  ['--description <template>', 'a description for each file; {run} and the like may stand in it'],
  new Option('--finished <rule>', 'when a run is finished').choices(['quiet', 'next-run', 'by-hand']),
  new Option('--marker <name>', 'a run is finished when this file is there; {run} and * may stand in it').conflicts(
    'finished',
  ),
  new Option('--quiet <seconds>', 'how long nothing may change').argParser(wholeNumber),
  new Option('--verify <how>', 'which files are read back').choices(['none', 'sample', 'all']),
  ['--no-manifest', 'write no lists of hashes'],
  new Option('--from <time>', 'send only from this time of day: 20:00').argParser(timeOfDay),
  new Option('--until <time>', 'send only until this time of day: 06:00').argParser(timeOfDay),
  new Option('--always', 'send at all hours').conflicts(['from', 'until']),
  new Option('--pause-while <program>', 'send nothing while this program runs; may be given several times').argParser(
    gather,
  ),
  new Option('--stalled-after <hours>', 'tell when something waits longer').argParser(Number),
  new Option('--wiped-after <days>', 'the disk is wiped after so many days').argParser(wholeNumber),
];

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** What the options say; nothing else is in it. A `--no-` option that was not given is true, and says nothing. */
export function changeOf(options: WishOptions): ZoneChange {
  const rule = ruleOf(options);
  const operator = operatorOf(options);
  const { from, until, always } = options;
  const change = {
    name: options.name,
    destination: options.to,
    organization: options.organization,
    preset: options.preset,
    grouping: options.grouping,
    subfolders: options.subfolders === false ? false : undefined,
    include: options.include,
    exclude: options.exclude,
    startAt: options.everything === true ? null : options.since,
    layout: options.layout,
    instrument: options.instrument,
    location: options.location,
    operator,
    tags: options.tag,
    description: options.description,
    settle: rule,
    quietSeconds: options.quiet,
    verify: options.verify,
    manifest: options.manifest === false ? false : undefined,
    hours: always === true ? null : from === undefined || until === undefined ? undefined : { from, to: until },
    pauseWhile: options.pauseWhile,
    stalledAfterHours: options.stalledAfter,
    wipeAfterDays: options.wipedAfter,
  };
  return readGiven(zoneChange, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)));
}

/** A whole zone. @param folder as typed, from `here`. @throws Ending 2. */
export function wishOf(folder: string, here: string, change: ZoneChange): ZoneWish {
  const absolute = resolve(here, folder);
  const name = change.name ?? absolute.split(/[/\\]/).findLast(part => part !== '') ?? 'zone';
  return readGiven(zoneWish, { ...change, name, folder: absolute });
}

function ruleOf({ finished, marker }: WishOptions) {
  if (marker !== undefined) return readGiven(settleRule, { kind: 'marker', name: marker });
  return finished === undefined ? undefined : readGiven(settleRule, { kind: finished });
}

function operatorOf({ operator, operatorFrom }: WishOptions) {
  if (operatorFrom !== undefined) return readGiven(operatorRule, { kind: 'path', pattern: operatorFrom });
  return operator === undefined ? undefined : readGiven(operatorRule, { kind: 'fixed', name: operator });
}
