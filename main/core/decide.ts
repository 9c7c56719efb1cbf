import type { MirrorMode } from '../../shared/model/mirror.ts';
import type { Sha256, VersionId } from '../../shared/ids.ts';

/** What happened to one side's content since both sides agreed. */
export type Change = 'same' | 'edited' | 'deleted';

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
  /** Only in `upload` mirrors: ours goes on top, theirs stays in the version history. */
  | 'upload-on-top'
  /** Only in `download` mirrors: ours stays here beside theirs and is not sent. */
  | 'keep-both-here'
  /** Only in `download` mirrors: the service let go of it, ours was edited: it stays here and is no longer followed. */
  | 'keep-here';

/** The whole merge policy of a two-way mirror. Rows: the folder on disk. Columns: the service. */
// prettier-ignore
export const DECISIONS: Readonly<Record<Change, Readonly<Record<Change, Decision>>>> = {
  same:    { same: 'rest',          edited: 'download',  deleted: 'delete-local' },
  edited:  { same: 'upload',        edited: 'keep-both', deleted: 'upload-as-new' },
  deleted: { same: 'delete-remote', edited: 'download',  deleted: 'forget' },
};

/** The one-way mirrors: the same tables with everything that would travel the other way taken out. */
// prettier-ignore
export const UPLOAD_DECISIONS: Readonly<Record<Change, Readonly<Record<Change, Decision>>>> = {
  same:    { same: 'rest',          edited: 'rest',          deleted: 'rest' },
  edited:  { same: 'upload',        edited: 'upload-on-top', deleted: 'upload-as-new' },
  deleted: { same: 'rest',          edited: 'rest',          deleted: 'forget' },
};

// prettier-ignore
export const DOWNLOAD_DECISIONS: Readonly<Record<Change, Readonly<Record<Change, Decision>>>> = {
  same:    { same: 'rest',          edited: 'download',       deleted: 'delete-local' },
  edited:  { same: 'rest',          edited: 'keep-both-here', deleted: 'keep-here' },
  deleted: { same: 'download',      edited: 'download',       deleted: 'forget' },
};

const TABLES: Readonly<Record<MirrorMode, typeof DECISIONS>> = {
  'two-way': DECISIONS,
  upload: UPLOAD_DECISIONS,
  download: DOWNLOAD_DECISIONS,
};

/** A file's content on one side; null: there is no file. The hash is null while nobody has read the bytes. */
export interface Content {
  readonly sha256: Sha256 | null;
  readonly version: VersionId | null;
}

/**
 * The three-way rule for one file's content.
 * Sides that ended up equal need no work, whatever road each took (so a crash between "uploaded" and "journalled"
 * heals itself on the next pass).
 */
export function decide(mode: MirrorMode, contents: Contents): Decision {
  const { agreed, local, remote } = contents;
  if (local === null && remote === null) return 'forget';
  if (local !== null && remote !== null && local.sha256 !== null && local.sha256 === remote.sha256) return 'rest';
  return TABLES[mode][localChange(agreed, local, contents.movedHere)][
    remoteChange(agreed, remote, contents.movedThere)
  ];
}

/** The three observations of one file's content; null: there is no file. */
export interface Contents {
  readonly agreed: Content | null;
  readonly local: Content | null;
  readonly remote: Content | null;
  /** Moved or renamed here while the service removed it (or the other way round): somebody wants it, so it counts as edited. */
  readonly movedHere: boolean;
  readonly movedThere: boolean;
}

function localChange(agreed: Content | null, local: Content | null, moved: boolean): Change {
  if (agreed === null) return local === null ? 'deleted' : 'edited';
  if (local === null) return 'deleted';
  return local.sha256 === agreed.sha256 && !moved ? 'same' : 'edited';
}

/** The version decides, never a date (R18). A version whose bytes are the agreed ones is no change (a restore, say). */
function remoteChange(agreed: Content | null, remote: Content | null, moved: boolean): Change {
  if (agreed === null) return remote === null ? 'deleted' : 'edited';
  if (remote === null) return 'deleted';
  if (moved) return 'edited';
  if (remote.version === agreed.version) return 'same';
  return remote.sha256 !== null && remote.sha256 === agreed.sha256 ? 'same' : 'edited';
}
