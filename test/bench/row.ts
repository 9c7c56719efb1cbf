import type { Finding } from './findings.ts';

/** One target of the table in README.md, and how it is measured. */
export interface Row {
  /** As the command names it: `g1`. */
  readonly name: string;
  /** What is measured, in one line. */
  readonly what: string;
  /** Takes so long that it is measured only when it is named. */
  readonly isLong?: true;
  /** Measures; what cannot be had is a finding, too. @throws Error when something went wrong that is not the row's matter. */
  measure(ground: Ground): Promise<readonly Finding[]>;
}

/** What a row measures on. */
export interface Ground {
  /** A new folder of the row's own. What is in it is removed when all rows are done: removing slows later writes down. */
  readonly folder: string;
  /** A folder of this run, for what several rows use. */
  readonly run: string;
  /** A folder whose prepared labs outlive the run; where none was given, it is removed like `folder`. */
  readonly kept: string;
  /** Whether this is only a try with tiny data, whose figures mean nothing. */
  readonly isQuick: boolean;
  /** How often each is measured. */
  readonly rounds: number;
  /** Prints a line on the progress. */
  say(line: string): void;
}
