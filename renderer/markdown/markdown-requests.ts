import type { Element, Nodes, Root } from 'hast';
import type { Html, Nodes as MarkdownNodes, Parents, PhrasingContent, Root as MarkdownRoot } from 'mdast';
import rehypeKatex from 'rehype-katex';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

import { outsideAddress } from '../../shared/outside-address.ts';
import { decode } from '../../shared/preview/encoding.ts';
import { markdownTexts } from '../../shared/features/preview/pane-text.ts';
import { withoutTurns } from '../../shared/text/shown-name.ts';
import { textEncoding } from '../features/preview/stores/text-encoding.ts';

export interface MarkdownToOpen {
  readonly bytes: Uint8Array;
}

/** A document as a tree of harmless elements. */
export interface MarkdownSummary {
  readonly tree: Root;
  /** Whether it goes on: a page of that many elements would be slow to lay out. */
  readonly isCut: boolean;
}

const MOST_ELEMENTS = 20_000;

const FILE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What may stay, by GitHub's list: no script, no style, no frame; of addresses, those that `closeAddress` looks at after this. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  protocols: { href: ['http', 'https', 'mailto'], src: ['https'] },
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
    span: [['dataFile', FILE_ID]],
  },
};

/** Formulas become MathML only, which needs no style; nothing in them may point anywhere or grow without end (S21). */
const FORMULAS = {
  output: 'mathml',
  trust: false,
  strict: 'ignore',
  maxSize: 20,
  maxExpand: 200,
  errorColor: 'currentcolor',
} as const;

/** What the worker of a Markdown document is asked. */
export const markdownAsks = {
  open: ({ bytes }: MarkdownToOpen): MarkdownSummary => toTree(decode(bytes, textEncoding(bytes, false))),
};

export type MarkdownAsks = typeof markdownAsks;

/** Reads Markdown with tables, tasks, footnotes and formulas. HTML in it is text, but for a few marks that writers use. */
export function toTree(text: string): MarkdownSummary {
  const reader = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkMath)
    .use(() => knowMarks)
    .use(() => knowFiles)
    .use(remarkRehype, { handlers: { html: (_: unknown, node: Html) => asText(node) } })
    .use(rehypeSanitize, SCHEMA)
    .use(rehypeKatex, FORMULAS);
  const tree = reader.runSync(reader.parse(withFrontMatter(text))) as Root;
  const isCut = cut(tree, { left: MOST_ELEMENTS });
  strip(tree);
  return { tree, isCut };
}

/** What other programs write at the top for themselves is shown as what it is. */
function withFrontMatter(text: string): string {
  const [whole, inside] = /^---\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  return whole === undefined ? text : `\`\`\`yaml\n${inside ?? ''}\n\`\`\`\n\n${text.slice(whole.length)}`;
}

function asText({ value }: Html): { type: 'text'; value: string } | Element | undefined {
  if (/^\s*<!--[\s\S]*-->\s*$/.test(value)) return undefined;
  if (/^<br\s*\/?>$/i.test(value)) return { type: 'element', tagName: 'br', properties: {}, children: [] };
  return { type: 'text', value };
}

/** `CO<sub>2</sub>` and `10<sup>-3</sup>` are what they mean. */
function knowMarks(tree: MarkdownRoot): void {
  const waiting: MarkdownNodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('children' in node)) continue;
    joinMarks(node);
    for (const each of node.children) waiting.push(each);
  }
}

/** `[plate 7.csv](file:<id>)` names a file of the knowledge base by its id; it leads nowhere by itself. */
function knowFiles(tree: MarkdownRoot): void {
  const waiting: MarkdownNodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const id = node.type === 'link' ? fileIn(node.url) : null;
    if (id !== null) node.data = { hName: 'span', hProperties: { dataFile: id } };
    if ('children' in node) for (const each of node.children) waiting.push(each);
  }
}

function fileIn(url: string): string | null {
  const id = /^file:([^?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return FILE_ID.test(id) ? id : null;
}

function joinMarks(parent: Parents): void {
  const children = parent.children as PhrasingContent[];
  for (let at = 0; at < children.length; at++) {
    const node = children[at];
    const name = node?.type === 'html' ? /^<(sub|sup)>$/i.exec(node.value)?.[1]?.toLowerCase() : undefined;
    if (name === undefined) continue;
    const end = children.findIndex(
      (each, place) => place > at && each.type === 'html' && each.value.toLowerCase() === `</${name}>`,
    );
    if (end === -1) continue;
    const inside = children.slice(at + 1, end);
    children.splice(at, end - at + 1, { type: 'emphasis', children: inside, data: { hName: name } });
  }
}

/** Leaves out what goes beyond so many elements. @returns whether anything was. */
function cut(node: Nodes, budget: { left: number }): boolean {
  if (!('children' in node)) return false;
  let isCut = false;
  for (const [at, child] of node.children.entries()) {
    budget.left -= 1;
    if (budget.left < 0) {
      node.children.length = at;
      return true;
    }
    isCut = cut(child, budget) || isCut;
  }
  return isCut;
}

/** Takes away what no element needs: places in the source, styles of its own, addresses that lead nowhere, and signs that turn text around. */
function strip(node: Nodes): void {
  delete node.position;
  if (node.type === 'text') node.value = withoutTurns(node.value);
  if (node.type === 'element') {
    delete node.properties['style'];
    closeAddress(node);
  }
  if ('children' in node) for (const child of node.children) strip(child);
}

/** An address of the web or of mail that is not opened from here is no link, but can be read. */
function closeAddress({ properties }: Element): void {
  const { href } = properties;
  if (typeof href !== 'string' || !URL.canParse(href) || outsideAddress(href) !== null) return;
  delete properties['href'];
  properties['title'] = markdownTexts.notOpened(withoutTurns(href));
}
