import { endingOf } from '../../../../shared/name-ending.ts';
import { kindOf, type PreviewKind } from '../../../../shared/preview/kind.ts';
import { MIB } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';
import { hasPdfMark, hasTiffMark } from '../../../../shared/preview/file-marks.ts';
import { startWorker } from '../../../state/start-worker.ts';
import type { PictureAsks } from '../image/picture-requests.ts';
import type { PdfAsks } from '../pdf/pdf-requests.ts';
import type { StackAsks } from '../stack/stack-requests.ts';
import { Parser } from '../stores/parser.ts';
import type { Asks } from '../stores/protocol.ts';
import { type OpenContent, readContent } from '../stores/preview.ts';
import type { MadeThumbnail, ThumbnailFile, ThumbnailMaker } from '../stores/thumbnails.ts';
import { AS_FOUND, type TableAsks } from '../table/table-requests.ts';
import { WORKERS } from '../workers.ts';
import { drawChart, drawPlate } from './draw-table.ts';
import { KeptParsers } from './kept-parsers.ts';
import { canvasOf, type DrawnCanvas, packThumbnail } from './thumbnail-canvas.ts';

/** Pixels of the longer side: those of a tile on a sharp screen. */
const LONGEST = 256;

type DrawnKind = Extract<PreviewKind, 'picture' | 'stack' | 'pdf' | 'table'>;

/** Larger files are looked into only when a person asks, in bytes. */
const MOST_BYTES: { readonly [K in DrawnKind]: number } = {
  picture: 32 * MIB,
  stack: 64 * MIB,
  pdf: 32 * MIB,
  // All of it is read: what a part of a table would be drawn as says nothing of the whole.
  table: 2 * MIB,
};

/** A drawing is text, and the browser takes as long as it likes for it. */
const MOST_DRAWING = MIB;

/** Makes the picture of a file in the workers that read it for a preview, under the same limits and smaller ones. */
export const makeThumbnail: ThumbnailMaker = async (file, { has, signal }) => {
  const kind = kindOf(file.name);
  if (!isDrawn(kind)) return null;
  const opened = await engine.call('content.open', { id: file.id, version: null, fetch: 'here' });
  if (opened.is !== 'open') return null;
  try {
    const content = contentOf(file, opened, kind);
    if (has(content)) return { content, picture: null };
    if (opened.sizeBytes === 0 || opened.sizeBytes > MOST_BYTES[kind]) return null;
    return await made(content, drawn(kind, opened, signal));
  } finally {
    engine.call('content.close', { content: opened.content }).catch(() => undefined);
  }
};

async function made(content: string, drawing: Promise<DrawnCanvas | null>): Promise<MadeThumbnail | null> {
  const canvas = await drawing;
  return canvas === null ? null : { content, picture: await packThumbnail(canvas) };
}

function isDrawn(kind: PreviewKind): kind is DrawnKind {
  return Object.hasOwn(MOST_BYTES, kind);
}

/** The same bytes under the same kind of name are the same picture, wherever they are. */
function contentOf(file: ThumbnailFile, { sha256, version, mark }: OpenContent, kind: DrawnKind): string {
  return `${kind} ${endingOf(file.name)} ${sha256 ?? version ?? `${file.id} ${mark}`}`;
}

const parsers = new KeptParsers<DrawnKind>(kind => new Parser<Asks>(startWorker(WORKERS[kind])));

/** What is no such file, as its first bytes tell, is not worth the worker that reads such files. */
const HAS_MARK: { readonly [K in DrawnKind]?: (bytes: Uint8Array) => boolean } = {
  pdf: hasPdfMark,
  stack: hasTiffMark,
};

async function drawn(kind: DrawnKind, opened: OpenContent, signal: AbortSignal): Promise<DrawnCanvas | null> {
  const read = await readContent(opened, [0, opened.sizeBytes], signal);
  const bytes = read.slice();
  if (HAS_MARK[kind]?.(bytes) === false) return null;
  if (kind === 'picture' && endingOf(opened.name) === 'svg') return drawing(opened.name, bytes, signal);
  switch (kind) {
    case 'picture':
      return parsers.ask<PictureAsks, DrawnCanvas>(kind, signal, async parser => {
        const { picture } = await parser.ask('small', { bytes, longest: LONGEST }, [bytes.buffer]);
        return canvasOf(picture);
      });
    case 'pdf':
      return parsers.ask<PdfAsks, DrawnCanvas>(kind, signal, async parser => {
        const { size } = await parser.ask('open', { bytes }, [bytes.buffer]);
        const scale = LONGEST / Math.max(1, size.width, size.height);
        const { picture } = await parser.ask('page', { at: 0, scale });
        return canvasOf(picture);
      });
    case 'stack':
      return parsers.ask<StackAsks, DrawnCanvas>(kind, signal, async parser => {
        await parser.ask('open', { bytes }, [bytes.buffer]);
        const { usual } = await parser.ask('plane', { at: 0 });
        const { width, height, pixels } = await parser.ask('draw', { ...usual, longest: LONGEST });
        return canvasOf(new ImageData(pixels, width, height));
      });
    case 'table':
      return parsers.ask<TableAsks, DrawnCanvas | null>(kind, signal, parser => table(parser, opened.name, bytes));
  }
}

/** A plate as a plate, another table as what it would be plotted as first. */
async function table(parser: Parser<TableAsks>, name: string, bytes: Uint8Array): Promise<DrawnCanvas | null> {
  await parser.ask('open', { name, bytes, isCut: false, choice: AS_FOUND });
  const { plate, plots } = await parser.ask('pictures', undefined);
  if (plate !== null) return drawPlate(plate);
  const [offer] = plots;
  if (offer === undefined) return null;
  const { plot } = await parser.ask('plot', { ...offer.choice });
  return plot === null ? null : drawChart(plot);
}

/** A drawing is looked at beside the page, and drawn by the browser as the picture that it is: nothing in it runs. */
async function drawing(name: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<DrawnCanvas | null> {
  if (bytes.length > MOST_DRAWING) return null;
  await parsers.ask<PictureAsks, unknown>('picture', signal, parser => parser.ask('look', { name, bytes }));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return canvasOf(image, LONGEST);
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
