import { rendered } from './rendered.ts';
import type { Dialect } from './rendered.ts';
import { xmlTree } from './xml-tree.ts';
import { numberedPaths, partText, unzipped } from './zip-parts.ts';
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
    // What a revision took out, and the second form of what older programs cannot show.
    del: 'skip',
    Fallback: 'skip',
  },
};

/** The body of a text document, then its notes, comments, heads and feet. */
export function wordText(bytes: Uint8Array): string {
  const parts = unzipped(bytes, path => path.startsWith('word/') && path.endsWith('.xml'));
  const besides = [
    /^word\/(foot|end)notes\.xml$/,
    /^word\/comments\.xml$/,
    /^word\/header\d+\.xml$/,
    /^word\/footer\d+\.xml$/,
  ];
  const paths = besides.flatMap(pattern => [...parts.keys()].filter(path => pattern.test(path)));
  return ['word/document.xml', ...paths].map(path => partOf(parts, path)).join('\n');
}

/** The slides in the order of their numbers, each with its notes. */
export function slidesText(bytes: Uint8Array): string {
  const parts = unzipped(bytes, path =>
    /^ppt\/(presentation|slides\/slide\d+|notesSlides\/notesSlide\d+)\.xml$/.test(path),
  );
  partText(parts, 'ppt/presentation.xml');
  const slides = numberedPaths(parts, /^ppt\/slides\/slide(\d+)\.xml$/);
  return slides
    .map((path, index) => {
      const notes = path.replace('slides/slide', 'notesSlides/notesSlide');
      return `Slide ${index + 1}\n${partOf(parts, path)}${parts.has(notes) ? partOf(parts, notes) : ''}`;
    })
    .join('\n');
}

function partOf(parts: Parts, path: string): string {
  return rendered(xmlTree(partText(parts, path)), DIALECT);
}
