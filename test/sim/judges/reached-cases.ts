import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { Tree } from '../../../main/core/item.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import { allCells, Coverage } from '../../main/core/abstract/coverage.ts';
import type { HttpTrouble } from '../fakes/fake-http.ts';
import type { Moment } from '../fakes/scheduler.ts';

const MODES: readonly MirrorMode[] = ['two-way', 'upload', 'download'];

/** What runs came upon: cells of the policy, and the steps at which a computer died or a call went wrong. */
export class Reached {
  readonly #cells = new Map(MODES.map(mode => [mode, new Coverage(mode)]));
  readonly #points = new Map<string, number>();
  readonly #seen = new WeakSet<object>();

  /** Counts the cells of every tree that is planned on. */
  watch(journal: Journal, mode: MirrorMode): void {
    const { items } = journal;
    if (this.#seen.has(items)) return;
    this.#seen.add(items);
    const tree = items.tree.bind(items);
    items.tree = (mirror: string, root: ItemId): Tree => {
      const found = tree(mirror, root);
      if (!this.#seen.has(found.items)) this.#cells.get(mode)?.observe(found);
      this.#seen.add(found.items);
      return found;
    };
  }

  /** A computer died while these operations were under way. */
  death(moment: Moment, under: readonly string[], how: 'dies' | 'loses power'): void {
    const operation = [...new Set(under)].sort().join('+') || 'nothing begun';
    this.#add(`${operation}, ${how} ${moment.when} ${stepOf(moment.label)}`);
  }

  trouble(method: string, url: string, trouble: HttpTrouble): void {
    const what = trouble.kind === 'instead' ? `a ${trouble.answer.status}` : trouble.kind;
    this.#add(`${stepOf(`http ${method} ${new URL(url).pathname}`)} meets ${what}`);
  }

  refusal({ label, when }: Moment): void {
    this.#add(`${stepOf(label)} is refused, ${when}`);
  }

  /** Cells of a mode, by name, with how often each was reached. */
  cells(mode: MirrorMode): ReadonlyMap<string, number> {
    return new Map(allCells().map(cell => [cell, this.#cells.get(mode)?.count(cell) ?? 0]));
  }

  get points(): ReadonlyMap<string, number> {
    return this.#points;
  }

  #add(point: string): void {
    this.#points.set(point, (this.#points.get(point) ?? 0) + 1);
  }
}

/** The kind of a step: `disk.place a/b.csv: renamed` is `disk.place: renamed`, ids are left out. */
function stepOf(label: string): string {
  const inner = /: ([a-z ]+)$/.exec(label)?.[1];
  const suffix = inner === undefined ? '' : `: ${inner}`;
  const [verb = '', method = '', path = ''] = label.split(' ');
  if (verb !== 'http') return `${verb.replace(/:$/, '')}${suffix}`;
  const named = path
    .replace(/:$/, '')
    .replace('/api/v1', '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
  return `http ${method} ${named}${suffix}`;
}

/** What is counted, as plain data that workers can hand over. */
export interface ReachedCounts {
  readonly cells: Readonly<Record<string, number>>;
  readonly points: Readonly<Record<string, number>>;
}

export function countsOf(reached: Reached): ReachedCounts {
  const cells = MODES.flatMap(mode => [...reached.cells(mode)].map(([cell, count]) => [`${mode}: ${cell}`, count]));
  return { cells: Object.fromEntries(cells), points: Object.fromEntries(reached.points) };
}

export function sumOfCounts(all: readonly ReachedCounts[]): ReachedCounts {
  const add = (parts: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const part of parts) for (const [name, count] of Object.entries(part)) sums[name] = (sums[name] ?? 0) + count;
    return sums;
  };
  return { cells: add(all.map(({ cells }) => cells)), points: add(all.map(({ points }) => points)) };
}

/** For people: how many cells of each kind of mirror were reached, which were not, and all points. */
export function textOfCounts({ cells, points }: ReachedCounts): string {
  const modes = MODES.map(mode => {
    const own = Object.entries(cells).filter(([name]) => name.startsWith(`${mode}: `));
    const missing = own.filter(([, count]) => count === 0).map(([name]) => `  never: ${name}`);
    return [`${mode}: ${own.length - missing.length} of ${own.length} cells reached`, ...missing].join('\n');
  });
  const sorted = Object.entries(points).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [...modes, `${sorted.length} points:`, ...sorted.map(([name, count]) => `  ${count} × ${name}`)].join('\n');
}
