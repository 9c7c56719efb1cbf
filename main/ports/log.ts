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
