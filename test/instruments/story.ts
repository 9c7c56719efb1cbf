import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { MANIFEST, COMPANION, readManifest } from '../../main/features/zones/send/send-manifest.ts';
import type { Zones } from '../../main/features/zones/engine/zones.ts';
import type { ZoneRound, ZoneWish } from '../../shared/features/zones/model.ts';
import { DAY, MINUTE, SECOND } from '../../shared/units.ts';
import { Dice } from '../sim/fakes/dice.ts';
import { InstrumentDisk, type Kind, KINDS, type Performance, perform } from './instrument.ts';
import { CALM, listingOf, type Mishaps, sha256Of, Stage } from './stage.ts';

/** One story: some runs of instruments in one zone, with failures during them. */
export interface StoryOptions {
  readonly seed: number;
  readonly runs: number;
  /** One of them has 5,000 files. */
  readonly hasThousands?: boolean;
  /** Everything is written with times from long before the zone; left out: drawn. */
  readonly hasOldTimes?: boolean;
  readonly mishaps?: Mishaps;
  readonly wish?: Partial<ZoneWish>;
}

export interface StoryResult {
  readonly seed: number;
  readonly runs: number;
  readonly files: number;
  readonly deaths: number;
  readonly faults: number;
  readonly requests: number;
  /** What is wrong; empty: nothing. */
  readonly wrong: readonly string[];
}

/** In so many stories instruments write times from long ago: their clocks are wrong, or they copy files with their times. */
const OLD_TIMES = 0.3;
const BEHIND_MS = 9000 * DAY;
/** What is there before such a story begins. */
const ARCHIVE = 'archive';

const ROUGH: Mishaps = { death: 0.004, network: 0.02, meanwhile: 0.05 };
/** After so many rounds, as a share of one, a person removes a run from the instrument's disk that is called safe. */
const CLEANING = 0.03;
/** Rounds without anything left to do; more than enough even for the longest wait after a fault. */
const MOST_ROUNDS = 2000;

/** Plays a story to its rest, and judges it. */
export async function playStory(options: StoryOptions): Promise<StoryResult> {
  const stage = new Stage(options.seed);
  const dice = new Dice(options.seed ^ 0x5eed);
  const isBehind = options.hasOldTimes ?? new Dice(options.seed ^ 0xc10c).chance(OLD_TIMES);
  const behindMs = isBehind ? BEHIND_MS : 0;
  const snapshots = new Set<string>();
  const disk = new InstrumentDisk(
    stage.source,
    () => stage.now - behindMs,
    path => {
      const at = join(stage.source, path);
      if (existsSync(at)) snapshots.add(sha256Of(readFileSync(at)));
    },
  );
  try {
    const performances = castOf(dice, options, stage.now);
    const deeds = performances.flatMap(each => each.deeds).toSorted((one, other) => one.at - other.at);
    let next = 0;
    stage.onTime = now => {
      for (let deed = deeds[next]; deed !== undefined && deed.at <= now; deed = deeds[next]) {
        next += 1;
        deed.act(disk);
      }
    };
    if (isBehind) disk.write(`${ARCHIVE}/old.dat`, Buffer.from('from before the zone'));
    else stage.onTime(stage.now);
    await begin(stage, options, isBehind);
    stage.mishaps = options.mishaps ?? ROUGH;
    const cleaned = new Map<string, string>();
    while (next < deeds.length) {
      await round(stage, Math.min(10 * SECOND, dice.below(20 * SECOND)));
      const begun = new Set(deeds.slice(next));
      const finished = performances.filter(each => !each.deeds.some(deed => begun.has(deed)));
      if (finished.length > 0 && dice.chance(CLEANING)) await cleanUp(stage, dice.pick(finished).name, cleaned);
    }
    const before = listingOf(stage.source, true);
    await comeToRest(stage);
    const after = listingOf(stage.source, true);
    const wrong = [...changesOf(before, after), ...(await judge(stage, { snapshots, cleaned, cast: performances }))];
    await stage.close();
    const { deaths, faults, requests } = stage;
    return {
      seed: options.seed,
      runs: performances.length,
      files: wantedIn(stage).size + cleaned.size,
      deaths,
      faults,
      requests,
      wrong,
    };
  } finally {
    await stage.close();
    stage.remove();
  }
}

