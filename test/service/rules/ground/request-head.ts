/** The first line and the headers of a request. */
export interface RequestHead {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
}
