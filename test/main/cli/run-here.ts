import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import type { AppSettings } from '../../../main/items/app-context.ts';
import type { Caller } from '../../../main/cli/runner/caller.ts';
import { runCommandLine } from '../../../main/cli/command-line.ts';
import type { Parts } from '../../../main/cli/runner/engine-parts.ts';
import { emptyWorld, type Script, scriptedApp } from './scripted-app.ts';

/** What one command did. */
export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What happened to the app and its world, in order. */
  readonly events: readonly string[];
}

/** What is special about one command's surroundings. */
export interface Surroundings {
  readonly caller?: Partial<Caller>;
  readonly parts?: Partial<Parts>;
  readonly onSettings?: (settings: AppSettings) => void;
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'benchtop-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs one command in this process, on a scripted app and a data directory of its own. */
export async function run(args: readonly string[], script: Script = {}, surroundings: Surroundings = {}): Promise<Ran> {
  const events: string[] = [];
  let stdout = '';
  let stderr = '';
  const hear = (event: string): void => void events.push(event);
  const caller: Caller = {
    args,
    folder: '/bench',
    dataDirectory: join(await temporaryFolder(), 'records'),
    computer: 'Lab PC',
    version: '1.2.3',
    print: text => (stdout += text),
    tell: message => (stderr += `${message}\n`),
    readInput: async () => '',
    stop: new AbortController().signal,
    ...surroundings.caller,
  };
  const parts: Parts = {
    makeWorld: async () => emptyWorld(hear),
    buildApp: async (_world, settings) => {
      surroundings.onSettings?.(settings);
      return scriptedApp(script, hear);
    },
    listen: () => Promise.reject(new Error('no socket was expected')),
    dial: async () => null,
    openMetrics: () => Promise.reject(new Error('no figures were expected')),
    openWindow: () => Promise.reject(new Error('no window was expected')),
    ...surroundings.parts,
  };
  const exitCode = await runCommandLine(caller, parts);
  return { exitCode, stdout, stderr, events };
}
