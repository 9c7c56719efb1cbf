/** What a parser can be asked, by name. What goes in and comes out is plain data. */
export type Asks = { readonly [name: string]: (input: never) => unknown };

export type InputOf<A extends Asks, N extends keyof A> = Parameters<A[N]>[0];
export type OutputOf<A extends Asks, N extends keyof A> = Awaited<ReturnType<A[N]>>;

/** A question to a worker. */
export interface Question {
  readonly number: number;
  readonly name: string;
  readonly input: unknown;
}

/** Its answer; `reason` in place of an output is a sentence for people. */
export type Answer =
  | { readonly number: number; readonly output: unknown }
  | { readonly number: number; readonly reason: string };
