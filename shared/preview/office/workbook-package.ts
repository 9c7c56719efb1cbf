import type { WorkSheet } from '@e965/xlsx';
import { zipSync } from 'fflate';

import { archiveTexts as texts } from '../../features/preview/files-text.ts';
import { decode, encodeUtf8 } from '../encoding.ts';
import { UnreadableError } from '../unreadable.ts';
import { Archive } from './archive.ts';
import { scanXml } from './xml-scan.ts';

/** Stands as the value of a formula that was never worked out. Its sign is none that a file may hold by itself. */
export const UNCALCULATED = '\uE0F0';

/** What the library reads. */
export interface PlainPackage {
  readonly bytes: Uint8Array;
  /** Whether some formulas have the mark `UNCALCULATED` in place of a value. */
  readonly hasUncalculated: boolean;
}

/** A workbook in a zip, of which only the sheets that are asked for are unpacked. */
export interface WorkbookPackage {
  /** The ids of sheets with cells, others being charts; null where the format has no such ids. */
  readonly cellSheets: ReadonlySet<string> | null;
  /** @param of the id of the sheet whose cells are wanted; or those of all, or of none. @throws UnreadableError when damaged. */
  readonly plain: (of: { readonly id: string } | 'all' | 'none') => PlainPackage;
}

/** Parts that hold no cells: pictures, charts, macros, notes, and what other programs keep of their own. */
const ASIDE =
  /(?:^|\/)(?:media|theme|drawings|charts|printersettings|customxml|pivotcache|thumbnails|pictures)\/|\/(?:calcchain|vbaproject|comments\d*|threadedcomments?\d*)\.\w+$/;

/**
 * The parts of a workbook, to be handed on in a zip that is not packed: the library unpacks without any limit, so it is
 * given nothing to unpack. @throws UnreadableError when a part is damaged, too large, or defines entities.
 */
export function openPackage(bytes: Uint8Array): WorkbookPackage {
  const archive = new Archive(bytes);
  const names = archive.names.filter(name => /\.(?:xml|rels|bin)$|^mimetype$/.test(name) && !ASIDE.test(name));
  // What is too large is refused before anything of it is shown.
  for (const name of names) archive.count(name);
  const sheets = sheetsOf(archive, names);
  const places = [...new Set(sheets?.values())].filter(place => archive.has(place));
  const common = partsOf(
    archive,
    names.filter(name => !places.includes(name)),
  );
  if (!isWorkbook(archive)) throw new UnreadableError(texts.otherKind);
  return {
    cellSheets: sheets === null ? null : new Set(sheets.keys()),
    plain: of => {
      const place = typeof of === 'string' ? '' : (sheets?.get(of.id) ?? '');
      // A part that is named in a way of its own is among them, if it is there at all.
      const wanted = of === 'none' ? [] : places.includes(place) ? [place] : places;
      const own = partsOf(archive, wanted);
      return {
        bytes: zipSync({ ...common.parts, ...own.parts }, { level: 0 }),
        hasUncalculated: common.hasUncalculated || own.hasUncalculated,
      };
    },
  };
}

interface Parts {
  readonly parts: Readonly<Record<string, Uint8Array>>;
  readonly hasUncalculated: boolean;
}

function partsOf(archive: Archive, names: readonly string[]): Parts {
  const parts: Record<string, Uint8Array> = {};
  let hasUncalculated = false;
  for (const name of names) {
    const part = archive.bytes(name);
    const isText = !name.endsWith('.bin');
    if (isText) checkXml(part);
    const marked = isText ? withMarks(part) : null;
    hasUncalculated ||= marked !== null;
    parts[spelled(name)] = marked ?? part;
  }
  return { parts, hasUncalculated };
}

/** The library looks for these two as the standards write them; for all others case says nothing to it. */
function spelled(name: string): string {
  if (name === '[content_types].xml') return '[Content_Types].xml';
  return name === 'meta-inf/manifest.xml' ? 'META-INF/manifest.xml' : name;
}

