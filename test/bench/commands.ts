import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** A program to run to its end. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder?: string;
  /** Added to our own; undefined takes a name out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Exit codes that mean it did what it should; 0 alone by default. */
  readonly fine?: readonly number[];
  /** Whether what it prints is wanted; otherwise it goes nowhere, at no cost. */
  readonly keepsOutput?: boolean;
}

/** What running it took. */
export interface Ran {
  /** From before its start until it is gone. */
  readonly ms: number;
  /** The most memory it had, in MB, as far as it was seen (every 20 ms). */
  readonly peakMb: number;
  /** Processor time of all its threads, in ms, as far as it was seen. */
  readonly cpuMs: number;
  readonly stdout: string;
}

const LOOK_EVERY_MS = 20;
const KEPT_CHARACTERS = 4000;

/** Runs a program and weighs it. @throws Error with what it complained of when it did not end well. */
export async function run({ program, args, folder, environment, fine = [0], keepsOutput }: Command): Promise<Ran> {
  const began = performance.now();
  const child = spawn(program, args, {
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { ...process.env, ...environment },
    stdio: ['ignore', keepsOutput === true ? 'pipe' : 'ignore', 'pipe'],
  });
  const said: string[] = [];
  let complaint = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-KEPT_CHARACTERS);
  });
  let weight: Weight = { peakMb: 0, cpuMs: 0 };
  const weighing = setInterval(() => (weight = weigh(child.pid ?? 0) ?? weight), LOOK_EVERY_MS);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => clearInterval(weighing));
  const ms = performance.now() - began;
  if (code === null || !fine.includes(code)) {
    throw new Error(
      `${program} ${args.slice(0, 3).join(' ')} ended with ${code}: ${complaint}${said.join('').slice(-400)}`,
    );
  }
  return { ms, ...weight, stdout: said.join('') };
}

interface Weight {
  /** The most memory that it has had, in MB. */
  readonly peakMb: number;
  /** Processor time of all its threads so far, in ms. */
  readonly cpuMs: number;
}

const TICK_MS = 10;

/** What a living process weighs; null when it is gone, or the system does not tell. */
export function weigh(pid: number): Weight | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const peakKb = /VmHWM:\s+(\d+)/.exec(status)?.[1];
    if (peakKb === undefined) return null;
    // Behind the name, which may hold anything but its own closing bracket last, stand numbers; 12 and 13 are the times.
    const numbers = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(numbers[11]) + Number(numbers[12]);
    return { peakMb: Number(peakKb) / 1024, cpuMs: ticks * TICK_MS };
  } catch {
    return null;
  }
}

/** What a living process holds in memory now, in MB; 0 when it is gone. */
export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Resets the peak memory that the system counts for a process. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Where the system does not count it, no growth is reported either.
  }
}
