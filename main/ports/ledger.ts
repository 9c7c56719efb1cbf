/** A file of lines that only grows. Appended lines are on the disk when the call returns. */
export interface Ledger {
  /** All lines without their line ends, oldest first. A last line that a crash cut off is left out. */
  lines(): AsyncIterable<string>;
  /** The last complete line; null when there is none. */
  last(): Promise<string | null>;
  /** Appends lines durably. @throws FaultError `disk-full`, `disk-refused`. */
  append(lines: readonly string[]): Promise<void>;
}
