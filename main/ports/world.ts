import type { Clock } from './clock.ts';
import type { DataFiles } from './data-files.ts';
import type { Disk } from './disk.ts';
import type { CallbackServers } from './callback-server.ts';
import type { FolderSurveyor } from './folder-survey.ts';
import type { Http } from './http.ts';
import type { Ledger } from './ledger.ts';
import type { Log, LogBook } from './log.ts';
import type { Machine } from './machine.ts';
import type { Power } from './power.ts';
import type { Processes } from './processes.ts';
import type { Programs } from './programs.ts';
import type { Random } from './random.ts';
import type { Secrets } from './secrets.ts';
import type { Sources } from './read-only-folder.ts';
import type { Watcher } from './watcher.ts';

/**
 * Everything outside of the program. With other implementations of these ports the whole engine runs in a simulation.
 */
export interface World {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly watcher: Watcher;
  readonly http: Http;
  readonly secrets: Secrets;
  readonly random: Random;
  readonly log: Log;
  /** Only on computers that tell how they are powered. */
  readonly power?: Power;
  /** Only where a browser of this computer can return a sign-in. */
  readonly callbackServers?: CallbackServers;
  /** Only where a person chooses folders. */
  readonly ground?: FolderSurveyor;
  /** Only where the log is stored. */
  readonly logBook?: LogBook;
  /** Only on hosts that tell what they run on. */
  readonly machine?: Machine;
  /** Only where folders of instruments can be read. */
  readonly sources?: Sources;
  /** Only where the record of files from instruments is stored. */
  readonly ledger?: Ledger;
  /** Only where small files of ours are stored. */
  readonly dataFiles?: DataFiles;
  /** Only where programs of the computer may be started. */
  readonly programs?: Programs;
  /** Only where running programs can be listed. */
  readonly processes?: Processes;
}
