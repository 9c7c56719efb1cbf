import { readFileSync } from 'node:fs';

import { z } from 'zod';

import type { Computer, Lab, SyncAnswer } from '../end-to-end/benchtop.ts';

const panel = z.object({ requests: z.number() });
const LOOK_EVERY_MS = 200;

/** What a piece of work cost. */
export interface Cost {
  readonly seconds: number;
  readonly requests: number;
  /** The most memory that the process had, in MB. */
  readonly peakMb: number;
}

/** The fault panel of a lab's service. */
export class Panel {
  readonly #url: URL;

  constructor(lab: Lab) {
    this.#url = new URL('/faults', lab.service.baseUrl);
  }

  /** Requests so far, on both ports. */
  async requests(): Promise<number> {
    return panel.parse(await (await fetch(this.#url)).json()).requests;
  }

  async change(wanted: object): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(this.#url, { method: 'PUT', body: JSON.stringify(wanted), headers });
    if (!answer.ok) throw new Error(`the fault panel answered ${answer.status}: ${await answer.text()}`);
  }
}

/** One `sync --once` in a process of its own, weighed. @throws Error when it did not end well. */
export async function weighedSync(computer: Computer, panelOf: Panel): Promise<Cost & { readonly answer: SyncAnswer }> {
  const [before, began] = [await panelOf.requests(), performance.now()];
  const { child, output } = computer.begin(['sync', '--once', '--json']);
  let peakMb = 0;
  const weighing = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), LOOK_EVERY_MS);
  const { stdout, stderr, code } = await output;
  clearInterval(weighing);
  const seconds = (performance.now() - began) / 1000;
  if (!stdout.startsWith('{')) throw new Error(`sync ended with ${code}: ${stderr}`);
  const answer = JSON.parse(stdout) as SyncAnswer;
  return { seconds, requests: (await panelOf.requests()) - before, peakMb, answer };
}

/** The most memory a process has had, in MB; 0 when it is gone. */
export function peakOf(pid: number): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
