/**
 * A reference to a file of the service in a reply: `[name](file:<fileId>)`. The target is the scheme `file:` and the
 * file's id without slashes, so that it can never be mistaken for a place on a disk.
 *
 * GAP: neither the specification nor a client says how replies cite files; this is the one place that decides it.
 */
export function citation(file: { readonly id: string; readonly name: string }): string {
  return `[${plain(file.name)}](file:${file.id})`;
}

/**
 * Text from elsewhere (names, cells, lines of files) as Markdown that shows exactly that text: nothing in it becomes a
 * link, a picture, HTML or a heading. Line breaks become spaces. A bare address may still be shown as a link to itself.
 */
export function plain(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, ' ').trim();
  const escaped = oneLine.replaceAll(/[\\`*_{}[\]<>|~$&]/g, character => `\\${character}`);
  return escaped.replace(/^([#+-]|\d+[.)])/, marker => `${marker.slice(0, -1)}\\${marker.slice(-1)}`);
}

/** A table of already escaped cells. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Paragraphs, lists and tables with a blank line between; empty ones are dropped. */
export function paragraphs(parts: readonly string[]): string {
  return parts.filter(part => part.trim() !== '').join('\n\n');
}

/** A bullet list of already escaped items. */
export function bullets(items: readonly string[]): string {
  return items.map(item => `- ${item}`).join('\n');
}
