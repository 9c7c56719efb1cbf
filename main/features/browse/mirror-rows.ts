import type { ItemId } from '../../../shared/ids.ts';
import type { FileRow, SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import type { OpenItem } from '../../../shared/features/status/model.ts';
import { openTexts } from '../../../shared/features/status/open-items-text.ts';
import { ruleTexts } from '../../../shared/features/mirrors/rules-text.ts';
import { twinTexts } from '../../../shared/features/browse/twins-text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { Item } from '../../core/item.ts';
import { isOnlineOnly } from '../../core/policy/online-only.ts';
import { plainTime } from '../../core/policy/service-time.ts';
import { ignoringOf } from '../../engine/context/ignore-rules.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { nameOf } from '../../items/local/local-path.ts';
import type { AppContext } from '../../items/app-context.ts';
import { isFreeNameOf, nameKey, toLocalName } from '../../core/names/local-names.ts';
import type { Journal } from '../../journal/journal.ts';
import { keyOn } from '../../core/names/volume-names.ts';
import { badgeOfNote, type MirrorNotes, type Notes } from './folder-notes.ts';

/** Longer names from the service are cut for display. In UTF-16 code units. */
const LONGEST_NAME = 1000;

/** Makes rows of the items in one folder of a mirror. */
export class MirrorRows {
  readonly #context: AppContext;
  readonly #here: string;
  readonly #ignoring: Ignoring;
  readonly #notes: MirrorNotes;
  readonly #isViewOnly: boolean;
  readonly #mirror: Mirror;

  constructor(context: AppContext, notes: Notes, at: { readonly mirror: Mirror; readonly folder: ItemId }) {
    this.#context = context;
    this.#here = context.journal.pathOf(at.folder);
    this.#ignoring = ignoringOf(context.journal, at.mirror);
    this.#notes = notes.of(at.mirror);
    this.#isViewOnly = at.mirror.mode === 'download';
    this.#mirror = at.mirror;
  }

  badge(item: Item): SyncBadge {
    return this.#badgeOf(item, this.#facts(item));
  }

  row(item: Item): FileRow {
    const { engine, journal } = this.#context;
    const { local, remote } = item;
    const isFolder = item.kind === 'folder';
    const facts = this.#facts(item);
    const { name } = facts;
    const transfer = engine.transfers.find(one => one.item === String(item.id));
    return {
      id: String(item.id),
      kind: item.kind,
      name,
      serviceName: remote !== null && remote.name !== name ? remote.name.slice(0, LONGEST_NAME) : null,
      badge:
        transfer === undefined ? this.#badgeOf(item, facts) : transfer.direction === 'up' ? 'uploading' : 'downloading',
      note: noteOf(item, facts) ?? numberNote(item, this.#mirror, !this.#isViewOnly),
      extraction: isFolder || hasOtherBytes(item) ? null : journal.items.extractions.of(item.id),
      sizeBytes: isFolder ? null : (local?.sizeBytes ?? remote?.sizeBytes ?? null),
      modifiedAt: isFolder ? null : modifiedAt(item),
      hasFolders: isFolder && journal.shelves.hasFolders(item.id),
    };
  }

  /** In a mirror that only downloads, local changes are never sent; the badge has to say so. */
  #badgeOf(item: Item, facts: Facts): SyncBadge {
    const badge = badgeOf(item, facts);
    const isPlain = badge === 'local' || badge === 'queuedUp';
    return this.#isViewOnly && item.kind === 'file' && isPlain ? 'viewOnly' : badge;
  }

  #facts(item: Item): Facts {
    const name = nameOf(item);
    const path = this.#here === '' ? name : `${this.#here}/${name}`;
    const { ignored, rule } = this.#ignoring.ruling(path, item.kind);
    const { of, inside } = this.#notes;
    return {
      name,
      note: of.get(path),
      inside: item.kind === 'folder' ? inside.get(path) : undefined,
      hiddenBy: ignored ? (rule?.pattern ?? '') : null,
    };
  }
}

