/** At most two letters that stand for a person; a dash where there is no name. */
export function initialsOf(name: string | null): string {
  const words = (name ?? '')
    .trim()
    .split(/[\s._-]+|@.*$/u)
    .filter(word => word !== '');
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => [...(word ?? '')][0] ?? '');
  const text = letters.join('').toLocaleUpperCase('en');
  return text === '' ? '–' : text;
}
