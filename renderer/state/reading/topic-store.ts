import { create, type StoreApi, type UseBoundStore } from 'zustand';

import type { TopicName, TopicValue } from '../../../shared/contract.ts';
import { engine } from '../engine.ts';

/** The latest value of a topic; null before the first. */
export interface Latest<T> {
  readonly value: T | null;
}

/** A store that always holds a topic's latest value. It stays subscribed as long as the window lives. */
export function topicStore<N extends TopicName>(name: N): UseBoundStore<StoreApi<Latest<TopicValue<N>>>> {
  const store = create<Latest<TopicValue<N>>>(() => ({ value: null }));
  engine.on(name, value => store.setState({ value }));
  return store;
}
