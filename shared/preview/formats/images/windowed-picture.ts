import { imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import { grayPicture } from '../arrays/gray-picture.ts';
import type { PictureSection } from '../sections.ts';

/** How values become a picture. */
export interface PictureRules {
  readonly width: number;
  readonly height: number;
  /** One: shades of gray; three: red, green and blue. */
  readonly samples: number;
  /** Whether all reds stand before all greens. */
  readonly isInPlanes: boolean;
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
export function windowedPicture(values: readonly (number | bigint)[], rules: PictureRules): Picture {
  const { width, height, samples, slope, intercept, window, isInverted } = rules;
  if (samples === 3) return coloured(values, rules);
  const meant = values.map(value => Number(value) * slope + intercept);
  const { centre, width: range } = window;
  if (centre === null || range === null || range <= 0)
    return inverted(grayPicture(meant, { width, height }), isInverted);
  const from = centre - range / 2;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) paint(pixels, at, (((meant[at] ?? 0) - from) * 255) / range);
  const note = texts.window(String(from), String(from + range));
  return inverted({ width, height, pixels, note }, isInverted);
}

function coloured(values: readonly (number | bigint)[], { width, height, isInPlanes }: PictureRules): Picture {
  const count = width * height;
  const pixels = new Uint8ClampedArray(count * 4);
  for (let at = 0; at < count; at += 1)
    for (let sample = 0; sample < 4; sample += 1) {
      const place = isInPlanes ? sample * count + at : at * 3 + sample;
      pixels[at * 4 + sample] = sample === 3 ? 255 : Number(values[place] ?? 0);
    }
  return { width, height, pixels, note: '' };
}

function inverted(picture: Picture, isInverted: boolean): Picture {
  if (!isInverted) return picture;
  const pixels = picture.pixels.map((value, at) => (at % 4 === 3 ? value : 255 - value));
  return { ...picture, pixels };
}

function paint(pixels: Uint8ClampedArray, at: number, gray: number): void {
  pixels.fill(gray, at * 4, at * 4 + 3);
  pixels[at * 4 + 3] = 255;
}
