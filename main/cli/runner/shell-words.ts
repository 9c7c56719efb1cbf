/** Words as a shell takes them for just these, so that a person can paste them into a terminal. */
export function shellWords(words: readonly string[], isWindows: boolean): string {
  return words
    .map(word => ((isWindows ? /^[\w@+=:,./\\-]+$/ : /^[\w@%+=:,./-]+$/).test(word) ? word : quoted(word, isWindows)))
    .join(' ');
}

function quoted(word: string, isWindows: boolean): string {
  return isWindows ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", "'\\''")}'`;
}
