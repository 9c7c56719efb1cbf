import { create } from 'zustand';

import type { CallName, Input, Output, TopicName, TopicValue } from '../../shared/contract.ts';
import type { EngineClient } from '../../shared/rpc/engine-client.ts';
import { FaultError, WITHOUT_BENCHTOP } from '../../shared/fault.ts';
import { connect, type ConnectedEngine } from '../../shared/rpc/rpc-client.ts';
import type { StopSignal } from '../../shared/stop-signal.ts';
import type { Unsubscribe } from '../../shared/rpc/topic-source.ts';
import type { Transport } from '../../shared/rpc/transport.ts';
import { SECOND } from '../../shared/units.ts';
import { noteOrigin } from './fault-origins.ts';

/** How the window stands to its engine. `ended`: this window was signed out, only a fresh address helps. */
export type Connection =
  | { readonly name: 'connecting' }
  | { readonly name: 'open' }
  /** `isLong`: several attempts in a row failed. */
  | { readonly name: 'lost'; readonly isLong: boolean }
  | { readonly name: 'ended' };

/** Opens a pipe to the engine; `refused` when the engine answers but does not know this window. */
export type OpenPipe = () => Promise<Transport | 'refused'>;

/** How the window stands to its engine. */
export const useConnection = create<{ readonly connection: Connection }>(() => ({
  connection: { name: 'connecting' },
}));

/** Between attempts: quick at first, because a restart takes a second; calm later. */
const PAUSES_MS = [0.3, 0.6, 1, 2, 3, 5].map(seconds => seconds * SECOND);

/** A restart takes a few attempts; after more, Benchtop may stand at another address. */
const MOST_QUICK = 6;

interface Subscription {
  readonly name: TopicName;
  readonly listener: (value: never) => void;
  stop: Unsubscribe | null;
}

/** An engine that stays the same while pipes come and go: it connects again by itself and subscribes to the same topics. */
class LiveEngine implements EngineClient {
  readonly #subscriptions = new Set<Subscription>();
  #open: OpenPipe | null = null;
  #current: ConnectedEngine | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Counts attempts, so that a late answer to an abandoned one is not taken for the present one. */
  #attempt = 0;

  /** Connects, and keeps on doing so. Called once, at the start of the window. */
  start(open: OpenPipe): void {
    this.#open = open;
    void this.#connect();
  }

  /** Does not wait for the next attempt. */
  tryNow(): void {
    if (this.#current === null && this.#open !== null) void this.#connect();
  }

  call<N extends CallName>(name: N, input: Input<N>, signal?: StopSignal): Promise<Output<N>> {
    const answer = this.#current?.call(name, input, signal) ?? Promise.reject(new FaultError(NOT_CONNECTED()));
    return answer.catch((thrown: unknown) => {
      if (thrown instanceof FaultError) noteOrigin(thrown.fault, name);
      throw thrown;
    });
  }

  on<N extends TopicName>(name: N, listener: (value: TopicValue<N>) => void): Unsubscribe {
    const subscription: Subscription = { name, listener, stop: null };
    this.#subscriptions.add(subscription);
    subscription.stop = this.#current?.on(name, listener) ?? null;
    return () => {
      this.#subscriptions.delete(subscription);
      subscription.stop?.();
    };
  }

  async #connect(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    clearTimeout(this.#timer);
    const attempt = ++this.#attempt;
    const pipe = await open().catch(() => null);
    if (attempt !== this.#attempt) return closeUnused(pipe);
    if (pipe === null) this.#tryLater();
    else if (pipe === 'refused') useConnection.setState({ connection: { name: 'ended' } });
    else this.#use(pipe);
  }

  #use(pipe: Transport): void {
    this.#failures = 0;
    this.#current = connect(pipe);
    useConnection.setState({ connection: { name: 'open' } });
    for (const subscription of this.#subscriptions) {
      subscription.stop = this.#current.on(subscription.name, subscription.listener as (value: unknown) => void);
    }
    pipe.onClose(() => {
      this.#current = null;
      this.#tryLater();
    });
  }

  #tryLater(): void {
    const pauseMs = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)] ?? SECOND;
    this.#failures += 1;
    useConnection.setState({ connection: { name: 'lost', isLong: this.#failures > MOST_QUICK } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), pauseMs);
  }
}

/** Another object each time: each is a fault of its own. */
const NOT_CONNECTED = () => ({ kind: 'offline', detail: WITHOUT_BENCHTOP }) as const;

function closeUnused(pipe: Transport | 'refused' | null): void {
  if (pipe !== null && pipe !== 'refused') pipe.close();
}

/** The engine behind this window. */
export const engine = new LiveEngine();

/** Calls `then` each time the window is connected to its engine, also after a break. */
export function onConnected(then: () => void): void {
  useConnection.subscribe(({ connection }) => {
    if (connection.name === 'open') then();
  });
}
