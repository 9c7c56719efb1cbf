import { createHash } from 'node:crypto';

import { type Comparison, type PartComparison, type Versions, type Wish } from '../../../../shared/diff/comparison.ts';
import { compareRead } from '../../../../shared/diff/read-comparison.ts';
import { type Hunk, isHunk } from '../../../../shared/diff/lines.ts';
import type { Change, TableMerge } from '../../../../shared/diff/table-merge.ts';
import type { MergeSides } from '../../../../shared/features/versions/model.ts';
import { isReadFirst } from '../../../../shared/preview/kind.ts';
import { formatExactBytes } from '../../../../shared/text/format.ts';
import { compareTexts } from '../../../../shared/features/versions/compare-text.ts';
import { readVersionsInThread } from '../../runner/reading-thread.ts';

/** Two versions that were compared, by the names a person gave them. */
export interface Compared {
  readonly file: string;
  readonly one: string;
  readonly other: string;
  readonly base: string | null;
  readonly comparison: Comparison;
  readonly sizes: { readonly one: number; readonly other: number };
  readonly hashes: { readonly one: string; readonly other: string };
}

/** Compares what was fetched. */
export async function differencesOf(
  { name, mine, theirs, base }: MergeSides,
  versions: Versions,
  wish: Wish,
): Promise<Compared> {
  const read = isReadFirst(name) ? await readVersionsInThread(versions) : undefined;
  const comparison = compareRead(versions, wish, read);
  const sides = { one: versions.mine, other: versions.theirs };
  return {
    file: name,
    one: mine.version,
    other: theirs.version,
    base: base?.version ?? null,
    comparison,
    sizes: { one: sides.one.length, other: sides.other.length },
    hashes: { one: hashOf(sides.one), other: hashOf(sides.other) },
  };
}

