/**
 * Small text files in the data directory, readable by their owner only. A file is replaced atomically: it is always the
 * old or the new one.
 */
export interface DataFiles {
  /** Null when there is no such file. @throws FaultError `disk-refused`. */
  read(name: string): Promise<string | null>;
  /** Replaces the file durably. @throws FaultError `disk-refused`, `disk-full`. */
  write(name: string, text: string): Promise<void>;
  /** Does nothing when there is no such file. @throws FaultError `disk-refused`. */
  remove(name: string): Promise<void>;
}
