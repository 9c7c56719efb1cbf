import type { TableView } from './table-view.ts';
import type { Comparison, NoComparison, PartComparison } from './comparison.ts';
import type { StackSide } from './read-versions.ts';
import type { TreeChange } from './json-tree.ts';
import { type Hunk, isHunk, type LinePart } from './lines.ts';
import { type Counts, countsOf, MOST_SHOWN, type Pages } from './pages.ts';
import type { NoTable } from './table-merge.ts';
import { tableView } from './table-view.ts';
import { type Marked, markWords } from './words.ts';

/** Lines around a difference that are shown with it. */
const AROUND = 3;

/** Of a comparison, what a person sees. */
export type ComparisonView =
  | { readonly kind: 'same' }
  | { readonly kind: 'facts'; readonly why: NoComparison }
  | { readonly kind: 'image'; readonly type: string }
  | { readonly kind: 'stack'; readonly mine: StackSide; readonly theirs: StackSide }
  | PartsView
  | LinesView
  | TableView;

/** Sheets, tables or texts that were read in files, and one of them. */
export interface PartsView {
  readonly kind: 'parts';
  readonly of: Extract<Comparison, { kind: 'parts' }>['of'];
  /** Whether one of the versions goes on behind what was compared. */
  readonly isCut: boolean;
  readonly parts: readonly {
    readonly name: string;
    readonly what: PartComparison['what'];
    readonly state: 'same' | 'differs' | 'mine' | 'theirs';
  }[];
  readonly shown: number;
  readonly view: ComparisonView;
}

/** A text, with what is alike cut to a few lines around each difference. */
export interface LinesView {
  readonly kind: 'lines';
  readonly parts: readonly LinesPart[];
  readonly counts: Counts;
  readonly noTable: NoTable | null;
  readonly tree: readonly TreeChange[] | null;
  readonly canJoin: boolean;
  readonly pages: Pages;
}

/** A difference, with the words in which its sides differ; null: they are read whole. */
export type HunkView = Hunk & { readonly marked: Marked | null };

export type LinesPart = HunkView | { readonly lines: readonly string[] } | { readonly skipped: number };

/** What a person sees of a comparison. @param page counted from 0. */
export function viewOf(comparison: Comparison, page = 0): ComparisonView {
  if (comparison.kind === 'table') return tableView(comparison.merge, comparison.encoding !== null, page);
  if (comparison.kind === 'parts') return partsView(comparison, page);
  if (comparison.kind !== 'lines') return comparison;
  const { parts, noTable, tree, encoding } = comparison;
  const hunks = parts.filter(isHunk);
  const starts = hunks.filter((_, at) => at % MOST_SHOWN === 0).map(({ id }) => id);
  return {
    kind: 'lines',
    parts: partsOnPage(parts, page),
    counts: countsOf(hunks),
    noTable,
    tree,
    canJoin: encoding !== null,
    pages: { shown: page, starts },
  };
}

function partsView({ of, parts, shown, isCut }: Extract<Comparison, { kind: 'parts' }>, page: number): PartsView {
  const state = ({ isIn, comparison }: PartComparison) =>
    isIn !== 'both' ? isIn : comparison.kind === 'same' ? ('same' as const) : ('differs' as const);
  const { comparison = { kind: 'same' } } = parts[shown] ?? {};
  return {
    kind: 'parts',
    of,
    isCut,
    parts: parts.map(part => ({ name: part.name, what: part.what, state: state(part) })),
    shown,
    view: viewOf(comparison, page),
  };
}

function partsOnPage(parts: readonly LinePart[], page: number): LinesPart[] {
  const hunks = parts.flatMap((part, at) => (isHunk(part) ? [at] : []));
  const from = page === 0 ? 0 : Math.max(0, (hunks[page * MOST_SHOWN] ?? parts.length) - 1);
  const to = hunks[(page + 1) * MOST_SHOWN] ?? parts.length;
  return parts.slice(from, to).flatMap((part, index) => {
    const at = from + index;
    return isHunk(part)
      ? [{ ...part, marked: markWords(part.mine.join(''), part.theirs.join('')) }]
      : around(part.lines, at === 0, at === parts.length - 1);
  });
}

function around(lines: readonly string[], isFirst: boolean, isLast: boolean): LinesPart[] {
  const before = isFirst ? 0 : AROUND;
  const after = isLast ? 0 : AROUND;
  if (lines.length <= before + after + 1) return [{ lines }];
  const parts = [
    { lines: lines.slice(0, before) },
    { skipped: lines.length - before - after },
    { lines: lines.slice(lines.length - after) },
  ];
  return parts.filter(part => 'skipped' in part || part.lines.length > 0);
}
