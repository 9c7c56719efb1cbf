import { compareKeys, naturalKey } from '../../../main/core/names/natural-order.ts';
import type { Handlers, Input } from '../../../shared/contract.ts';
import type { FaultError } from '../../../shared/fault.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import type { PlaceHead } from '../../../shared/features/browse/folder-model.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import type { StoredInfo } from '../../../shared/features/trash/model.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';

/** What is at the service beside the mirrors: rows by folder (`roots`, `archived`, `loose` or an id), and how places stand. */
export interface ScriptedBase {
  readonly rows: Map<string, FileRow[]>;
  readonly heads: Map<string, Partial<PlaceHead>>;
  stored: StoredInfo[];
  /** Places that were asked to be checked by a person, as JSON. */
  readonly checked: string[];
  /** Folders and files that were to be brought back. */
  readonly restored: string[];
  /** What bringing back answers with; null: it works. */
  refusal: FaultError | null;
}

export const FREEZERS = '11111111-0000-4000-8000-000000000001';
export const ARCHIVED = '11111111-0000-4000-8000-000000000002';

/** Two folders at the top, one of them with things in it, and one in the archive. */
export function scriptedBase(): ScriptedBase {
  return {
    rows: new Map([
      [
        'roots',
        [
          { ...baseRow('9000', 'Knowledge Base', 'folder'), badge: 'local', opens: { mirror: 'm1', folder: null } },
          baseRow(FREEZERS, 'Freezers', 'folder'),
        ],
      ],
      [
        FREEZERS,
        [
          baseRow('11111111-0000-4000-8000-000000000003', 'Minus 80', 'folder'),
          baseRow('11111111-0000-4000-8000-000000000004', 'boxes.csv', 'file'),
        ],
      ],
      ['archived', [{ ...baseRow(ARCHIVED, 'Old runs', 'folder'), modifiedAt: '2026-10-01T08:00:00Z' }]],
    ]),
    heads: new Map(),
    stored: [],
    checked: [],
    restored: [],
    refusal: null,
  };
}

/** A row of something that is only at the service. */
export function baseRow(id: string, name: string, kind: FileRow['kind']): FileRow {
  const isFolder = kind === 'folder';
  return {
    id,
    kind,
    name,
    serviceName: null,
    badge: 'remote',
    note: null,
    extraction: null,
    sizeBytes: isFolder ? null : 1200,
    modifiedAt: isFolder ? null : '2026-11-01T08:00:00Z',
    hasFolders: isFolder,
  };
}

interface ScriptParts {
  readonly rowsIn: (mirror: string, folder: string | null) => readonly FileRow[];
  readonly wayTo: (folder: string | null) => readonly { id: string; name: string }[];
  readonly nameOf: (mirror: string) => string;
  readonly checkedAt: string;
  readonly base: ScriptedBase;
}

type ListHandlers = Pick<
  Handlers,
  | 'files.window'
  | 'files.ids'
  | 'files.find'
  | 'files.folders'
  | 'files.check'
  | 'files.restoreFolder'
  | 'store.list'
  | 'store.restore'
>;

