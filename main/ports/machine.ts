/** The computer and runtime that the program runs on. Only on hosts that tell. */
export interface Machine {
  /** For people: `Linux 6.8 (x64)`, `Node 24.4.0`. */
  facts(): { readonly system: string; readonly runtime: string; readonly uptimeSeconds: number };
  /** Called when the program is idle: returns unused memory to the system, where possible and worth it. */
  giveBackMemory(): void;
}
