import { join } from 'node:path';

import type { Log } from '../ports/log.ts';
import type { World } from '../ports/world.ts';
import { answeringDisk, answeringGround, answeringSources, answeringWatcher } from './patient-ports.ts';
import { Answers } from './patient-calls.ts';
import { createSecrets } from './files/keyring-and-file-secrets.ts';
import { createLoopbackDoors } from './net/loopback-door.ts';
import { createLinuxPower } from './system/linux-power.ts';
import { createNodeClock } from './system/node-clock.ts';
import { createDataFiles } from './files/node-data-files.ts';
import { createNodeDisk } from './node-disk.ts';
import { createLedger } from './files/node-ledger.ts';
import { mannerFor } from './watch/watch-options.ts';
import { KeptLog } from './system/kept-log.ts';
import { nodeMachine } from './system/node-machine.ts';
import { createProcesses } from './system/node-processes.ts';
import { nodePrograms } from './files/node-programs.ts';
import { createPinoLog, logFileIn } from './system/pino-log.ts';
import { systemRandom } from './system/system-random.ts';
import { createUndiciHttp } from './net/undici-http.ts';
import { WatchingThreads } from './watch/watching-threads.ts';

/** What a host decides about the real world. */
export interface NodeWorldOptions {
  /** Absolute; it exists. */
  readonly dataDirectory: string;
  /** Instead of the file in the data directory. */
  readonly log?: Log;
  /** What the threads of the disk run instead of their own entry. */
  readonly diskThread?: URL;
  /** What the threads that watch run instead of theirs. */
  readonly watchThread?: URL;
  /** For folders on file systems without events. */
  readonly usePolling?: boolean;
}

/** The seven real edges together. Close `disk` and `http` at the end; nothing else keeps the process running. */
export function makeNodeWorld(options: NodeWorldOptions): World {
  const { dataDirectory, log, diskThread, watchThread, usePolling = false } = options;
  const http = createUndiciHttp();
  const entry = diskThread === undefined ? {} : { entry: diskThread };
  const disk = createNodeDisk(dataDirectory, { http, ...entry });
  const answers = new Answers(path => disk.answer(path));
  const watching = new WatchingThreads({
    manner: mannerFor(process.platform, usePolling),
    volumeOf: path => disk.answer(path),
    ...(watchThread === undefined ? {} : { entry: watchThread }),
  });
  const close = async (): Promise<void> => {
    await Promise.all([watching.close(), disk.close()]);
  };
  const kept = new KeptLog(logFileIn(dataDirectory), dataDirectory);
  return {
    clock: createNodeClock(),
    disk: { ...answeringDisk(disk, answers, join(dataDirectory, 'outbox')), close },
    watcher: answeringWatcher(watching, answers),
    http,
    secrets: createSecrets(dataDirectory),
    random: systemRandom,
    log: log ?? createPinoLog(kept),
    ...(log === undefined ? { logBook: kept } : {}),
    machine: nodeMachine,
    dataFiles: createDataFiles(dataDirectory),
    programs: nodePrograms,
    processes: createProcesses(process.platform),
    callbackServers: createLoopbackDoors(),
    ground: answeringGround(disk.ground, answers),
    sources: answeringSources(disk.sources, answers),
    ledger: createLedger(join(dataDirectory, 'zones')),
    ...(process.platform === 'linux' ? { power: createLinuxPower() } : {}),
  };
}
