import { create } from 'zustand';

import type { DropPlan, DropWish } from '../../../../shared/features/drops/model.ts';
import { portionsOf } from '../../../../shared/portions.ts';
import { dropTexts } from '../../../../shared/features/drops/text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { type Done, performBeside } from '../../../state/edit.ts';
import { type Collection, wishOf } from './pick-files.ts';
import { engine } from '../../../state/engine.ts';
import type { FolderPlace } from '../../../state/navigation.ts';
import { announce } from '../../../state/announcements.ts';
import { type AddingProgress, Run } from './adding-run.ts';

/** A question about a drop. */
export interface DropAsking {
  readonly plan: DropPlan;
  readonly wish: DropWish;
  readonly collection: Collection;
  /** No folder was chosen. */
  readonly isDrafts: boolean;
}

/** Drops that are being read and planned, the one that a person is asked about, and what is on its way, all drops together. */
export interface Dropping {
  readonly planning: number;
  readonly asking: DropAsking | null;
  readonly adding: AddingProgress | null;
}

const NOTHING: Dropping = { planning: 0, asking: null, adding: null };

export const useDropping = create<Dropping>(() => NOTHING);

/** More files than this, or more bytes, are asked about first. */
const ASK_OVER = { files: 5, bytes: 1_000_000_000 };
/** So often the engine hears that this window still means what it planned, in milliseconds. */
const STILL_HERE_MS = 20 * SECOND;

/** Questions are put one after the other: ends when those so far are answered. */
let questions: Promise<unknown> = Promise.resolve();
let answerQuestion: (isAgreed: boolean) => void = () => undefined;
/** All drops that are on their way now; a further one joins them. */
let run: Run | null = null;
/** Ends what was dropped so far, also while it is planned. */
let stopping = new AbortController();
/** Tickets of this window, with what tells the engine that it is still there. */
const ours = new Map<string, ReturnType<typeof setInterval>>();

/** Whether this window itself says what comes of a ticket. */
export function isOurs(ticket: string): boolean {
  return ours.has(ticket);
}

/** Plans adding a collection to a folder; begins at once, or asks where there is something to know. */
export function offerCollection(place: FolderPlace, reading: Promise<Collection> | Collection): Promise<void> {
  return take(reading, { place: () => Promise.resolve(place), isDrafts: false });
}

/** The same for the person's drafts, which the service makes when they are not there; always asks. */
export function offerToDrafts(reading: Promise<Collection>): Promise<void> {
  const place = async (): Promise<FolderPlace> => ({ base: (await engine.call('setUp.drafts', null)).id });
  return take(reading, { place, isDrafts: true });
}

interface Target {
  readonly place: () => Promise<FolderPlace>;
  readonly isDrafts: boolean;
}

async function take(reading: Promise<Collection> | Collection, target: Target): Promise<void> {
  const { signal } = stopping;
  planningMore(1);
  const planned = await plan(reading, target);
  planningMore(-1);
  if (planned === null) return;
  if (signal.aborted) return giveUp(planned);
  const isAsked = planned.isDrafts || isQuestion(planned.plan, planned.wish);
  if (isAsked && !(await isAgreed(planned))) return giveUp(planned);
  await performBeside(() => add(planned));
}

/** Planned at once, so that the engine knows of it when this window is closed. @returns null when that was all. */
async function plan(
  reading: Promise<Collection> | Collection,
  { place, isDrafts }: Target,
): Promise<DropAsking | null> {
  let planned: DropAsking | null = null;
  await performBeside(async () => {
    const collection = await reading;
    const wish = wishOf(collection);
    if (wish.tops.length === 0) return { text: dropTexts.nothingChosen };
    planned = { plan: await engine.call('drops.begin', { place: await place(), wish }), wish, collection, isDrafts };
    keep(planned.plan.ticket);
    return { text: '' };
  });
  return planned;
}

