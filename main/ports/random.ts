/** Chance, as the engine is allowed to see it. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A new UUID, lower case. */
  uuid(): string;
}
