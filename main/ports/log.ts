/** What a log line may carry. Never keys, presigned addresses or file content. */
export type LogFields = { readonly [name: string]: string | number | boolean | null | undefined };

/** Events are a name and fields, not prose: `log.info('item.uploaded', { item, sizeBytes })`. */
export interface Log {
  /** A developer must look. */
  error(event: string, fields?: LogFields): void;
  /** A change of state worth a line in a support report. */
  info(event: string, fields?: LogFields): void;
  /** Everything else. */
  debug(event: string, fields?: LogFields): void;
  /** A log that adds `fields` to every line. */
  with(fields: LogFields): Log;
}

/** What was logged, for people who look at it. Only where the host keeps it. */
export interface LogBook {
  /** The lines there are, also of earlier runs, oldest first: JSON texts without their ends. `first` is the number of the first. */
  read(): { readonly first: number; readonly lines: readonly string[] };
  /** How many were written since the start. */
  count(): number;
  /** Tells after each line; it must not log anything itself. @returns what ends it. */
  onLine(listener: () => void): () => void;
}
