import { resolve } from 'node:path';

import { type Command, InvalidArgumentError, Option } from 'commander';

import {
  operatorRule,
  settleRule,
  zoneChange,
  zoneGrouping,
  zonePreset,
  zoneWish,
} from '../../../../shared/features/zones/model.ts';
import type { ZoneChange, ZoneWish } from '../../../../shared/features/zones/model.ts';
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
export function addWishOptions(command: Command): Command {
  return command
    .option('--name <name>', 'what it is called')
    .option('--to <folder>', "the service's folder: its id, or names joined by / from a root folder")
    .option('--organization <name>', 'the organization of that folder, by name or id')
    .addOption(new Option('--preset <preset>', 'what it sends').choices(zonePreset.options))
    .addOption(
      new Option('--grouping <grouping>', 'what makes one run where the preset leaves it open').choices(
        zoneGrouping.options,
      ),
    )
    .option('--no-subfolders', 'only files directly in the folder')
    .option('--include <glob>', 'send only this; may be given several times', gather)
    .option('--exclude <glob>', 'leave this out; may be given several times', gather)
    .addOption(
      new Option('--since <day>', 'of what is there already only runs changed since: 2026-11-20, or 7d').argParser(
        momentOf,
      ),
    )
    .addOption(new Option('--everything', 'also what was there before').conflicts('since'))
    .option('--layout <template>', 'folders below the destination: {instrument}/{yyyy}-{mm}-{dd}/{run}')
    .option('--instrument <name>', 'the instrument')
    .option('--location <name>', 'where it stands')
    .option('--operator <name>', 'always the same operator')
    .addOption(
      new Option('--operator-from <pattern>', 'the operator as a pattern finds it in the path').conflicts('operator'),
    )
    .option('--tag <tag>', 'a tag for each file; may be given several times', gather)
    .option('--description <template>', 'a description for each file; {run} and the like may stand in it')
    .addOption(new Option('--finished <rule>', 'when a run is finished').choices(['quiet', 'next-run', 'by-hand']))
    .addOption(
      new Option('--marker <name>', 'a run is finished when this file is there; {run} and * may stand in it').conflicts(
        'finished',
      ),
    )
    .addOption(new Option('--quiet <seconds>', 'how long nothing may change').argParser(wholeNumber))
    .addOption(new Option('--verify <how>', 'which files are read back').choices(['none', 'sample', 'all']))
    .option('--no-manifest', 'write no lists of hashes')
    .addOption(new Option('--from <time>', 'send only from this time of day: 20:00').argParser(timeOfDay))
    .addOption(new Option('--until <time>', 'send only until this time of day: 06:00').argParser(timeOfDay))
    .addOption(new Option('--always', 'send at all hours').conflicts(['from', 'until']))
    .option('--pause-while <program>', 'send nothing while this program runs; may be given several times', gather)
    .addOption(new Option('--stalled-after <hours>', 'tell when something waits longer').argParser(Number))
    .addOption(new Option('--wiped-after <days>', 'the disk is wiped after so many days').argParser(wholeNumber));
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}

/** What the options say; nothing else is in it. `isSet` tells whether a `--no-` option was given. */
export function changeOf(options: WishOptions, isSet: (name: string) => boolean): ZoneChange {
  const rule = ruleOf(options);
  const operator = operatorOf(options);
  const { from, until, always } = options;
  const change = {
    name: options.name,
    destination: options.to,
    organization: options.organization,
    preset: options.preset,
    grouping: options.grouping,
    subfolders: isSet('subfolders') ? options.subfolders : undefined,
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
    manifest: isSet('manifest') ? options.manifest : undefined,
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
