import { pdfTexts as texts } from '../../../../shared/features/preview/files-text.ts';
import {
  missingIn,
  openPdf,
  pageOf,
  type PageText,
  type PdfDocument,
  textsOf,
  titleOf,
} from '../../../../shared/preview/pdf/pdf-document.ts';
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

/** A page that was drawn. */
export interface DrawnPage {
  readonly at: number;
  readonly size: PageSize;
  readonly picture: ImageBitmap;
  readonly texts: readonly PageText[];
  /** Pictures on it that are packed in a way that is not unpacked here. */
  readonly missing: number;
}

/** A page is drawn on no more pixels. */
const MOST_PIXELS = 16_000_000;

/** What the library draws with, where there is no page. */
const SURROUNDINGS = {
  ownerDocument: standInDocument() as HTMLDocument,
  CanvasFactory: SurfaceFactory,
  FilterFactory: NoFilters,
  BinaryDataFactory: NoFetching,
};

/** What the worker of a PDF is asked. Scripts and forms in it are never run, and its links lead nowhere. */
export function pdfAsks() {
  let open: PdfDocument | null = null;
  return {
    open: async ({ bytes }: { readonly bytes: Uint8Array }): Promise<PdfSummary> => {
      open = await openPdf(bytes, SURROUNDINGS);
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
        missing: missingIn(page),
      };
      page.cleanup();
      return drawn;
    },
  };
}

export type PdfAsks = ReturnType<typeof pdfAsks>;
