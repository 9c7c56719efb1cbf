/** A file that cannot be shown, for a reason that people understand. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
