import type { XmlElement, XmlNode } from './xml-tree.ts';

/**
 * What an element of a document format means for its text: `text` holds characters that count, `skip` none at all,
 * `paragraph` and `row` are lines, `cell` a column of a row, `aside` a note in the middle of a line. Everything else is
 * looked through.
 */
export type Role =
  | 'text'
  | 'paragraph'
  | 'text-paragraph'
  | 'row'
  | 'cell'
  | 'aside'
  | 'tab'
  | 'break'
  | 'blanks'
  | 'skip';

export interface Dialect {
  readonly roles: { readonly [elementName: string]: Role };
}

/** The text of a part of a document: a line for each paragraph and table row, tabs between the columns. */
export function rendered(tree: readonly XmlNode[], dialect: Dialect): string {
  return textOf(tree, dialect, false);
}

function textOf(tree: readonly XmlNode[], dialect: Dialect, counts: boolean): string {
  return tree
    .map(node => (typeof node === 'string' ? (counts ? flattened(node) : '') : elementText(node, dialect, counts)))
    .join('');
}

function elementText(element: XmlElement, dialect: Dialect, counts: boolean): string {
  const { name, children } = element;
  const role = Object.hasOwn(dialect.roles, name) ? dialect.roles[name] : undefined;
  switch (role) {
    case 'skip':
      return '';
    case 'tab':
      return '\t';
    case 'break':
      return '\n';
    case 'blanks':
      return ' '.repeat(Math.min(Number(element.attributes['text:c'] ?? 1) || 1, 100));
    case 'text':
      return textOf(children, dialect, true);
    case 'paragraph':
      return `${textOf(children, dialect, counts)}\n`;
    case 'text-paragraph':
      return `${textOf(children, dialect, true)}\n`;
    case 'aside':
      return ` (${textOf(children, dialect, counts)
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')})`;
    case 'row':
      return `${textOf(children, dialect, counts).replace(/\t$/, '')}\n`;
    case 'cell':
      return `${textOf(children, dialect, counts)
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')}\t`;
    case undefined:
      return textOf(children, dialect, counts);
  }
}

/** Line ends inside of a paragraph's markup are blanks to the reader. */
function flattened(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
