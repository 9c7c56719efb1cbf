import { setTimeout as sleep } from 'node:timers/promises';

import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { serve } from '../../../shared/rpc/rpc-server.ts';
import { prometheusText } from '../../../shared/features/monitoring/text.ts';
import { SECOND } from '../../../shared/units.ts';
import { closeInTime } from './close-in-time.ts';
import { endingOf } from './command-context.ts';
import { Ending } from './ending.ts';
import type { App } from '../../items/app-context.ts';
import { buildOn, gainAccess, type Place } from './engine-access.ts';
import { EXIT } from './exit-codes.ts';
import type { WindowDoor } from './engine-parts.ts';

/** Looking at both sides keeps a computer busy: a window that is opened at the start is shown first, if it comes so soon. */
const WINDOW_FIRST_MS = SECOND;

/** What is served on 127.0.0.1; 0 is a free port, null: nothing. */
export interface DaemonPorts {
  readonly windowPort: number | null;
  readonly metricsPort: number | null;
}

/** Things to close, the latest first. */
type Closing = (() => Promise<void>)[];

/**
 * Runs the engine until the caller is asked to stop. Its first line on standard output comes once everything answers.
 * @throws Ending 1 when one runs already, 78 when the records cannot be used as they are; and what the parts throw. Then nothing is left open.
 */
export async function runDaemon(place: Place, ports: DaemonPorts): Promise<void> {
  const { caller } = place;
  const closing: Closing = [];
  try {
    const asked = new AbortController();
    const { app, listed, ...urls } = await openAll(place, ports, closing, () => asked.abort());
    caller.print(`${JSON.stringify({ ready: true, ...urls })}\n`);
    app.tell();
    const stopped = aborted(AbortSignal.any([caller.stop, asked.signal]));
    if (urls.windowUrl !== null) await Promise.race([listed, stopped, sleep(WINDOW_FIRST_MS, null, { ref: false })]);
    if (!caller.stop.aborted && !asked.signal.aborted) app.start();
    await stopped;
  } finally {
    await closeInTime(place.caller, () => closeInOrder(closing));
  }
}

interface OpenedJournal {
  readonly windowUrl: string | null;
  /** Only where figures are served. */
  readonly metricsUrl?: string;
  readonly app: App;
  /** A window was shown for the first time what is in a folder. */
  readonly listed: Promise<void>;
}

async function openAll(
  place: Place,
  { windowPort, metricsPort }: DaemonPorts,
  closing: Closing,
  stop: () => void,
): Promise<OpenedJournal> {
  const access = await gainAccess(place).catch((error: unknown) => {
    throw isRefused(error) ? new Ending(EXIT.configuration, endingOf(error).message) : error;
  });
  if (access.by === 'daemon') {
    access.transport.close();
    throw new Ending(EXIT.error, alreadyRunning(place.dataDirectory));
  }
  closing.push(async () => access.lock.release());
  const window: { door: WindowDoor | null } = { door: null };
  const running = await buildOn(place, async () => window.door?.freshAddress() ?? null);
  closing.push(() => running.close());
  const { contents, downloads, drops, topics } = running.app;
  const { handlers, listed } = telling(running.app.handlers);
  // The socket and the window close before the app: no more calls are taken once it ends.
  if (windowPort !== null) {
    const door = await place.parts.openWindow({
      port: windowPort,
      handlers,
      topics,
      drops,
      ...(downloads === undefined ? {} : { downloads }),
      ...(contents === undefined ? {} : { contents }),
    });
    window.door = door;
    closing.push(() => door.close());
  }
  let metrics = {};
  if (metricsPort !== null) {
    const read = async (): Promise<string> => prometheusText(await handlers['monitoring.figures'](null));
    const opened = await place.parts.openMetrics(metricsPort, read);
    closing.push(() => opened.close());
    metrics = { metricsUrl: opened.url };
  }
  const forCommands = place.caller.host === 'app' ? handlers : { ...handlers, ...stopping(stop) };
  const door = await place.parts.listen(place.dataDirectory, transport => serve(transport, forCommands, topics));
  closing.push(() => door.close());
  return { windowUrl: window.door?.url ?? null, ...metrics, app: running.app, listed };
}

/** A page in a browser cannot end the daemon, a command can. The answer leaves before the socket closes. */
function stopping(stop: () => void): Pick<Handlers, 'engine.stop'> {
  return {
    'engine.stop': async () => {
      setImmediate(stop);
      return { process: process.pid };
    },
  };
}

/** The same answers, and when a window was shown for the first time what is in a folder. */
function telling(handlers: Handlers): { readonly handlers: Handlers; readonly listed: Promise<void> } {
  let tell = (): void => undefined;
  const listed = new Promise<void>(resolve => (tell = resolve));
  const list: Handlers['files.window'] = input => handlers['files.window'](input).finally(() => tell());
  return { handlers: { ...handlers, 'files.window': list }, listed };
}

/** Records that cannot be used as they are: a service that is started again would find them so again. */
function isRefused(error: unknown): boolean {
  return error instanceof FaultError && error.fault.kind === 'bad-request';
}

/** Closes one after the other, also when one fails; the lock is the last. @throws what failed first. */
async function closeInOrder(closing: Closing): Promise<void> {
  const close = closing.pop();
  if (close === undefined) return;
  try {
    await close();
  } finally {
    await closeInOrder(closing);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function alreadyRunning(dataDirectory: string): string {
  return `Benchtop is already running for '${dataDirectory}', and only one may. Use that one, or stop it first.`;
}
