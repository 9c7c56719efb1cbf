/** A record of lines that only grows. What was appended is on the disk when the call returns. */
export interface Ledger {
  /** All lines there are, oldest first, without their ends; a last line that a crash cut off is left out. */
  lines(): AsyncIterable<string>;
  /** The last whole line; null when there is none. */
  last(): Promise<string | null>;
  /** Appends lines, durably. @throws FaultError `disk-full`, `disk-refused`. */
  append(lines: readonly string[]): Promise<void>;
}
