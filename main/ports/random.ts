/** The only source of randomness, so that a simulation can repeat it. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A new UUID, lower case. */
  uuid(): string;
}
