/** What came of running a program. */
export type ProgramResult =
  | {
      readonly is: 'ended';
      readonly code: number | null;
      /** The last it said on standard error. */ readonly said: string;
    }
  | { readonly is: 'not-started'; readonly code: string }
  | { readonly is: 'too-slow' };

/** Runs a program of this computer. Only where the host may. */
export interface Programs {
  /**
   * Runs it to its end, with `input` on its standard input; never through a shell. With what it started it is ended after
   * `withinMs`, or when the signal is aborted. Never throws for the program's own troubles; @throws the signal's reason.
   * @param words the program, an absolute path, and its words.
   */
  run(
    words: readonly string[],
    options: { readonly input: string; readonly withinMs: number; readonly signal?: AbortSignal },
  ): Promise<ProgramResult>;
}
