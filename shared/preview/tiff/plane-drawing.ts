import { DRAWN } from './tiff-codecs.ts';
import type { TiffPlane } from './tiff-directory.ts';
import type { Samples } from './tiff-plane.ts';

/** How bright a plane is. */
export interface PlaneRange {
  readonly least: number;
  readonly most: number;
  /** Between these lie nearly all of its samples. */
  readonly autoLow: number;
  readonly autoHigh: number;
}

/** Which samples become black, and which white. */
export interface Contrast {
  readonly low: number;
  readonly high: number;
}

/** A picture as canvases take it. */
export interface DrawnPlane {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** The share of samples at either end that may become all black or all white. */
const OUTSIDE = 0.0035;
const SAMPLED = 200_000;

/** Looks at samples from all over. What is no number counts for nothing. */
export function rangeOf(all: Samples, plane?: Pick<TiffPlane, 'channels' | 'channel' | 'samples'>): PlaneRange {
  const samples = plane === undefined || plane.samples === 1 || plane.channels === 1 ? all : channelOf(all, plane);
  let least = Infinity;
  let most = -Infinity;
  for (const value of samples) {
    // Not finite: measured as nothing.
    if (value < least && value !== -Infinity) least = value;
    if (value > most && value !== Infinity) most = value;
  }
  if (least > most) return { least: 0, most: 1, autoLow: 0, autoHigh: 1 };
  const step = Math.max(1, Math.floor(samples.length / SAMPLED));
  const some = new Float64Array(Math.ceil(samples.length / step));
  let count = 0;
  for (let at = 0; at < samples.length; at += step) {
    const value = samples[at] ?? 0;
    if (Number.isFinite(value)) some[count++] = value;
  }
  const sorted = some.subarray(0, count).toSorted();
  const at = (share: number): number => sorted[Math.round((count - 1) * share)] ?? least;
  const [autoLow, autoHigh] = [at(OUTSIDE), at(1 - OUTSIDE)];
  return autoHigh > autoLow ? { least, most, autoLow, autoHigh } : { least, most, autoLow: least, autoHigh: most };
}

/** Contrast that a plane begins with: of 8 bits all of them, of others what nearly all samples lie between. */
export function usualContrast(samples: Samples, plane: TiffPlane, range = rangeOf(samples, plane)): Contrast {
  const { bits, format } = plane;
  if (bits <= 8 && format === 'unsigned') return { low: 0, high: 2 ** bits - 1 };
  return { low: range.autoLow, high: range.autoHigh };
}

/** Only the samples of one channel. */
function channelOf(all: Samples, { samples, channel }: Pick<TiffPlane, 'channel' | 'samples'>): Samples {
  const own = all.slice(0, Math.ceil(all.length / samples));
  for (let at = 0; at < own.length; at++) own[at] = all[at * samples + channel] ?? 0;
  return own;
}

/** Draws a plane, made smaller by whole numbers until no side is longer than `longest`. */
export function drawPlane(
  samples: Samples,
  plane: TiffPlane,
  { low, high, longest }: Contrast & { readonly longest: number },
): DrawnPlane {
  const factor = Math.max(1, Math.ceil(Math.max(plane.width, plane.height) / longest));
  const width = Math.max(1, Math.floor(plane.width / factor));
  const height = Math.max(1, Math.floor(plane.height / factor));
  const pixels = new Uint8ClampedArray(width * height * 4);
  const colourOf = colouring(plane, { low, high });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      colourOf(pixels, to, channel => meanOf(samples, plane, { x: x * factor, y: y * factor, factor, channel }));
      pixels[to + 3] = 255;
    }
  return { width, height, pixels };
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly factor: number;
  readonly channel: number;
}

/** The samples that become one pixel; of many, some. */
function meanOf(samples: Samples, plane: TiffPlane, { x, y, factor, channel }: Spot): number {
  if (factor === 1 || plane.photometric === 3) return samples[(y * plane.width + x) * plane.samples + channel] ?? 0;
  const step = Math.max(1, Math.floor(factor / 3));
  let sum = 0;
  let count = 0;
  for (let down = 0; down < factor; down += step)
    for (let across = 0; across < factor; across += step) {
      sum += samples[((y + down) * plane.width + x + across) * plane.samples + channel] ?? 0;
      count += 1;
    }
  return sum / count;
}

type Colouring = (pixels: Uint8ClampedArray, to: number, sample: (channel: number) => number) => void;

function colouring(plane: TiffPlane, { low, high }: Contrast): Colouring {
  const { photometric, samples, colours, channel, bits } = plane;
  const span = high > low ? 255 / (high - low) : 0;
  const shade = (value: number): number => (span === 0 ? (value > low ? 255 : 0) : (value - low) * span);
  const size = colours.length / 3;
  if (photometric === 3 && size >= 1)
    return (pixels, to, sample) => {
      const at = sample(0);
      for (let part = 0; part < 3; part++) pixels[to + part] = (colours[part * size + at] ?? 0) / 257;
    };
  if (photometric === 5) {
    // Inks, of which a full one lets nothing of its colour through; how they look on paper is for the program that prints.
    const full = 2 ** bits - 1;
    return (pixels, to, sample) => {
      const black = 1 - sample(3) / full;
      for (let part = 0; part < 3; part++) pixels[to + part] = shade((full - sample(part)) * black);
    };
  }
  if (photometric === 6 && samples === 3 && !(plane.compression in DRAWN))
    return (pixels, to, sample) => {
      const [light, blue, red] = [sample(0), sample(1) - 128, sample(2) - 128];
      pixels[to] = shade(light + 1.402 * red);
      pixels[to + 1] = shade(light - 0.344136 * blue - 0.714136 * red);
      pixels[to + 2] = shade(light + 1.772 * blue);
    };
  if (samples >= 3 && (photometric === 2 || photometric === 6))
    return (pixels, to, sample) => {
      for (let part = 0; part < 3; part++) pixels[to + part] = shade(sample(part));
    };
  const isInverted = photometric === 0;
  return (pixels, to, sample) => {
    const grey = shade(sample(channel));
    pixels.fill(isInverted ? 255 - grey : grey, to, to + 3);
  };
}
