import { join } from 'node:path';

import type { Log } from '../ports/log.ts';
import type { World } from '../ports/world.ts';
import { answeringDisk, answeringGround, answeringSources, answeringWatcher } from './answering.ts';
import { Answers } from './answers.ts';
import { createSecrets } from './keyring-and-file-secrets.ts';
import { createLoopbackDoors } from './loopback-door.ts';
import { createLinuxPower } from './linux-power.ts';
import { createNodeClock } from './node-clock.ts';
import { createDataFiles } from './node-data-files.ts';
import { createNodeDisk } from './node-disk.ts';
import { createLedger } from './node-ledger.ts';
import { createNodeWatcher } from './node-watcher.ts';
import { createGround } from './node-ground.ts';
import { KeptLog } from './kept-log.ts';
import { nodeMachine } from './node-machine.ts';
import { createProcesses } from './node-processes.ts';
import { nodePrograms } from './node-programs.ts';
import { createPinoLog, logFileIn } from './pino-log.ts';
import { createSources } from './source/node-sources.ts';
import { systemRandom } from './system-random.ts';
import { createUndiciHttp } from './undici-http.ts';

/** What a host decides about the real world. */
export interface NodeWorldOptions {
  /** Absolute; it exists. */
  readonly dataDirectory: string;
  /** Instead of the file in the data directory. */
  readonly log?: Log;
  /** What the threads of the disk run instead of their own entry. */
  readonly diskThread?: URL;
  /** For folders on file systems without events. */
  readonly usePolling?: boolean;
}

/** The seven real edges together. Close `disk` and `http` at the end; nothing else keeps the process running. */
export function makeNodeWorld({ dataDirectory, log, diskThread, usePolling = false }: NodeWorldOptions): World {
  const disk = createNodeDisk(dataDirectory, diskThread === undefined ? {} : { entry: diskThread });
  const answers = new Answers(path => disk.answer(path));
  const kept = new KeptLog(logFileIn(dataDirectory), dataDirectory);
  return {
    clock: createNodeClock(),
    disk: answeringDisk(disk, answers, join(dataDirectory, 'outbox')),
    watcher: answeringWatcher(createNodeWatcher(process.platform, usePolling), answers),
    http: createUndiciHttp(),
    secrets: createSecrets(dataDirectory),
    random: systemRandom,
    log: log ?? createPinoLog(kept),
    ...(log === undefined ? { logBook: kept } : {}),
    machine: nodeMachine,
    dataFiles: createDataFiles(dataDirectory),
    programs: nodePrograms,
    processes: createProcesses(process.platform),
    doors: createLoopbackDoors(),
    ground: answeringGround(createGround(process.platform), answers, path => disk.survey(path)),
    sources: answeringSources(createSources(process.platform), answers),
    ledger: createLedger(join(dataDirectory, 'zones')),
    ...(process.platform === 'linux' ? { power: createLinuxPower() } : {}),
  };
}
