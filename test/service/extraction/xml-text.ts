import { declaredEncoding, decodedOr } from './text-encoding.ts';
import { xmlTree } from './xml-tree.ts';
import type { XmlNode } from './xml-tree.ts';

/** The texts and attribute values of an XML file, a line for each element that holds any. */
export function xmlText(bytes: Uint8Array): string {
  const lines: string[] = [];
  collect(xmlTree(decodedOr(bytes, declaredEncoding(bytes))), lines);
  return lines.join('\n');
}

/** Instruments write what matters into attributes, such as `name="wavelength" value="450"`. */
function collect(tree: readonly XmlNode[], lines: string[]): void {
  for (const node of tree) {
    if (typeof node === 'string') continue;
    const own = node.children.filter(child => typeof child === 'string');
    const values = Object.entries(node.attributes).filter(([name]) => !/^xmlns|^schemaLocation$/.test(name));
    const line = [...values.map(([, value]) => value), ...own].join(' ').replaceAll(/\s+/g, ' ').trim();
    if (line !== '') lines.push(line);
    collect(node.children, lines);
  }
}
