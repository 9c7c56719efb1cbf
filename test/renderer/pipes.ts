import type { OpenPipe } from '../../renderer/state/engine.ts';
import type { Handlers } from '../../shared/contract.ts';
import { serve } from '../../shared/rpc/rpc-server.ts';
import { type Transport, transportPair } from '../../shared/rpc/transport.ts';
import { type HandTopics, handTopics } from '../shared/scripted-handlers.ts';

/** The far side of a window's pipes: opens them, breaks them, and lets none be opened for a while. */
export interface FarSide {
  readonly open: OpenPipe;
  readonly topics: HandTopics;
  /** Ends the pipe that is open. */
  breakPipe(): void;
  /** What the next attempts to open get. */
  answer(how: 'open' | 'fail' | 'refuse'): void;
  /** How often a pipe was asked for. */
  attempts(): number;
}

/** Serves `handlers` over pipes inside this process. */
export function farSide(handlers: Handlers): FarSide {
  const topics = handTopics();
  let answering: 'open' | 'fail' | 'refuse' = 'open';
  let far: Transport | null = null;
  let attempts = 0;
  return {
    topics,
    attempts: () => attempts,
    answer: how => void (answering = how),
    breakPipe: () => far?.close(),
    async open() {
      attempts += 1;
      if (answering === 'fail') throw new Error('nobody answers');
      if (answering === 'refuse') return 'refused';
      const [near, other] = transportPair();
      serve(other, handlers, topics);
      far = other;
      return near;
    },
  };
}
