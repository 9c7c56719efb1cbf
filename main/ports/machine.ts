/** What this program runs on. Only where the host tells. */
export interface Machine {
  /** In words for people: `Linux 6.8 (x64)`, `Node 24.4.0`. */
  facts(): { readonly system: string; readonly runtime: string; readonly uptimeSeconds: number };
  /** There is nothing to do: memory that is used no more soon goes back to the system, where it can and there is much of it. */
  giveBackMemory(): void;
}
