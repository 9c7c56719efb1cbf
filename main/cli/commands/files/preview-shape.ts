import { z } from 'zod';

import type { OpenedContent } from '../../../../shared/features/preview/model.ts';
import type { Section } from '../../../../shared/preview/formats/sections.ts';
import { columnLetters } from '../../../../shared/preview/office/sheet-text.ts';
import type { PictureFacts } from '../../../../shared/preview/plain/picture-facts.ts';
import type { SheetReading } from '../../../../shared/preview/plain/sheet-reading.ts';
import type { TablePart } from '../../../../shared/preview/text-reading.ts';
import { kindWords } from '../../../../shared/features/preview/pane-text.ts';
import { madeHere } from '../../output/public-json.ts';
import type { Reading } from '../../runner/reading-thread.ts';

/** What a file is, and what is in it: `lookShape` puts together what is read of it. */
export const publicLook = z.object({
  name: z.string(),
  kind: z.string(),
  sizeBytes: z.number(),
  modifiedAt: z.string().nullable(),
  version: z.string().nullable(),
  sha256: z.string().nullable(),
  from: z.string(),
  text: madeHere,
  table: madeHere,
  workbook: madeHere,
  pdf: madeHere,
  picture: madeHere,
  sections: madeHere,
  why: z.string().nullable(),
});

/**
 * `preview --json`. What the file is not, is null. `why`: a sentence, where it could not be read. Of a PDF the lines of all
 * pages are in `text`; documents and PDFs have no encoding.
 */
export function lookShape(opened: Extract<OpenedContent, { is: 'open' }>, reading: Reading | null): object {
  const { name, sizeBytes, modifiedAt, version, sha256, from } = opened;
  const facts = { name, kind: kindWords(name), sizeBytes, modifiedAt, version, sha256, from };
  const nothing = { text: null, table: null, workbook: null, pdf: null, picture: null, sections: null, why: null };
  return { ...facts, ...nothing, ...(reading === null ? {} : partsOf(reading)) };
}

function partsOf(reading: Reading): object {
  switch (reading.is) {
    case 'none':
      return {};
    case 'unreadable':
      return { why: reading.why };
    case 'text':
      return { text: { ...textShape(reading, reading.encoding), zeroBytes: reading.zeroBytes } };
    case 'document':
      return { text: textShape(reading, null) };
    case 'pdf':
      return { text: textShape(reading, null), pdf: { pages: reading.pages, title: reading.title } };
    case 'workbook':
      return { workbook: { sheets: reading.sheets.map(sheetShape), isCut: reading.isCut } };
    case 'sections':
      return { sections: { parts: reading.sections.map(sectionShape), isCut: reading.isCut } };
    case 'picture':
      return { picture: pictureShape(reading.picture) };
    case 'image':
      return { picture: reading.image };
    case 'table': {
      const { columns, rows, total, encoding, isCut, zeroBytes, parts } = reading;
      const { separator, decimal, preamble, hasHeader, tables } = reading.decision;
      const how = { encoding, separator, decimal, preamble, hasHeader, tables, zeroBytes };
      return { table: { ...how, columns, rows, total, isCut, parts: parts.map(partShape) } };
    }
  }
}

/** A section with its numbers in plain lists; the pixels of a picture are left out. */
function sectionShape(section: Section): object {
  switch (section.is) {
    case 'chart': {
      const { xs, series, ...chart } = section.chart;
      const drawn = series.map(({ name, ys }) => ({ name, ys: Array.from(ys) }));
      return { ...section, chart: { ...chart, xs: Array.from(xs), series: drawn } };
    }
    case 'picture': {
      const { is, title, width, height, note } = section;
      return { is, title, width, height, note };
    }
    case 'image': {
      const { is, title, type, width, height } = section;
      return { is, title, type, width, height };
    }
    case 'facts':
    case 'lines':
    case 'table':
    case 'tree':
    case 'choice':
      return section;
  }
}

/** One of several tables in a file. */
function partShape({ title, decision, columns, rows, total, isCut }: TablePart): object {
  const { decimal, preamble, hasHeader } = decision;
  return { title: title === '' ? null : title, decimal, preamble, hasHeader, columns, rows, total, isCut };
}

function textShape(
  { lines, isCut }: { readonly lines: readonly string[]; readonly isCut: boolean },
  encoding: string | null,
): object {
  return { encoding, lines, isCut };
}

function sheetShape({ name, isHidden, rows, total, columns, unknown, merged, isCut }: SheetReading): object {
  const places = merged.map(one => `${placeOf(one)}:${placeOf(endOf(one))}`);
  return { name, isHidden, columns, rows, total, uncalculated: unknown, merged: places, isCut };
}

function endOf({ row, column, rows, columns }: SheetReading['merged'][number]): { row: number; column: number } {
  return { row: row + rows - 1, column: column + columns - 1 };
}

function placeOf({ row, column }: { readonly row: number; readonly column: number }): string {
  return `${columnLetters(column)}${row + 1}`;
}

function pictureShape(picture: PictureFacts): object {
  const { width, height, planes, hasMore, packed, axes, pixelSize, description } = picture;
  const { bits, format, samples, isColoured } = picture;
  const along = axes?.map(({ of, count, names }) => ({ of, count, names })) ?? null;
  const pixel = { bits, format, samples, isColoured, sizeMicrometres: pixelSize };
  return { width, height, planes, hasMorePlanes: hasMore, axes: along, pixel, packed, description };
}
