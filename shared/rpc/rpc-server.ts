import { z } from 'zod';

import { type CallName, calls, type Handlers, type TopicName, topics as topicSchemas } from '../contract.ts';
import { FaultError, toFault } from '../fault.ts';
import { inputLine, inputWords } from '../text/input-words.ts';
import { encode, parseObject, type Telling } from './messages.ts';
import { type Stopper, createStopper, type StopSignal } from '../stop-signal.ts';
import type { TopicSource, Unsubscribe } from './topic-source.ts';
import type { Transport } from './transport.ts';

/** A window says nothing but sentences of ours, also one of another version; finding out that a text is none costs the most. */
const MOST_NONSENSE = 100;

/**
 * Answers one window over one pipe until the pipe ends. Every call's input is checked against the contract; an error
 * that a handler throws becomes a fault for the window. A message that is not of the protocol is ignored, a hundred
 * times, and then the pipe is closed.
 */
export function serve(transport: Transport, handlers: Handlers, topics: TopicSource): void {
  const listening = new Map<TopicName, Unsubscribe>();
  const answering = new Map<number, Stopper>();
  let isOpen = true;
  let nonsense = 0;
  const say = (text: string): void => {
    if (isOpen) transport.send(text);
  };
  transport.onClose(() => {
    isOpen = false;
    for (const stop of listening.values()) stop();
    listening.clear();
    for (const wanted of answering.values()) wanted.abort();
    answering.clear();
  });
  const reply = async (asked: CallMessage): Promise<void> => {
    const wanted = createStopper();
    answering.set(asked.id, wanted);
    const text = await answer(asked, handlers, wanted.signal);
    if (answering.get(asked.id) === wanted) answering.delete(asked.id);
    if (!wanted.signal.aborted) say(text);
  };
  transport.onMessage(text => {
    if (!isOpen) return;
    const asked = asking.safeParse(parseObject(text));
    if (!asked.success) {
      nonsense += 1;
      if (nonsense <= MOST_NONSENSE) return;
      isOpen = false;
      return transport.close();
    }
    if (asked.data.kind === 'call') void reply(asked.data);
    else if (asked.data.kind === 'abandon') answering.get(asked.data.id)?.abort();
    else listen(asked.data, { listening, topics, tell: message => say(encode(message)) });
  });
}

const asking = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), id: z.number(), name: z.string(), input: z.unknown() }),
  z.object({ kind: z.literal('abandon'), id: z.number() }),
  z.object({ kind: z.literal('listen'), name: z.string(), wanted: z.boolean() }),
]);

interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly input?: unknown;
}

/** The reply or the fault as text. Never rejects: a fault is an answer too, also when an output is none JSON can say. */
async function answer(message: CallMessage, handlers: Handlers, signal: StopSignal): Promise<string> {
  const { id } = message;
  try {
    return encode({ kind: 'reply', id, output: await run(message, handlers, signal) });
  } catch (thrown) {
    return encode({ kind: 'fault', id, fault: toFault(thrown) });
  }
}

async function run({ name, input }: CallMessage, handlers: Handlers, signal: StopSignal): Promise<unknown> {
  if (!isCallName(name)) {
    throw new FaultError({
      kind: 'bad-request',
      detail: `This Benchtop does not know '${name}'. Update the older of the two.`,
    });
  }
  const checked = calls[name].input.safeParse(input ?? null, { error: inputWords });
  if (!checked.success)
    throw new FaultError({ kind: 'bad-request', detail: `Nothing was done. ${inputLine(checked.error.issues)}` });
  // The schema just checked is the one this very handler's input type is inferred from.
  const handle = handlers[name] as (checkedInput: unknown, signal: StopSignal) => Promise<unknown>;
  return handle(checked.data, signal);
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
