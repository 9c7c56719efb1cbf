import { lookAtDrawing } from '../../../../shared/preview/drawing.ts';
import { decode } from '../../../../shared/preview/encoding.ts';
import { findEncoding } from '../../../../shared/preview/find-encoding.ts';
import { endingOf } from '../../../../shared/name-ending.ts';
import { pictureSize } from '../../../../shared/preview/picture-size.ts';
import { pictureTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';

/** More pixels are not drawn. */
const MOST_PIXELS = 100_000_000;
/** More are not unpacked in passing, only to be drawn small: a photograph of a good camera has half as many. */
const MOST_PIXELS_FOR_SMALL = 40_000_000;

/** What a picture says of itself; null: a drawing without a size of its own. */
export interface PictureSummary {
  readonly width: number | null;
  readonly height: number | null;
}

/** What the worker of a picture is asked. Drawing is the browser's; whether it may is decided here. */
export const pictureAsks = {
  look: ({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): PictureSummary => {
    if (endingOf(name) === 'svg') return drawing(bytes);
    const size = pictureSize(bytes);
    if (size === null) throw new UnreadableError(texts.damaged);
    if (size.width * size.height > MOST_PIXELS) throw new UnreadableError(texts.tooMany);
    return size;
  },
  /** Draws it small. The browser unpacks it, here beside the page. @param longest pixels of its longer side. */
  small: async ({ bytes, longest }: { readonly bytes: Uint8Array<ArrayBuffer>; readonly longest: number }) => {
    const size = pictureSize(bytes);
    if (size === null) throw new UnreadableError(texts.damaged);
    if (size.width * size.height > MOST_PIXELS_FOR_SMALL) throw new UnreadableError(texts.tooMany);
    const whole = await createImageBitmap(new Blob([bytes]));
    // As it is drawn: a photograph may lie on its side in the file.
    const scale = Math.min(1, longest / Math.max(whole.width, whole.height));
    const picture = await createImageBitmap(whole, {
      resizeWidth: Math.max(1, Math.round(whole.width * scale)),
      resizeHeight: Math.max(1, Math.round(whole.height * scale)),
      resizeQuality: 'medium',
    });
    whole.close();
    return { picture };
  },
};

export type PictureAsks = typeof pictureAsks;

function drawing(bytes: Uint8Array): PictureSummary {
  const { encoding } = findEncoding(bytes);
  if (encoding === 'binary') throw new UnreadableError(texts.damaged);
  const look = lookAtDrawing(decode(bytes, encoding));
  switch (look.is) {
    case 'fine':
      return look;
    case 'heavy':
      throw new UnreadableError(texts.heavy);
    case 'outside':
      throw new UnreadableError(texts.outside);
    case 'none':
      throw new UnreadableError(texts.damaged);
  }
}
