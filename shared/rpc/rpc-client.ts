import type { CallName, Input, Output, TopicName, TopicValue } from '../contract.ts';
import type { EngineClient } from './engine-client.ts';
import { type Failure, FaultError, WITHOUT_BENCHTOP } from '../fault.ts';
import { type Asking, decodeTelling, encode } from './messages.ts';
import type { StopSignal } from '../stop-signal.ts';
import type { Unsubscribe } from './topic-source.ts';
import type { Transport } from './transport.ts';

/** An engine at the other end of a pipe, and the way to hang up. */
export interface ConnectedEngine extends EngineClient {
  /** Ends the pipe; calls under way are rejected as `offline`. */
  close(): void;
}

/** Speaks to the engine over `transport`. When the pipe ends, pending and later calls are rejected as `offline`. */
export function connect(transport: Transport): ConnectedEngine {
  return new PipedEngine(transport);
}

interface Pending {
  readonly resolve: (output: never) => void;
  readonly reject: (error: unknown) => void;
}

interface Heard {
  readonly listeners: Set<(value: never) => void>;
  /** The latest value, once one came: a later listener gets it at once. */
  latest?: { readonly value: unknown };
}

/** Another object each time: who shows it may note where it came from. */
const gone = (): Failure => ({ kind: 'offline', detail: WITHOUT_BENCHTOP });

class PipedEngine implements ConnectedEngine {
  readonly #transport: Transport;
  readonly #pending = new Map<number, Pending>();
  readonly #heard = new Map<string, Heard>();
  #lastId = 0;
  #isOpen = true;

  constructor(transport: Transport) {
    this.#transport = transport;
    transport.onMessage(text => this.#receive(text));
    transport.onClose(() => this.#end());
  }

  call<N extends CallName>(name: N, input: Input<N>, signal?: StopSignal): Promise<Output<N>> {
    return new Promise<Output<N>>((resolve, reject) => {
      if (!this.#isOpen) return reject(new FaultError(gone()));
      if (signal?.aborted === true) return reject(signal.reason);
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      this.#say({ kind: 'call', id, name, input });
      signal?.addEventListener('abort', () => this.#abandon(id, signal.reason), { once: true });
    });
  }

  /** Harmless when the answer came before. */
  #abandon(id: number, reason: unknown): void {
    const pending = this.#pending.get(id);
    if (!this.#pending.delete(id)) return;
    this.#say({ kind: 'abandon', id });
    pending?.reject(reason);
  }

  on<N extends TopicName>(name: N, listener: (value: TopicValue<N>) => void): Unsubscribe {
    const heard = this.#heard.get(name) ?? { listeners: new Set() };
    const isFirst = heard.listeners.size === 0;
    // A fresh function per subscription, so that the same listener may subscribe twice and leave twice.
    const deliver = (value: never): void => listener(value);
    heard.listeners.add(deliver);
    this.#heard.set(name, heard);
    if (isFirst) this.#say({ kind: 'listen', name, wanted: true });
    if (heard.latest !== undefined) deliver(heard.latest.value as never);
    return () => this.#leave(name, deliver);
  }

  close(): void {
    this.#transport.close();
    this.#end();
  }

  #leave(name: string, deliver: (value: never) => void): void {
    const heard = this.#heard.get(name);
    if (heard === undefined || !heard.listeners.delete(deliver) || heard.listeners.size > 0) return;
    this.#heard.delete(name);
    this.#say({ kind: 'listen', name, wanted: false });
  }

  #say(message: Asking): void {
    if (this.#isOpen) this.#transport.send(encode(message));
  }

  #receive(text: string): void {
    const message = decodeTelling(text);
    if (message === null) return;
    if (message.kind === 'topic') return this.#hear(message.name, message.value);
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    // The contract types the output; the engine that sent it is ours.
    if (message.kind === 'reply') pending?.resolve(message.output as never);
    else pending?.reject(new FaultError(message.fault));
  }

  #hear(name: string, value: unknown): void {
    const heard = this.#heard.get(name);
    if (heard === undefined) return;
    heard.latest = { value };
    for (const deliver of [...heard.listeners]) if (heard.listeners.has(deliver)) deliver(value as never);
  }

  #end(): void {
    this.#isOpen = false;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new FaultError(gone()));
  }
}
