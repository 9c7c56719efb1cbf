import type { DrawnPlane } from './plane-drawing.ts';
import type { StackAxis } from './stack-axes.ts';

/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A channel of a picture, as it is coloured. */
export interface ColouredChannel {
  /** As the file names it; empty: it does not. */
  readonly name: string;
  readonly colour: Colour;
  /** Which plane it is. */
  readonly plane: number;
}

/** People who see colours otherwise tell the first two of them apart. */
const USUAL: readonly Colour[] = [
  [0, 255, 0],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 0],
  [255, 0, 0],
  [0, 0, 255],
  [255, 255, 255],
];

/**
 * The planes that show the channels of one place in a stack. @param at any plane of that place. @returns none where the
 * stack has less than two channels.
 */
export function channelsAt(
  at: number,
  axes: readonly StackAxis[] | null,
  colours: readonly (Colour | null)[],
): readonly ColouredChannel[] {
  let stride = 1;
  for (const { of, count, names } of axes ?? []) {
    if (of === 'channel' && count > 1) {
      const first = at - (Math.floor(at / stride) % count) * stride;
      return Array.from({ length: Math.min(count, USUAL.length) }, (_, channel) => ({
        name: names[channel] ?? '',
        colour: colours[channel] ?? USUAL[channel] ?? [255, 255, 255],
        plane: first + channel * stride,
      }));
    }
    stride *= count;
  }
  return [];
}

/** The colours that OME names for its channels: a number of four bytes, red first. Null: it names none for that one. */
export function omeColours(description: string): readonly (Colour | null)[] {
  if (!description.includes('<OME')) return [];
  const channels = [...description.slice(0, 200_000).matchAll(/<(?:\w+:)?Channel\b[^>]*>/g)];
  return channels.map(([tag]) => {
    const said = /\sColor="(-?\d{1,10})"/.exec(tag)?.[1];
    if (said === undefined) return null;
    const bits = Number(said) >>> 0;
    return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255];
  });
}

/** Adds the light of one channel to a picture of the same size. */
export function addLight(picture: DrawnPlane, grey: DrawnPlane, [red, green, blue]: Colour): void {
  const { pixels } = picture;
  for (let at = 0; at < pixels.length; at += 4) {
    const light = (grey.pixels[at] ?? 0) / 255;
    pixels[at] = (pixels[at] ?? 0) + light * red;
    pixels[at + 1] = (pixels[at + 1] ?? 0) + light * green;
    pixels[at + 2] = (pixels[at + 2] ?? 0) + light * blue;
    pixels[at + 3] = 255;
  }
}
