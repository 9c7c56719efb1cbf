/** A picture that is drawn, and not packed yet. */
export interface DrawnCanvas {
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
}

/** Seen on light and on dark ground: most pages and plots are as white as the window. */
const FRAME = 'rgb(127 127 127 / 35%)';

/** An empty canvas. @throws Error where the browser has none. */
export function emptyCanvas(width: number, height: number): DrawnCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser has no canvas');
  return { canvas, context };
}

/** What was drawn elsewhere. @param longest pixels of its longer side; left out: as large as it is. */
export function canvasOf(drawn: ImageBitmap | ImageData | HTMLImageElement, longest?: number): DrawnCanvas {
  const [wide, high] = sizeOf(drawn);
  const scale = longest === undefined ? 1 : longest / Math.max(1, wide, high);
  const width = Math.max(1, Math.round(wide * scale));
  const height = Math.max(1, Math.round(high * scale));
  const made = emptyCanvas(width, height);
  if (drawn instanceof ImageData) made.context.putImageData(drawn, 0, 0);
  else {
    // What is clear in a picture is drawn on paper, as its author saw it.
    made.context.fillStyle = '#ffffff';
    made.context.fillRect(0, 0, width, height);
    made.context.drawImage(drawn, 0, 0, width, height);
  }
  if (drawn instanceof ImageBitmap) drawn.close();
  return made;
}

function sizeOf(drawn: ImageBitmap | ImageData | HTMLImageElement): readonly [width: number, height: number] {
  if (!(drawn instanceof HTMLImageElement)) return [drawn.width, drawn.height];
  // A drawing may have no size of its own.
  return drawn.naturalWidth === 0 ? [1, 1] : [drawn.naturalWidth, drawn.naturalHeight];
}

/** Packs it, with a thin frame. */
export function packThumbnail({ canvas, context }: DrawnCanvas): Promise<Blob> {
  context.strokeStyle = FRAME;
  context.lineWidth = 2;
  context.strokeRect(1, 1, canvas.width - 2, canvas.height - 2);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}
