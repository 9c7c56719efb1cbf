import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';
import { z } from 'zod';

import type { Tester } from '../conformance/subject.ts';
import { testerAt } from './running.ts';

const readyLine = z.object({
  ready: z.literal(true),
  baseUrl: z.string(),
  users: z.array(
    z.object({ userId: z.number(), email: z.string(), role: z.enum(['Owner', 'Admin', 'Member']), apiKey: z.string() }),
  ),
});

export interface Served {
  readonly child: ChildProcess;
  readonly ready: z.infer<typeof readyLine>;
  readonly tester: Tester;
}

const SERVE = fileURLToPath(new URL('../serve.ts', import.meta.url));

/** Starts the service's command; killed at the end of the test if it still runs. */
export function command(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [SERVE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Starts the service as a process of its own and waits until it answers. */
export async function served(...args: readonly string[]): Promise<Served> {
  const child = command(...args);
  if (child.stdout === null) throw new Error('The process has no output.');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const ready = readyLine.parse(JSON.parse(line));
  return { child, ready, tester: testerAt(ready.baseUrl, ready) };
}

/** How a process ended, and what it said on standard error until then. */
export async function ended(
  child: ChildProcess,
): Promise<{ code: number | null; signal: string | null; words: string }> {
  let words = '';
  child.stderr?.on('data', (piece: Buffer) => {
    words += piece.toString('utf8');
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, words };
}
