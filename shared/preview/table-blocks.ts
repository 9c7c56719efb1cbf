import { findRecords, type Separator, splitRecord } from './delimited.ts';
import { type BlockPlace, findBlocks } from './plain/find-blocks.ts';
import { isBlank } from './plain/table-header.ts';
import { type TableDecision, toldSeparator, withSeparator } from './table-decision.ts';

/** One of several tables in a file, with the lines above it; all of them together are the whole text. */
export interface TableBlock {
  /** What stands in the line above its header; empty when nothing does. */
  readonly title: string;
  readonly text: string;
}

const LONGEST_TITLE = 80;

/** The tables of a text, one below the other, each with a header of its own; the whole text where there is only one. */
export function tableBlocks(text: string, { separator, decimal, isTold }: TableDecision): readonly TableBlock[] {
  const from = isTold ? (toldSeparator(text)?.length ?? 0) : 0;
  const starts = findRecords(text, separator, from);
  const found = findBlocks(text, starts, { separator, decimal });
  return found.length < 2 ? [{ title: '', text }] : cutAt(text, starts, found, separator);
}

/** Each table takes the lines above it; what stands below the last one is part of that. */
function cutAt(
  text: string,
  starts: Uint32Array,
  found: readonly BlockPlace[],
  separator: Separator,
): readonly TableBlock[] {
  return found.map(({ to }, at) => {
    const before = found[at - 1];
    const from = before === undefined ? 0 : (starts[before.to] ?? 0);
    const end = at === found.length - 1 ? text.length : (starts[to] ?? text.length);
    const own = text.slice(from, end);
    return { title: titleOf(own, separator), text: own };
  });
}

function titleOf(text: string, separator: Separator): string {
  const { preamble, isTold } = withSeparator(text, separator);
  const starts = findRecords(text, separator, isTold ? (toldSeparator(text)?.length ?? 0) : 0, preamble);
  const above = Array.from({ length: starts.length - 1 }, (_, at) =>
    splitRecord(text, starts[at] ?? 0, starts[at + 1] ?? 0, separator),
  );
  const fields = above.findLast(each => !isBlank(each)) ?? [];
  const words = fields.map(field => field.trim()).filter(field => field !== '');
  return words.join(' ').slice(0, LONGEST_TITLE);
}