function isQuestion({ renamed, refused, roomBytes, where }: DropPlan, { files, sizeBytes }: DropWish): boolean {
  const isMuch = files > ASK_OVER.files || sizeBytes > ASK_OVER.bytes;
  return isMuch || renamed.length > 0 || refused.length > 0 || roomBytes !== null || where === 'service';
}

/** Asks in turn; what is on its way goes on during the question. */
function isAgreed(asking: DropAsking): Promise<boolean> {
  const answered = questions.then(() => {
    useDropping.setState({ asking });
    return new Promise<boolean>(resolve => {
      answerQuestion = resolve;
    });
  });
  questions = answered;
  return answered;
}

/** A person agreed, or does not want it. */
export function answerDrop(isAgreed: boolean): void {
  useDropping.setState({ asking: null });
  answerQuestion(isAgreed);
}

/** A person stops everything that is planned or on its way. What came so far stays. */
export function stopDropping(): void {
  stopping.abort();
  stopping = new AbortController();
  run?.stop();
}

/** Nothing of it was sent yet. */
function giveUp({ plan: { ticket } }: DropAsking): void {
  letGo(ticket);
  // The ticket would expire by itself; this call is not awaited.
  engine.call('drops.end', { ticket }).catch(() => undefined);
}

/** What was not added is known to the engine: where its answer is lost, it tells it later. */
async function add(planned: DropAsking): Promise<Done> {
  const { ticket } = planned.plan;
  run ??= new Run(adding => useDropping.setState({ adding }));
  const mine = run;
  mine.join(planned.plan, planned.collection.files);
  try {
    mine.told(ticket, await sendAll(planned, mine));
  } finally {
    // The last of those that ran together tells what came of all of them.
    if (mine.leave()) run = null;
    else letGoUnless(mine, ticket);
  }
  return run === null ? tellAll(mine) : { text: '' };
}

/** A drop that failed leaves the others running: the engine tells later what came of it. */
function letGoUnless(mine: Run, ticket: string): void {
  if (!mine.isTold(ticket)) letGo(ticket);
}

async function tellAll(mine: Run): Promise<Done> {
  for (const ticket of mine.tickets) {
    if (mine.isTold(ticket)) await engine.call('drops.seen', { ticket }).catch(() => null);
    letGo(ticket);
  }
  return mine.outcome();
}

async function sendAll({ plan: { ticket, folder, where }, collection }: DropAsking, mine: Run): Promise<Done> {
  const { files, emptyFolders, unread } = collection;
  announce(dropTexts.adding(0, files.length));
  const isHere = where === 'here';
  for (const paths of portionsOf(files.map(({ path }) => path.join('/'))))
    await engine.call('drops.expect', { ticket, paths: [...paths] });
  if (isHere) for (const path of emptyFolders) await engine.call('drops.folder', { ticket, path: path.join('/') });
  await Promise.all(files.map(file => mine.send(ticket, file)));
  const report = await engine.call('drops.end', { ticket });
  const missing = files.length - report.files;
  const { isStopped } = mine;
  return {
    text: files.length === 0 ? dropTexts.nothing : dropTexts.added(report.files, report.sizeBytes, folder),
    notes: [
      ...(isStopped && missing > 0 ? [dropTexts.stopped(missing)] : []),
      ...(isStopped ? [] : report.left.map(dropTexts.left)),
      ...unread.map(dropTexts.unread),
      ...(isHere || emptyFolders.length === 0 ? [] : [dropTexts.emptyNotMade]),
    ],
  };
}

function keep(ticket: string): void {
  const tell = (): void => void engine.call('drops.expect', { ticket, paths: [] }).catch(() => undefined);
  ours.set(ticket, setInterval(tell, STILL_HERE_MS));
}

function letGo(ticket: string): void {
  clearInterval(ours.get(ticket));
  ours.delete(ticket);
}

function planningMore(more: number): void {
  useDropping.setState(({ planning }) => ({ planning: planning + more }));
}
