import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import type { SetUpFile } from './set-up-file.ts';

/** What parts look at and act upon. */
export interface Workplace {
  readonly client: EngineClient;
  /** The key that came on standard input; null: none came. */
  readonly key: string | null;
  /** A path of the file as a whole one. */
  readonly absolute: (path: string) => string;
}

/** One thing that is not yet as the file says, and how it becomes so. */
export interface Change {
  /** For people, without secrets. */
  readonly text: string;
  readonly apply: () => Promise<unknown>;
}

/** One part of a computer's set-up. */
export interface Part {
  /** What people call it. */
  readonly name: string;
  /** What of the file it is about; where the file leaves that out, the part is left alone. */
  readonly field: keyof SetUpFile;
  /** Whether it waits until a person is signed in. */
  readonly needsAccount: boolean;
  /**
   * Compares this computer with the file; changes nothing. Empty: it is as it should be. @throws FaultError, Ending with
   * what speaks against it.
   */
  readonly plan: (file: SetUpFile, place: Workplace) => Promise<readonly Change[]>;
}
