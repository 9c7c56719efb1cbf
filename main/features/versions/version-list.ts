import { toFault } from '../../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { VersionList, VersionRow } from '../../../shared/features/versions/model.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { isoTime } from '../../core/calendar.ts';
import type { ReaderOf } from '../../core/policy/audience.ts';
import { plainTime } from '../../core/policy/service-time.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import type { ToldVersion } from '../../remote/api/shapes.ts';
import { type MirroredThing, serviceOf, type Thing } from '../../items/resolve-id.ts';
import { authorNames, type NameOf } from '../../items/author-names.ts';
import { nameOf } from '../../items/local/local-path.ts';
import type { AppContext } from '../../items/app-context.ts';
import { isUnsent, mustBeFile } from './version-bytes.ts';

const NOTHING = {
  number: null,
  at: null,
  sizeBytes: null,
  who: null,
  summary: null,
  source: null,
  extraction: null,
  base: null,
  isCurrent: false,
  isHere: false,
} as const;

/** One page of a file's versions; the first includes unsent ones. @throws FaultError. */
export async function listVersions(context: AppContext, thing: Thing, page: number): Promise<VersionList> {
  mustBeFile(thing);
  const unsent = page === 1 ? unsentRows(context, thing) : [];
  const readOnly = thing.where === 'mirror' && thing.mirror.mode === 'download' ? refusalTexts.downloadsOnly : null;
  const file = fileOf(thing);
  const known = { head: null, versions: unsent, hasMore: false, trouble: null, readOnly };
  if (file === null) return { ...known, name: thing.where === 'mirror' ? nameOf(thing.item) : '' };
  try {
    const there = await askedRows(context, { thing, file, page });
    return { ...known, ...there, versions: [...unsent, ...there.versions] };
  } catch (error) {
    if (!isFault(error, 'offline', 'busy', 'failing', 'signed-out', 'access-ended')) throw error;
    const name = thing.where === 'mirror' ? nameOf(thing.item) : '';
    return { ...known, ...recorded(thing, unsent), name, trouble: faultLine(toFault(error)) };
  }
}

function fileOf(thing: Thing): ServiceId | null {
  return thing.where === 'service' ? thing.id : (thing.item.remote?.id ?? null);
}

/** Unsent versions: a local edit, and a waiting merge. */
function unsentRows({ journal }: AppContext, thing: Thing): VersionRow[] {
  const rows: VersionRow[] = [];
  const file = fileOf(thing);
  const draft = file === null ? null : journal.mergeDrafts.get(file);
  if (draft !== null)
    rows.push({
      ...NOTHING,
      ref: 'draft',
      kind: 'draft',
      at: isoTime(draft.at),
      sizeBytes: draft.bytes.length,
      summary: draft.note,
      base: draft.head,
    });
  if (thing.where === 'mirror' && isUnsent(thing.item) && thing.item.local !== null) {
    const { id, local, base } = thing.item;
    rows.push({
      ...NOTHING,
      ref: 'local',
      kind: 'local',
      at: isoTime(local.modifiedMs),
      sizeBytes: local.sizeBytes,
      summary: journal.descriptions.note(id),
      base: base?.version ?? null,
      isHere: true,
    });
  }
  return rows;
}

/** The recorded versions of the service: the current one, and the local one. */
function recorded(thing: Thing, unsent: readonly VersionRow[]): Pick<VersionList, 'head' | 'versions'> {
  if (thing.where !== 'mirror' || thing.item.remote === null) return { head: null, versions: [...unsent] };
  const { remote } = thing.item;
  const { version, sizeBytes, updatedAt } = remote;
  if (version === null) return { head: null, versions: [...unsent] };
  const row = {
    ...NOTHING,
    ref: version,
    kind: 'service',
    at: plainTime(updatedAt),
    sizeBytes,
    isCurrent: true,
  } as const;
  return { head: version, versions: [...unsent, { ...row, isHere: versionHere(thing) === version }] };
}

/** The version of the local file; null: it has none, or is not here. */
function versionHere({ item }: MirroredThing): VersionId | null {
  return item.local === null || isUnsent(item) ? null : (item.base?.version ?? null);
}

async function askedRows(
  context: AppContext,
  { thing, file, page }: { readonly thing: Thing; readonly file: ServiceId; readonly page: number },
): Promise<Pick<VersionList, 'name' | 'head' | 'versions' | 'hasMore'>> {
  const mirror = thing.where === 'mirror' ? thing.mirror : null;
  const api = await serviceOf(context, mirror);
  const [detail, told, readers] = await Promise.all([
    api.file(file),
    api.versionsPage(file, page),
    readersOf(api, file),
  ]);
  const organization = mirror?.organization ?? context.journal.facts.get('organization');
  const authorName = await authorNames(api, { readers, authors: told.items.map(({ by }) => by), organization });
  const here = thing.where === 'mirror' ? versionHere(thing) : null;
  return {
    name: thing.where === 'mirror' ? nameOf(thing.item) : detail.name,
    head: detail.version,
    versions: told.items.map(version => rowOf(version, { head: detail.version, here, authorName })),
    hasMore: told.hasNextPage,
  };
}

function rowOf(
  version: ToldVersion,
  { head, here, authorName }: { head: VersionId | null; here: VersionId | null; authorName: NameOf },
): VersionRow {
  const { id, number, createdAt, sizeBytes, by, summary, source, extraction, base } = version;
  return {
    ref: id,
    kind: 'service',
    number,
    at: createdAt,
    sizeBytes,
    who: authorName(by),
    summary,
    source,
    extraction,
    base,
    isCurrent: id === head,
    isHere: id === here,
  };
}

/** Who can open a file; null when the service does not tell. */
async function readersOf(api: ServiceApi, file: ServiceId): Promise<readonly ReaderOf[] | null> {
  try {
    return await api.fileReaders(file);
  } catch (error) {
    if (isFault(error, 'not-allowed', 'scope', 'gone', 'refused', 'failing')) return null;
    throw error;
  }
}
