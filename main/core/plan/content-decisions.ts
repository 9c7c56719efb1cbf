import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { Sha256, VersionId } from '../../../shared/ids.ts';

/**
 * What happened to one side's file since both sides agreed. `moved`: only its place changed. `unknown`: it cannot be
 * seen or read now, whether access was lost, it is being written, or its absence has no proof.
 */
export type Change = 'same' | 'moved' | 'edited' | 'deleted' | 'unknown';

/** What happened here. `freed`: a person let the bytes go, they are only at the service; nobody removed anything. */
export type ChangeHere = Change | 'freed';

/** What to do about one file's content. */
export type Decision =
  | 'rest'
  | 'upload'
  | 'upload-as-new'
  | 'download'
  | 'delete-local'
  | 'delete-remote'
  | 'keep-both'
  | 'forget'
  /** Nothing until both sides can be seen. */
  | 'frozen'
  /** Only in `upload` mirrors: ours goes on top, theirs stays in the version history. */
  | 'upload-on-top'
  /** Only in `download` mirrors: ours stays here beside theirs and is not sent. */
  | 'keep-both-here'
  /** Only in `download` mirrors: the service let go of it, ours was edited: it stays here and is no longer followed. */
  | 'keep-here';

/** What to do for every pair of changes. Rows: the folder on disk. Columns: the service. */
export type Decisions = Readonly<Record<ChangeHere, Readonly<Record<Change, Decision>>>>;

const FROZEN: Decisions['unknown'] = {
  same: 'frozen',
  moved: 'frozen',
  edited: 'frozen',
  deleted: 'frozen',
  unknown: 'frozen',
};

/** Online only until somebody wants it here: nothing is fetched, and nothing is removed but our record. */
const FREED: Decisions['freed'] = { same: 'rest', moved: 'rest', edited: 'rest', deleted: 'forget', unknown: 'frozen' };

/**
 * The whole merge policy of a two-way mirror. What was moved on one side outlives its removal on the other: somebody
 * wants it, so it counts as edited.
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

/** The one-way mirrors: the same tables with everything that would travel the other way taken out. */
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

/** The table of each kind of mirror. */
export const FILE_TABLES: Readonly<Record<MirrorMode, Decisions>> = {
  'two-way': DECISIONS,
  upload: UPLOAD_DECISIONS,
  download: DOWNLOAD_DECISIONS,
};

/** A file's content on one side; null: there is no file. The hash is null while nobody has read the bytes. */
export interface Content {
  readonly sha256: Sha256 | null;
  readonly version: VersionId | null;
}

/** Whatever road each side took: the same bytes on both need no work. */
export const ALIKE: Decision = 'rest';

/**
 * The three-way rule for one file's content.
 * Sides that ended up equal need no work, whatever road each took (so a crash between "uploaded" and "journalled"
 * heals itself on the next pass).
 */
export function decide(mode: MirrorMode, contents: Contents): Decision {
  if (isAlike(contents)) return ALIKE;
  return FILE_TABLES[mode][localChange(contents)][remoteChange(contents)];
}

/** The three observations of one file's content; null: there is no file. */
export interface Contents {
  readonly base: Content | null;
  readonly local: Content | 'unknown' | null;
  readonly remote: Content | 'unknown' | null;
  /** Not here on purpose; only asked when there is no file here. */
  readonly isFreed: boolean;
  /** Moved or renamed on that side. */
  readonly movedLocally: boolean;
  readonly movedRemotely: boolean;
}

/** Whether both sides are known to hold the same bytes. */
export function isAlike({ local, remote }: Contents): boolean {
  if (local === null || remote === null || local === 'unknown' || remote === 'unknown') return false;
  return local.sha256 !== null && local.sha256 === remote.sha256;
}

/** What happened here. Without anything agreed, what is there counts as edited. */
export function localChange({ base, local, isFreed, movedLocally }: Contents): ChangeHere {
  if (local === 'unknown') return 'unknown';
  if (local === null) return isFreed ? 'freed' : 'deleted';
  if (base === null || local.sha256 !== base.sha256) return 'edited';
  return movedLocally ? 'moved' : 'same';
}

/**
 * What happened at the service.
 * The version decides, never a date (R18). A version whose bytes are the agreed ones is no change (a restore, say).
 */
export function remoteChange({ base, remote, movedRemotely }: Contents): Change {
  if (remote === 'unknown') return 'unknown';
  if (remote === null) return 'deleted';
  const isAgreed =
    base !== null && (remote.version === base.version || (remote.sha256 !== null && remote.sha256 === base.sha256));
  if (!isAgreed) return 'edited';
  return movedRemotely ? 'moved' : 'same';
}
