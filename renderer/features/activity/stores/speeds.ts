import { create } from 'zustand';

import type { Transfer } from '../../../../shared/features/status/records-model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { useTransfers } from '../../../state/sync.ts';

/** How fast a transfer is, in bytes a second, and how long it has been watched; by mirror and item. */
export interface Speed {
  readonly bytesPerSecond: number;
  readonly overMs: number;
}

export const useSpeeds = create<{ readonly speeds: ReadonlyMap<string, Speed> }>(() => ({ speeds: new Map() }));

/** A speed is the mean of this long: long enough to be calm, short enough to be true. */
const WINDOW_MS = 10 * SECOND;

interface Sample {
  readonly atMs: number;
  readonly doneBytes: number;
}

const samples = new Map<string, Sample[]>();

/** One text per transfer. */
export function transferKey({ mirror, item }: Pick<Transfer, 'mirror' | 'item'>): string {
  return `${mirror} ${item}`;
}

useTransfers.subscribe(({ value }) => {
  const nowMs = Date.now();
  const now = new Map((value ?? []).map(transfer => [transferKey(transfer), transfer]));
  for (const key of samples.keys()) if (!now.has(key)) samples.delete(key);
  const speeds = new Map<string, Speed>();
  for (const [key, { doneBytes }] of now) {
    const kept = (samples.get(key) ?? []).filter(({ atMs }) => nowMs - atMs < WINDOW_MS);
    // Begun from the start again: what was before says nothing.
    const own = (kept.at(-1)?.doneBytes ?? 0) > doneBytes ? [] : kept;
    own.push({ atMs: nowMs, doneBytes });
    samples.set(key, own);
    const [first] = own;
    const overMs = first === undefined ? 0 : nowMs - first.atMs;
    if (first !== undefined && overMs >= SECOND)
      speeds.set(key, { bytesPerSecond: ((doneBytes - first.doneBytes) / overMs) * SECOND, overMs });
  }
  useSpeeds.setState({ speeds });
});

/** How long is left at this speed, in ms; null while that is not steady enough to be told. */
export function timeLeftMs({ doneBytes, sizeBytes }: Transfer, speed: Speed | undefined): number | null {
  if (speed === undefined || speed.overMs < 5 * SECOND || speed.bytesPerSecond <= 0) return null;
  return ((sizeBytes - doneBytes) / speed.bytesPerSecond) * SECOND;
}
