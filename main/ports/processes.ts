/** What runs on this computer. Only where the host can tell. */
export interface Processes {
  /**
   * The names of all programs that run now, as the system calls them; those of other people too, as far as they are
   * shown. Never throws: where nothing can be told, there are none.
   */
  names(): Promise<readonly string[]>;
}
