import type { CallName } from '../../../shared/contract.ts';
import { type Failure, FaultError } from '../../../shared/fault.ts';
import type { App } from '../../../main/items/app-context.ts';
import type { World } from '../../../main/ports/world.ts';
import { handlersWith, handTopics } from '../../shared/scripted-handlers.ts';

/** What a call answers: an output, the fault that stops it, or what a function makes of the input. */
export type Answer =
  | { readonly gives: unknown }
  | { readonly fault: Failure }
  | { readonly answers: (input: unknown) => unknown };

/** The answers of a scripted app; a call that is not in it fails as a bug. */
export type Script = { readonly [N in CallName]?: Answer };

/** Hears everything that happens to a scripted app, in order: `sync.once null`, `start`, `close`. */
export type Hear = (event: string) => void;

/** An app that answers from a script. */
export function scriptedApp(script: Script, hear: Hear): App {
  const handlers = Object.fromEntries(
    Object.entries(script).map(([name, answer]) => [
      name,
      (input: unknown) => {
        hear(`${name} ${JSON.stringify(input)}`);
        return play(answer, input);
      },
    ]),
  );
  return {
    handlers: handlersWith(handlers),
    topics: handTopics(),
    drops: { take: async () => Promise.reject(new Error('no file was expected')) },
    tell: () => undefined,
    start: () => hear('start'),
    close: async () => hear('close'),
  };
}

async function play(answer: Answer, input: unknown): Promise<unknown> {
  if ('fault' in answer) throw new FaultError(answer.fault);
  return 'gives' in answer ? answer.gives : answer.answers(input);
}

/** A world in which only what a host itself does with it works: closing. */
export function emptyWorld(hear: Hear): World {
  const world = { disk: { close: async () => hear('disk closed') }, http: { close: async () => hear('http closed') } };
  return world as unknown as World;
}
