/** What this computer runs on and what its connection costs; null: it does not tell. */
export interface PowerFacts {
  readonly onBattery: boolean | null;
  readonly metered: boolean | null;
}

/** An edge that not every host has: without it, only what somebody tells us is known. */
export interface Power {
  /** As it is right now; never throws. */
  read(): Promise<PowerFacts>;
}
