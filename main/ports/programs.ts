/** The result of running a program. */
export type ProgramResult =
  | {
      readonly is: 'ended';
      readonly code: number | null;
      /** The last it said on standard error. */ readonly said: string;
    }
  | { readonly is: 'not-started'; readonly code: string }
  | { readonly is: 'too-slow' };

/** Runs programs of this computer. Only on hosts that may. */
export interface Programs {
  /**
   * Runs a program to its end with `input` on its standard input, never through a shell. Ends it with its child
   * processes after `withinMs`, or when the signal is aborted. Never throws because of the program; @throws the
   * signal's reason.
   * @param words the absolute path of the program, and its arguments.
   */
  run(
    words: readonly string[],
    options: { readonly input: string; readonly withinMs: number; readonly signal?: AbortSignal },
  ): Promise<ProgramResult>;
}
