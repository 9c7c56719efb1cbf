import type { Disk } from '../../../main/ports/disk.ts';
import type { Story } from '../actors/actors.ts';
import type { Reached } from '../judges/reached-cases.ts';

/** One run: two computers, one service, a colleague, and random failures; all from a seed. */
export interface RunOptions {
  readonly seed: number;
  /** Puts a deliberate mistake into every disk. */
  readonly spoil?: (disk: Disk) => Disk;
  /** Told everything that people do and that goes wrong. */
  readonly story?: Story;
  /** A folder for copies of records; then they are set back to them on some days. */
  readonly copies?: string;
  /** People also free the space of files, and want them again in the end. */
  readonly frees?: boolean;
  /** The service mixes things up in its answers to uploads now and then. */
  readonly lies?: boolean;
  /** The computers' folders are on volumes that take names for one another, or refuse some; people give such names. */
  readonly volumes?: boolean;
  /** The world as the first named seeds knew it: no condition is drawn. */
  readonly isPlain?: boolean;
  /** The drawn world, in which far more goes wrong at once than usually: rare meetings become frequent ones. */
  readonly isHarsh?: boolean;
  /** Counts what the run comes upon. */
  readonly reached?: Reached;
}

/** What a run was like, for the sums. */
export interface RunResult {
  readonly steps: number;
  readonly crashes: number;
  readonly troubles: number;
  /** A sum over every moment of the run, in order: the same seed has the same one (I14). */
  readonly trace: number;
}
