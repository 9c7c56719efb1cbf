import { pictureTexts } from '../../features/preview/pane-text.ts';
import { pictureSize, type PictureSize } from '../picture-size.ts';

/** How large a picture is; `lines`: for reading. */
export interface ImageReading {
  readonly is: 'image';
  readonly image: PictureSize;
  readonly lines: readonly string[];
  readonly isCut: false;
}

/** What a PNG, JPEG, GIF, WebP, AVIF or BMP says of itself in its first bytes; null: it is none of them. */
export function imageReading(head: Uint8Array): ImageReading | null {
  const image = pictureSize(head);
  if (image === null) return null;
  const { width, height } = image;
  return { is: 'image', image, lines: [`${pictureTexts.size}: ${pictureTexts.pixels(width, height)}`], isCut: false };
}
