import type { LeanService } from '../servers.ts';
import type { TreeWish } from '../tree/plan.ts';

/** A computer whose folder is in step with the lean service. */
export interface PreparedLab {
  /** Where all of it lies. */
  readonly place: string;
  /** The data directory. */
  readonly data: string;
  /** The mirrored folder. */
  readonly folder: string;
  readonly wish: TreeWish;
  /** Starts the service that it is in step with; the caller must end it. */
  startService(): Promise<LeanService>;
}
