import type { CallName, Input, Output } from './contract/contract.ts';
import type { TopicSource } from './topic-source.ts';

/** The engine as a window or the command line sees it, whatever pipe lies between. */
export interface EngineClient extends TopicSource {
  /** @throws FaultError with the fault that stopped the engine's handler. */
  call<N extends CallName>(name: N, input: Input<N>): Promise<Output<N>>;
}
