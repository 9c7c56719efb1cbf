import { stackTexts as texts } from '../../features/preview/files-text.ts';
import { pictureTexts } from '../../features/preview/pane-text.ts';
import { axesOf, pixelSizeOf, type StackAxis } from '../tiff/stack-axes.ts';
import { compressionName } from '../tiff/tiff-codecs.ts';
import type { TiffFile } from '../tiff/tiff-directory.ts';
import { UnreadableError } from '../unreadable.ts';

/** What a TIFF picture says of itself, without being unpacked. */
export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly planes: number;
  /** Whether there may be more planes, which were not looked for. */
  readonly hasMore: boolean;
  readonly bits: number;
  readonly format: 'unsigned' | 'signed' | 'float';
  /** Samples of a pixel: 1 of a grey picture, 3 of a coloured one. */
  readonly samples: number;
  readonly isColoured: boolean;
  readonly packed: string;
  readonly axes: readonly StackAxis[] | null;
  /** Of one pixel, in micrometres; null: not said. */
  readonly pixelSize: number | null;
  /** What the program that made it wrote. */
  readonly description: string;
  /** The same for people. */
  readonly lines: readonly string[];
}

/** What a picture says of itself; `lines`: for reading. */
export interface PictureReading {
  readonly is: 'picture';
  readonly picture: PictureFacts;
  readonly lines: readonly string[];
  readonly isCut: false;
}

/** Signs of a description that are told. */
const MOST_TOLD = 4000;

/** @throws UnreadableError */
function pictureFacts({ planes, hasMore }: TiffFile): PictureFacts {
  const [first] = planes;
  if (first === undefined) throw new UnreadableError(texts.damaged);
  const { width, height, bits, format, samples, photometric, compression, description } = first;
  const axes = hasMore ? null : axesOf(first, planes.length);
  const pixelSize = pixelSizeOf(first);
  const isColoured = photometric > 1;
  const words = texts.facts;
  const facts: readonly (readonly [string, string | null])[] = [
    [words.size, pictureTexts.pixels(width, height)],
    [words.planes, hasMore ? words.atLeast(planes.length) : String(planes.length)],
    [words.axes, axes?.map(({ of, count }) => words.along(of, count)).join(' × ') ?? null],
    [words.kind, texts.kind(bits, format, isColoured)],
    [words.packed, compressionName(compression)],
    [words.pixelSize, pixelSize === null ? null : texts.pixelSize(Number(pixelSize.toPrecision(4)))],
  ];
  const told = description.slice(0, MOST_TOLD);
  const lines = facts.flatMap(([word, value]) => (value === null ? [] : [`${word}: ${value}`]));
  return {
    width,
    height,
    planes: planes.length,
    hasMore,
    bits,
    format,
    samples,
    isColoured,
    packed: compressionName(compression),
    axes,
    pixelSize,
    description: told,
    lines: told === '' ? lines : [...lines, `${words.description}:`, ...told.split(/\r?\n/).map(line => `  ${line}`)],
  };
}

/** The same for a command. @throws UnreadableError */
export function pictureReading(tiff: TiffFile): PictureReading {
  const picture = pictureFacts(tiff);
  return { is: 'picture', picture, lines: picture.lines, isCut: false };
}
