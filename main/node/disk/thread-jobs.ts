import type { Failure } from '../../../shared/fault.ts';
import type { ShareAnswer, ShareAsk } from './walk-together.ts';
import type { Hashed, Look, LookAt, Root } from '../../ports/disk.ts';

/** What the disk's worker thread can be asked, and what it answers. */
export interface Jobs {
  readonly look: {
    readonly ask: { root: Root; known: ReadonlyMap<string, string>; at: LookAt };
    readonly answer: Look;
  };
  /** For the second thread of a walk. */
  readonly share: { readonly ask: ShareAsk; readonly answer: ShareAnswer };
  readonly openForWriting: { readonly ask: { root: Root }; readonly answer: ReadonlySet<string> | null };
  readonly hash: { readonly ask: { root: Root; path: string }; readonly answer: Hashed | null };
}

export type JobName = keyof Jobs;

/** A question on its way to the thread. */
export type Asked = {
  readonly [N in JobName]: { readonly id: number; readonly job: N; readonly ask: Jobs[N]['ask'] };
}[JobName];

/** An answer on its way back. */
export type Answered =
  | { readonly id: number; readonly ok: true; readonly answer: Jobs[JobName]['answer'] }
  | { readonly id: number; readonly ok: false; readonly fault: Failure };
