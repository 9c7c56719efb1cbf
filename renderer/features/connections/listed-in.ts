/** The words of a text that are divided by commas. */
export function listedIn(text: string): string[] {
  return text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '');
}