function castOf(dice: Dice, { runs, hasThousands = false }: StoryOptions, startAt: number): readonly Performance[] {
  return Array.from({ length: runs }, (_, index) => {
    const kind: Kind = hasThousands && index === 0 ? 'thousands' : dice.pick(KINDS);
    return perform(dice.fork(), { kind, name: `run ${index + 1}`, startAt: startAt + dice.below(5 * MINUTE) });
  });
}

/** With old times, what the first look finds stays where it is, and everything after it is to be sent. */
async function begin(stage: Stage, { wish }: StoryOptions, hasOldTimes: boolean): Promise<void> {
  const startAt = hasOldTimes ? stage.now : null;
  await stage.with(zones => zones.add(stage.wish({ verify: 'all', startAt, ...wish }), stage.remote));
  if (hasOldTimes) await stage.with(zones => zones.run('z1', false));
}

async function round(stage: Stage, restMs: number): Promise<void> {
  await stage.with(zones => zones.run('z1', false));
  stage.pass(restMs);
}

/** Removes a run whose files are all called safe, as people do whose disk is full. */
async function cleanUp(stage: Stage, run: string, cleaned: Map<string, string>): Promise<void> {
  const safe = await stage.with(safeFilesOf);
  const tops = [run, `${run} final`, `${run} copies`, `${run}.csv`];
  const files = [...wantedIn(stage)].filter(([path]) => tops.includes(path.split('/', 1)[0] ?? ''));
  if (safe === null || !files.every(([path, hash]) => safe.get(path) === hash)) return;
  for (const [path, hash] of files) cleaned.set(path, hash);
  for (const top of tops) rmSync(join(stage.source, top), { recursive: true, force: true });
}

/** What the program calls safe: hashes by path. */
async function safeFilesOf(zones: Zones): Promise<ReadonlyMap<string, string>> {
  const safe = new Map<string, string>();
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<typeof zones.report>> = await zones.report('z1', {
      after,
      limit: 1000,
      confirmed: false,
    });
    for (const { path, sha256 } of page.rows) safe.set(path, sha256);
    after = page.next;
  }
  return safe;
}

/** With things still going wrong for a while, and then in peace. */
async function comeToRest(stage: Stage): Promise<void> {
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
    if (rounds === 20) stage.mishaps = CALM;
    const done = await stage.with(async zones => isAtRest(zones, await zones.run('z1', false)));
    if (done === true && rounds > 20) return;
    stage.pass(30 * SECOND);
  }
}

/**
 * Whether nothing was left to do in a round of the one zone, and nothing is. No file waits while a list of hashes that the
 * service did not take is left alone for minutes; the alert about it is open until it is written.
 */
export function isAtRest(zones: Zones, { sent, recognised, verified, waiting, stopped }: ZoneRound): boolean {
  const [card] = zones.list();
  return (
    sent + recognised + verified === 0 &&
    waiting === 0 &&
    stopped === null &&
    card?.files.confirmed === card?.files.verified &&
    !zones.listAlerts(false).some(({ cause }) => cause.startsWith('manifest: '))
  );
}

function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const wrong: string[] = [];
  for (const [path, facts] of before) if (after.get(path) !== facts) wrong.push(`the source changed: ${path}`);
  for (const path of after.keys()) if (!before.has(path)) wrong.push(`the source has something new: ${path}`);
  return wrong;
}

