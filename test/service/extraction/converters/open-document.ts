import { rendered } from './rendered.ts';
import type { Dialect } from './rendered.ts';
import { elementsNamed, xmlTree } from './xml-tree.ts';
import { partText, unzipped } from './zip-parts.ts';

/** ODT and ODP (ISO/IEC 26300). */
const DIALECT: Dialect = {
  roles: {
    p: 'text-paragraph',
    h: 'text-paragraph',
    s: 'blanks',
    tab: 'tab',
    'line-break': 'break',
    'table-row': 'row',
    'table-cell': 'cell',
    'note-citation': 'skip',
    'note-body': 'aside',
    'tracked-changes': 'skip',
    // Fields that repeat on every slide: the number, the date.
    'page-number': 'skip',
  },
};

/** A text document, or the slides of a presentation with their notes. */
export function openDocumentText(bytes: Uint8Array): string {
  const parts = unzipped(bytes, path => path === 'content.xml' || path === 'META-INF/manifest.xml');
  if (/<manifest:encryption-data/.test(partText(parts, 'META-INF/manifest.xml'))) throw new Error('it is encrypted');
  const tree = xmlTree(partText(parts, 'content.xml'));
  const slides = [...elementsNamed(tree, 'presentation')].flatMap(body => body.children);
  const pages = slides.filter(node => typeof node !== 'string').filter(node => node.name === 'page');
  if (pages.length === 0) return rendered(tree, DIALECT);
  return pages.map((page, index) => `Slide ${index + 1}\n${rendered(page.children, DIALECT)}`).join('\n');
}
