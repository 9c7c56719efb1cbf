import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';

import type { Programs, ProgramResult } from '../../ports/programs.ts';
import { codeOf } from '../disk/system-error.ts';

/** What is kept of what a program says on standard error. */
const KEPT_CHARACTERS = 500;
const isWindows = process.platform === 'win32';

/** Runs programs of this computer, each in a process group of its own, so that its child processes end with it. */
export const nodePrograms: Programs = {
  run([program = '', ...args], { input, withinMs, signal }) {
    return new Promise<ProgramResult>((resolve, reject) => {
      signal?.throwIfAborted();
      const child = started(program, args);
      let said = '';
      const finish = (ran: ProgramResult | null): void => {
        clearTimeout(late);
        signal?.removeEventListener('abort', abort);
        if (ran === null) reject(signal?.reason as Error);
        else resolve(ran);
      };
      const end = (ran: ProgramResult | null): void => {
        killAll(child);
        finish(ran);
      };
      const abort = (): void => end(null);
      const late = setTimeout(() => end({ is: 'too-slow' }), withinMs);
      signal?.addEventListener('abort', abort, { once: true });
      child.once('error', thrown => finish({ is: 'not-started', code: codeOf(thrown) ?? 'EIO' }));
      // What it started may hold its standard error open for as long as it likes: its own end counts.
      child.once('exit', code => setImmediate(() => finish({ is: 'ended', code, said: said.trim() })));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-KEPT_CHARACTERS)));
      // It may end without having read what it was told.
      child.stdin?.on('error', () => undefined).end(input);
    });
  },
};

function started(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, {
    shell: false,
    detached: !isWindows,
    windowsHide: true,
    // A running program keeps its working directory from being removed, so it must not be a folder of the person's.
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

function killAll(child: ChildProcess): void {
  try {
    if (isWindows || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended in this moment.
  }
}
