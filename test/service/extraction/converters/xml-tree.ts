import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';

export interface XmlElement {
  /** Without its namespace. */
  readonly name: string;
  /** With their namespaces, as they are written. */
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly XmlNode[];
}

export type XmlNode = string | XmlElement;

const ATTRIBUTES = ':@';
const TEXT = '#text';
const PREFIX = '@';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: PREFIX,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
});

type Ordered = { readonly [name: string]: unknown };

/** The elements and texts of an XML document. @throws Error when it is not well-formed. */
export function xmlTree(text: string): readonly XmlNode[] {
  const valid = XMLValidator.validate(text, { allowBooleanAttributes: false });
  if (valid !== true) throw new Error(`${valid.err.msg} (line ${valid.err.line})`);
  return nodes(parser.parse(text));
}

/** Every element of that name, in document order, at any depth. */
export function* elementsNamed(tree: readonly XmlNode[], name: string): Iterable<XmlElement> {
  for (const node of tree) {
    if (typeof node === 'string') continue;
    if (node.name === name) yield node;
    yield* elementsNamed(node.children, name);
  }
}

const orderedList = z.array(z.record(z.string(), z.unknown()));
const attributeValues = z.record(z.string(), z.coerce.string());

function nodes(ordered: unknown): readonly XmlNode[] {
  return orderedList.parse(ordered).map(node);
}

function node(ordered: Ordered): XmlNode {
  const name = Object.keys(ordered).find(key => key !== ATTRIBUTES) ?? '';
  if (name === TEXT) return String(ordered[TEXT]);
  const children = nodes(ordered[name] ?? []);
  return { name: name.slice(name.indexOf(':') + 1), attributes: attributesOf(ordered[ATTRIBUTES]), children };
}

function attributesOf(ordered: unknown): XmlElement['attributes'] {
  if (ordered === undefined) return {};
  const entries = Object.entries(attributeValues.parse(ordered));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(PREFIX.length), value]));
}
