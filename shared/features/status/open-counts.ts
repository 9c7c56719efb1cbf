import type { MirrorStatus } from './model.ts';

/** How much is not done yet. Every number of changes that people read is one of these. */
export interface OpenCounts {
  /** Carried out as soon as it is their turn. */
  readonly queued: number;
  /** Wait for a time or for something else. */
  readonly held: number;
  readonly blocked: number;
  readonly conflicted: number;
  readonly all: number;
}

/** What is open in some mirrors. */
export function openIn(
  mirrors: readonly Pick<MirrorStatus, 'waiting' | 'held' | 'blocked' | 'conflicted'>[],
): OpenCounts {
  const sum = (of: 'waiting' | 'held' | 'blocked' | 'conflicted'): number =>
    mirrors.reduce((so, mirror) => so + mirror[of], 0);
  return whole({ queued: sum('waiting'), held: sum('held'), blocked: sum('blocked'), conflicted: sum('conflicted') });
}

/** What is listed with its reasons; of what is queued only the first are. */
interface OpenList {
  readonly queuedTotal: number;
  readonly held: readonly unknown[];
  readonly blocked: readonly unknown[];
  readonly conflicted: readonly unknown[];
}

/** The same of the list that says why. */
export function openInList({ queuedTotal, held, blocked, conflicted }: OpenList): OpenCounts {
  return whole({
    queued: queuedTotal,
    held: held.length,
    blocked: blocked.length,
    conflicted: conflicted.length,
  });
}

function whole(counts: Omit<OpenCounts, 'all'>): OpenCounts {
  return { ...counts, all: counts.queued + counts.held + counts.blocked + counts.conflicted };
}
