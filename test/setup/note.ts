/**
 * What a test tells besides passing: counts, coverage, lists. Shown where a person named the file to run, hidden in a whole
 * run, where only failures count.
 */
export function note(text: string): void {
  // The one way of printing that belongs to its test: what is written to the process's own output cannot be hidden.
  // oxlint-disable-next-line no-console
  console.info(text.trimEnd());
}
