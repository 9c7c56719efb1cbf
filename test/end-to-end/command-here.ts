import type { Caller } from '../../main/cli/runner/caller.ts';
import { runCommandLine } from '../../main/cli/command-line.ts';
import { realParts } from '../../main/host-parts.ts';
import type { Output } from '../setup/child.ts';

/** Where a command is given. */
export type Place = Pick<Caller, 'folder' | 'dataDirectory' | 'computer'>;

/**
 * Runs one command on the real parts, as `main/cli.ts` does, but in this process: starting one costs several times what
 * most commands do. For tests that are about what is in folders afterwards, not about processes.
 */
export async function commandHere(args: readonly string[], place: Place, input: string): Promise<Output> {
  const printed: string[] = [];
  const told: string[] = [];
  const caller: Caller = {
    ...place,
    args,
    version: '0.0.0',
    print: text => void printed.push(text),
    tell: message => void told.push(`${message}\n`),
    readInput: () => Promise.resolve(input),
    stop: new AbortController().signal,
  };
  const code = await runCommandLine(caller, realParts);
  return { code, signal: null, stdout: printed.join(''), stderr: told.join('') };
}
