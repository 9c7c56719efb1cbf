import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A child process of ours: the service, the daemon, or one command. Its stderr is kept for the message when it fails. */
export interface Child {
  readonly pid: number;
  /** Resolves with the end of the process, never rejects. */
  readonly ended: Promise<Ending>;
  /** What it has said on stderr so far, the last 8,000 characters. */
  complaint(): string;
  /** Asks it to end and kills it when it has not after `withinMs`; resolves when it is gone. */
  stop(withinMs?: number): Promise<Ending>;
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<Ending>;
}

/** Exactly one of the two is not null. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Spawning {
  /** The program, Node by default. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** Added to our own environment; undefined takes a name out. */
  readonly environment?: { readonly [name: string]: string | undefined };
}

const KEPT_CHARACTERS = 8000;
/** Sources compiled once serve every later process: starting one then takes less than half the time. */
const COMPILED = fileURLToPath(new URL('../../out/compiled', import.meta.url));
const STOP_WITHIN_MS = 15_000;

/** Starts a process whose first line on stdout says, as JSON, that it is ready. @throws Error when it ends before. */
export async function startServer(spawning: Spawning, withinMs: number): Promise<{ child: Child; ready: unknown }> {
  const { process: started, child } = launch(spawning);
  const first = await Promise.race([readFirstLine(started), child.ended, after(withinMs)]);
  if (first === 'too late') await child.kill();
  else if ('line' in first) return { child, ready: parsed(first.line) };
  const why = first === 'too late' ? `was not ready within ${withinMs} ms` : 'ended before it was ready';
  throw new Error(`${spawning.args.slice(0, 4).join(' ')} ${why}: ${child.complaint()}`);
}

/** What a command printed and how it ended. */
export interface Output extends Ending {
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way: awaited for its output, or killed. */
export interface Running {
  readonly child: Child;
  readonly output: Promise<Output>;
  /** What it has printed so far. */
  said(): string;
}

/** Starts a command that ends by itself; `input` is its standard input. */
export function startCommand(spawning: Spawning, input: string): Running {
  const { process: started, child } = launch(spawning);
  const chunks: string[] = [];
  started.stdout?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  // It may end without having read its input.
  started.stdin?.on('error', () => undefined).end(input);
  const output = child.ended.then(ending => ({ ...ending, stdout: chunks.join(''), stderr: child.complaint() }));
  return { child, output, said: () => chunks.join('') };
}

function launch({ command, args, folder, environment }: Spawning): { process: ChildProcess; child: Child } {
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...environment };
  const started = spawn(command ?? process.execPath, args, { cwd: folder, env, stdio: 'pipe' });
  let complaint = '';
  started.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint = (complaint + chunk).slice(-KEPT_CHARACTERS);
  });
  const ended = new Promise<Ending>(resolve => {
    started.once('error', failure => {
      complaint += failure.message;
      resolve({ code: 127, signal: null });
    });
    // `close`, not `exit`: by then everything it printed has been read.
    started.once('close', (code, signal) => resolve({ code, signal }));
  });
  const kill = (): Promise<Ending> => {
    started.kill('SIGKILL');
    return ended;
  };
  const stop = async (withinMs = STOP_WITHIN_MS): Promise<Ending> => {
    started.kill('SIGTERM');
    const result = await Promise.race([ended, after(withinMs)]);
    return result === 'too late' ? kill() : result;
  };
  return { process: started, child: { pid: started.pid ?? 0, ended, complaint: () => complaint, stop, kill } };
}

async function readFirstLine(started: ChildProcess): Promise<{ line: string }> {
  const { stdout } = started;
  if (stdout === null) throw new Error('a child without stdout');
  const lines = createInterface({ input: stdout });
  const line = await new Promise<string>(resolve => lines.once('line', resolve));
  // Read on, so that a full pipe never stops the child.
  lines.on('line', () => undefined);
  return { line };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (failure) {
    throw new Error(`the first line is not JSON: ${line}`, { cause: failure });
  }
}

function after(ms: number): Promise<'too late'> {
  return new Promise(resolve => setTimeout(resolve, ms, 'too late' as const).unref());
}
