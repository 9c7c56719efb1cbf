import type { CallName, Input, Output } from '../contract.ts';
import type { StopSignal } from '../stop-signal.ts';
import type { TopicSource } from './topic-source.ts';

/** The engine as a window or the command line sees it, over any pipe. */
export interface EngineClient extends TopicSource {
  /**
   * @param signal ends the waiting; what the engine only did for this answer, such as fetching, ends too.
   * @throws FaultError with the fault that stopped the engine's handler; the signal's reason once it is aborted.
   */
  call<N extends CallName>(name: N, input: Input<N>, signal?: StopSignal): Promise<Output<N>>;
}
