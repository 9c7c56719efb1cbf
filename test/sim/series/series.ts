import { PLANTED } from './planted.ts';
import type { Reached } from '../judges/reached-cases.ts';
import type { RunResult } from './run-options.ts';
import { simulate } from './simulate.ts';

/** Which runs, and what is told of them. */
export interface SeriesOptions {
  /** Name in `PLANTED` of a mistake to put in. */
  readonly plant: string | null;
  readonly story: boolean;
  readonly frees: boolean;
  readonly lies: boolean;
  readonly volumes: boolean;
  /** Without drawn conditions, as the first seeds were run. */
  readonly isPlain: boolean;
  readonly isHarsh: boolean;
  readonly reached: Reached | null;
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
    const { isPlain, isHarsh, frees, lies, volumes } = options;
    const reached = options.reached === null ? {} : { reached: options.reached };
    const run = (): Promise<RunResult> =>
      simulate({
        seed,
        isPlain,
        isHarsh,
        frees,
        lies,
        volumes,
        ...reached,
        ...(spoil === undefined ? {} : { spoil }),
        ...story,
      });
    const result = await run();
    // One seed in a hundred is run twice: it must take the same way (I14).
    if (seed % 100 === 0 && (await run()).trace !== result.trace) throw new Error(`seed ${seed}: I14: two runs differ`);
    add(totals, result);
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
