import type { AgentFile, AgentRequest, FoundFile, Tools } from '../words/conversation.ts';
import { type Fit, byName, fitOf, nameWords, textWords } from './fit.ts';
import { measuresOf } from '../tables/grouping.ts';
import { mapOf } from '../tables/plate.ts';
import { type Target, searchedFor, targetOf } from './target.ts';
import { tableOf } from '../tables/table.ts';
import { stem } from '../words/tokens.ts';
import { wishesOf } from './wishes.ts';
import { compare } from '../../rules/ground/fields.ts';

/** What work files are taken for. */
export type Work = 'analyse' | 'summarise' | 'both';

export interface NamedFile {
  readonly id: string;
  readonly name: string;
  /** Why nothing but the name is known of it, if so. */
  readonly unread: 'picture' | 'no text' | null;
}

/** The files that were taken for a message that gave none. Plain values only. */
export interface Taken {
  readonly work: Work;
  /** What the message names, as the user wrote it. */
  readonly words: readonly string[];
  /** Empty when none fits. */
  readonly files: readonly NamedFile[];
  /** The maps that are read with the plates that were taken. */
  readonly maps: readonly NamedFile[];
  /** How the first of them fits; of a list of numbers, what stands in the names of all. */
  readonly inName: readonly string[];
  readonly inText: readonly string[];
  readonly missing: readonly string[];
  /** How many files fit as well as the one taken, itself included, and what told it from them. */
  readonly equals: number;
  readonly ahead: 'newest' | 'shortest' | 'first';
  /** The next best that fit or, where none fits, what comes near by name. */
  readonly others: readonly NamedFile[];
}

/** Files that are opened to find the best. */
const MOST_OPENED = 24;
const MOST_TAKEN = 8;
const MOST_OTHERS = 3;

interface Candidate {
  readonly file: AgentFile;
  readonly fit: Fit;
  /** What kind of content the work wants; larger is better. */
  readonly shape: number;
  readonly isAgentWork: boolean;
}

/** Chooses the files that fit what a message names, by their names first, then by their texts. */
export async function take(request: AgentRequest, tools: Tools): Promise<Taken> {
  const target = targetOf(request);
  const found = byName(target, await tools.search(searchedFor(target))).slice(0, MOST_OPENED);
  const opened = await openedOf(found, tools);
  const works: readonly Work[] = workIn(request) === 'both' ? ['both', 'summarise'] : [workIn(request)];
  const chosen = works.map(work => chosenFor(work, target, opened));
  return chosen.find(({ files }) => files.length > 0) ?? chosen[0] ?? chosenFor('summarise', target, []);
}

/** A table for an analysis, a text for a summary. */
function chosenFor(work: Work, target: Target, opened: readonly Opened[]): Taken {
  const candidates = opened.map(each => candidateOf(target, work, each)).sort(better);
  const fitting = candidates.filter(each => each.fit.fits && each.shape > 0);
  const isWhole = fitting.some(({ fit }) => fit.missing.length + fit.inText.length === 0);
  const isPicture = !isWhole && candidates.some(isNamedPicture);
  const chosen = isPicture ? [] : chosenOf(fitting, target);
  const maps = work === 'summarise' ? [] : mapsFor(chosen, opened);
  const near = isPicture ? candidates.toSorted((one, other) => other.fit.score - one.fit.score) : candidates;
  const used = new Set([...chosen.map(each => each.file.id), ...maps.map(each => each.id)]);
  return {
    ...takenOf(chosen, fitting, { target, work }),
    maps: maps.map(namedFile),
    others: othersOf(near, used),
  };
}

function workIn(request: AgentRequest): Work {
  const { wishes } = wishesOf(request.messages);
  if (!wishes.has('analyse')) return 'summarise';
  return wishes.has('summarise') ? 'both' : 'analyse';
}

interface Opened {
  readonly hit: FoundFile;
  readonly file: AgentFile;
}

async function openedOf(found: readonly FoundFile[], tools: Tools): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (const hit of found) {
    const file = await tools.open(hit.id);
    if (file !== null) opened.push({ hit, file });
  }
  return opened;
}

/** A picture whose name holds all that was named is what is meant, and nothing else is taken in its place. */
function isNamedPicture({ file, fit }: Candidate): boolean {
  return file.isPicture && fit.fits && fit.missing.length + fit.inText.length === 0;
}

function candidateOf(target: Target, work: Work, { hit, file }: Opened): Candidate {
  const fit = fitOf(target, nameWords(file.name), textWords(file.text));
  const shape = work === 'summarise' ? textShape(file, target) : tableShape(file, target);
  return { file, fit, shape, isAgentWork: hit.isAgentWork };
}

