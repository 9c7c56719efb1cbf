/** What the user says themselves: without fenced blocks and quoted lines. */
export function proseOf(content: string): string {
  const unfenced = content.replaceAll(/^(```|~~~)[^\n]*\n[\s\S]*?(^\1[^\n]*$|$(?![\s\S]))/gm, '\n');
  return unfenced
    .split(/\r?\n/)
    .filter(line => !/^\s*>/.test(line))
    .join('\n');
}
