import { type Comparison, compareVersions, type PartComparison, type Versions, type Wish } from './comparison.ts';
import type { ReadVersions, TextPart } from './read-versions.ts';
import { isSameBytes, writeText } from './written.ts';

type Texts = Extract<ReadVersions, { is: 'texts' }>;

/**
 * Compares versions of any file. @param read what was read in them, where they are no texts themselves (`readVersions`);
 * undefined: they are compared as they are.
 */
export function compareRead(versions: Versions, wish: Wish, read: ReadVersions | undefined): Comparison {
  if (read === undefined || isSameBytes(versions.mine, versions.theirs)) return compareVersions(versions, wish);
  switch (read.is) {
    case 'unreadable':
      return { kind: 'facts', why: 'unreadable' };
    case 'stacks':
      return { kind: 'stack', mine: read.mine, theirs: read.theirs };
    case 'texts':
      return compareParts(read, wish);
  }
}

/** Compares the sheets of workbooks, or the text of documents: a sheet like a table with tabs, a text by its lines. */
function compareParts({ of, base, mine, theirs }: Texts, wish: Wish): Comparison {
  const names = [...new Set([...theirs, ...mine].map(({ name }) => name))];
  const parts = names.map((name): PartComparison => {
    const [ours, others, from] = [named(mine, name), named(theirs, name), base === null ? null : named(base, name)];
    const isIn = ours === null ? 'theirs' : others === null ? 'mine' : 'both';
    // A sheet that only one of them has is no table to compare with.
    const by = isIn === 'both' ? wish.by : 'lines';
    const versions = {
      name: of === 'sheets' ? 'sheet.tsv' : 'text.txt',
      base: from === null ? null : bytesOf(from),
      mine: bytesOf(ours ?? ''),
      theirs: bytesOf(others ?? ''),
    };
    return { name, isIn, comparison: unwritten(compareVersions(versions, { ...wish, by })) };
  });
  const first = parts.findIndex(({ comparison }) => comparison.kind !== 'same');
  const shown = wish.part !== undefined && wish.part < parts.length ? wish.part : Math.max(0, first);
  return { kind: 'parts', of, parts, shown };
}

/** What comes of texts that were read out of a file cannot be written back into it. */
function unwritten(comparison: Comparison): Comparison {
  return comparison.kind === 'lines' || comparison.kind === 'table' ? { ...comparison, encoding: null } : comparison;
}

function named(parts: readonly TextPart[], name: string): string | null {
  return parts.find(part => part.name === name)?.text ?? null;
}

function bytesOf(text: string): Uint8Array {
  // Every text can be written so.
  return writeText(text, 'utf-8') ?? new Uint8Array();
}
