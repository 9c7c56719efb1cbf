import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { Kind } from './kind.ts';
import { type Failure, type Report, reportSchema } from './reports.ts';

/** What a slice of time brought. */
export interface Slice {
  /** The first seed that was not begun any more. */
  readonly next: number;
  /** Seeds that were played to an end, a failed one included. */
  readonly played: number;
  readonly failures: readonly Failure[];
}

interface Wanted {
  readonly first: number;
  /** Milliseconds since 1970; the seed that is being played then is played to its end. */
  readonly until: number;
  /** The program that plays; another one in tests. */
  readonly program?: string;
}

const PLAY = fileURLToPath(new URL('play.ts', import.meta.url));
const KEPT_CHARACTERS = 4000;

/** Plays seeds of one kind in a process of its own, so that one which ends badly or never ends costs nothing but itself. */
export function playSlice(kind: Kind, { first, until, program = PLAY }: Wanted): Promise<Slice> {
  const child = fork(program, [kind.name, String(first), String(until)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-KEPT_CHARACTERS)));
  const failures: Failure[] = [];
  /** The seed that is being played. */
  let current: number | null = null;
  let [next, played] = [first, 0];
  let alarm: NodeJS.Timeout | undefined;
  const fail = (seed: number, why: string, story: readonly string[] = []): void => {
    failures.push({ kind: kind.name, seed, why, story });
    played += 1;
  };
  const end = (report: Report): void => {
    clearTimeout(alarm);
    current = null;
    if (report.is === 'failed') fail(report.seed, report.why, report.story);
    else played += 1;
  };
  child.on('message', message => {
    const report = reportSchema.parse(message);
    if (report.is !== 'begun') return end(report);
    [current, next] = [report.seed, report.seed + 1];
    alarm = setTimeout(() => {
      current = null;
      fail(report.seed, `It did not end within ${kind.mostSeconds} s.`, said.split('\n'));
      child.kill('SIGKILL');
    }, kind.mostSeconds * 1000);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(alarm);
      if (current !== null) fail(current, `Its process ended with ${signal ?? code}.`, said.split('\n'));
      // A process that cannot even begin would otherwise be started again and again.
      if (next === first) reject(new Error(`The simulation '${kind.name}' could not be started: ${said}`));
      else resolve({ next, played, failures });
    });
  });
}
