import { posix } from 'node:path';

import { rendered } from './rendered.ts';
import type { Dialect } from './rendered.ts';
import { elementsNamed, xmlTree } from './xml-tree.ts';
import { partText, unzipped } from './zip-parts.ts';
import type { Parts } from './zip-parts.ts';

/** DOCX and PPTX (ISO/IEC 29500); the macros of DOCM and PPTM are not looked at. */
const DIALECT: Dialect = {
  roles: {
    t: 'text',
    p: 'paragraph',
    tr: 'row',
    tc: 'cell',
    tab: 'tab',
    br: 'break',
    cr: 'break',
    pPr: 'skip',
    rPr: 'skip',
    // Numbers of pages and slides, dates.
    fld: 'skip',
    // What a revision took out, and the second form of what older programs cannot show.
    del: 'skip',
    Fallback: 'skip',
  },
};

/** The body of a text document, then its notes, comments, heads and feet. */
export function wordText(bytes: Uint8Array): string {
  const parts = unzipped(bytes, path => path.startsWith('word/') && path.endsWith('.xml'));
  const named = (pattern: RegExp): readonly string[] => [...parts.keys()].filter(path => pattern.test(path));
  const notes = [...named(/^word\/(foot|end)notes\.xml$/), ...named(/^word\/comments\.xml$/)];
  const margins = named(/^word\/(header|footer)\d+\.xml$/).map(path =>
    partOf(parts, path).replaceAll(/^\s*\d+\s*$/gm, ''),
  );
  return [...['word/document.xml', ...notes].map(path => partOf(parts, path)), ...margins].join('\n');
}

/** The slides in the order they are shown, each with its notes. */
export function slidesText(bytes: Uint8Array): string {
  const parts = unzipped(bytes, path =>
    /^ppt\/(presentation|slides\/|notesSlides\/|_rels\/).*(\.xml|\.rels)$/.test(path),
  );
  const related = relations(parts, 'ppt/presentation.xml');
  const order = elementsNamed(xmlTree(partText(parts, 'ppt/presentation.xml')), 'sldId');
  return [...order]
    .map(({ attributes }) => related.get(attributes['r:id'] ?? '') ?? '')
    .map((path, index) => `Slide ${index + 1}\n${partOf(parts, path)}${notesOf(parts, path)}`)
    .join('\n');
}

function notesOf(parts: Parts, slidePath: string): string {
  const path = [...relations(parts, slidePath).values()].find(one => one.startsWith('ppt/notesSlides/'));
  return path === undefined || !parts.has(path) ? '' : partOf(parts, path);
}

/** The parts that a part refers to, by their ids in it. */
function relations(parts: Parts, path: string): ReadonlyMap<string, string> {
  const { dir, base } = posix.parse(path);
  const relationsPath = `${dir}/_rels/${base}.rels`;
  if (!parts.has(relationsPath)) return new Map();
  const list = elementsNamed(xmlTree(partText(parts, relationsPath)), 'Relationship');
  return new Map(
    [...list].map(({ attributes }) => [attributes['Id'] ?? '', posix.join(dir, attributes['Target'] ?? '')]),
  );
}

function partOf(parts: Parts, path: string): string {
  return rendered(xmlTree(partText(parts, path)), DIALECT);
}