interface Facts {
  readonly name: string;
  readonly note: OpenItem | undefined;
  /** For a folder: the worst badge of the open items below it. */
  readonly inside: SyncBadge | undefined;
  readonly hiddenBy: string | null;
}

function noteOf(item: Item, { name, note, hiddenBy, inside }: Facts): string | null {
  if (note !== undefined) return note.text;
  if (hiddenBy !== null) return ruleTexts.ignored(name, hiddenBy);
  const { localOnlyContent, remote } = item;
  if (isOutOfSight(item)) return openTexts.outOfSight(name);
  if (inside !== undefined) return openTexts.inside(name);
  if (localOnlyContent === null || remote !== null) return null;
  return 'Kept on this computer only; it is sent when you change it.';
}

/** The service's time if both sides are equal: the local file has the time of its download. */
function modifiedAt({ local, remote, base }: Item): string | null {
  const there = plainTime(remote?.updatedAt ?? null);
  const isSame = local?.sha256 === base?.sha256 && remote?.version === base?.version;
  return local === null || (isSame && there !== null) ? there : isoTime(local.modifiedMs);
}

/** It is here and was at the service, which does not show it now, for example because access was revoked. */
function isOutOfSight({ local, remote, remotePresence }: Item): boolean {
  return local !== null && remote !== null && remotePresence === 'unknown';
}

function badgeOf(item: Item, { note, hiddenBy, inside }: Facts): SyncBadge {
  if (hiddenBy !== null) return 'ignored';
  if (note === undefined && isOutOfSight(item)) return 'blocked';
  const own = (note === undefined ? null : badgeOfNote(note)) ?? badgeOfSides(item);
  // A folder is never shown as better than its worst content.
  return inside !== undefined && (own === 'local' || own === 'renamedHere') ? inside : own;
}

/**
 * Whether the local bytes differ from the last known remote version: the text the service extracted is then not that of
 * these bytes.
 */
export function hasOtherBytes({ base, local, remote }: Item): boolean {
  if (local === null || remote === null) return false;
  return local.sha256 === null || (local.sha256 !== base?.sha256 && local.sha256 !== remote.sha256);
}

function badgeOfSides(item: Item): SyncBadge {
  const { kind, localOnlyContent, local, remote, base } = item;
  // A folder removed locally stays absent while its content is online-only.
  if (isOnlineOnly(item) || (kind === 'folder' && local === null && base !== null)) return 'remote';
  if (local === null) return 'queuedDown';
  if (remote === null) return localOnlyContent === null ? 'queuedUp' : 'local';
  if (kind === 'file' && base?.sha256 !== local.sha256) return 'queuedUp';
  if (kind === 'file' && base?.version !== remote.version) return 'queuedDown';
  return base !== null && base.localName !== base.remoteName ? 'renamedHere' : 'local';
}

/** The note about a number in the local name; null: it has none. */
function numberNote({ local, remote }: Item, { names }: Pick<Mirror, 'names'>, mayRename: boolean): string | null {
  if (local === null || remote === null) return null;
  const name = toLocalName(remote.name, names);
  const isNumbered = nameKey(local.name) !== nameKey(name) && isFreeNameOf(local.name, name);
  return isNumbered ? twinTexts.numbered(remote.name, mayRename) : null;
}

/** The note about items that share a name in one folder of the service; null: the name is unique. */
export function twinNote(journal: Pick<Journal, 'items'>, { mode, names }: Mirror, { remote }: Item): string | null {
  if (remote === null) return null;
  const keyOf = (name: string): string => keyOn(names, toLocalName(name, names));
  const isNamesake = (other: Item): boolean =>
    other.remotePresence === 'present' && keyOf(other.remote?.name ?? '') === keyOf(remote.name);
  const namesakes = journal.items.inRemoteFolder(remote.parent).filter(isNamesake);
  if (namesakes.length < 2) return null;
  const others = new Set(namesakes.flatMap(other => other.remote?.name ?? []));
  const isOneName = [...others].every(name => nameKey(name) === nameKey(remote.name));
  const mayRename = mode !== 'download';
  return isOneName
    ? twinTexts.several(remote.name, namesakes.length, mayRename)
    : twinTexts.alike([...others], mayRename);
}
