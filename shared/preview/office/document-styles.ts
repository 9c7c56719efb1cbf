import type { Archive } from './archive.ts';
import { scanXml } from './xml-scan.ts';

/** What a style makes of a paragraph. Its names differ in each language; its ids are what documents refer to. */
export interface ParagraphStyle {
  /** From 1; 0: no heading. */
  readonly heading: number;
  /** The number of the list its paragraphs are points of; empty: none. */
  readonly list: string;
  readonly level: number;
}

interface Written {
  name: string;
  basedOn: string;
  list: string | null;
  level: number;
}

/** Styles that rest on each other deeper than this lead round in a ring. */
const DEEPEST = 20;

/** Reads what the styles of paragraphs say, with what they rest on. */
export function readStyles(archive: Archive, folder: string): (id: string) => ParagraphStyle {
  const written = readWritten(archive, folder);
  const known = new Map<string, ParagraphStyle>();
  return id => {
    const style = known.get(id) ?? styleOf(id, written);
    known.set(id, style);
    return style;
  };
}

function readWritten(archive: Archive, folder: string): ReadonlyMap<string, Written> {
  const styles = new Map<string, Written>();
  if (!archive.has(`${folder}styles.xml`)) return styles;
  let style: Written = { name: '', basedOn: '', list: null, level: 0 };
  scanXml(archive.text(`${folder}styles.xml`), {
    open: (name, attribute) => {
      const value = (): string => attribute('w:val') ?? '';
      if (name === 'style') {
        style = { name: '', basedOn: '', list: null, level: 0 };
        styles.set(attribute('w:styleId') ?? '', style);
      } else if (name === 'name') style.name = value();
      else if (name === 'basedOn') style.basedOn = value();
      else if (name === 'numId') style.list = value();
      else if (name === 'ilvl') style.level = Number(value()) || 0;
    },
  });
  return styles;
}

function styleOf(id: string, written: ReadonlyMap<string, Written>): ParagraphStyle {
  let heading = 0;
  let list: string | null = null;
  let level = 0;
  let style = written.get(id);
  for (let depth = 0; style !== undefined && depth < DEEPEST; depth++) {
    heading ||= headingOf(style.name);
    if (list === null && style.list !== null) [list, level] = [style.list, style.level];
    style = written.get(style.basedOn);
  }
  return { heading, list: list ?? '', level };
}

function headingOf(name: string): number {
  const [, level] = /^heading ([1-6])$/i.exec(name) ?? [];
  return level === undefined ? Number(/^title$/i.test(name)) : Number(level);
}
