import { chmodSync, existsSync, lstatSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FaultError } from '../../../shared/fault.ts';
import type { Transport } from '../../../shared/rpc/transport.ts';
import { SECOND } from '../../../shared/units.ts';
import { codeOf } from '../disk/system-error.ts';
import { LineTransport } from './line-transport.ts';
import { makeFolders } from '../files/make-folders.ts';
import { truePath } from '../true-path.ts';

/** The longest path a socket can have on every system we know: macOS allows 103 bytes, Linux 107. */
const LONGEST_PATH_BYTES = 100;
const CONNECT_MS = 5 * SECOND;
/** How often it is looked whether the socket's file is still there: what tidies temporary folders may remove it. */
const LOOK_EVERY_MS = 2 * SECOND;

/** A listening socket. */
export interface EngineSocket {
  /** Takes no more callers and hangs up on those there are. */
  close(): Promise<void>;
}

/**
 * Opens the engine's socket of a data directory; only this user can connect. To be called only by who holds the
 * directory's lock: a socket file that is there was left by a dead engine and is replaced.
 * A file that is removed later is made again.
 * @param welcome gets each caller's end. @throws FaultError `bad-request` when the socket cannot be made.
 */
export async function listenForClients(
  dataDirectory: string,
  welcome: (transport: Transport) => void,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<EngineSocket> {
  const path = socketPath(dataDirectory);
  const callers = new Set<LineTransport>();
  const open = async (): Promise<Server> => {
    const made = createServer(socket => {
      const transport = new LineTransport(socket);
      callers.add(transport);
      transport.onClose(() => callers.delete(transport));
      welcome(transport);
    });
    if (process.platform !== 'win32') rmSync(path, { force: true });
    await listenPrivately(made, path);
    return made;
  };
  let server: Server;
  try {
    server = await open();
  } catch (thrown) {
    const detail = `Other commands cannot reach this engine: the socket ${path} cannot be made (${codeOf(thrown) ?? 'error'}).`;
    throw new FaultError({ kind: 'bad-request', detail }, { cause: thrown });
  }
  let opening: Promise<void> | null = null;
  const openAgain = async (): Promise<void> => {
    // First the old one, which takes the file of its name away; its callers stay.
    server.close();
    // What cannot be made now is tried with the next look.
    server = await open().catch(() => server);
  };
  const look = (): void => {
    if (opening === null && !existsSync(path)) opening = openAgain().finally(() => (opening = null));
  };
  const timer = process.platform === 'win32' ? null : setInterval(look, lookEveryMs).unref();
  return {
    close: async () => {
      if (timer !== null) clearInterval(timer);
      await opening;
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      for (const caller of callers) caller.close();
      await closed;
    },
  };
}

/** Calls the engine of a data directory; null when none answers. */
export async function connectToEngine(dataDirectory: string): Promise<Transport | null> {
  const socket = connect(socketPath(dataDirectory));
  const isThere = await new Promise<boolean>(resolve => {
    const timer = setTimeout(() => resolve(false), CONNECT_MS);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => clearTimeout(timer));
  });
  if (isThere) return new LineTransport(socket);
  socket.destroy();
  return null;
}

/**
 * Where the socket of a data directory is: in it, or, when that path is too long for the system, under a hashed name in
 * the user's runtime folder. On Windows a named pipe.
 */
export function socketPath(dataDirectory: string): string {
  // By any other path to it the engine would not be found.
  const folder = truePath(dataDirectory);
  if (process.platform === 'win32') return `\\\\.\\pipe\\benchtop-${hashed(folder)}`;
  const path = join(folder, 'engine.sock');
  return Buffer.byteLength(path) <= LONGEST_PATH_BYTES ? path : join(runtimeFolder(), `${hashed(folder)}.sock`);
}

/** Most paths need none, and loading Node's cryptography takes a command an eighth of its time. */
function hashed(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A folder that only this user can enter; others could otherwise put a socket of theirs in our place. */
function runtimeFolder(): string {
  const user = process.getuid?.() ?? 0;
  const given = process.env['XDG_RUNTIME_DIR'];
  const folder = given === undefined || given === '' ? join(tmpdir(), `benchtop-${user}`) : join(given, 'benchtop');
  makeFolders(folder, 0o700);
  const stats = lstatSync(folder);
  if (stats.isDirectory() && stats.uid === user && (stats.mode & 0o077) === 0) return folder;
  const detail = `The folder ${folder} must belong to you alone. Remove it, or use a data directory with a shorter path.`;
  throw new FaultError({ kind: 'bad-request', detail });
}

async function listenPrivately(server: Server, path: string): Promise<void> {
  // The socket is made while `listenForClients` runs, with this mask; `chmod` afterwards would leave a moment for others.
  const mask = process.platform === 'win32' ? null : process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
      if (mask !== null) process.umask(mask);
    });
  } finally {
    if (mask !== null) process.umask(mask);
  }
  if (process.platform !== 'win32') chmodSync(path, 0o600);
}
