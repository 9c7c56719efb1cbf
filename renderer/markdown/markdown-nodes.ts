import type { Element, Nodes, Root } from 'hast';

/** The words of what was read, without its marks. */
export function textIn(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  // Formulas say themselves twice: as they are shown and as they were written.
  return node.children.map(child => (isSource(child) ? '' : textIn(child))).join('');
}

function isSource(node: Nodes): boolean {
  return node.type === 'element' && node.tagName === 'annotation';
}

/** The cells of a table, row by row, the heading first. */
export function rowsIn(table: Nodes): string[][] {
  if (!('children' in table)) return [];
  return table.children.flatMap(child => {
    if (child.type !== 'element') return [];
    if (child.tagName !== 'tr') return rowsIn(child);
    return [child.children.filter(isCell).map(cell => textIn(cell).trim())];
  });
}

function isCell(node: Nodes): node is Element {
  return node.type === 'element' && (node.tagName === 'td' || node.tagName === 'th');
}

/** The first blocks of a text, of about so many characters; null when it is not much longer. */
export function headOf(tree: Root, characters: number): Root | null {
  let left = characters;
  const end = tree.children.findIndex(child => {
    left -= textIn(child).length;
    return left < 0;
  });
  if (end === -1) return null;
  const rest = tree.children.slice(end + 1).reduce((sum, child) => sum + textIn(child).length, 0);
  return rest < characters / 4 ? null : { ...tree, children: tree.children.slice(0, end + 1) };
}
