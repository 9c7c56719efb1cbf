import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { serviceWaitText } from '../../../shared/features/status/text.ts';
import { FaultError, toFault } from '../../../shared/fault.ts';
import { closeInTime } from './close-in-time.ts';
import { Ending } from './ending.ts';
import { type OpenEngine, openEngine, type Place } from './engine-access.ts';
import { EXIT, type ExitCode, exitCodeOfFault } from './exit-codes.ts';
import { jsonText, escapeControls } from '../output/harmless-text.ts';
import { watchedClient } from './output-throttle.ts';

/** What one command does with an engine; its exit code, or nothing for 0. */
export type Task = (engine: OpenEngine) => Promise<ExitCode | void>;

/** What broke a command off: Benchtop ended, or the person stopped the command. */
export type Interruption = 'ended' | 'stopped';

/** How a command ends that was broken off; null: as every other does. */
export type Interrupted = (why: Interruption) => Promise<Ending | null>;

/** What every command gets: its place, and ways to speak and to ask. */
export interface CommandContext {
  readonly place: () => Place;
  /** Runs `task` on the daemon's engine or one of our own, and sets the exit code. */
  readonly ask: (task: Task, interrupted?: Interrupted) => Promise<void>;
  /** Says something to people, on standard error. */
  readonly tell: (message: string) => void;
  /** Prints lines for people on standard output. */
  readonly printLines: (lines: readonly string[]) => void;
  /** Prints one JSON object on one line of standard output. */
  readonly printJson: (value: object) => void;
}

/** What a context needs to know of the command line. */
export interface DeskOptions {
  readonly place: () => Place;
  readonly setExitCode: (code: ExitCode) => void;
}

/** A context for one command. */
export function makeDesk({ place, setExitCode }: DeskOptions): CommandContext {
  return {
    place,
    ask: async (task, interrupted) => setExitCode((await withEngine(place(), task, interrupted)) ?? EXIT.ok),
    tell: message => place().caller.tell(escapeControls(message)),
    printLines: lines => {
      for (const line of lines) place().caller.print(`${escapeControls(line.replaceAll('\n', ' '))}\n`);
    },
    printJson: value => place().caller.print(`${jsonText(value)}\n`),
  };
}

/** What ended a command, as a message and an exit code. */
export function endingOf(thrown: unknown): Ending {
  if (thrown instanceof Ending) return thrown;
  const fault = toFault(thrown);
  const hint = fault.kind === 'signed-out' || fault.kind === 'access-ended' ? ` ${SIGN_IN_HINT}` : '';
  return new Ending(exitCodeOfFault(fault.kind), faultLine(fault) + hint);
}

const SIGN_IN_HINT = 'Command: benchtop login --service URL --key-stdin < KEYFILE';

async function withEngine(place: Place, task: Task, interrupted: Interrupted = asAll): Promise<ExitCode | void> {
  const engine = await openEngine(place);
  tellWaits(place, engine.client);
  const { client, mayBeDone } = watchedClient(engine.client);
  try {
    return await Promise.race([task({ ...engine, client }), stopped(place.caller.stop)]);
  } catch (error) {
    if (error instanceof Stopped) throw (await interrupted('stopped')) ?? stoppedEnding(mayBeDone());
    const isBroken = engine.isDaemon && engine.hasEnded() && isOffline(error);
    throw isBroken ? ((await interrupted('ended')) ?? hungUp(mayBeDone())) : error;
  } finally {
    await (place.caller.stop.aborted ? closeInTime(place.caller, () => engine.close()) : engine.close());
  }
}

/** Says once of each wait that the service asked for it: a command that rests without a word looks stuck. */
function tellWaits({ caller }: Place, client: EngineClient): void {
  let told: string | null = null;
  client.on('sync.status', ({ waitUntil }) => {
    if (waitUntil !== null && told === null) caller.tell(serviceWaitText(waitUntil, Date.now()));
    told = waitUntil;
  });
}

const asAll: Interrupted = () => Promise.resolve(null);

/** Thrown when the person stops the command. */
class Stopped extends Error {}

function isOffline(error: unknown): boolean {
  return error instanceof FaultError && error.fault.kind === 'offline';
}

const MAY_BE_DONE = 'What you asked for may be done or not: look before you ask for it again.';

function hungUp(mayBeDone: boolean): Ending {
  const what = 'The running Benchtop ended before it answered.';
  if (mayBeDone) return new Ending(EXIT.attention, `${what} ${MAY_BE_DONE}`);
  return new Ending(EXIT.temporary, `${what} Nothing is lost; try again in a moment.`);
}

function stoppedEnding(mayBeDone: boolean): Ending {
  if (mayBeDone) return new Ending(EXIT.attention, `Stopped before the end. ${MAY_BE_DONE}`);
  return new Ending(EXIT.temporary, 'Stopped before the end. Nothing is lost; run it again to go on.');
}

/** Never resolves; rejects when the person stops the command. What was done is recorded; a later run goes on. */
function stopped(stop: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new Stopped());
    if (stop.aborted) end();
    else stop.addEventListener('abort', end, { once: true });
  });
}
