import { imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import { grayPicture } from '../arrays/gray-picture.ts';
import type { PictureSection } from '../sections.ts';

/** How values become a picture in shades of gray. */
export interface PictureRules {
  readonly width: number;
  readonly height: number;
  /** Whether the least value is white. */
  readonly isInverted: boolean;
  /** A value means `slope × value + intercept`. */
  readonly slope: number;
  readonly intercept: number;
  /** What is shown of the range of meant values; null: all there is. */
  readonly window: { readonly centre: number | null; readonly width: number | null };
}

type Picture = Pick<PictureSection, 'width' | 'height' | 'pixels' | 'note'>;

/** Values of a scanner as a picture, in the window that the file asks for. */
export function windowedPicture(values: readonly number[], rules: PictureRules): Picture {
  const { width, height, slope, intercept, window, isInverted } = rules;
  const meant = values.map(value => value * slope + intercept);
  const { centre, width: range } = window;
  if (centre === null || range === null || range < 1) return grayPicture(meant, { width, height, isInverted });
  // A window of 400 values has 399 steps from its first to its last (PS3.3, C.11.2.1.2).
  const [from, steps] = [centre - range / 2, range - 1];
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const above = (meant[at] ?? 0) - from;
    const gray = steps === 0 ? (above > 0 ? 255 : 0) : (above * 255) / steps;
    pixels.fill(isInverted ? 255 - gray : gray, at * 4, at * 4 + 3);
    pixels[at * 4 + 3] = 255;
  }
  const [black, white] = isInverted ? [from + steps, from] : [from, from + steps];
  return { width, height, pixels, note: texts.window(String(black), String(white)) };
}
