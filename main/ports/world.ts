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

/** The outside world, all of it. Replace it and the whole engine runs in a simulation. */
export interface World {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly watcher: Watcher;
  readonly http: Http;
  readonly secrets: Secrets;
  readonly random: Random;
  readonly log: Log;
  /** Only where the computer tells what it runs on. */
  readonly power?: Power;
  /** Only where a browser of this computer can come back to us. */
  readonly callbackServers?: CallbackServers;
  /** Only where a person chooses places for folders. */
  readonly ground?: FolderSurveyor;
  /** Only where the log is kept. */
  readonly logBook?: LogBook;
  /** Only where the host tells what it runs on. */
  readonly machine?: Machine;
  /** Only where folders of instruments can be read. */
  readonly sources?: Sources;
  /** Only where the record of what was sent from instruments is kept. */
  readonly ledger?: Ledger;
  /** Only where small files of ours are kept. */
  readonly dataFiles?: DataFiles;
  /** Only where programs of the computer may be run. */
  readonly programs?: Programs;
  /** Only where it can be told what runs on the computer. */
  readonly processes?: Processes;
}
