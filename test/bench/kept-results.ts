import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { Finding } from './findings.ts';
import type { Machine } from './machine.ts';

/** What one run of a row gave, as it is kept: one file per row. */
export interface KeptResult {
  readonly row: string;
  readonly what: string;
  /** When, in UTC. */
  readonly at: string;
  readonly revision: string;
  readonly isQuick: boolean;
  readonly rounds: number;
  readonly machine: Machine;
  /** Versions of the peers that took part. */
  readonly peers: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

const figures = z.object({ median: z.number(), samples: z.array(z.number()) });
const target = z.union([z.object({ atMost: z.number() }), z.object({ atLeast: z.number() })]);
const measured = z.object({
  what: z.string(),
  unit: z.string(),
  ours: figures,
  peer: figures.extend({ name: z.string() }).nullable(),
  ratio: z.number().nullable(),
  target: target.nullable(),
  verdict: z.enum(['reached', 'missed', 'for information']),
  notes: z.array(z.string()),
});
const notMeasured = z.object({ what: z.string(), verdict: z.literal('not measured'), why: z.string() });

/** What a file of a kept result holds. */
export const keptResult = z.object({
  row: z.string(),
  what: z.string(),
  at: z.iso.datetime(),
  revision: z.string(),
  isQuick: z.boolean(),
  rounds: z.number().int(),
  machine: z.object({
    processor: z.string(),
    cores: z.number(),
    memoryGb: z.number(),
    system: z.string(),
    fileSystem: z.string(),
    node: z.string(),
  }),
  peers: z.record(z.string(), z.string()),
  findings: z.array(z.union([measured, notMeasured])),
});

/** The last kept result of a row; null when there is none that can be read. */
export function readKept(folder: string, row: string): KeptResult | null {
  try {
    return keptResult.parse(JSON.parse(readFileSync(join(folder, `${row}.json`), 'utf8')));
  } catch {
    return null;
  }
}

/** Puts a result in the place of the last one. */
export function keep(folder: string, result: KeptResult): void {
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(result, (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value), 2);
  writeFileSync(join(folder, `${result.row}.json`), `${text}\n`);
}

/** Four digits are more than any of these figures is worth. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
