/** The fields of a log line. Never contain keys, presigned addresses or file content. */
export type LogFields = { readonly [name: string]: string | number | boolean | null | undefined };

/** Events are a name and fields, not prose: `log.info('item.uploaded', { item, sizeBytes })`. */
export interface Log {
  /** A defect: a developer must look. */
  error(event: string, fields?: LogFields): void;
  /** A change of state worth a line in a support report. */
  info(event: string, fields?: LogFields): void;
  /** Everything else. */
  debug(event: string, fields?: LogFields): void;
  /** A log that adds `fields` to every line. */
  with(fields: LogFields): Log;
}

/** The stored log, for showing it. Only on hosts that store it. */
export interface LogBook {
  /**
   * All stored lines, also of earlier runs, oldest first, as JSON without line ends. `first` is the number of the first
   * line.
   */
  read(): { readonly first: number; readonly lines: readonly string[] };
  /** How many lines were written since the start. */
  count(): number;
  /** Calls a listener after each line. The listener must not log. @returns a function that ends it. */
  onLine(listener: () => void): () => void;
}
