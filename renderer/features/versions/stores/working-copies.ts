import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { WorkingCopy } from '../../../../shared/features/chat/files-model.ts';
import { copyWindow as words } from '../../../../shared/features/chat/working-copies-text.ts';
import { askPerson, attemptDeed, performAside } from '../../../state/edit.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { goToTask, openPreview } from '../../preview/stores/preview.ts';
import { answerOrFault } from '../../../state/reading/section.ts';
import { onServiceBack } from '../../../state/sync.ts';
import { openComparison, useComparison } from './comparison.ts';

/** Whose working copies: those of a task, or those of a file, by the id of its row. */
export type CopiesOf = { readonly task: string } | { readonly file: string };

/** What is known of them. */
export interface CopyList {
  /** Null before the first answer. */
  readonly copies: readonly WorkingCopy[] | null;
  readonly fault: Fault | null;
}

/** By `copiesKey`; only those that are on show. */
export const useWorkingCopies = create<{ readonly lists: ReadonlyMap<string, CopyList> }>(() => ({
  lists: new Map(),
}));

/** Names a list. */
export function copiesKey(of: CopiesOf): string {
  return 'task' in of ? `task ${of.task}` : `file ${of.file}`;
}

/** A list is shown; it is read once, and again after each change. @returns what ends that. */
export function watchCopies(of: CopiesOf): () => void {
  const key = copiesKey(of);
  const mine = { of };
  watched.add(mine);
  void read(of);
  return () => {
    watched.delete(mine);
    if ([...watched].some(each => copiesKey(each.of) === key)) return;
    useWorkingCopies.setState(({ lists }) => ({ lists: new Map([...lists].filter(([each]) => each !== key)) }));
  };
}

const watched = new Set<{ readonly of: CopiesOf }>();

/** Asks the service again how those on show are. */
export async function readCopies(): Promise<void> {
  const all = new Map([...watched].map(({ of }) => [copiesKey(of), of]));
  await Promise.all([...all.values()].map(read));
}

async function read(of: CopiesOf): Promise<void> {
  const key = copiesKey(of);
  const mine = ++asked;
  newest.set(key, mine);
  const asking = { task: null, file: null, ...of };
  const { answer: copies, fault } = await answerOrFault(() => engine.call('chat.workingCopies', asking));
  const isWatched = [...watched].some(each => copiesKey(each.of) === key);
  if (!isWatched || newest.get(key) !== mine) return;
  useWorkingCopies.setState(({ lists }) => ({
    lists: new Map(lists).set(key, { copies: copies ?? lists.get(key)?.copies ?? null, fault }),
  }));
}

/** Which question about a list was asked last: an answer to one before it comes too late. */
const newest = new Map<string, number>();
let asked = 0;

/** Makes a copy of a published file for a task. @returns what went wrong. */
export function startCopy(file: { readonly id: string; readonly name: string }, task: string): Promise<Fault | null> {
  return attemptDeed(() => started(file, task));
}

/** The same where nothing is asked before it. */
export function startCopyAside(file: { readonly id: string; readonly name: string }, task: string): void {
  void performAside(words.start.doing(file.name), () => started(file, task));
}

async function started({ id, name }: { readonly id: string; readonly name: string }, task: string) {
  const made = await engine.call('chat.startWorkingCopy', { task, file: id });
  await readCopies();
  return { text: words.start.done(made.name === '' ? name : made.name, made.taskTitle) };
}

/** Puts a copy beside its original; what differs can be taken over in parts where both have something new. */
export function compareCopy(copy: WorkingCopy): void {
  const { sides, name, original, state } = copy;
  if (sides === null) return;
  void openComparison({
    id: original,
    name,
    mine: sides.copy,
    theirs: sides.original,
    base: sides.base,
    labels: { mine: words.sideCopy, theirs: words.sideOriginal },
    canSave: state === 'both',
    conflict: null,
    copy,
  });
}

/** Commits what was seen of a copy and its original, and nothing else. @returns what went wrong. */
export async function commitCopy({ copy, name, sides }: WorkingCopy): Promise<Fault | null> {
  if (sides === null) return null;
  const seen = { copy: sides.copy.version, original: sides.original.version };
  const fault = await attemptDeed(async () => {
    await engine.call('chat.commitWorkingCopy', { copy, seen });
    return { text: words.committing.done(name) };
  });
  // Also after a refusal: how both are by now is its reason.
  await readCopies();
  return fault;
}

/** Lists a copy no longer. @returns what went wrong. */
export function forgetCopy({ copy, name }: WorkingCopy): Promise<Fault | null> {
  return attemptDeed(async () => {
    await engine.call('chat.forgetWorkingCopy', { copy });
    await readCopies();
    return { text: words.forgetting.done(name) };
  });
}

/** What can be done with a copy wherever it is listed. */
export function copyDeeds(copy: WorkingCopy) {
  return {
    onTask: () => goToTask(copy.task),
    onPreview: () => openPreview({ id: copy.copy, name: copy.name, version: null }),
    onCompare: () => compareCopy(copy),
    onCommit: () => askPerson({ name: 'commitCopy', copy }),
    onForget: () => askPerson({ name: 'forgetCopy', copy }),
    onLook: () => void readCopies(),
  };
}

/** Whether something of what is on show is not known, so that asking again may help. */
function isInDoubt(): boolean {
  return [...useWorkingCopies.getState().lists.values()].some(
    ({ copies, fault }) => fault !== null || copies?.some(({ state }) => state === 'unknown') === true,
  );
}

for (const onBack of [onConnected, onServiceBack]) onBack(() => (isInDoubt() ? void readCopies() : undefined));

// Parts that were taken over are a version of the original.
useComparison.subscribe(({ saved, asked: about }, before) => {
  if (saved !== null && before.saved === null && about?.copy !== undefined) void readCopies();
});
