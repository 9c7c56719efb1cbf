/** What a command was told about how to print. */
export interface Format {
  readonly json?: true;
}

/** The option that has a command print JSON; for `option(...)`. */
export const JSON_OPTION = ['--json', 'print one JSON object'] as const;
