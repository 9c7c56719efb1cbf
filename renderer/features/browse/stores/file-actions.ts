import type { Output } from '../../../../shared/contract.ts';
import type { Fault } from '../../../../shared/fault.ts';
import type { Weight } from '../../../../shared/features/edit/model.ts';
import { agreeTo } from '../../../../shared/confirmation.ts';
import type { AgreedNow, MoveQuestion, Reader } from '../../../../shared/features/sharing/audience-model.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import type { AudienceChange } from '../../../../shared/features/sharing/model.ts';
import { doneTexts, questionTexts } from '../../../../shared/features/edit/text.ts';
import { attemptDeed, type Done } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { checkPlace } from './files.ts';
import { type FolderPlace, useNavigation } from '../../../state/navigation.ts';

type Deed = Promise<Fault | null>;

/** What is not mirrored is listed again at the service at once: no look of the engine would show what was done. */
async function attempt(deed: () => Promise<Done>): Deed {
  const fault = await attemptDeed(deed);
  const { route } = useNavigation.getState();
  const place = route.screen === 'files' ? route.place : null;
  if (place !== null && !('mirror' in place)) checkPlace(place).catch(() => undefined);
  return fault;
}

const idsOf = (rows: readonly FileRow[]): string[] => rows.map(({ id }) => id);

/** Makes a folder. @returns what went wrong. */
export function makeFolder(place: FolderPlace, name: string): Deed {
  return attempt(async () => {
    const made = await engine.call('files.newFolder', { place, name });
    return { text: doneTexts.folderMade(made.name) };
  });
}

/** Makes a file of a text. @returns what went wrong. */
export function makeNote(place: FolderPlace, { name, text }: { readonly name: string; readonly text: string }): Deed {
  return attempt(async () => {
    const made = await engine.call('files.newNote', { place, name, text });
    return { text: doneTexts.noteMade(made.name) };
  });
}

/** Gives something another name. */
export function renameFile(row: FileRow, name: string): Deed {
  return attempt(async () => {
    const done = await engine.call('files.rename', { id: row.id, name });
    const undo = async () => {
      const back = await engine.call('files.rename', { id: row.id, name: row.serviceName ?? row.name });
      return doneTexts.renamed(done.name, back.name);
    };
    return { text: doneTexts.renamed(row.name, done.name), undo };
  });
}

/** Who would gain and who would lose access by a move; null where that cannot be known now. */
export async function audienceOf(rows: readonly FileRow[], to: FolderPlace): Promise<AudienceChange | null> {
  try {
    return await engine.call('sharing.ofMove', { ids: idsOf(rows).slice(0, 1000), to });
  } catch {
    // Offline it is not known. The engine checks the move once more before a person gains access by it.
    return null;
  }
}

/** What came of a move: with a question, nothing was moved yet. */
export interface Moved {
  readonly fault: Fault | null;
  readonly question: MoveQuestion | null;
}

/** Moves things into another folder. @param agreed who a person knows will be able to read them. */
export async function moveFiles(
  rows: readonly FileRow[],
  { from, to, toName }: { readonly from: FolderPlace; readonly to: FolderPlace; readonly toName: string },
  agreed: AgreedNow | null,
): Promise<Moved> {
  let question: MoveQuestion | null = null;
  const fault = await attempt(async () => {
    const { done, left, loses, less, ...asked } = await engine.call('files.move', { ids: idsOf(rows), to, agreed });
    question = asked.question;
    if (question !== null && done.length === 0) return { text: '' };
    const isSent = done.every(one => one.isSent);
    const lost = less?.length ? [questionTexts.move.lost(less, isSent)] : [];
    const notes = [...lost, ...left.map(doneTexts.left)];
    // A list is no folder that the file could be moved back to.
    const canUndo = done.length > 0 && !('list' in from);
    const ids = done.map(({ id }) => id);
    const undo = () => moveBack(ids, from, loses ?? []);
    return { text: doneTexts.moved(done.length, toName), notes, ...(canUndo ? { undo } : {}) };
  });
  return { fault, question };
}

/** Who could read things before a move may read them again after it was taken back; others are not let in by that. */
async function moveBack(ids: readonly string[], to: FolderPlace, lost: readonly Reader[]): Promise<string> {
  const input = { ids: [...ids], to, agreed: null };
  let back = await engine.call('files.move', input);
  const { question } = back;
  const had = new Set(lost.map(({ key }) => key));
  if (question?.who?.every(({ key }) => had.has(key)))
    back = await engine.call('files.move', { ...input, agreed: agreeTo(question) });
  if (back.question !== null) return questionTexts.move.notBack(back.question.who?.map(({ name }) => name) ?? null);
  return [doneTexts.movedBack(back.done.length), ...back.left.map(doneTexts.left)].join(' ');
}

/** Takes files out of their folder. */
export function takeOut(rows: readonly FileRow[]): Deed {
  return attempt(async () => {
    const { done, left } = await engine.call('files.clearFolder', { ids: idsOf(rows) });
    return { text: doneTexts.takenOut(done.length), notes: left.map(doneTexts.left) };
  });
}

/** What removing would take along. @throws FaultError. */
export function weighRemoval(rows: readonly FileRow[]): Promise<Weight> {
  return engine.call('files.weigh', { ids: idsOf(rows) });
}

/** Who can open the chosen item; null where several are chosen, or the service does not say. */
export async function readersOf(rows: readonly FileRow[]): Promise<readonly string[] | null> {
  const [row, ...more] = rows;
  if (row === undefined || more.length > 0) return null;
  const answer = await engine.call('files.readers', { id: row.id }).catch(() => null);
  return answer?.names ?? null;
}

/** Removes things. @param losing so many older versions a person was told will be lost. */
export function removeFiles(rows: readonly FileRow[], losing: number): Deed {
  return attempt(async () => {
    const removed = await engine.call('files.remove', { ids: idsOf(rows), losing });
    const canUndo = removed.undo.length + removed.archived.length + removed.putBack.length > 0;
    const text = doneTexts.removed(removed.files, removed.folders);
    return {
      text,
      notes: removed.left.map(doneTexts.left),
      ...(canUndo ? { undo: () => bringBack(removed) } : {}),
    };
  });
}

/** The last thing that went comes back first. */
async function bringBack({ undo, archived, putBack, files, folders }: Output<'files.remove'>): Promise<string> {
  for (const back of putBack.toReversed()) await engine.call('store.restore', back);
  for (const id of undo.toReversed()) await engine.call('activity.undo', { id });
  for (const id of archived.toReversed()) await engine.call('folders.bringBack', { id });
  return doneTexts.broughtBack(files, folders);
}
