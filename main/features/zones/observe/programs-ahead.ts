/**
 * The first configured program that is running; null: none. Case-insensitive, `.exe` is optional, `*` matches any
 * characters.
 */
export function programAhead(wished: readonly string[], running: readonly string[]): string | null {
  return wished.find(name => running.some(patternOf(name))) ?? null;
}

function patternOf(wished: string): (name: string) => boolean {
  const escaped = withoutEnding(wished.trim())
    .split('*')
    .map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${escaped.join('.*')}$`, 'isu');
  return name => pattern.test(withoutEnding(name));
}

function withoutEnding(name: string): string {
  return name.replace(/\.exe$/i, '');
}
