import type { TopicName, TopicValue } from '../../shared/contract.ts';
import type { TopicSource, Unsubscribe } from '../../shared/rpc/topic-source.ts';

type Listener = (value: never) => void;

/** Keeps the latest value of each topic, and replays it to new listeners. */
export class Topics implements TopicSource {
  readonly #latest = new Map<TopicName, unknown>();
  readonly #listeners = new Map<TopicName, Set<Listener>>();

  /** Publishes a value; one equal to the last is ignored. */
  publish<N extends TopicName>(name: N, value: TopicValue<N>): void {
    const before = this.#latest.get(name);
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(value)) return;
    this.#latest.set(name, value);
    for (const listener of this.#listeners.get(name) ?? []) (listener as (value: TopicValue<N>) => void)(value);
  }

  on<N extends TopicName>(name: N, listener: (value: TopicValue<N>) => void): Unsubscribe {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    // The value was published under this name, so it has this name's type.
    if (this.#latest.has(name)) listener(this.#latest.get(name) as TopicValue<N>);
    return () => void listeners.delete(listener);
  }
}
