import type { TopicName, TopicValue } from '../contract.ts';

/** Ends a subscription. Calling it twice is fine. */
export type Unsubscribe = () => void;

/** Where topics come from: the engine in this process, or the other end of a pipe. */
export interface TopicSource {
  /** Calls back with the latest value, if there is one already, and with every later one. */
  on<N extends TopicName>(name: N, listener: (value: TopicValue<N>) => void): Unsubscribe;
}
