import type { MirrorMode } from '../../shared/features/mirrors/model.ts';
import type { Switches } from '../service/switches.ts';
import type { Moment } from '../sim/fakes/scheduler.ts';
import type { CrashStage } from './stage.ts';

/** One operation and what makes it necessary: the computer dies at every step of it. */
export interface Story {
  readonly name: string;
  /** Two-way where nothing is said. */
  readonly mode?: MirrorMode;
  /** What the service does otherwise than usual. */
  readonly switches?: Partial<Switches>;
  /** Brings both sides to what they agree on; the stage is synced afterwards. */
  readonly arrange?: (stage: CrashStage) => void;
  /** Who changes something then. Where only one does, no conflict may come of it (I10). */
  readonly by: 'here' | 'there' | 'both';
  readonly act: (stage: CrashStage) => void;
  /** Where the file is that others edit while the computer is down: the first of these that is there. */
  readonly subject: readonly [string, ...string[]];
  /** What is asked of the product, again after a crash; a sync, twice a poll apart where nothing is said. */
  readonly perform?: (stage: CrashStage) => Promise<unknown>;
  /** What slips in by itself at a moment, in every run. */
  readonly slipsIn?: (stage: CrashStage, moment: Moment) => void;
}
