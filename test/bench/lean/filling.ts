import { uuidsFrom } from '../../service/scale/draws.ts';
import { planTree } from '../tree/plan.ts';
import type { TreeWish } from '../tree/plan.ts';

/** A folder of a tree as it lies at the lean service. The first is the top, whose path is empty. */
export interface FilledFolder {
  readonly path: string;
  readonly id: string;
  readonly files: readonly FilledFile[];
}

export interface FilledFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Which content of the tree it has. */
  readonly number: number;
  readonly id: string;
  readonly version: string;
}

/** When everything that fills the service was made there. */
export const FILLED_AT = '2026-01-05T08:00:00.000Z';

/** A tree with its ids: the same wish has the same ones, so that records of it outlive the service. */
export function* fillingOf(wish: TreeWish): Generator<FilledFolder> {
  const uuid = uuidsFrom(wish.seed);
  let next = 0;
  let number = 0;
  const id = (): string => uuid((next += 1));
  for (const { path, files } of planTree(wish)) {
    const folder = id();
    yield {
      path,
      id: folder,
      files: files.map(({ name, sizeBytes }) => {
        number += 1;
        return { name, sizeBytes, number: number - 1, id: id(), version: id() };
      }),
    };
  }
}
