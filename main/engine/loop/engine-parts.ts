import type { Fault } from '../../../shared/fault.ts';
import type { Journal } from '../../journal/journal.ts';
import type { World } from '../../ports/world.ts';
import type { Timekeeping } from './timekeeping.ts';

/** What the engine is made of. */
export interface EngineParts {
  /** With the clock of `time`. */
  readonly world: World;
  readonly time: Timekeeping;
  readonly journal: Journal;
  readonly computer: string;
  /** Told (often) that something a window may show has changed. */
  readonly onChange: () => void;
}

/** What stops the whole account, and until when (ms since the epoch; null: until a person acts). */
export interface AccountStop {
  readonly fault: Fault;
  readonly until: number | null;
}
