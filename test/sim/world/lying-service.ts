import { Dice } from '../fakes/dice.ts';
import type { HttpTrouble, ServerAnswer } from '../fakes/fake-http.ts';

type Json = { readonly [name: string]: unknown };

/** The service does what it was asked, and answers something else: one change of its JSON. */
export function lie(change: (answer: Json) => unknown): HttpTrouble {
  return { kind: 'altered', change: answer => withJson(answer, change) };
}

/** The elements of a batch answer, bare or in an envelope, changed. */
export function lieInBatch(change: (elements: readonly Json[]) => readonly unknown[]): HttpTrouble {
  return lie(answer => {
    if (Array.isArray(answer)) return change(answer as readonly Json[]);
    return { ...answer, items: change(answer['items'] as readonly Json[]) };
  });
}

function withJson(answer: ServerAnswer, change: (answer: Json) => unknown): ServerAnswer {
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
  if (answer.status >= 300 || text === '') return answer;
  const { 'content-length': _, ...headers } = answer.headers ?? {};
  return { ...answer, headers, body: JSON.stringify(change(JSON.parse(text) as Json)) };
}

/** How likely the answer to an upload is about something else, from 0 to 1. */
const LIES = 0.15;

interface Asked {
  readonly method: string;
  readonly url: string;
}

/** A service that mixes things up now and then. Its dice are its own: a run that it is in draws all else as before. */
export class Liar {
  readonly #dice: Dice;
  readonly #isOne: boolean;
  readonly #story: (line: string) => void;

  constructor(seed: number, isOne: boolean, story: (line: string) => void) {
    this.#dice = new Dice(seed + 3_000_017);
    this.#isOne = isOne;
    this.#story = story;
  }

  /** What it answers in place of what is so; null: that. */
  lie(asked: Asked): HttpTrouble | null {
    if (!this.#isOne || !this.#dice.chance(LIES)) return null;
    const lie = drawLie(this.#dice, asked);
    if (lie !== null) this.#story(`${asked.method} ${new URL(asked.url).pathname} is answered with something else`);
    return lie;
  }
}

/** What a service that mixes things up may answer to an upload; null: it says nothing else than what is so. */
function drawLie(dice: Dice, { method, url }: Asked): HttpTrouble | null {
  if (method !== 'POST') return null;
  if (url.endsWith('/files/upload/batch')) return lieInBatch(dice.pick(IN_BATCHES));
  if (/\/upload\/confirm/.test(url)) return lie(file => ({ ...file, name: '.benchtop' }));
  return null;
}

const IN_BATCHES: readonly ((elements: readonly Json[]) => readonly unknown[])[] = [
  ([first, , ...rest]) => [first, first, ...rest],
  ([first, second, ...rest]) => [second, first, ...rest],
  ([, ...rest]) => rest,
  ([first, ...rest]) => [first, first, ...rest],
  ([, ...rest]) => [{}, ...rest],
];
