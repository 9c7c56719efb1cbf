import type { MirrorId, ServiceId, VersionId } from '../../shared/ids.ts';
import type { OpenItem } from '../../shared/features/status/model.ts';
import { mergeTexts as texts } from '../../shared/features/versions/waiting-merges-text.ts';
import { baseName } from '../../shared/local-path.ts';
import type { Journal } from '../journal/journal.ts';
import type { MergeDraft } from '../journal/records/merge-drafts.ts';
import { nameOf } from './local/local-path.ts';
import type { Thing } from './resolve-id.ts';

/** Fact: which merges wait. A draft itself is only readable one by one, with all its bytes. */
const NOTED = 'mergesWaiting';

/** A merge the service does not have yet. */
export interface WaitingMerge {
  readonly file: ServiceId;
  /** The version it was based on. */
  readonly head: VersionId;
  /** ms since the epoch. */
  readonly at: number;
  readonly sizeBytes: number;
  /** Empty for a file outside of the mirrors. */
  readonly mirror: string;
  readonly path: string;
  /** `moved`: there is a newer version. `gone`: the service no longer has the file, or it is no longer mirrored. */
  readonly state: 'unsent' | 'moved' | 'gone';
}

type StoredMerge = Omit<WaitingMerge, 'state'>;

/** Stores a merge until the service has it. */
export function keepMerge(journal: Journal, thing: Thing, draft: MergeDraft): void {
  const { file, head, at, bytes } = draft;
  const mirrored = thing.where === 'mirror' ? { mirror: thing.mirror.id, path: journal.pathOf(thing.item.id) } : null;
  const known = mirrored ?? { mirror: '', path: notedIn(journal).find(one => one.file === file)?.path ?? file };
  journal.transaction(() => {
    journal.mergeDrafts.set(draft);
    note(journal, file, { file, head, at, sizeBytes: bytes.length, ...known });
  });
}

/** Sets the name told by the service, if none was known. */
export function nameMerge(journal: Journal, thing: Thing, name: string): void {
  if (thing.where === 'mirror') return;
  const noted = notedIn(journal).find(({ file }) => file === thing.id);
  if (noted !== undefined && noted.path !== name) note(journal, thing.id, { ...noted, path: name });
}

/** The service has it, or a person gave it up. */
export function forgetMerge(journal: Journal, file: ServiceId): void {
  journal.transaction(() => {
    journal.mergeDrafts.remove(file);
    note(journal, file, null);
  });
}

/** All waiting merges, oldest first, from the records: works offline. */
export function waitingMerges(journal: Journal): readonly WaitingMerge[] {
  return notedIn(journal).map(noted => ({ ...noted, ...standingOf(journal, noted) }));
}

/** The same as open items that a person has to decide about. */
export function openMerges(journal: Journal): readonly OpenItem[] {
  return waitingMerges(journal).map(({ file, mirror, path, state }) => ({
    id: file,
    mirror,
    path,
    reason: 'merge',
    text: texts[state](baseName(path)),
    until: null,
  }));
}

function standingOf(journal: Journal, { file, head, mirror, path }: StoredMerge): Pick<WaitingMerge, 'state' | 'path'> {
  if (mirror === '') return { state: 'unsent', path };
  const item =
    journal.mirrors.get(mirror as MirrorId) === null ? null : journal.items.byRemoteId(mirror as MirrorId, file);
  if (item === null || item.remote === null) return { state: 'gone', path };
  const now = journal.pathOf(item.id);
  const { version } = item.remote;
  return { state: version === null || version === head ? 'unsent' : 'moved', path: now === '' ? nameOf(item) : now };
}

function note(journal: Journal, file: ServiceId, noted: StoredMerge | null): void {
  const others = notedIn(journal).filter(one => one.file !== file);
  const all = noted === null ? others : [...others, noted];
  journal.facts.set(NOTED, all.length === 0 ? null : JSON.stringify(all));
}

function notedIn({ facts }: Journal): readonly StoredMerge[] {
  const text = facts.get(NOTED);
  // Written only by this program, so it is not validated.
  return text === null ? [] : (JSON.parse(text) as StoredMerge[]);
}
