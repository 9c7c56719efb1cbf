import type { ExitCode } from './exit-codes.ts';

/** Thrown to end a command with a message of its own and an exit code. */
export class Ending extends Error {
  readonly exitCode: ExitCode;
  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'Ending';
    this.exitCode = exitCode;
  }
}
