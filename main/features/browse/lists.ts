import type { Kind } from '../../core/item.ts';
import type { Sorting } from '../../../shared/features/browse/folder-model.ts';
import { compareKeys, naturalKey } from '../../core/names/natural-order.ts';
import { RecomputeThrottle } from '../../items/recompute-throttle.ts';
import type { AppContext } from '../../items/app-context.ts';

/** What a list knows of each of its lines. */
export interface Line {
  /** As in `FileRow`. */
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  readonly extraction: string | null;
  readonly sizeBytes: number | null;
}

/** The lines of one place. */
export interface LineSource<L extends Line> {
  /** Identifies the place. */
  readonly key: string;
  /** Increases with every change of what the lines show. */
  readonly changes: () => number;
  /** All lines, unordered. */
  readonly read: () => readonly L[];
  /** The sort value for columns that a line does not carry itself. */
  readonly valueOf: (column: 'sync' | 'modified' | 'size') => (line: L) => string | number | null;
}

/** A sorted list. */
export interface List<L extends Line> {
  readonly stamp: string;
  readonly lines: readonly L[];
  readonly folders: number;
  /** Number of lines without the filter. */
  readonly all: number;
}

interface CachedList {
  readonly changes: number;
  /** Sorted, without the filter. */
  readonly sorted: readonly Line[];
  readonly filter: string;
  readonly list: List<Line>;
}

/** Sorted lists kept: those shown and a few recent ones. */
const MOST_KEPT = 6;
/** Above this total number of lines, all kept lists are dropped. */
const MOST_LINES = 400_000;

/**
 * Sorts lines. A list is sorted on first use; later only changed lines are moved. While much changes, a long list is
 * refreshed a few times a second at most; its rows are always read fresh.
 */
export class Lists {
  readonly #patience: RecomputeThrottle;
  readonly #kept = new Map<string, CachedList>();
  #stamps = 0;

  constructor(context: Pick<AppContext, 'world' | 'changed'>) {
    this.#patience = new RecomputeThrottle(context);
  }

  /** The sorted lines of a place whose names contain `filter`. */
  get<L extends Line>(source: LineSource<L>, sorting: Sorting, filter: string): List<L> {
    const key = `${source.key} ${sorting.column} ${sorting.direction}`;
    const kept = this.#kept.get(key);
    const changes = source.changes();
    const isCurrent = kept !== undefined && (kept.changes === changes || this.#patience.mustWait(key));
    const sorted = isCurrent
      ? (kept.sorted as readonly L[])
      : this.#patience.reckon(key, () => inOrder(source, sorting, kept?.sorted ?? []));
    const isSame = isCurrent && kept.filter === filter;
    const list = isSame ? (kept.list as List<L>) : this.#listOf(sorted, filter, kept?.list as List<L> | undefined);
    this.#keep(key, { changes: isCurrent ? kept.changes : changes, sorted, filter, list });
    return list;
  }

  #listOf<L extends Line>(sorted: readonly L[], filter: string, before: List<L> | undefined): List<L> {
    const sought = foldForSearch(filter);
    const lines = sought === '' ? sorted : sorted.filter(({ name }) => foldForSearch(name).includes(sought));
    const isSame = before?.lines.length === lines.length && lines.every((line, at) => line.id === before.lines[at]?.id);
    const firstFile = lines.findIndex(({ kind }) => kind === 'file');
    return {
      stamp: isSame ? before.stamp : String(++this.#stamps),
      lines,
      folders: firstFile === -1 ? lines.length : firstFile,
      all: sorted.length,
    };
  }

  #keep(key: string, kept: CachedList): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    let count = [...this.#kept.values()].reduce((sum, { sorted }) => sum + sorted.length, 0);
    for (const [oldest, { sorted }] of this.#kept) {
      if (oldest === key || (this.#kept.size <= MOST_KEPT && count <= MOST_LINES)) break;
      this.#kept.delete(oldest);
      count -= sorted.length;
    }
  }
}

/** Folds a text for searching: ignores case and accents. */
export function foldForSearch(text: string): string {
  const plain = text.toLowerCase();
  return /^[ -~]*$/.test(plain) ? plain : plain.normalize('NFKD').replaceAll(/\p{M}+/gu, '');
}

/** Sorts lines starting from their previous order, which makes re-sorting fast. */
function inOrder<L extends Line>(source: LineSource<L>, sorting: Sorting, before: readonly Line[]): readonly L[] {
  const places = new Map(before.map(({ id }, at) => [id, at]));
  const last = before.length;
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  const valueOf = valueReader(source, sorting.column);
  const sheets = source.read().map(line => ({
    line,
    isFile: line.kind === 'file' ? 1 : 0,
    value: valueOf(line),
    key: naturalKey(line.name),
    before: places.get(line.id) ?? last,
  }));
  sheets.sort((one, other) => one.before - other.before);
  const byName = sorting.column === 'name' ? sign : 1;
  sheets.sort(
    (one, other) =>
      one.isFile - other.isFile ||
      compareValues(one.value, other.value, sign) ||
      (compareKeys(one.key, other.key) ||
        compareKeys(one.line.name, other.line.name) ||
        compareKeys(one.line.id, other.line.id)) * byName,
  );
  return sheets.map(({ line }) => line);
}

function valueReader<L extends Line>(
  source: LineSource<L>,
  column: Sorting['column'],
): (line: L) => string | number | null {
  switch (column) {
    case 'name':
      return () => null;
    case 'text':
      return ({ extraction }) => extraction;
    case 'size':
    case 'sync':
    case 'modified':
      return source.valueOf(column);
  }
}

/** Lines without a value come last, in both directions. */
function compareValues(one: string | number | null, other: string | number | null, sign: number): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return (one < other ? -1 : 1) * sign;
}
