import { setTimeout as sleep } from 'node:timers/promises';

import type { Computer } from '../benchtop.ts';

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function dice(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** After a kill that met work under way, later moments are tried too, up to its end. */
const LATER = 1.15;

/** From when to when kills make sense: work is quick on one machine and slow on another that is busy. */
export class KillWindow {
  readonly #earliestMs: number;
  #latestMs: number;

  /** @param latestMs where the latest kill begins; from then on it follows how long the work takes on this machine. */
  constructor(earliestMs: number, latestMs: number) {
    this.#earliestMs = earliestMs;
    this.#latestMs = latestMs;
  }

  /** @param chance in [0, 1). */
  at(chance: number): number {
    return this.#earliestMs + chance * (this.#latestMs - this.#earliestMs);
  }

  /** The kill met work under way: its later parts may be beyond the window. */
  hit(): void {
    this.#latestMs *= LATER;
  }

  /** The work had ended by itself, so many milliseconds after its start. */
  missed(afterMs: number): void {
    this.#latestMs = Math.max(afterMs, this.#earliestMs);
  }
}

/** Starts a sync and kills it at a random moment of the window. Whether it was still running then. */
export async function killOnTheWay(
  { begin }: Pick<Computer, 'begin'>,
  window: KillWindow,
  chance: number,
): Promise<boolean> {
  const began = performance.now();
  const { child } = begin(['sync', '--once', '--json']);
  const lasted = child.ended.then(() => performance.now() - began);
  await sleep(window.at(chance));
  const isHit = (await child.kill()).signal === 'SIGKILL';
  if (isHit) window.hit();
  else window.missed(await lasted);
  return isHit;
}