/** `versions diff --json`. */
export function differencesShape({ file, one, other, base, comparison, sizes, hashes }: Compared): object {
  return { file, one, other, base, sizeBytes: sizes, sha256: hashes, ...found(comparison) };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function found(comparison: Comparison): object {
  switch (comparison.kind) {
    case 'same':
      return { kind: 'same' };
    case 'image':
      return { kind: 'facts', why: 'image' };
    case 'facts':
      return { kind: 'facts', why: comparison.why };
    case 'stack':
      return { kind: 'facts', why: 'image', planes: { one: comparison.mine.planes, other: comparison.theirs.planes } };
    case 'parts':
      return {
        kind: 'parts',
        of: comparison.of === 'sheets' || comparison.of === 'tables' ? comparison.of : 'text',
        notCompared: compareTexts.notCompared[comparison.of],
        isCut: comparison.isCut,
        parts: comparison.parts.map(({ name, what, isIn, comparison: own }) => ({
          name,
          what,
          ...inOneOrOther({ mine: isIn !== 'theirs', theirs: isIn !== 'mine' }),
          ...found(own),
        })),
      };
    case 'lines':
      return {
        kind: 'lines',
        noTable: comparison.noTable,
        changes: comparison.parts.filter(isHunk).map(({ origin, line, mineLine, base, mine, theirs }) => ({
          origin,
          oneLine: mineLine,
          otherLine: line,
          base,
          one: mine,
          other: theirs,
        })),
        tree: comparison.tree?.map(({ path, mine, theirs }) => ({ path, one: mine, other: theirs })) ?? null,
      };
    case 'table': {
      const { merge } = comparison;
      const changes = merge.changes.map(change => changeShape(merge, change));
      return { kind: 'table', key: merge.key, isReordered: merge.isReordered, changes };
    }
  }
}

function changeShape(merge: TableMerge, change: Change): object {
  const { at, origin } = change;
  switch (change.at) {
    case 'head':
      return { at, origin, base: change.values.base ?? null, one: change.values.mine, other: change.values.theirs };
    case 'column':
      return { at, origin, column: merge.columns[change.column]?.name, ...inOneOrOther(change.isIn) };
    case 'row':
      return { at, origin, key: merge.rows[change.row]?.key, ...inOneOrOther(change.isIn) };
    case 'cell':
      return {
        at,
        origin,
        key: merge.rows[change.row]?.key,
        column: merge.columns[change.column]?.name,
        base: change.values.base ?? null,
        one: change.values.mine,
        other: change.values.theirs,
      };
  }
}

function inOneOrOther({ mine, theirs }: { readonly mine: boolean; readonly theirs: boolean }): object {
  return { inOne: mine, inOther: theirs };
}

/** The differences for people: from the one version to the other. */
export function differenceLines(compared: Compared): string[] {
  const { comparison, base } = compared;
  const lines = linesOf(comparison, base !== null);
  return ['image', 'stack', 'facts'].includes(comparison.kind) ? [...lines, ...factLines(compared)] : lines;
}

function factLines({ sizes, hashes }: Compared): string[] {
  return [
    compareTexts.sizes(formatExactBytes(sizes.one), formatExactBytes(sizes.other)),
    compareTexts.hashes(hashes.one, hashes.other),
  ];
}

function linesOf(comparison: Comparison, isMerge: boolean): string[] {
  switch (comparison.kind) {
    case 'same':
      return [compareTexts.same];
    case 'image':
      return [compareTexts.imageHere];
    case 'facts':
      return [compareTexts.why[comparison.why]];
    case 'table':
      return tableLines(comparison.merge, isMerge);
    case 'stack':
      return [compareTexts.imageHere, compareTexts.planes(comparison.mine.planes, comparison.theirs.planes)];
    case 'parts':
      return [
        ...comparison.parts.flatMap(part => partLines(part, comparison.of, isMerge)),
        ...(comparison.parts.every(isSame) && (comparison.of === 'sheets' || comparison.of === 'tables')
          ? [compareTexts.sameText]
          : []),
        compareTexts.notCompared[comparison.of],
        ...(comparison.isCut ? [compareTexts.cut] : []),
      ];
    case 'lines': {
      const note = comparison.noTable === null ? [] : [compareTexts.noTable[comparison.noTable]];
      const tree = comparison.tree ?? [];
      if (tree.length > 0 && !isMerge)
        return tree.map(({ path, mine, theirs }) => `${path || '(all)'}: ${arrow(mine, theirs)}`);
      return [...note, ...comparison.parts.filter(isHunk).flatMap(hunk => hunkLines(hunk, isMerge))];
    }
  }
}

function isSame({ isIn, comparison }: PartComparison): boolean {
  return isIn === 'both' && comparison.kind === 'same';
}

type Parted = Extract<Comparison, { kind: 'parts' }>['of'];

function partLines({ name, what, isIn, comparison }: PartComparison, of: Parted, isMerge: boolean): string[] {
  const lines = comparison.kind === 'same' ? [compareTexts.sameText] : linesOf(comparison, isMerge);
  if (what === 'text') return lines;
  const only = isIn === 'both' ? '' : `: ${isIn === 'mine' ? compareTexts.onlyOne : compareTexts.onlyOther}`;
  if (comparison.kind === 'same' && only === '') return [];
  const title = of === 'tables' ? compareTexts.table(name) : compareTexts.sheet(name);
  return [`${what === 'formulas' ? compareTexts.formulas(title) : title}${only}`, ...lines.map(line => `  ${line}`)];
}

function hunkLines({ origin, line, mineLine, mine, theirs }: Hunk, isMerge: boolean): string[] {
  const plain = (lines: readonly string[], sign: string) => lines.map(each => `${sign}${each.replace(/[\r\n]+$/, '')}`);
  const about = isMerge ? ` ${compareTexts.origin[origin]}` : '';
  return [`@@ ${mineLine} → ${line}${about}`, ...plain(mine, '-'), ...plain(theirs, '+')];
}

function tableLines(merge: TableMerge, isMerge: boolean): string[] {
  const { changes, key, isReordered } = merge;
  return [
    `${compareTexts.by}: ${key.join(', ')}`,
    ...changes.map(change => changeLine(merge, change) + (isMerge ? `  (${compareTexts.origin[change.origin]})` : '')),
    ...(isReordered ? [compareTexts.reordered] : []),
    ...(changes.length === 0 ? [compareTexts.onlyWritten] : []),
  ];
}

function changeLine(merge: TableMerge, change: Change): string {
  const sign = 'isIn' in change && change.isIn.theirs ? '+' : '-';
  switch (change.at) {
    case 'head':
      return compareTexts.head;
    case 'column':
      return `${sign} ${compareTexts.column} ${merge.columns[change.column]?.name ?? ''}`;
    case 'row':
      return `${sign} ${compareTexts.row} ${merge.rows[change.row]?.key.join(' · ') ?? ''}`;
    case 'cell': {
      const place = `${merge.rows[change.row]?.key.join(' · ') ?? ''}, ${merge.columns[change.column]?.name ?? ''}`;
      return `${place}: ${arrow(change.values.mine, change.values.theirs)}`;
    }
  }
}

function arrow(one: string | null, other: string | null): string {
  const shown = (value: string | null) =>
    value === null ? compareTexts.nothing : value === '' ? compareTexts.empty : value;
  return `${shown(one)} → ${shown(other)}`;
}
