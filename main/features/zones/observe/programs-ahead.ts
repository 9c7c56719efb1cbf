/**
 * The first of the programs that run which a zone gives way to, as it was wished; null: none of them runs. Upper and
 * lower case are the same, `.exe` may be left out, and `*` stands for anything.
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
