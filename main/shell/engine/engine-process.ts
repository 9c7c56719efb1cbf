import { type ByteAsk, fromEngine, type ToEngine } from '../../../shared/desktop/messages.ts';
import type { TextPort } from '../../../shared/rpc/port-transport.ts';
import { SECOND } from '../../../shared/units.ts';
import { places } from '../app-paths.ts';
import { restartAfter } from './restarts.ts';
import type { EngineChild, Processes } from '../system/system.ts';

/** How the engine is. `trouble`: it cannot start, and why in whole sentences; null: it did not say. */
export type EngineState =
  | { readonly is: 'starting' }
  | { readonly is: 'running' }
  | { readonly is: 'trouble'; readonly text: string | null }
  | { readonly is: 'ended' };

/** Longer than the engine takes for its own orderly end. */
const STOP_WITHIN_MS = 8 * SECOND;

/** The engine as a process of its own (S62). It is restarted when it ends by itself; windows stay open during that. */
export class EngineProcess {
  readonly #processes: Processes;
  readonly #onState: (state: EngineState) => void;
  #child: EngineChild | null = null;
  #state: EngineState = { is: 'starting' };
  #said: string | null = null;
  #startedAtMs = 0;
  #ends = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended: (() => void) | null = null;

  constructor(processes: Processes, onState: (state: EngineState) => void) {
    this.#processes = processes;
    this.#onState = onState;
  }

  get state(): EngineState {
    return this.#state;
  }

  /** Starts it, at once also when it waits to be started again. */
  start(): void {
    clearTimeout(this.#timer);
    if (this.#child !== null || this.#ended !== null) return;
    this.#said = null;
    this.#startedAtMs = performance.now();
    this.#to({ is: 'starting' });
    const child = this.#processes.startEngine(places.engine);
    this.#child = child;
    child.onMessage(data => {
      const message = fromEngine.safeParse(data);
      if (!message.success) return;
      if (message.data.kind === 'ready') this.#to({ is: 'running' });
      else this.#said = message.data.text;
    });
    child.onExit(() => this.#hasEnded());
  }

  /** One end of a new pipe to the engine, whose other end it has; null while it does not run. */
  openPipe(): TextPort | null {
    return this.#handOver({ kind: 'window' });
  }

  /** The same for one exchange of bytes. */
  openBytes(ask: ByteAsk): TextPort | null {
    return this.#handOver(ask);
  }

  /** How the system reaches the service. */
  takeProxy(proxy: string | null): void {
    this.#say({ kind: 'proxy', proxy });
  }

  /** Ends it for good, at its next safe point. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise<void>(resolve => (this.#ended = resolve));
    this.#say({ kind: 'stop' });
    // Running operations are in the journal: an engine that is killed because it does not stop in time loses nothing.
    const late = setTimeout(() => child.kill(), STOP_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }

  #handOver(message: ToEngine): TextPort | null {
    if (this.#state.is !== 'running' || this.#child === null) return null;
    const { kept, given } = this.#processes.channel();
    this.#child.postMessage(message, given);
    return kept;
  }

  #say(message: ToEngine): void {
    this.#child?.postMessage(message);
  }

  #hasEnded(): void {
    this.#child = null;
    if (this.#ended !== null) {
      this.#to({ is: 'ended' });
      return this.#ended();
    }
    const { ends, afterMs, isTrouble } = restartAfter(this.#ends, performance.now() - this.#startedAtMs);
    this.#ends = ends;
    const isKnown = this.#said !== null;
    this.#to(isKnown || isTrouble ? { is: 'trouble', text: this.#said } : { is: 'starting' });
    // What it says it cannot do, it cannot do in a second either: a person tries again, or time passes.
    this.#timer = setTimeout(() => this.start(), isKnown ? AFTER_TROUBLE_MS : afterMs);
  }

  #to(state: EngineState): void {
    this.#state = state;
    this.#onState(state);
  }
}

/** A full disk may have room again, another Benchtop may have ended. */
const AFTER_TROUBLE_MS = 30 * SECOND;
