/** A table in Markdown with columns of one width, as the formatter leaves it. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((_, at) => Math.max(3, ...[heads, ...rows].map(cells => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(heads), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
