import type { Fault } from '../../../../shared/fault.ts';
import type { SectionStore } from '../../../state/section.ts';

/** What a question about a part of the organization needs. */
export interface Answering {
  readonly fault: Fault | null;
  readonly isBusy: boolean;
  /** Carries the answer out; once that is done, and not before, the question is put away. */
  readonly answer: (work: () => Promise<boolean>) => void;
  /** Puts the question away, and what went wrong with it. */
  readonly close: () => void;
}

/** The answering of a question about a part of the organization. */
export function useAnswering<T>(of: SectionStore<T>, onClose: () => void): Answering {
  const { fault, changing } = of.use();
  return {
    fault,
    isBusy: changing !== null,
    answer: work => void work().then(isDone => (isDone ? onClose() : undefined)),
    close: () => {
      of.tidy();
      onClose();
    },
  };
}
