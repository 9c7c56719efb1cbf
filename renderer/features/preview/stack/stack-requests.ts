import { stackTexts as texts } from '../../../../shared/features/preview/files-text.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';
import {
  type Contrast,
  type DrawnPlane,
  drawPlane,
  type PlaneRange,
  rangeOf,
  usualContrast,
} from '../../../../shared/preview/tiff/plane-drawing.ts';
import { PlaneLists, readTiff, type TiffFile, type TiffPlane } from '../../../../shared/preview/tiff/tiff-directory.ts';
import {
  addLight,
  channelsAt,
  type ColouredChannel,
  omeColours,
} from '../../../../shared/preview/tiff/channel-colours.ts';
import { axesOf, pixelSizeOf, type StackAxis } from '../../../../shared/preview/tiff/stack-axes.ts';
import { bytesInMemory } from '../../../../shared/preview/formats/file-bytes.ts';
import { fileBehind } from '../../../../shared/preview/formats/file-port.ts';
import { planeBytes } from '../../../../shared/preview/tiff/plane-bytes.ts';
import { portOf } from '../sections/port-of.ts';
import { checkPlane, decodePlane, type Samples } from '../../../../shared/preview/tiff/tiff-plane.ts';
import type { PieceDrawer } from '../../../../shared/preview/tiff/tiff-drawn.ts';

/** What a stack says of itself. */
export interface StackSummary {
  readonly planes: number;
  /** Whether there may be more planes, which were not looked for yet. */
  readonly hasMore: boolean;
  /** What the planes differ in; null: nothing is said. */
  readonly axes: readonly StackAxis[] | null;
  /** Of one pixel, in micrometres; null: not said. */
  readonly pixelSize: number | null;
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

/** All channels of one place of a stack as one picture. */
export interface ColouredPicture {
  readonly channels: readonly ColouredChannel[];
  readonly drawn: DrawnPlane;
}

/** A long file, whose parts come over a channel. */
interface StackInParts {
  readonly sizeBytes: number;
  readonly port: MessagePort;
}

/** The planes of all channels, each in its colour and with its own contrast, as one picture. */
async function inColours(
  planes: readonly { readonly plane: TiffPlane | undefined; readonly colour: ColouredChannel['colour'] }[],
  samplesIn: (plane: TiffPlane) => Promise<Samples>,
  longest: number,
): Promise<DrawnPlane> {
  let picture: DrawnPlane | null = null;
  for (const { plane, colour } of planes) {
    if (plane === undefined) throw new UnreadableError(texts.damaged);
    const samples = await samplesIn(plane);
    const { autoLow, autoHigh } = rangeOf(samples, plane);
    const grey = drawPlane(samples, plane, { low: autoLow, high: autoHigh, longest });
    picture ??= { ...grey, pixels: new Uint8ClampedArray(grey.pixels.length) };
    // Channels of one place have one size.
    if (grey.pixels.length !== picture.pixels.length) throw new UnreadableError(texts.damaged);
    addLight(picture, grey, colour);
  }
  if (picture === null) throw new UnreadableError(texts.damaged);
  return picture;
}

/** What the worker of a TIFF file is asked. @param draw unpacks what browsers do. */
export function stackAsks(draw?: PieceDrawer) {
  let file = bytesInMemory(new Uint8Array());
  let tiff: TiffFile = { isLittle: true, planes: [], hasMore: false };
  let lists: PlaneLists | null = null;
  let axes: readonly StackAxis[] | null = null;
  let shown: { readonly plane: TiffPlane; readonly samples: Samples } | null = null;
  const opened = (read: TiffFile): StackSummary => {
    tiff = read;
    const [first] = tiff.planes;
    if (first === undefined) throw new UnreadableError(texts.damaged);
    checkPlane(first, draw !== undefined);
    const { planes, hasMore } = tiff;
    axes = hasMore ? null : axesOf(first, planes.length);
    return { planes: planes.length, hasMore, axes, pixelSize: pixelSizeOf(first) };
  };
  const samplesIn = async (plane: TiffPlane): Promise<Samples> => {
    const own = await planeBytes(file, plane);
    return decodePlane(own.bytes, tiff, own.plane, draw);
  };
  return {
    open: (input: { readonly bytes: Uint8Array<ArrayBuffer> }): StackSummary => {
      file = bytesInMemory(input.bytes);
      return opened(readTiff(input.bytes));
    },
    /** The same of a long file, of which only the planes that are shown are read, and at first only that there is one. */
    openParts: async ({ sizeBytes, port }: StackInParts): Promise<StackSummary> => {
      file = fileBehind(portOf(port), sizeBytes);
      lists = new PlaneLists(file);
      return opened(await lists.more(1));
    },
    /** Looks for more planes of a long file. */
    more: async ({ planes }: { readonly planes: number }): Promise<StackSummary> =>
      opened(lists === null ? tiff : await lists.more(planes)),
    plane: async ({ at }: { readonly at: number }): Promise<PlaneSummary> => {
      const plane = tiff.planes[at];
      if (plane === undefined) throw new UnreadableError(texts.damaged);
      // Two planes need not be in memory at once.
      shown = null;
      const samples = await samplesIn(plane);
      shown = { plane, samples };
      const { width, height, bits, format, photometric } = plane;
      const range = rangeOf(samples, plane);
      const isColoured = photometric > 1;
      const usual = usualContrast(samples, plane, range);
      return { at, width, height, bits, format, isColoured, ...range, usual };
    },
    /** Each channel with its own contrast, in its colour. */
    colours: async ({ at, longest }: { readonly at: number; readonly longest: number }): Promise<ColouredPicture> => {
      const channels = channelsAt(at, axes, omeColours(tiff.planes[0]?.description ?? ''));
      // Two planes need not be in memory at once.
      shown = null;
      const planes = channels.map(({ plane, colour }) => ({ plane: tiff.planes[plane], colour }));
      return { channels, drawn: await inColours(planes, samplesIn, longest) };
    },
    draw: (input: Contrast & { readonly longest: number }): DrawnPlane => {
      if (shown === null) throw new UnreadableError(texts.damaged);
      return drawPlane(shown.samples, shown.plane, input);
    },
  };
}

export type StackAsks = ReturnType<typeof stackAsks>;
