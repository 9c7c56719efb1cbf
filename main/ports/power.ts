/** The power supply and the network costs; null: unknown. */
export interface PowerFacts {
  readonly onBattery: boolean | null;
  readonly metered: boolean | null;
}

/** Missing on some hosts: then only what the settings say is known. */
export interface Power {
  /** The current state; never throws. */
  read(): Promise<PowerFacts>;
}
