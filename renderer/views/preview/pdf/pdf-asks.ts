import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';

import { pdfTexts as texts } from '../../../../shared/text/preview-files.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';
import { NoFetching, NoFilters, standInDocument, SurfaceFactory } from './pdf-surface.ts';

/** In points, of which 72 are an inch. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** What a PDF says of itself. */
export interface PdfSummary {
  readonly pages: number;
  /** Of the first page, which most others are like. */
  readonly size: PageSize;
  /** As its writer named it; empty when not. */
  readonly title: string;
}

/** Some text on a page, for selecting and reading out. Measures in points from the upper left corner. */
export interface PageText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Turned so far, in degrees, around its lower left corner. */
  readonly angle: number;
  /** Whether a line ends after it. */
  readonly isEnd: boolean;
}

/** A page that was drawn. */
export interface DrawnPage {
  readonly at: number;
  readonly size: PageSize;
  readonly picture: ImageBitmap;
  readonly texts: readonly PageText[];
}

/** A page is drawn on no more pixels. */
const MOST_PIXELS = 16_000_000;
/** A picture in it with more is left out. */
const MOST_PICTURE = 64_000_000;
const MOST_TEXTS = 20_000;

/** What the worker of a PDF is asked. Scripts and forms in it are never run, and its links lead nowhere. */
export function pdfAsks() {
  let open: PDFDocumentProxy | null = null;
  return {
    open: async ({ bytes }: { readonly bytes: Uint8Array }): Promise<PdfSummary> => {
      open = await openPdf(bytes);
      const page = await pageOf(open, 0);
      const { width, height } = page.getViewport({ scale: 1 });
      return { pages: open.numPages, size: { width, height }, title: await titleOf(open) };
    },
    /** @param scale pixels of a point. */
    page: async ({ at, scale }: { readonly at: number; readonly scale: number }): Promise<DrawnPage> => {
      if (open === null) throw new UnreadableError(texts.damaged);
      const page = await pageOf(open, at);
      const size = page.getViewport({ scale: 1 });
      const most = Math.sqrt(MOST_PIXELS / Math.max(1, size.width * size.height));
      const viewport = page.getViewport({ scale: Math.min(scale, most) });
      const canvas = new OffscreenCanvas(
        Math.max(1, Math.floor(viewport.width)),
        Math.max(1, Math.floor(viewport.height)),
      );
      // Its types know the canvas of a page only.
      await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
      const told = await textsOf(page);
      const drawn = {
        at,
        size: { width: size.width, height: size.height },
        picture: canvas.transferToImageBitmap(),
        texts: told,
      };
      page.cleanup();
      return drawn;
    },
  };
}

export type PdfAsks = ReturnType<typeof pdfAsks>;

type PdfPage = Awaited<ReturnType<PDFDocumentProxy['getPage']>>;

async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  if (!hasMark(bytes)) throw new UnreadableError(texts.otherKind);
  try {
    return await getDocument({
      data: bytes,
      enableXfa: false,
      useWasm: false,
      useWorkerFetch: false,
      useSystemFonts: true,
      maxImageSize: MOST_PICTURE,
      verbosity: 0,
      ownerDocument: standInDocument() as HTMLDocument,
      CanvasFactory: SurfaceFactory,
      FilterFactory: NoFilters,
      BinaryDataFactory: NoFetching,
    }).promise;
  } catch (thrown) {
    const isLocked = thrown instanceof Error && thrown.name === 'PasswordException';
    throw new UnreadableError(isLocked ? texts.password : texts.damaged);
  }
}

/** `%PDF-`, somewhere at the beginning. */
function hasMark(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
}

async function pageOf(open: PDFDocumentProxy, at: number): Promise<PdfPage> {
  try {
    return await open.getPage(at + 1);
  } catch {
    throw new UnreadableError(texts.damaged);
  }
}

async function titleOf(open: PDFDocumentProxy): Promise<string> {
  const told = await open.getMetadata().catch(() => null);
  const title = (told?.info as { readonly Title?: unknown } | undefined)?.Title;
  return typeof title === 'string' ? title.slice(0, 300) : '';
}

async function textsOf(page: PdfPage): Promise<readonly PageText[]> {
  const { items } = await page.getTextContent().catch(() => ({ items: [] }));
  const { transform } = page.getViewport({ scale: 1 });
  const told: PageText[] = [];
  for (const item of items.slice(0, MOST_TEXTS)) {
    if (!('str' in item) || (item.str === '' && !item.hasEOL)) continue;
    const [a, b, c, d, x, y] = times(transform as number[], item.transform as number[]);
    const height = Math.hypot(c, d);
    const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
    told.push({ text: item.str, x, y: y - height, width: item.width, height, angle, isEnd: item.hasEOL });
  }
  return told;
}

type Matrix = readonly [a: number, b: number, c: number, d: number, x: number, y: number];

/** Where something of one system of places stands in the other. */
export function times(one: readonly number[], other: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = one;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = other;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
