import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { ZoneFile, ZoneRun } from '../../../../shared/features/zones/model.ts';
import { zonesWords as words } from '../../../../shared/features/zones/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { throttledReader } from '../../../state/reading/throttled-reader.ts';
import { doFor, useZones } from './cards.ts';
import { update } from '../../../state/reading/section.ts';

/** So many runs are read at a time, and so many files. */
const RUNS = 100;
const FILES = 500;
/** The most that one answer holds. */
const MOST = 1000;

/** The runs of one zone, newest first, as far as they were read. */
export interface Runs {
  readonly zone: string | null;
  readonly runs: readonly ZoneRun[] | null;
  readonly hasOlder: boolean;
  readonly fault: Fault | null;
}

const NO_RUNS: Runs = { zone: null, runs: null, hasOlder: false, fault: null };
export const useRuns = create<Runs>(() => NO_RUNS);

/** One run with its files, as far as they were read, in the order in which they were seen. */
export interface RunPage {
  readonly id: number | null;
  readonly run: ZoneRun | null;
  readonly files: readonly ZoneFile[] | null;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly fault: Fault | null;
}

/** Some of it failed, and can be tried again. */
export function isUnfinished({ state, refused }: ZoneRun): boolean {
  return refused > 0 || state === 'incomplete';
}

const NO_RUN: RunPage = { id: null, run: null, files: null, hasMore: false, isReading: false, fault: null };
export const useRunPage = create<RunPage>(() => NO_RUN);

/** Keeps the runs of a zone current while they are shown. @returns what ends it. */
export function watchRuns(zone: string): () => void {
  if (useRuns.getState().zone !== zone) useRuns.setState({ ...NO_RUNS, zone });
  void readRuns();
  return whenZoneChanges(zone, readRuns);
}

/** The same runs again, and those that are new. */
const readRuns = throttledReader(async () => {
  const { zone, runs } = useRuns.getState();
  if (zone === null) return;
  const read = async () => {
    const limit = Math.min(MOST, Math.max(RUNS, runs?.length ?? 0));
    const page = await engine.call('zones.runs', { zone, before: null, limit });
    const last = page.at(-1);
    // What was read of older ones stays as it was.
    const older = page.length < limit ? [] : (runs ?? []).filter(({ id }) => last !== undefined && id < last.id);
    const hasOlder = older.length > 0 ? useRuns.getState().hasOlder : page.length === limit;
    return { runs: [...page, ...older], hasOlder };
  };
  await update(useRuns, read, answer => answer, { isCurrent: () => useRuns.getState().zone === zone });
});

/** Reads what is older than what is there. */
export async function readOlderRuns(): Promise<void> {
  const { zone, runs } = useRuns.getState();
  const last = runs?.at(-1);
  if (zone === null || last === undefined) return;
  const read = () => engine.call('zones.runs', { zone, before: last.id, limit: RUNS });
  const into = (page: readonly ZoneRun[], { runs: now }: Runs) => {
    const known = now ?? [];
    const fresh = page.filter(({ id }) => id < (known.at(-1)?.id ?? Infinity));
    return { runs: [...known, ...fresh], hasOlder: page.length === RUNS };
  };
  await update(useRuns, read, into, { isCurrent: () => useRuns.getState().zone === zone });
}

/** Keeps a run current while it is shown. @returns what ends it. */
export function watchRun(zone: string, id: number): () => void {
  if (useRunPage.getState().id !== id) useRunPage.setState({ ...NO_RUN, id });
  void readRun();
  return whenZoneChanges(zone, readRun);
}

/** The run again, with as many of its files as were on show. */
const readRun = throttledReader(async () => {
  const { id, files } = useRunPage.getState();
  if (id === null) return;
  const read = async () => {
    const run = await engine.call('zones.runPage', { run: id });
    const wanted = Math.max(FILES, files?.length ?? 0);
    const again: ZoneFile[] = [];
    let isWhole = false;
    while (!isWhole && again.length < wanted && useRunPage.getState().id === id) {
      const limit = Math.min(MOST, wanted - again.length);
      const page = await engine.call('zones.files', { run: id, after: again.at(-1)?.id ?? 0, limit });
      for (const each of page) again.push(each);
      isWhole = page.length < limit;
    }
    return { run, files: again, hasMore: !isWhole };
  };
  await update(useRunPage, read, answer => answer, { isCurrent: () => useRunPage.getState().id === id });
});

/** Reads the next files of the run on show. */
export async function readMoreFiles(): Promise<void> {
  const { id, files, hasMore, isReading } = useRunPage.getState();
  if (id === null || files === null || !hasMore || isReading) return;
  const read = () => engine.call('zones.files', { run: id, after: files.at(-1)?.id ?? 0, limit: FILES });
  const into = (page: readonly ZoneFile[], { files: now }: RunPage) => {
    const known = now ?? [];
    const fresh = page.filter(file => file.id > (known.at(-1)?.id ?? 0));
    return { files: [...known, ...fresh], hasMore: page.length === FILES };
  };
  const isCurrent = () => useRunPage.getState().id === id;
  await update(useRunPage, read, into, { isCurrent, during: { isReading: true }, after: { isReading: false } });
}

/** A person says that a run is finished, or goes as it is. */
export function sendNow({ id }: ZoneRun): Promise<boolean> {
  return doFor(`send ${id}`, async () => {
    await engine.call('zones.sendNow', { run: id });
    await readRun();
    return words.run.asked;
  });
}

/** Names the operator; with nothing typed, the run has none. */
export function setOperator({ id, name }: ZoneRun, typed: string): Promise<boolean> {
  return doFor(`operator ${id}`, async () => {
    const operator = typed.trim();
    await engine.call('zones.setOperator', { run: id, operator: operator === '' ? null : operator });
    await readRun();
    return words.run.named(name);
  });
}

/** Tries what failed or was refused again now; `run` null: of all runs. */
export function retryFiles(zone: string, run: number | null): Promise<boolean> {
  return doFor(`retry ${zone}`, async () => {
    const { files } = await engine.call('zones.retry', { zone, run });
    await readAgain();
    return words.run.retried(files);
  });
}

/** Reads back what was not yet; `run` null: of all runs. */
export function verifyFiles(zone: string, run: number | null): Promise<boolean> {
  return doFor(`verify ${zone}`, async () => {
    const { verified } = await engine.call('zones.verify', { zone, run });
    await readAgain();
    return words.run.verified(verified);
  });
}

/** The lists that may be on show. */
async function readAgain(): Promise<void> {
  await Promise.all([readRuns(), readRun()]);
}

/** Reads again whenever the card of a zone is another one. */
function whenZoneChanges(zone: string, read: () => Promise<void>): () => void {
  const cardOf = (): string => JSON.stringify(useZones.getState().cards?.find(({ id }) => id === zone));
  let before = cardOf();
  return useZones.subscribe(({ cards }, { cards: old }) => {
    if (cards === old) return;
    const now = cardOf();
    if (now !== before) void read();
    before = now;
  });
}
