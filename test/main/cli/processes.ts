import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { onTestFinished } from 'vitest';

import { temporaryFolder } from './run-here.ts';

const SCRIPTED = fileURLToPath(new URL('scripted-cli.ts', import.meta.url));

/** How a process ended and what it wrote. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs as a process of its own. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** The first line on standard output; fails with what it said instead when it ends before. */
  readonly firstLine: Promise<string>;
}

/** A computer with one data directory on which scripted commands run. */
export interface Bench {
  readonly folder: string;
  start(...args: readonly string[]): Started;
  run(...args: readonly string[]): Promise<Ended>;
  /** The same with this on standard input. */
  give(input: string | Uint8Array, ...args: readonly string[]): Promise<Ended>;
  /** What happened to all apps, in order. */
  events(): Promise<readonly string[]>;
}

/** Makes a bench whose apps answer from `script`. Its processes end with the test. */
export async function makeBench(script: object, environment: NodeJS.ProcessEnv = {}): Promise<Bench> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'script.json'), JSON.stringify(script));
  await mkdir(join(folder, 'build'));
  await writeFile(join(folder, 'events.txt'), '');
  const start = (...args: readonly string[]): Started => startProcess(folder, args, environment, '');
  return {
    folder,
    start,
    run: (...args) => start(...args).ended,
    give: (input, ...args) => startProcess(folder, args, environment, input).ended,
    events: async () => (await readFile(join(folder, 'events.txt'), 'utf8')).split('\n').filter(line => line !== ''),
  };
}

function startProcess(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  input: string | Uint8Array,
): Started {
  const child = spawn(process.execPath, [SCRIPTED, '--data', 'records', ...args], {
    env: { ...process.env, ...environment, SCRIPT_FOLDER: folder, INIT_CWD: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A process that has heard enough closes its end.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  child.stderr.on('data', chunk => (written.stderr += String(chunk)));
  const ended = new Promise<Ended>(resolve => {
    child.once('close', exitCode => resolve({ exitCode, ...written }));
  });
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      written.stdout += String(chunk);
      const [line, ...rest] = written.stdout.split('\n');
      if (line !== undefined && rest.length > 0) resolve(line);
    });
    void ended.then(end => reject(new Error(`It ended before its first line: ${JSON.stringify(end)}`)));
  });
  // Most commands are awaited by their end only.
  firstLine.catch(() => undefined);
  return { child, ended, firstLine };
}