/** The calls of browsing, over rows in memory. */
export function scriptedLists(parts: ScriptParts): ListHandlers {
  const { base } = parts;
  const rowsOf = (place: FolderPlace): readonly FileRow[] => {
    if ('mirror' in place) return parts.rowsIn(place.mirror, place.folder);
    return base.rows.get(nameOfPlace(place)) ?? [];
  };
  const list = ({ place, sorting, filter }: Pick<Input<'files.window'>, 'place' | 'sorting' | 'filter'>) =>
    sorted(rowsOf(place), sorting).filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  return {
    'files.window': async question => {
      const rows = list(question);
      const folders = rows.filter(({ kind }) => kind === 'folder').length;
      const anchorAt = rows.findIndex(({ id }) => id === question.anchor);
      return {
        head: headOf(parts, question.place),
        order: rows.map(({ id }) => id).join(' '),
        folders,
        files: rows.length - folders,
        all: rowsOf(question.place).length,
        from: question.from,
        rows: rows.slice(question.from, question.from + question.count),
        anchorAt: anchorAt === -1 ? null : anchorAt,
        gone: question.chosen.filter(id => !rows.some(row => row.id === id)),
      };
    },
    'files.ids': async question =>
      list(question)
        .slice(question.from, question.to)
        .map(({ id }) => id),
    'files.find': async ({ wanted, ...question }) => {
      const rows = list(question);
      const fits = (row: FileRow): boolean =>
        'id' in wanted ? row.id === wanted.id : row.name.toLowerCase().startsWith(wanted.prefix.toLowerCase());
      const after = 'id' in wanted ? 0 : wanted.after;
      const next = rows.findIndex((row, at) => at >= after && fits(row));
      const at = next === -1 ? rows.findIndex(fits) : next;
      const row = rows[at];
      return row === undefined ? null : { at, id: row.id };
    },
    'files.folders': async ({ place }) => {
      const folders = sorted(rowsOf(place), { column: 'name', direction: 'ascending' })
        .filter(({ kind }) => kind === 'folder')
        .map(row => ({
          place: opened(place, row),
          name: row.name,
          hasFolders: row.hasFolders,
          isMirrored: row.opens !== undefined,
        }));
      return { folders, total: folders.length };
    },
    'files.check': async ({ place, now }) => {
      if (now) base.checked.push(JSON.stringify(place));
      return null;
    },
    'files.restoreFolder': async ({ id }) => {
      if (base.refusal !== null) throw base.refusal;
      base.restored.push(id);
      base.rows.set(
        'archived',
        (base.rows.get('archived') ?? []).filter(row => row.id !== id),
      );
      return null;
    },
    'store.list': async () => base.stored,
    'store.restore': async ({ id, to }) => {
      if (base.refusal !== null) throw base.refusal;
      const file = base.stored.find(each => each.id === id);
      base.stored = base.stored.filter(each => each.id !== id);
      base.restored.push(to === undefined ? id : `${id} into ${JSON.stringify(to)}`);
      const mirror = to === undefined ? (file?.mirror ?? 'm1') : 'mirror' in to ? to.mirror : '';
      return { mirror, path: file?.path ?? '', older: 0 };
    },
  };
}

function headOf({ wayTo, nameOf, checkedAt, base }: ScriptParts, place: FolderPlace): PlaceHead {
  const head = {
    place,
    standing: 'ready' as const,
    got: null,
    of: null,
    reading: null,
    fault: null,
    archived: null,
    checkedAt,
    isIncomplete: 'list' in place && place.list === 'loose',
  };
  if (!('mirror' in place)) {
    const name = nameOfPlace(place);
    const named = [...base.rows.values()].flat().find(({ id }) => id === name)?.name ?? name;
    const top = { place: { base: null }, name: 'Knowledge base' };
    const library = { place: { library: null }, name: libraryTexts.place };
    const trail =
      'library' in place
        ? [library, ...(place.library === null ? [] : [{ place, name: named }])]
        : 'list' in place
          ? [{ place, name: browseTexts[place.list] }]
          : place.base === null
            ? [top]
            : [top, { place, name: named }];
    return { ...head, trail, ...base.heads.get(name) };
  }
  const { mirror } = place;
  const inside = wayTo(place.folder).map(({ id, name }) => ({ place: { mirror, folder: id }, name }));
  return { ...head, trail: [{ place: { mirror, folder: null }, name: nameOf(mirror) }, ...inside] };
}

function nameOfPlace(place: Exclude<FolderPlace, { mirror: string }>): string {
  if ('library' in place) return place.library ?? 'library';
  return 'list' in place ? place.list : (place.base ?? 'roots');
}

function opened(place: FolderPlace, { id, opens }: FileRow): FolderPlace {
  if ('library' in place) return { library: id };
  return opens ?? ('mirror' in place ? { mirror: place.mirror, folder: id } : { base: id });
}

function sorted(rows: readonly FileRow[], { column, direction }: Input<'files.window'>['sorting']): FileRow[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const value = (row: FileRow): string | number =>
    column === 'size' ? (row.sizeBytes ?? -1) : column === 'modified' ? (row.modifiedAt ?? '') : naturalKey(row.name);
  return rows.toSorted((one, other) => {
    const kinds = Number(one.kind === 'file') - Number(other.kind === 'file');
    const [left, right] = [value(one), value(other)];
    return kinds || (left < right ? -sign : left > right ? sign : 0) || compareKeys(one.name, other.name);
  });
}
