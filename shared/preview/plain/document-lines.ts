import { markdownTexts } from '../../features/preview/pane-text.ts';
import type { DocumentBlock, DocumentCell, DocumentRun } from '../office/document.ts';

/** A document as lines of text: headings with `#`, points with their marks, the cells of a table with tabs between. */
export function documentLines(blocks: readonly DocumentBlock[]): readonly string[] {
  return blocks.flatMap(block => linesOf(block).flatMap(text => text.split('\n')));
}

function linesOf(block: DocumentBlock): readonly string[] {
  switch (block.is) {
    case 'heading':
      return [`${'#'.repeat(block.level)} ${textOf(block.runs)}`];
    case 'paragraph':
      return [textOf(block.runs)];
    case 'point':
      return [`${'  '.repeat(block.level)}${block.mark} ${textOf(block.runs)}`];
    case 'picture':
      return [`[${markdownTexts.picture(block.text)}]`];
    case 'table':
      return block.rows.map(rowLine);
  }
}

/** A cell that is as wide as several is followed by empty ones. */
function rowLine(cells: readonly DocumentCell[]): string {
  const fields = cells.flatMap(({ runs, across }) => [
    textOf(runs).replaceAll(/[\t\n]+/g, ' '),
    ...Array.from({ length: across - 1 }, () => ''),
  ]);
  return fields.join('\t');
}

function textOf(runs: readonly DocumentRun[]): string {
  return runs.map(({ text }) => text).join('');
}
