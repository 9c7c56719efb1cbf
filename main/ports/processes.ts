/** The programs that run on this computer. Only on hosts that can tell. */
export interface Processes {
  /**
   * The names of all running programs, also of other accounts as far as they are visible. Never throws: returns none
   * where the system does not tell.
   */
  names(): Promise<readonly string[]>;
  /**
   * Absolute paths of files below a folder that a program has open for writing, as far as this account may see (usually
   * its own programs). Never throws: returns none where the system does not tell.
   * @param folder absolute, with links resolved.
   */
  writing(folder: string): Promise<readonly string[]>;
}
