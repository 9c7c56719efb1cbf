import type { JobName, Jobs } from './thread-jobs.ts';

/** How a job is done. `tell` waits until the one who asked has heard it; `came` does not. */
export type Doing<N extends JobName> = (
  ask: Jobs[N]['ask'],
  asked: { readonly id: number; readonly tell: Tell; readonly came: () => void },
) => Jobs[N]['answer'] | Promise<Jobs[N]['answer']>;

export type Tell = (told: ReadonlySet<string>) => Promise<void>;

/** All that the disk's worker thread does. */
export type Work = { readonly [N in JobName]: Doing<N> };
