import { declaredEncoding, decodedOr } from './text-encoding.ts';
import { xmlTree } from './xml-tree.ts';
import type { XmlElement, XmlNode } from './xml-tree.ts';

/** The texts of an XML file, a line for each element; of elements without a text the values of their attributes. */
export function xmlText(bytes: Uint8Array): string {
  const lines: string[] = [];
  collect(xmlTree(decodedOr(bytes, declaredEncoding(bytes))), lines);
  return lines.join('\n');
}

function collect(tree: readonly XmlNode[], lines: string[]): void {
  for (const node of tree) {
    if (typeof node === 'string') continue;
    const own = node.children.filter(child => typeof child === 'string');
    const line = own.join(' ').trim() || attributeValues(node).join(' ');
    if (line !== '') lines.push(line.replaceAll(/\s+/g, ' '));
    collect(node.children, lines);
  }
}

/** Instruments write what matters into attributes, such as `name="wavelength" value="450"`. */
function attributeValues({ attributes }: XmlElement): readonly string[] {
  return Object.entries(attributes)
    .filter(([name]) => !/^xmlns(:|$)|schemaLocation$/i.test(name))
    .map(([, value]) => value.trim());
}
