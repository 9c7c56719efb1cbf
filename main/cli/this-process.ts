import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { signInTexts } from '../../shared/features/account/sign-in-text.ts';
import { parseObject } from '../../shared/rpc/messages.ts';
import { KIB } from '../../shared/units.ts';

import type { Caller } from './runner/caller.ts';
import { areThreadsLeftBehind } from '../node/threads/left-behind.ts';
import { Ending } from './runner/ending.ts';
import { EXIT } from './runner/exit-codes.ts';
import { visibleInTerminal } from './output/harmless-text.ts';
import { standardPlace } from './runner/standard-place.ts';

/** No key comes near this. */
const LARGEST_INPUT_BYTES = 64 * KIB;

/** What the command line reads of the environment. */
interface Environment {
  /** The data directory when `--data` names none. */
  readonly BENCHTOP_DATA?: string;
  /** This computer's name in conflict copies, instead of its host name. */
  readonly BENCHTOP_COMPUTER?: string;
  /** The folder npm was called in; scripts themselves run in the project's folder. */
  readonly INIT_CWD?: string;
}

/** Part of what every help text says. */
const STANDARD_PLACE = await standardPlace();

/** The caller behind this process. Reads environment, arguments and package once; listens for signals from now on. */
export function callerOfThisProcess(args: readonly string[]): Caller {
  const { BENCHTOP_DATA, BENCHTOP_COMPUTER, INIT_CWD }: Environment = process.env;
  const folder = resolve(INIT_CWD || process.cwd());
  const stop = stopSignal();
  watchOutput();
  refuseToFadeAway();
  return {
    args,
    folder,
    dataDirectory: BENCHTOP_DATA ? resolve(folder, BENCHTOP_DATA) : STANDARD_PLACE,
    computer: BENCHTOP_COMPUTER || hostname(),
    version: productVersion(),
    command: [process.execPath, fileURLToPath(new URL('../cli.ts', import.meta.url))],
    print: text => void process.stdout.write(process.stdout.isTTY ? visibleInTerminal(text) : text),
    tell: message => void process.stderr.write(`${message}\n`),
    readInput: prompt => (process.stdin.isTTY ? readHiddenLine(stop, prompt) : readAll(stop)),
    stop,
  };
}

/** Ends this process once everything written has left it. */
export async function endProcess(exitCode: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>(done => stream.write('', () => done()));
  }
  // A thread that waits for a share which hangs would be waited for, for minutes; all is written that was to be.
  if (areThreadsLeftBehind()) process.kill(process.pid, 'SIGKILL');
  process.exit(exitCode);
}

/** The first signal asks for an orderly end; the second ends at once, which the records survive. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.temporary);
    controller.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  return controller.signal;
}

/** A reader of our output may leave early (`| head`): what is written after that is read by no program. */
function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      if (stream === process.stdout) process.stderr.write(`The output could not be written (${error.code}).\n`);
      process.exit(EXIT.error);
    });
  }
}

/**
 * Every command ends through `endProcess`. If nothing is left to wait for before that, an answer was lost; Node would end
 * with a code that means nothing to our callers.
 */
function refuseToFadeAway(): void {
  process.once('beforeExit', () => {
    process.stderr.write('Benchtop lost track of what it was doing. Your files are kept as they are; try again.\n');
    process.exit(EXIT.error);
  });
}

async function readAll(stop: AbortSignal): Promise<string> {
  const leaveOff = (): void => void process.stdin.destroy();
  stop.addEventListener('abort', leaveOff, { once: true });
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    // A part of what was given is not what was meant, even where a command could make something of it.
    if (sizeBytes > LARGEST_INPUT_BYTES) throw new Ending(EXIT.usage, signInTexts.inputTooLarge);
  }
  const { givenText } = await import('./input/typed-text.ts');
  return givenText(Buffer.concat(chunks), null);
}

/** One line typed or pasted into a terminal, which does not show it. */
async function readHiddenLine(
  stop: AbortSignal,
  prompt = 'Paste the key and press Enter (it is not shown): ',
): Promise<string> {
  process.stderr.write(prompt);
  const { createInterface } = await import('node:readline');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  stop.addEventListener('abort', () => lines.close(), { once: true });
  lines.on('SIGINT', () => lines.close());
  try {
    for await (const line of lines) {
      if (line.length > LARGEST_INPUT_BYTES) throw new Ending(EXIT.usage, signInTexts.inputTooLarge);
      return line;
    }
    return '';
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const version = parseObject(text)?.['version'];
  if (typeof version !== 'string') throw new Error('package.json names no version.');
  return version;
}