/** What should be at the service in the end: hashes by path. */
function wantedIn(stage: Stage): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  for (const [path, facts] of listingOf(stage.source, true)) {
    if (facts.startsWith('folder') || /(\.tmp|#)$/.test(path) || path.startsWith(`${ARCHIVE}/`)) continue;
    wanted.set(path, facts.split(' ').at(-1) ?? '');
  }
  return wanted;
}

interface Told {
  /** Hashes of all contents that readers were to get. */
  readonly snapshots: ReadonlySet<string>;
  /** What was removed from the source because it was called safe: hashes by path. */
  readonly cleaned: ReadonlyMap<string, string>;
  readonly cast: readonly Performance[];
}

async function judge(stage: Stage, { snapshots, cleaned, cast }: Told): Promise<string[]> {
  const { sights, knowledgeBase } = stage.service;
  const wrong: string[] = [];
  const tree = sights.tree(knowledgeBase).filter(entry => entry.kind === 'file');
  const isList = (path: string): boolean => path.endsWith(`/${MANIFEST}`) || path.endsWith(`/${COMPANION}`);
  const files = tree.filter(({ path }) => !isList(path));
  const wanted = new Map([...cleaned, ...wantedIn(stage)]);
  const left = new Map<string, number>();
  for (const hash of wanted.values()) left.set(hash, (left.get(hash) ?? 0) + 1);
  for (const { path, bytes } of files) {
    const hash = sha256Of(bytes);
    const count = left.get(hash) ?? 0;
    if (count === 0) wrong.push(snapshots.has(hash) ? `sent twice, or not wanted: ${path}` : `torn: ${path}`);
    left.set(hash, count - 1);
  }
  for (const [path, hash] of wanted) if ((left.get(hash) ?? 0) > 0) wrong.push(`lost: ${path}`);
  wrong.push(...misplaced(wanted, files));
  let versions = 0;
  for (const { id, path } of files) {
    const history = sights.versionsOf(id);
    versions += history.length - 1;
    for (const { bytes } of history) if (!snapshots.has(sha256Of(bytes))) wrong.push(`a torn version of ${path}`);
  }
  const late = cast.reduce((sum, each) => sum + each.lateChanges, 0);
  if (versions > late) wrong.push(`${versions} further versions, where ${late} files were changed later`);
  const lists = tree.filter(({ path }) => path.endsWith(`/${MANIFEST}`));
  wrong.push(...listTroubles(lists, files), ...(await claims(stage, wanted)));
  return wrong;
}

/**
 * Each file is in the folder of its run, also where another run has a file with the same bytes. A run that was renamed stays
 * in the folder that it was sent to.
 */
function misplaced(wanted: ReadonlyMap<string, string>, files: readonly Shown[]): string[] {
  const runOf = (path: string): string => /run \d+/.exec(path)?.[0] ?? '';
  const there = new Set(files.map(({ path, bytes }) => `${runOf(path)} ${sha256Of(bytes)}`));
  return [...wanted].flatMap(([path, hash]) =>
    there.has(`${runOf(path)} ${hash}`) ? [] : [`not in the folder of its run: ${path}`],
  );
}

type Shown = { readonly path: string; readonly bytes: Uint8Array };

/** Each file is listed in the manifest of its run with its hash, and nothing else is. */
function listTroubles(lists: readonly Shown[], files: readonly Shown[]): string[] {
  const wrong: string[] = [];
  const listed = new Map<string, string>();
  for (const { path, bytes } of lists) {
    const folder = path.slice(0, -MANIFEST.length);
    for (const line of readManifest(new TextDecoder().decode(bytes))) listed.set(`${folder}${line.path}`, line.sha256);
  }
  for (const { path, bytes } of files) {
    if (listed.get(path) !== sha256Of(bytes)) wrong.push(`not listed as it is: ${path}`);
    listed.delete(path);
  }
  for (const path of listed.keys()) wrong.push(`listed and not there: ${path}`);
  return wrong;
}

/** What the program says of itself is so. */
async function claims(stage: Stage, wanted: ReadonlyMap<string, string>): Promise<string[]> {
  const wrong: string[] = [];
  await stage.with(async zones => {
    const safe = await safeFilesOf(zones);
    for (const [path, hash] of safe) if (wanted.get(path) !== hash) wrong.push(`called safe and is not: ${path}`);
    for (const path of wantedIn(stage).keys()) if (!safe.has(path)) wrong.push(`not called safe: ${path}`);
    const chain = await zones.auditCheck();
    if (chain.brokenAt !== null) wrong.push(`the audit log is broken at line ${chain.brokenAt}`);
  });
  return wrong;
}
