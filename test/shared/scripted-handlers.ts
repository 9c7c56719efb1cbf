import type { CallName, Handlers, TopicName, TopicValue } from '../../shared/contract.ts';
import { calls } from '../../shared/contract.ts';
import type { TopicSource } from '../../shared/rpc/topic-source.ts';

/** Handlers of which only the given ones are expected to be called; any other fails as a bug. */
export function handlersWith(given: Partial<Handlers>): Handlers {
  const unexpected = (name: CallName) => async () => {
    throw new Error(`${name} was not expected`);
  };
  const names = Object.keys(calls) as CallName[];
  return { ...Object.fromEntries(names.map(name => [name, unexpected(name)])), ...given } as Handlers;
}

/** Topics that a test publishes by hand. */
export interface HandTopics extends TopicSource {
  publish<N extends TopicName>(name: N, value: TopicValue<N>): void;
  /** How many subscriptions are open. */
  count(): number;
}

/** Keeps the latest value of each topic and replays it, as the engine does. */
export function handTopics(): HandTopics {
  const latest = new Map<TopicName, unknown>();
  const listeners = new Set<{ readonly name: TopicName; readonly hear: (value: never) => void }>();
  return {
    on(name, hear) {
      const entry = { name, hear };
      listeners.add(entry);
      if (latest.has(name)) hear(latest.get(name) as never);
      return () => void listeners.delete(entry);
    },
    publish(name, value) {
      latest.set(name, value);
      for (const entry of [...listeners]) if (entry.name === name) entry.hear(value as never);
    },
    count: () => listeners.size,
  };
}
