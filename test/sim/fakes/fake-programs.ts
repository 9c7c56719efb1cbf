import type { Programs, ProgramResult } from '../../../main/ports/programs.ts';

/** One run of a program. */
export interface FakeRun {
  readonly words: readonly string[];
  readonly input: string;
}

/** Programs that only note what they were told. `runs` fills; `answer` says how each ends. */
export function createFakePrograms(runs: FakeRun[], answer: (run: FakeRun) => ProgramResult): Programs {
  return {
    run: async (words, { input, signal }) => {
      signal?.throwIfAborted();
      const run = { words: [...words], input };
      runs.push(run);
      return answer(run);
    },
  };
}
