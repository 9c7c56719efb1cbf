import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { Switches } from '../../service/switches.ts';
import { Dice } from '../fakes/dice.ts';

/** What kind of world a run takes place in: drawn once, the same for the whole run. */
export interface Conditions {
  /** What the specification leaves open, as this service plays it. */
  readonly switches: Partial<Switches>;
  /** Whether a colleague works at the service directly. */
  readonly hasColleague: boolean;
  /** How each computer's folder is mirrored, in turn. */
  readonly modes: readonly MirrorMode[];
  /** Whether people do more than the plain deeds: swaps, case, many at once, files for folders, answers, new links. */
  readonly isWild: boolean;
  /** How likely one call to the disk is refused, from 0 to 1. */
  readonly diskFaults: number;
  /** Whether a computer that dies loses what was not flushed, too. */
  readonly powerCuts: boolean;
  /** Whether the disk gives the numbers of removed files to new ones. */
  readonly reusesInodes: boolean;
  /** Whether people may also act while a look that they disturbed is made again. */
  readonly isRestless: boolean;
  /** Whether mirrors count as large, of which only parts are read. */
  readonly readsParts: boolean;
  /** Whether the disks carry small files to and from servers by themselves. */
  readonly carries: boolean;
  /** Whether answers refuse the key, a call or the organization now and then. */
  readonly refusals: boolean;
  /** Whether the product runs as a daemon on bad days, driven by its own loop. */
  readonly daemons: boolean;
  /** How far each computer's clock is from the truth, in turn, in milliseconds. */
  readonly skewsMs: readonly number[];
}

/** The world of the first named seeds: everything at its default. */
export const PLAIN: Conditions = {
  switches: {},
  hasColleague: true,
  modes: ['two-way', 'two-way'],
  isWild: false,
  diskFaults: 0,
  powerCuts: false,
  reusesInodes: false,
  isRestless: false,
  readsParts: false,
  carries: true,
  refusals: false,
  daemons: false,
  skewsMs: [0, 0],
};

/** What people do while a sync is under way, at most: trees must not grow without end. */
export function mostActsMeanwhile(isHarsh: boolean): number {
  return isHarsh ? 25 : 10;
}

const HOUR_MS = 3_600_000;

/** Draws the conditions of a seed, with dice of their own: a new condition changes nothing else about a run. */
export function drawConditions(seed: number): Conditions {
  const dice = new Dice(seed ^ 0x5ea1);
  const skew = (): number => (dice.chance(0.7) ? 0 : dice.pick([-24 * HOUR_MS, -HOUR_MS, 2000, HOUR_MS, 24 * HOUR_MS]));
  return {
    switches: dice.chance(0.3) ? {} : { ...drawSwitches(dice), ...drawLaterSwitches(new Dice(seed ^ 0x1a7e)) },
    hasColleague: dice.chance(0.85),
    modes: dice.chance(0.85) ? PLAIN.modes : ['two-way', dice.pick(['upload', 'download'])],
    isWild: dice.chance(0.7),
    diskFaults: dice.pick([0, 0, 0.005, 0.03]),
    powerCuts: dice.chance(0.4),
    reusesInodes: dice.chance(0.2),
    isRestless: new Dice(seed ^ 0x2e57).chance(0.4),
    readsParts: new Dice(seed ^ 0x9a27).chance(0.6),
    carries: new Dice(seed ^ 0xca22).chance(0.7),
    refusals: dice.chance(0.4),
    daemons: dice.chance(0.2),
    skewsMs: [skew(), skew()],
  };
}

/** The same world, with more of what mistakes that are left have needed. */
export function harden(conditions: Conditions, seed: number): Conditions {
  const dice = new Dice(seed ^ 0x4a25);
  return {
    ...conditions,
    isWild: conditions.isWild || dice.chance(0.5),
    diskFaults: dice.pick([0, 0.01, 0.03, 0.08]),
    powerCuts: conditions.powerCuts || dice.chance(0.3),
    reusesInodes: conditions.reusesInodes || dice.chance(0.4),
    isRestless: conditions.isRestless || dice.chance(0.4),
    refusals: conditions.refusals || dice.chance(0.3),
  };
}

/** How likely something happens, from 0 to 1. */
export interface Chances {
  /** At each request. */
  readonly fault: number;
  /** At each moment: the computer dies. */
  readonly crash: number;
  /** At each moment: a person acts. */
  readonly act: number;
}

/** Draws how much happens; in a harsh run always much. */
export function drawChances(dice: Dice, isHarsh: boolean): Chances {
  return {
    fault: dice.pick(isHarsh ? [0.03, 0.1, 0.25] : [0, 0.02, 0.1]),
    crash: dice.pick(isHarsh ? [0.002, 0.01, 0.025] : [0, 0.003, 0.01]),
    act: dice.pick(isHarsh ? [0.04, 0.1, 0.25] : [0, 0.01, 0.04]),
  };
}

/** Each switch that a sync may meet, mostly at its default. */
function drawSwitches(dice: Dice): Partial<Switches> {
  const one = <T>(usual: T, ...others: readonly T[]): T => (dice.chance(0.6) ? usual : dice.pick(others));
  return {
    // Not 'bad-request': what that means is only believed once a removal of our own was answered so; until then the item
    // waits, and a run would never rest.
    removedFile: one('not-found', 'flagged'),
    enforceBaseVersion: one(true, false),
    confirmTwice: one(true, false),
    initiateNamesVersion: one(true, false),
    unknownFolderInBody: one(400, 404),
    fileWithoutAccess: one(403, 404),
    contentUrlName: one('url', 'downloadUrl', 'presignedUrl', 'bare'),
    placeChangesCount: one(true, false),
    listingOrder: one('name', 'createdAt', 'updatedAt', 'shuffled'),
    presignedTtlSeconds: one(900, 20),
    clockSkewSeconds: one(0, 90, -90, 86_400),
    inlineContentBytes: one(null, 1000),
    listForms: one('as-known', 'bare', 'paged', 'swapped'),
    batchForm: one('array', 'items'),
    leftOut: one([], ['previousPage'], ['versionDetails']),
    fileFieldNames: one('size', 'fileSizeBytes'),
    uploadTargetNames: one('uploadUrl', 'url'),
    emptyAnswers: one(204, 200),
    changesAnswer: one('body', 'empty'),
    errorForm: one('full', 'without-code'),
  };
}

/** Those that came later, from dice of their own: what a seed drew before stays as it was. */
function drawLaterSwitches(dice: Dice): Partial<Switches> {
  const one = <T>(usual: T, ...others: readonly T[]): T => (dice.chance(0.7) ? usual : dice.pick(others));
  const listUnconfirmed = one(false, true);
  return {
    listUnconfirmed,
    // Not both: a file that the lists and the detail show, and that no request can read, would be a problem for ever.
    announcedHeads: one(false, true) && !listUnconfirmed,
    timesIn: one('milliseconds', 'seconds'),
  };
}
