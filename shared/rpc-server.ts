import { z } from 'zod';

import { type CallName, calls, type Handlers, type TopicName, topics as topicSchemas } from './contract/contract.ts';
import { FaultError, toFault } from './fault.ts';
import { encode, parsed, type Telling } from './messages.ts';
import type { TopicSource, Unsubscribe } from './topic-source.ts';
import type { Transport } from './transport.ts';

/**
 * Answers one window over one pipe until the pipe ends. Every call's input is checked against the contract; whatever a
 * handler throws becomes a fault for the window; what is not a sentence of ours is passed over.
 */
export function serve(transport: Transport, handlers: Handlers, topics: TopicSource): void {
  const listening = new Map<TopicName, Unsubscribe>();
  let isOpen = true;
  const say = (text: string): void => {
    if (isOpen) transport.send(text);
  };
  transport.onClose(() => {
    isOpen = false;
    for (const stop of listening.values()) stop();
    listening.clear();
  });
  transport.onMessage(text => {
    const asked = asking.safeParse(parsed(text));
    if (!asked.success || !isOpen) return;
    if (asked.data.kind === 'call') void answer(asked.data, handlers).then(say);
    else listen(asked.data, { listening, topics, tell: message => say(encode(message)) });
  });
}

const asking = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: z.number(), name: z.string(), input: z.unknown() }),
  z.object({ kind: z.literal('listen'), name: z.string(), wanted: z.boolean() }),
]);

interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly input?: unknown;
}

/** The reply or the fault as text. Never rejects: a fault is an answer too, also when an output is none JSON can say. */
async function answer(message: CallMessage, handlers: Handlers): Promise<string> {
  const { id, name } = message;
  try {
    return encode({ kind: 'reply', id, output: await run(name, message.input ?? null, handlers) });
  } catch (thrown) {
    return encode({ kind: 'fault', id, fault: toFault(thrown) });
  }
}

async function run(name: string, input: unknown, handlers: Handlers): Promise<unknown> {
  if (!isCallName(name)) {
    throw new FaultError({
      kind: 'bad-request',
      detail: `This Benchtop does not know '${name}'. Update the older of the two.`,
    });
  }
  const checked = calls[name].input.safeParse(input);
  if (!checked.success) {
    throw new FaultError({
      kind: 'bad-request',
      detail: `'${name}' was asked for wrongly: ${z.prettifyError(checked.error)}`,
    });
  }
  // The schema just checked is the one this very handler's input type is inferred from.
  const handle = handlers[name] as (checkedInput: unknown) => Promise<unknown>;
  return handle(checked.data);
}

interface Listening {
  readonly listening: Map<TopicName, Unsubscribe>;
  readonly topics: TopicSource;
  readonly tell: (message: Telling) => void;
}

/** Begins or ends one subscription. A second wish for the same topic changes nothing. */
function listen(message: { readonly name: string; readonly wanted: boolean }, on: Listening): void {
  const { name, wanted } = message;
  if (!isTopicName(name)) return;
  if (!wanted) {
    on.listening.get(name)?.();
    on.listening.delete(name);
  } else if (!on.listening.has(name)) {
    on.listening.set(name, () => undefined);
    on.listening.set(
      name,
      on.topics.on(name, value => on.tell({ kind: 'topic', name, value })),
    );
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

function isTopicName(name: string): name is TopicName {
  return Object.hasOwn(topicSchemas, name);
}
