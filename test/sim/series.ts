import { PLANTED } from './planted.ts';
import { simulate } from './simulate.ts';
import type { RunResult } from './simulate.ts';

/** Which runs, and what is told of them. */
export interface SeriesOptions {
  /** Name in `PLANTED` of a mistake to put in. */
  readonly plant: string | null;
  readonly story: boolean;
  readonly frees: boolean;
}

/** What many runs added up to. */
export interface Totals {
  runs: number;
  failed: number;
  steps: number;
  crashes: number;
  troubles: number;
}

export function noRuns(): Totals {
  return { runs: 0, failed: 0, steps: 0, crashes: 0, troubles: 0 };
}

/** Runs one seed and adds it to the totals. Returns whether it went well. */
export async function runSeed(seed: number, options: SeriesOptions, totals: Totals): Promise<boolean> {
  totals.runs += 1;
  const spoil = options.plant === null ? undefined : PLANTED[options.plant];
  const story = options.story ? { story: (line: string) => tell(`  ${line}`) } : {};
  try {
    add(totals, await simulate({ seed, frees: options.frees, ...(spoil === undefined ? {} : { spoil }), ...story }));
    return true;
  } catch (error) {
    totals.failed += 1;
    tell(error instanceof Error ? error.message : String(error));
    if (options.story && error instanceof Error) tell(String((error.cause as Error | undefined)?.stack));
    return false;
  }
}

export function add(totals: Totals, result: RunResult | Totals): void {
  totals.steps += result.steps;
  totals.crashes += result.crashes;
  totals.troubles += result.troubles;
  if ('runs' in result) totals.runs += result.runs;
  if ('failed' in result) totals.failed += result.failed;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
