import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import { connect } from '../../../shared/rpc/rpc-client.ts';
import { type Transport, transportPair } from '../../../shared/rpc/transport.ts';
import { SECOND } from '../../../shared/units.ts';
import type { App } from '../../items/app-context.ts';
import type { DirectoryLock } from '../../journal/storage/directory-lock.ts';
import { truePath } from '../../node/true-path.ts';
import type { Caller } from './caller.ts';
import { closeRecords, prepareDataDirectory, tryDataDirectory } from './data-directory.ts';
import { EXIT } from './exit-codes.ts';
import { Ending } from './ending.ts';
import { shellWords } from './shell-words.ts';
import type { Parts } from './engine-parts.ts';

/** How long a command waits for a brief one before it, and how often it looks. */
const PATIENCE_MS = 5 * SECOND;
const LOOK_EVERY_MS = 100;

/** Where a command runs. */
export interface Place {
  readonly caller: Caller;
  readonly parts: Parts;
  /** Absolute. */
  readonly dataDirectory: string;
}

/** An engine to ask: the daemon's, or one that lives in this process until `close`. */
export interface OpenEngine {
  readonly client: EngineClient;
  readonly isDaemon: boolean;
  /** Whether the other end has hung up. */
  hasEnded(): boolean;
  close(): Promise<void>;
}

/** Who has the data directory: this process from now on, or a daemon that answers. */
export type Access =
  | { readonly by: 'us'; readonly lock: DirectoryLock }
  | { readonly by: 'daemon'; readonly transport: Transport };

/**
 * Takes the data directory, or reaches the daemon that has it. Waits a little for a brief command.
 * @throws Ending 75 when another process keeps it without answering; FaultError when the directory can't be used.
 */
export async function gainAccess(place: Place): Promise<Access> {
  prepareDataDirectory(place.dataDirectory);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const answering = await place.parts.dial(place.dataDirectory);
    if (answering !== null) return { by: 'daemon', transport: answering };
    const lock = await tryDataDirectory(place.dataDirectory);
    if (lock !== null) return await withoutDaemon(place, lock);
    if (performance.now() > deadline || place.caller.stop.aborted) throw occupied(place.dataDirectory);
    await sleep(LOOK_EVERY_MS);
  }
}

/** A daemon that began to answer by now has it, also when the lock's file was removed and we got a new one. */
async function withoutDaemon(place: Place, lock: DirectoryLock): Promise<Access> {
  const transport = await place.parts.dial(place.dataDirectory).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  if (transport === null) return { by: 'us', lock };
  lock.release();
  return { by: 'daemon', transport };
}

/** Opens an engine for one command. @throws as `gainAccess` and as building the app does. */
export async function openEngine(place: Place): Promise<OpenEngine> {
  const access = await gainAccess(place);
  if (access.by === 'daemon') return overPipe(access.transport, { isDaemon: true, close: async () => undefined });
  try {
    return await ownEngine(place, access.lock);
  } catch (error) {
    access.lock.release();
    throw error;
  }
}

/** An app and the world it lives in. */
export interface Running {
  readonly app: App;
  close(): Promise<void>;
}

/** Builds the app on the real world. @throws as the parts do; then nothing is left open. */
export async function buildOn(place: Place, windowAddress: () => Promise<string | null>): Promise<Running> {
  const { caller, parts, dataDirectory } = place;
  const world = await parts.makeWorld(dataDirectory);
  const closeWorld = async (): Promise<void> => {
    await Promise.all([world.disk.close(), world.http.close()]);
  };
  try {
    const app = await parts.buildApp(world, {
      // What lies inside of it is told by comparing paths.
      dataDirectory: truePath(dataDirectory),
      journalPath: join(dataDirectory, 'journal.db'),
      searchPath: join(dataDirectory, 'search.db'),
      computer: caller.computer,
      version: caller.version,
      command: caller.command && shellWords([...caller.command, '--data', dataDirectory], process.platform === 'win32'),
      windowAddress,
      managed: await parts.readManaged?.(),
    });
    closeRecords(dataDirectory);
    const close = async (): Promise<void> => {
      try {
        await app.close();
      } finally {
        await closeWorld();
      }
    };
    return { app, close };
  } catch (error) {
    await closeWorld();
    throw error;
  }
}

/** An engine in this process, spoken to over the same pipe as a daemon's: one contract, one set of checks. */
async function ownEngine(place: Place, lock: DirectoryLock): Promise<OpenEngine> {
  const running = await buildOn(place, async () => null);
  // It knows every call there is, which the side that asks need not.
  const { serve } = await import('../../../shared/rpc/rpc-server.ts');
  const [ours, theirs] = transportPair();
  serve(theirs, running.app.handlers, running.app.topics);
  return overPipe(ours, { isDaemon: false, close: () => running.close().finally(() => lock.release()) });
}

/** Which one, and what else closes with it. */
export interface OtherEnd {
  readonly isDaemon: boolean;
  readonly close: () => Promise<void>;
}

/** An engine at the other end of a pipe. */
export function overPipe(transport: Transport, end: OtherEnd): OpenEngine {
  let ended = false;
  transport.onClose(() => (ended = true));
  const client = connect(transport);
  return {
    client,
    isDaemon: end.isDaemon,
    hasEnded: () => ended,
    close: async () => {
      await end.close();
      client.close();
    },
  };
}

function occupied(dataDirectory: string): Ending {
  return new Ending(EXIT.temporary, `Another Benchtop command is using '${dataDirectory}'. Try again in a moment.`);
}
