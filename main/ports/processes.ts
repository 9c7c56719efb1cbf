/** What runs on this computer. Only where the host can tell. */
export interface Processes {
  /**
   * The names of all programs that run now, as the system calls them; those of other people too, as far as they are
   * shown. Never throws: where nothing can be told, there are none.
   */
  names(): Promise<readonly string[]>;
  /**
   * Files below a folder that some program has open for writing: absolute paths. Only those that this account may see,
   * which are its own programs' unless it is the administrator; none where the system does not tell. Never throws.
   * @param folder absolute, links resolved.
   */
  writing(folder: string): Promise<readonly string[]>;
}
