import { z } from 'zod';

import type { OpenPipe } from '../../renderer/state/engine.ts';
import { type CallName, calls, type Handlers, type TopicName, topics } from '../../shared/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import { serve } from '../../shared/rpc/rpc-server.ts';
import type { TopicSource } from '../../shared/rpc/topic-source.ts';
import { type Transport, transportPair } from '../../shared/rpc/transport.ts';
import { scriptedEngine } from '../end-to-end/driver/scripted-engine.ts';
import { QUIET_ANSWERS, settleIn } from './lab/lab.ts';
import type { Scene } from './scene.ts';

/** A scripted engine inside the page, and the pipe that the window opens to it. */
export interface Stage {
  readonly open: OpenPipe;
  /** Breaks the pipe for good, where the scene wants that. */
  end(): void;
}

/** Sets up what a scene describes. What its engine says is held to the contract: `trouble` hears of what is not. */
export function stageOf(scene: Scene, trouble: (sentence: string) => void): Stage {
  const engine = scriptedEngine();
  settleIn(engine);
  scene.world?.(engine);
  const handlers = truthful({ ...engine.handlers, ...QUIET_ANSWERS, ...scene.answers }, trouble);
  const source = truthfulTopics(withoutSilent(engine.topics, scene), trouble);
  let far: Transport | null = null;
  let isOver = false;
  return {
    async open() {
      if (scene.pipe === 'refused') return 'refused';
      if (scene.pipe === 'none' || isOver) throw new Error('nobody answers');
      const [near, other] = transportPair();
      serve(other, handlers, source);
      far = other;
      return near;
    },
    end() {
      if (scene.pipe !== 'lost') return;
      isOver = true;
      far?.close();
    },
  };
}

function truthful(handlers: Handlers, trouble: (sentence: string) => void): Handlers {
  const names = Object.keys(handlers) as CallName[];
  const wrapped = names.map(name => [name, wrap(name, handlers[name] as Answer, trouble)] as const);
  return Object.fromEntries(wrapped) as unknown as Handlers;
}

type Answer = (input: unknown) => Promise<unknown>;

function wrap(name: CallName, answer: Answer, trouble: (sentence: string) => void): Answer {
  return async input => {
    try {
      const output = await answer(input);
      const checked = calls[name].output.safeParse(output);
      if (!checked.success) trouble(`${name} answers against the contract: ${z.prettifyError(checked.error)}`);
      return output;
    } catch (thrown) {
      if (!(thrown instanceof FaultError)) trouble(`${name}: ${String(thrown)}`);
      throw thrown;
    }
  };
}

function withoutSilent(source: TopicSource, { silent = [] }: Scene): TopicSource {
  return { on: (name, hear) => (silent.includes(name) ? () => undefined : source.on(name, hear)) };
}

function truthfulTopics(source: TopicSource, trouble: (sentence: string) => void): TopicSource {
  return {
    on: (name: TopicName, hear) =>
      source.on(name, value => {
        const checked = topics[name].safeParse(value);
        if (!checked.success) trouble(`${name} says what the contract does not: ${z.prettifyError(checked.error)}`);
        hear(value as never);
      }),
  };
}
