/** A fault in words for people: what happened and what is safe, then what they can do. */
export interface FaultText {
  /** A few words, without a full stop. */
  readonly title: string;
  /** What happened, to which thing, and what is safe. One or two whole sentences. */
  readonly sentence: string;
  /** What the person can do: a whole sentence. Empty when `sentence` says it already. */
  readonly remedy: string;
  /** The service's own words, to be shown as such ("The service said"). Untrusted text. */
  readonly said: readonly string[];
}

/** What the service said, quoted, as a sentence behind another one; empty when it said nothing. */
export function serviceSaid(said: readonly string[]): string {
  return said.length === 0
    ? ''
    : ` The service said: ${said.map(text => `“${text.replaceAll(/\s+/g, ' ')}”`).join(' ')}`;
}
