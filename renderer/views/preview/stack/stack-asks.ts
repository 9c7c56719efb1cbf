import { stackTexts as texts } from '../../../../shared/text/preview-files.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';
import {
  type Contrast,
  type DrawnPlane,
  drawPlane,
  type PlaneRange,
  rangeOf,
} from '../../../../shared/preview/tiff/plane-drawing.ts';
import { readTiff, type TiffFile, type TiffPlane } from '../../../../shared/preview/tiff/tiff-directory.ts';
import { checkPlane, decodePlane, type Samples } from '../../../../shared/preview/tiff/tiff-plane.ts';

/** What a stack says of itself. */
export interface StackSummary {
  readonly planes: number;
  /** Where several things were looked at: of how many channels, slices and times; null: nothing is said. */
  readonly axes: StackAxes | null;
  /** Of one pixel, in micrometres; null: not said. */
  readonly pixelSize: number | null;
}

export interface StackAxes {
  readonly channels: number;
  readonly slices: number;
  readonly frames: number;
}

/** What one plane is, and what is good to see it with. */
export interface PlaneSummary extends PlaneRange {
  readonly at: number;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly format: TiffPlane['format'];
  /** Whether it has colours of its own. */
  readonly isColoured: boolean;
  /** Contrast it begins with. */
  readonly usual: Contrast;
}

/** What the worker of a TIFF file is asked. */
export function stackAsks() {
  let bytes = new Uint8Array();
  let tiff: TiffFile = { isLittle: true, planes: [] };
  let shown: { readonly plane: TiffPlane; readonly samples: Samples } | null = null;
  return {
    open: (input: { readonly bytes: Uint8Array<ArrayBuffer> }): StackSummary => {
      ({ bytes } = input);
      tiff = readTiff(bytes);
      const [first] = tiff.planes;
      if (first === undefined) throw new UnreadableError(texts.damaged);
      checkPlane(first);
      return { planes: tiff.planes.length, axes: axesOf(first, tiff.planes.length), pixelSize: pixelSizeOf(first) };
    },
    plane: ({ at }: { readonly at: number }): PlaneSummary => {
      const plane = tiff.planes[at];
      if (plane === undefined) throw new UnreadableError(texts.damaged);
      // Two planes need not be in memory at once.
      shown = null;
      const samples = decodePlane(bytes, tiff, plane);
      shown = { plane, samples };
      const { width, height, bits, format, photometric } = plane;
      const range = rangeOf(samples);
      const isColoured = photometric > 1;
      const isPlain = bits <= 8 && format === 'unsigned';
      const usual = isPlain ? { low: 0, high: 2 ** bits - 1 } : { low: range.autoLow, high: range.autoHigh };
      return { at, width, height, bits, format, isColoured, ...range, usual };
    },
    draw: (input: Contrast & { readonly longest: number }): DrawnPlane => {
      if (shown === null) throw new UnreadableError(texts.damaged);
      return drawPlane(shown.samples, shown.plane, input);
    },
  };
}

export type StackAsks = ReturnType<typeof stackAsks>;

/** ImageJ says what its planes are; they come channel by channel, slice by slice, time by time. */
function axesOf({ description }: TiffPlane, planes: number): StackAxes | null {
  if (!description.startsWith('ImageJ=')) return null;
  const said = (name: string): number =>
    Number(new RegExp(`^${name}=(\\d{1,6})\\r?$`, 'm').exec(description)?.[1] ?? 1);
  const axes = { channels: said('channels'), slices: said('slices'), frames: said('frames') };
  return axes.channels * axes.slices * axes.frames === planes && planes > 1 ? axes : null;
}

function pixelSizeOf({ resolution, resolutionUnit, description }: TiffPlane): number | null {
  if (resolution <= 0 || !Number.isFinite(resolution)) return null;
  const unit = /^unit=(\S+)/m.exec(description)?.[1] ?? '';
  if (description.startsWith('ImageJ=')) return /^(micron|um|µm|\\u00B5m)$/.test(unit) ? 1 / resolution : null;
  return resolutionUnit === 3 ? 10_000 / resolution : null;
}