/** Measured numbers are analysed: a map of a plate only says where they stand, unless the map itself is asked for. */
function tableShape(file: AgentFile, target: Target): number {
  const table = file.table === null ? null : tableOf(file.table);
  if (table === null) return 0;
  if (!table.columns.some(column => column.kind === 'number')) return 1;
  return measuresOf(table).length === 0 && !target.kinds.includes('map') ? 2 : 3;
}

/** Text is summarised rather than settings or a table, unless a table is asked for. */
function textShape(file: AgentFile, target: Target): number {
  if (file.text === null || file.text.trim() === '') return 0;
  const isTable = file.table !== null;
  if (target.kinds.includes(TABLE)) return isTable ? 3 : 2;
  return isTable ? 1 : isSettings(file.name) ? 2 : 3;
}

const TABLE = stem('table');

/** Files for programs, not for readers. */
export function isSettings(name: string): boolean {
  return /\.(ya?ml|json|xml|ini|toml)$/i.test(name);
}

function better(one: Candidate, other: Candidate): number {
  return (
    rank(one, other) ||
    coreLength(one) - coreLength(other) ||
    compare(newestDate(other), newestDate(one)) ||
    compare(one.file.name, other.file.name) ||
    compare(one.file.id, other.file.id)
  );
}

/** Zero for files that fit equally well. */
function rank(one: Candidate, other: Candidate): number {
  return (
    Number(one.isAgentWork) - Number(other.isAgentWork) ||
    Number(other.fit.fits) - Number(one.fit.fits) ||
    Math.sign(other.shape) - Math.sign(one.shape) ||
    other.fit.score - one.fit.score ||
    other.shape - one.shape
  );
}

/** How many words a name has beside dates and what stands in brackets: the fewer, the more it is about what was named. */
function coreLength({ file }: Candidate): number {
  return nameWords(file.name.replaceAll(/\([^)]*\)/g, ' ')).tokens.length;
}

/** By what the first of several that fit equally is ahead of the second; they are in order. */
function aheadOf([first, second]: readonly Candidate[]): Taken['ahead'] {
  if (first === undefined || second === undefined) return 'first';
  if (coreLength(first) < coreLength(second)) return 'shortest';
  return newestDate(first) > newestDate(second) ? 'newest' : 'first';
}

/** Newest first, then by name. */
function inOrder(one: Candidate, other: Candidate): number {
  return compare(newestDate(other), newestDate(one)) || compare(one.file.name, other.file.name);
}

function newestDate({ file }: Candidate): string {
  return nameWords(file.name).dates.toSorted().at(-1) ?? '';
}

/** Several only when several are meant: for a list of numbers the best of each, else those that fit equally well. */
function chosenOf(fitting: readonly Candidate[], target: Target): readonly Candidate[] {
  const [first] = fitting;
  if (first === undefined || !target.isPlural) return first === undefined ? [] : [first];
  if (!target.isList)
    return fitting
      .filter(each => rank(first, each) === 0)
      .sort(inOrder)
      .slice(0, MOST_TAKEN);
  const each = target.numbers.flatMap(({ said }) => fitting.find(({ fit }) => fit.inName.includes(said)) ?? []);
  return [...new Set(each)].slice(0, MOST_TAKEN);
}

/** A plate is read with its map when there is exactly one of the same name. */
function mapsFor(chosen: readonly Candidate[], opened: readonly Opened[]): AgentFile[] {
  const files = opened.filter(({ hit }) => !hit.isAgentWork).map(({ file }) => file);
  return chosen.flatMap(({ file }) => mapOf(file, files) ?? []);
}

function takenOf(
  chosen: readonly Candidate[],
  fitting: readonly Candidate[],
  { target, work }: { target: Target; work: Work },
): Omit<Taken, 'maps' | 'others'> {
  const [first] = chosen;
  const equals = first === undefined ? [] : fitting.filter(each => rank(first, each) === 0);
  return {
    work,
    words: target.words,
    files: chosen.map(({ file }) => namedFile(file)),
    inName: [...new Set(target.isList ? chosen.flatMap(({ fit }) => fit.inName) : (first?.fit.inName ?? []))],
    inText: first?.fit.inText ?? [],
    missing: first?.fit.missing ?? [],
    equals: equals.length,
    ahead: aheadOf(equals),
  };
}

/** What agents wrote is never offered. */
function othersOf(candidates: readonly Candidate[], used: ReadonlySet<string>): NamedFile[] {
  const isNear = ({ fit, shape }: Candidate): boolean =>
    used.size === 0 ? fit.inName.length + fit.inText.length > 0 : fit.fits && shape > 0;
  return candidates
    .filter(each => !each.isAgentWork && !used.has(each.file.id) && isNear(each))
    .slice(0, MOST_OTHERS)
    .map(({ file }) => namedFile(file));
}

function namedFile({ id, name, isPicture, text }: AgentFile): NamedFile {
  return { id, name, unread: isPicture ? 'picture' : text === null ? 'no text' : null };
}
