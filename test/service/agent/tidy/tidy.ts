import { bestFolder, isPutDown, pathOf, type TidyFolder } from './tidy-folder.ts';
import { cleanName } from './tidy-name.ts';
import { tagsWith } from './tidy-tags.ts';

/** A file as tidying sees it. */
export interface TidyFile {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly folderId: string | null;
  /** The text rendition, or null. */
  readonly text: string | null;
}

/** What lies around the file: the organization's readable folders, and which names are taken. */
export interface Surroundings {
  /** By id. Archived folders are left out. */
  readonly folders: ReadonlyMap<string, TidyFolder>;
  /** Whether a name is taken in a folder (null: in none) by another file than this one, without regard to case. */
  isTaken(folderId: string | null, name: string, byOtherThan: string): boolean;
}

/** A change that waits for approval. `before` and `after` are what the file's field holds. */
export type Proposal = { readonly fileId: string; readonly reason: string } & (
  | { readonly kind: 'rename'; readonly before: string; readonly after: string }
  /** Folder ids; `reason` names the folder for people. */
  | { readonly kind: 'move'; readonly before: string | null; readonly after: string }
  | { readonly kind: 'tag'; readonly before: readonly string[]; readonly after: readonly string[] }
);

/**
 * What would be better about a file: at most one proposal of each kind, none when nothing is better. Each stands for
 * itself and may be approved alone. When all are applied, nothing is proposed any more.
 */
export function proposalsFor(file: TidyFile, around: Surroundings): readonly Proposal[] {
  if (file.folderId !== null && pathOf(file.folderId, around.folders) === null) return [];
  const clean = cleanName(file.name);
  const tags = tagsWith(file.tags, clean.name, file.text);
  const target = targetFor({ ...file, name: clean.name, tags }, around);
  return [...renaming(file, around, target), ...moving(file, around, target), ...tagging(file, tags)];
}

/** The folder the file should lie in, if it only was put down where it is. Judged by what it will be called and tagged. */
function targetFor(file: TidyFile, around: Surroundings): TidyFolder | null {
  if (!isPutDown(file.folderId, around.folders)) return null;
  const best = bestFolder(file, around.folders);
  return best === null || best.id === file.folderId ? null : best;
}

/** A name that is taken, where the file lies or where it should go, tells that the mark parts two files: it stays. */
function renaming(file: TidyFile, around: Surroundings, target: TidyFolder | null): Proposal[] {
  const { name, reasons } = cleanName(file.name);
  const places = [file.folderId, ...(target === null ? [] : [target.id])];
  if (name === file.name || places.some(place => around.isTaken(place, name, file.id))) return [];
  return [
    {
      fileId: file.id,
      kind: 'rename',
      reason: `A clearer name: ${reasons.join(', ')}.`,
      before: file.name,
      after: name,
    },
  ];
}

/** Not into a folder where the name is taken: that would make two files of one name. */
function moving(file: TidyFile, around: Surroundings, target: TidyFolder | null): Proposal[] {
  if (target === null || around.isTaken(target.id, file.name, file.id)) return [];
  const names =
    pathOf(target.id, around.folders)
      ?.map(folder => folder.name)
      .join(' / ') ?? target.name;
  const reason = `Its name, tags and text fit the folder “${names}” best.`;
  return [{ fileId: file.id, kind: 'move', reason, before: file.folderId, after: target.id }];
}

function tagging(file: TidyFile, tags: readonly string[]): Proposal[] {
  const added = tags.slice(file.tags.length);
  if (added.length === 0) return [];
  const reason = `Its name or text is about ${added.join(', ')}.`;
  return [{ fileId: file.id, kind: 'tag', reason, before: file.tags, after: tags }];
}

/**
 * The weekly sweep: proposals for many files, one after the other, so that no two of them would give two files of one
 * folder one name.
 */
export function* sweep(files: Iterable<TidyFile>, around: Surroundings): Generator<Proposal, void, void> {
  const promised = new Map<string, string>();
  const key = (folderId: string | null, name: string): string => JSON.stringify([folderId, name.toLowerCase()]);
  const isTaken: Surroundings['isTaken'] = (folderId, name, byOtherThan) =>
    around.isTaken(folderId, name, byOtherThan) || (promised.get(key(folderId, name)) ?? byOtherThan) !== byOtherThan;
  for (const file of files) {
    const proposals = proposalsFor(file, { ...around, isTaken });
    const folders = [file.folderId, ...proposals.flatMap(each => (each.kind === 'move' ? [each.after] : []))];
    const names = [file.name, ...proposals.flatMap(each => (each.kind === 'rename' ? [each.after] : []))];
    for (const folderId of folders) for (const name of names) promised.set(key(folderId, name), file.id);
    yield* proposals;
  }
}