/** A workbook of Excel names one of the types of workbooks; one of OpenDocument says so in its first part. */
function isWorkbook(archive: Archive): boolean {
  if (archive.has('mimetype')) return archive.text('mimetype').includes('spreadsheet');
  if (archive.has('[Content_Types].xml')) return /sheet|xl\//i.test(archive.text('[Content_Types].xml'));
  return archive.has('xl/workbook.xml') || archive.has('xl/workbook.bin');
}

/** Which part holds the cells of a sheet, by the id of the sheet; null where the format has no such ids. */
function sheetsOf(archive: Archive, names: readonly string[]): ReadonlyMap<string, string> | null {
  const all = names.filter(name => name.endsWith('.rels')).map(name => relatedSheets(archive, name));
  return all.findLast(sheets => sheets.size > 0) ?? null;
}

function relatedSheets(archive: Archive, relations: string): ReadonlyMap<string, string> {
  const sheets = new Map<string, string>();
  // Relations of a part stand in a folder beside it.
  const folder = relations.split('/').slice(0, -2);
  scanXml(archive.text(relations), {
    open: (name, attribute) => {
      if (name !== 'Relationship' || attribute('Type')?.endsWith('/worksheet') !== true) return;
      sheets.set(attribute('Id') ?? '', placeOf(attribute('Target') ?? '', folder));
    },
  });
  return sheets;
}

/** The name of a part as the archive has it. */
function placeOf(target: string, folder: readonly string[]): string {
  const steps = target.replaceAll('\\', '/').toLowerCase().split('/');
  const place: string[] = steps[0] === '' ? [] : [...folder];
  for (const step of steps) {
    if (step === '..') place.pop();
    else if (step !== '' && step !== '.') place.push(step);
  }
  return place.join('/');
}

/** Roots whose end says that all of a part is there. */
const ENDED = /^(?:workbook|worksheet|sst|document-content)$/;

/** Looks at the beginning and the end of a part only. */
function checkXml(part: Uint8Array): void {
  const head = decode(part.subarray(0, 4096), 'utf-8', true);
  if (head.includes('<!DOCTYPE')) throw new UnreadableError(texts.entities);
  const [, root = '', isEmpty = ''] = /<(?:[\w.-]+:)?([\w.-]+)(?:\s[^>]*?)?(\/?)>/.exec(head) ?? [];
  if (!ENDED.test(root) || isEmpty === '/') return;
  const end = decode(part.subarray(Math.max(0, part.length - 1000)), 'utf-8');
  if (!new RegExp(`</(?:[\\w.-]+:)?${root}\\s*>`).test(end)) throw new UnreadableError(texts.damaged);
}

/** A cell with a formula and without a value, also where an empty one is written. */
const VALUELESS =
  /(<(?:\w+:)?c\b[^<>]*>)(\s*<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>))\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*(<\/(?:\w+:)?c>)/g;
/** The same, to tell quickly whether there is any. */
const MAYBE_VALUELESS =
  /(?:<\/(?:\w+:)?f>|<(?:\w+:)?f\b[^<>]*\/>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/;

/**
 * Marks the formulas that were never worked out: the library would say 0 for each of them. A result that is an empty text
 * (`t="str"`) is one. @returns null when there are none.
 */
function withMarks(part: Uint8Array): Uint8Array | null {
  // No sign is lost: each byte is one sign in this encoding, and what is sought is ASCII.
  if (!MAYBE_VALUELESS.test(decode(part, 'windows-1252'))) return null;
  let isMarked = false;
  const text = decode(part, 'utf-8').replaceAll(VALUELESS, (whole, cell: string, formula: string, end: string) => {
    if (/\st=["']str["']/.test(cell)) return whole;
    isMarked = true;
    const prefix = /^<(\w+:)?/.exec(cell)?.[1] ?? '';
    const open = cell.replace(/\st=["'][^"']*["']/, '').replace(/>$/, ' t="str">');
    return `${open}${formula}<${prefix}v>${UNCALCULATED}</${prefix}v>${end}`;
  });
  return isMarked ? encodeUtf8(text) : null;
}

/** A sheet as the library read it. */
export interface Sheet {
  readonly cells: WorkSheet;
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
}
