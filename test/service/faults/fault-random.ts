import { z } from 'zod';

import { LINK_FAULTS, faultRule } from './fault-rules.ts';
import type { FaultRule, Passing } from './fault-rules.ts';

const KINDS = ['delay', 'busy', 'broken', 'html', 'dropBefore', 'dropAfter', 'truncate', 'slow', 'link'] as const;

export const randomSchema = z.strictObject({
  seed: z.number().int(),
  /** The share of requests that meet a fault. */
  rate: z.number().min(0).max(1),
  /** Which kinds of faults there are; by default every one. */
  kinds: z
    .array(z.enum(KINDS))
    .min(1)
    .default([...KINDS]),
});

export type RandomFaults = z.infer<typeof randomSchema>;

/** Numbers in [0, 1) from a seed (mulberry32). */
export function rolls(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The fault of a mix that request number `count` of its kind meets, or null. It follows from the seed, the endpoint and
 * the count alone: requests to other endpoints, and their order, do not change it.
 */
export function randomFault(mix: RandomFaults, passing: Passing, count: number): FaultRule | null {
  const roll = rolls(hashOf(`${mix.seed} ${kindOf(passing)} ${count}`));
  if (roll() >= mix.rate) return null;
  const below = (limit: number): number => Math.floor(roll() * limit);
  switch (mix.kinds[below(mix.kinds.length)] ?? 'delay') {
    case 'delay':
      return faultRule({ delayMs: 20 + below(400) });
    case 'busy':
      return faultRule({ status: 429, retryAfter: 1 });
    case 'broken':
      return faultRule({ status: [500, 502, 503, 504][below(4)] ?? 500 });
    case 'html':
      return faultRule({ html: true });
    case 'dropBefore':
      return faultRule({ dropBefore: true });
    case 'dropAfter':
      return faultRule({ dropAfter: true });
    case 'truncate':
      return faultRule({ truncate: below(400) });
    case 'slow':
      return faultRule({ bytesPerSecond: 2000 + below(200_000) });
    case 'link':
      return faultRule({ link: LINK_FAULTS[below(LINK_FAULTS.length)] ?? 'expired' });
  }
}

/** The key under which requests are counted together: one endpoint, regardless of the ids in the path. */
export function kindOf({ port, method, route }: Passing): string {
  return `${port} ${route ?? method}`;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
