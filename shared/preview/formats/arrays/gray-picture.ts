import { arrayTexts as texts } from '../../../features/preview/sections-text.ts';
import type { PictureSection } from '../sections.ts';

interface GrayRules {
  readonly width: number;
  readonly height: number;
  /** Whether the least value is white. Left out: it is black. */
  readonly isInverted?: boolean;
}

/** Values as a picture, from black for the least to white for the greatest; what is no number stays clear. */
export function grayPicture(
  values: ArrayLike<number | bigint>,
  { width, height, isInverted = false }: GrayRules,
): Pick<PictureSection, 'width' | 'height' | 'pixels' | 'note'> {
  let least = Infinity;
  let most = -Infinity;
  for (let at = 0; at < values.length; at += 1) {
    const value = Number(values[at]);
    if (!Number.isFinite(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const pixels = new Uint8ClampedArray(width * height * 4);
  const scale = most > least ? 255 / (most - least) : 0;
  for (let at = 0; at < width * height; at += 1) {
    const value = Number(values[at]);
    if (!Number.isFinite(value)) continue;
    const gray = (isInverted ? most - value : value - least) * scale;
    pixels[at * 4] = gray;
    pixels[at * 4 + 1] = gray;
    pixels[at * 4 + 2] = gray;
    pixels[at * 4 + 3] = 255;
  }
  const [black, white] = isInverted ? [most, least] : [least, most];
  const note = most < least ? '' : texts.range(short(black), short(white));
  return { width, height, pixels, note };
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
