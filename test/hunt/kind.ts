/** What a player is told of a seed as it goes on; kept with a failure. */
export type Tell = (line: string) => void;

/** Plays one seed to its end. @throws Error with what is wrong when a promise is broken. */
export interface Player {
  play(seed: number, tell: Tell): Promise<void>;
  /** Ends the processes that it started. */
  close?(): Promise<void>;
}

/** One kind of simulation that a hunt plays with fresh seeds. */
export interface Kind {
  /** One word or two, as `--only` takes it and as its line begins. */
  readonly name: string;
  readonly what: string;
  /** A seed that takes longer counts as one that never ends. Several times what the slowest takes. */
  readonly mostSeconds: number;
  /** Loads what plays it. A process plays one kind, so the others need not be loaded. */
  readonly open: () => Promise<Player>;
}
