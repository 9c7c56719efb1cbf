/** Small text files in the data directory, for its owner alone. A file is always whole: the one before, or the new one. */
export interface DataFiles {
  /** Null when there is none. @throws FaultError `disk-refused`. */
  read(name: string): Promise<string | null>;
  /** Takes the place of the one before, durably. @throws FaultError `disk-refused`, `disk-full`. */
  write(name: string, text: string): Promise<void>;
  /** Fine when there is none. @throws FaultError `disk-refused`. */
  remove(name: string): Promise<void>;
}
