import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { Sha256, VersionId } from '../../../shared/ids.ts';

/**
 * What happened to a file on one side since the base. `moved`: only its name or folder changed. `unknown`: the file
 * cannot be seen or read now (access lost, still being written, absence without proof).
 */
export type Change = 'same' | 'moved' | 'edited' | 'deleted' | 'unknown';

/** What happened on this computer. `freed`: a person made the file online-only, which is no removal. */
export type LocalChange = Change | 'freed';

/** What to do about the content of one file. */
export type Decision =
  | 'rest'
  | 'upload'
  | 'upload-as-new'
  | 'download'
  | 'delete-local'
  | 'delete-remote'
  /** A conflict: both sides edited it. The version of the service keeps the name, ours becomes the conflict copy. */
  | 'keep-both'
  | 'forget'
  /** Do nothing until both sides can be observed. */
  | 'frozen'
  /** Only in `upload` mirrors: the local content becomes the head; the remote content stays in the version history. */
  | 'upload-on-top'
  /** Only in `download` mirrors: the local content becomes a conflict copy that is not sent. */
  | 'keep-both-here'
  /**
   * Only in `download` mirrors: removed at the service, edited here. The file stays here and is no longer synchronised.
   */
  | 'keep-here';

/** The decision for every pair of changes. Rows: this computer. Columns: the service. */
export type Decisions = Readonly<Record<LocalChange, Readonly<Record<Change, Decision>>>>;

const FROZEN: Decisions['unknown'] = {
  same: 'frozen',
  moved: 'frozen',
  edited: 'frozen',
  deleted: 'frozen',
  unknown: 'frozen',
};

/**
 * An online-only file: nothing is fetched until a person asks for it. When the service removes it, only the record
 * goes.
 */
const FREED: Decisions['freed'] = { same: 'rest', moved: 'rest', edited: 'rest', deleted: 'forget', unknown: 'frozen' };

/**
 * The whole merge policy of a two-way mirror. A file that was moved on one side outlives its removal on the other:
 * moving it shows that a person still uses it, so a move counts as an edit here.
 */
// prettier-ignore
export const DECISIONS: Decisions = {
  same:    { same: 'rest',          moved: 'rest',     edited: 'download',  deleted: 'delete-local',  unknown: 'frozen' },
  moved:   { same: 'rest',          moved: 'rest',     edited: 'download',  deleted: 'upload-as-new', unknown: 'frozen' },
  edited:  { same: 'upload',        moved: 'upload',   edited: 'keep-both', deleted: 'upload-as-new', unknown: 'frozen' },
  deleted: { same: 'delete-remote', moved: 'download', edited: 'download',  deleted: 'forget',        unknown: 'frozen' },
  unknown: FROZEN,
  freed:   FREED,
};

/** The one-way mirrors: the two-way table without every decision that would write to the other side. */
// prettier-ignore
export const UPLOAD_DECISIONS: Decisions = {
  same:    { same: 'rest',   moved: 'rest',   edited: 'rest',          deleted: 'rest',          unknown: 'frozen' },
  moved:   { same: 'rest',   moved: 'rest',   edited: 'rest',          deleted: 'upload-as-new', unknown: 'frozen' },
  edited:  { same: 'upload', moved: 'upload', edited: 'upload-on-top', deleted: 'upload-as-new', unknown: 'frozen' },
  deleted: { same: 'rest',   moved: 'rest',   edited: 'rest',          deleted: 'forget',        unknown: 'frozen' },
  unknown: FROZEN,
  freed:   FREED,
};

// prettier-ignore
export const DOWNLOAD_DECISIONS: Decisions = {
  same:    { same: 'rest',     moved: 'rest',     edited: 'download',       deleted: 'delete-local', unknown: 'frozen' },
  moved:   { same: 'rest',     moved: 'rest',     edited: 'download',       deleted: 'keep-here',    unknown: 'frozen' },
  edited:  { same: 'rest',     moved: 'rest',     edited: 'keep-both-here', deleted: 'keep-here',    unknown: 'frozen' },
  deleted: { same: 'download', moved: 'download', edited: 'download',       deleted: 'forget',       unknown: 'frozen' },
  unknown: FROZEN,
  freed:   FREED,
};

/** The table for each mode of a mirror. */
export const FILE_TABLES: Readonly<Record<MirrorMode, Decisions>> = {
  'two-way': DECISIONS,
  upload: UPLOAD_DECISIONS,
  download: DOWNLOAD_DECISIONS,
};

/** A file's content on one side; null stands for no file. The hash is null while the bytes were not read. */
export interface Content {
  readonly sha256: Sha256 | null;
  readonly version: VersionId | null;
}

/** Both sides hold the same bytes, however each came by them: nothing is to be done. */
export const ALIKE: Decision = 'rest';

/**
 * The three-way rule for the content of one file. Sides that ended up equal need no work. That also heals a crash
 * between an upload and its record: the next pass finds both sides equal and only records it.
 */
export function decideContent(mode: MirrorMode, contents: Contents): Decision {
  if (isAlike(contents)) return ALIKE;
  return FILE_TABLES[mode][localChange(contents)][remoteChange(contents)];
}

/** The three observations of one file's content; null stands for no file. */
export interface Contents {
  readonly base: Content | null;
  readonly local: Content | 'unknown' | null;
  readonly remote: Content | 'unknown' | null;
  /** Online-only on purpose. Only used when there is no file here. */
  readonly isOnlineOnly: boolean;
  /** Renamed or moved on that side since the base. */
  readonly movedLocally: boolean;
  readonly movedRemotely: boolean;
}

/** Whether both sides are known to hold the same bytes. */
export function isAlike({ local, remote }: Contents): boolean {
  if (local === null || remote === null || local === 'unknown' || remote === 'unknown') return false;
  return local.sha256 !== null && local.sha256 === remote.sha256;
}

/** What happened on this computer. A file without a base counts as edited. */
export function localChange({ base, local, isOnlineOnly, movedLocally }: Contents): LocalChange {
  if (local === 'unknown') return 'unknown';
  if (local === null) return isOnlineOnly ? 'freed' : 'deleted';
  if (base === null || local.sha256 !== base.sha256) return 'edited';
  return movedLocally ? 'moved' : 'same';
}

/**
 * What happened at the service. The version decides, never a date: the service's clock may be wrong, and a restore has
 * a new date and old bytes. A new version with the bytes of the base is no change.
 */
export function remoteChange({ base, remote, movedRemotely }: Contents): Change {
  if (remote === 'unknown') return 'unknown';
  if (remote === null) return 'deleted';
  const isAgreed =
    base !== null && (remote.version === base.version || (remote.sha256 !== null && remote.sha256 === base.sha256));
  if (!isAgreed) return 'edited';
  return movedRemotely ? 'moved' : 'same';
}
