import { useEffect, useRef, useState } from 'react';

/** Rows are asked for in blocks, and so many blocks are remembered. */
const BLOCK = 100;
const MOST_BLOCKS = 24;

interface Known<R> {
  readonly stamp: string | number;
  readonly blocks: ReadonlyMap<number, readonly R[]>;
}

/**
 * Rows of a long list that a worker knows: those in sight and some around them. What is not there yet is undefined.
 * @param stamp another one whenever the rows are others. @param ask rows from one up to, not with, another.
 */
export function useRows<R>(
  { first, end }: { readonly first: number; readonly end: number },
  {
    count,
    stamp,
    ask,
  }: {
    readonly count: number;
    readonly stamp: string | number;
    readonly ask: (from: number, to: number) => Promise<readonly R[]>;
  },
): (at: number) => R | undefined {
  const [known, setKnown] = useState<Known<R>>({ stamp, blocks: new Map() });
  if (known.stamp !== stamp) setKnown({ stamp, blocks: new Map() });
  const latest = useRef(ask);
  const asked = useRef({ stamp, blocks: new Set<number>() });
  useEffect(() => void (latest.current = ask), [ask]);
  useEffect(() => {
    if (asked.current.stamp !== stamp) asked.current = { stamp, blocks: new Set() };
    const { blocks } = asked.current;
    const from = Math.max(0, Math.floor((first - BLOCK / 2) / BLOCK));
    const to = Math.floor(Math.min(count - 1, end + BLOCK / 2) / BLOCK);
    for (let block = from; block <= to; block++) {
      if (blocks.has(block) || known.blocks.has(block)) continue;
      blocks.add(block);
      latest.current(block * BLOCK, Math.min(count, (block + 1) * BLOCK)).then(
        rows => {
          blocks.delete(block);
          setKnown(before => (before.stamp === stamp ? withBlock(before, block, rows) : before));
        },
        // Who ended the worker says why.
        () => blocks.delete(block),
      );
    }
  }, [first, end, count, stamp, known]);
  return at => (known.stamp === stamp ? known.blocks.get(Math.floor(at / BLOCK))?.[at % BLOCK] : undefined);
}

/** Blocks that are far away are forgotten. */
function withBlock<R>({ stamp, blocks }: Known<R>, block: number, rows: readonly R[]): Known<R> {
  const all = new Map(blocks).set(block, rows);
  const far = [...all.keys()].toSorted((one, other) => Math.abs(other - block) - Math.abs(one - block));
  for (const each of far.slice(0, Math.max(0, all.size - MOST_BLOCKS))) all.delete(each);
  return { stamp, blocks: all };
}
