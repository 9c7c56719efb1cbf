import type { Kind } from './kind.ts';
import type { Failure } from './reports.ts';
import { playSlice } from './slice.ts';

/** What a hunt found of one kind. */
export interface Found {
  readonly kind: string;
  /** The first seed that was not begun any more. */
  readonly next: number;
  readonly failed: number;
}

interface Hunting {
  /** Each kind begins with this seed. */
  readonly first: number;
  /** 0: one seed of each kind. */
  readonly minutes: number;
  /** So many kinds are played beside each other. */
  readonly jobs: number;
  readonly onFailure: (failure: Failure) => void;
  /** What plays a slice; another one in tests. */
  readonly play?: typeof playSlice;
}

const MINUTE_MS = 60_000;
/** A kind whose processes take seconds to start gets something done in such a slice. */
const SHORTEST_SLICE_MS = 20_000;

/** Plays all kinds in turn, slice after slice, until the time is up. @throws Error when a simulation cannot be started. */
export async function hunt(kinds: readonly Kind[], hunting: Hunting): Promise<readonly Found[]> {
  const { first, minutes, jobs, onFailure, play = playSlice } = hunting;
  const end = Date.now() + minutes * MINUTE_MS;
  const slice = Math.max((minutes * MINUTE_MS * jobs) / kinds.length / 3, SHORTEST_SLICE_MS);
  const found = new Map(kinds.map(({ name }) => [name, { kind: name, next: first, failed: 0 }]));
  const queue = [...kinds];
  const work = async (): Promise<void> => {
    for (let kind = queue.shift(); kind !== undefined; kind = queue.shift()) {
      const before = found.get(kind.name) ?? { kind: kind.name, next: first, failed: 0 };
      const until = minutes === 0 ? 0 : Math.min(end, Date.now() + slice);
      const { next, failures } = await play(kind, { first: before.next, until });
      for (const failure of failures) onFailure(failure);
      found.set(kind.name, { ...before, next, failed: before.failed + failures.length });
      if (Date.now() < end) queue.push(kind);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, kinds.length) }, work));
  return [...found.values()];
}
