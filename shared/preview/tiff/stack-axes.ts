import { stackTexts as texts } from '../../features/preview/files-text.ts';
import type { TiffPlane } from './tiff-directory.ts';

/** What planes differ in, and in how many steps. */
export interface StackAxis {
  readonly of: 'channel' | 'slice' | 'frame';
  readonly count: number;
  /** The names that the file gives the steps; shorter where some have no name. */
  readonly names: readonly string[];
}

/** What the planes of a stack differ in, the axis that changes with every plane first; null: nothing is said of it. */
export function axesOf(first: TiffPlane, planes: number): readonly StackAxis[] | null {
  const { description, channels } = first;
  const axes = description.startsWith('ImageJ=') ? ofImageJ(first) : ofOme(description);
  if (axes !== null && planes > 1 && axes.reduce((all, { count }) => all * count, 1) === planes) return axes;
  if (channels < 2) return null;
  const shared: StackAxis = { of: 'channel', count: channels, names: [] };
  return planes === channels ? [shared] : [shared, { of: 'slice', count: planes / channels, names: [] }];
}

/** The planes of a stack, as far as they are known. */
export interface PlanesOf {
  readonly planes: number;
  readonly axes: readonly StackAxis[] | null;
  /** Whether there may be more planes, which were not looked for. Left out: there are none. */
  readonly hasMore?: boolean;
}

/** Which plane it is, from 0, for people. */
export function planeWords(at: number, { planes, axes, hasMore = false }: PlanesOf): string {
  const where = hasMore ? texts.planeOfMore(at + 1, planes) : texts.planeOf(at + 1, planes);
  let left = at;
  const parts = (axes ?? []).flatMap(({ of, count, names }) => {
    const step = left % count;
    left = Math.floor(left / count);
    return count > 1 ? [texts.along[of](step + 1, count, names[step] ?? '')] : [];
  });
  return parts.length === 0 ? where : `${where} (${parts.join(', ')})`;
}

/** ImageJ counts channel by channel, slice by slice, time by time. */
function ofImageJ({ description, photometric }: TiffPlane): readonly StackAxis[] | null {
  const said = (name: string): number =>
    Number(new RegExp(`^${name}=(\\d{1,6})\\r?$`, 'm').exec(description)?.[1] ?? 1);
  const axes: readonly StackAxis[] = [
    { of: 'channel', count: said('channels'), names: [] },
    { of: 'slice', count: said('slices'), names: [] },
    { of: 'frame', count: said('frames'), names: [] },
  ];
  // Colours that share a picture are no channels of their own.
  return photometric === 2 && said('channels') > 1 ? null : axes;
}

const OF_LETTER: { readonly [letter: string]: StackAxis['of'] } = { C: 'channel', Z: 'slice', T: 'frame' };

/** What OME writes: an XML text, of which only the first picture is shown. */
function ofOme(description: string): readonly StackAxis[] | null {
  const pixels = omePixels(description);
  const order = pixels === null ? null : /^XY([CZT]{3})$/.exec(attributeOf(pixels, 'DimensionOrder'))?.[1];
  if (pixels === null || order === null || order === undefined) return null;
  const channels = [...description.slice(0, MOST_LOOKED).matchAll(/<(?:\w+:)?Channel\b[^>]*>/g)].map(([tag]) => tag);
  const together = Number(attributeOf(channels[0] ?? '', 'SamplesPerPixel') || 1);
  return [...order].map(letter => {
    const count = Number(attributeOf(pixels, `Size${letter}`) || 1) / (letter === 'C' ? together : 1);
    const names = letter === 'C' ? channels.slice(0, count).map(tag => attributeOf(tag, 'Name')) : [];
    return { of: OF_LETTER[letter] ?? 'slice', count, names };
  });
}

const MOST_LOOKED = 200_000;

function omePixels(description: string): string | null {
  return description.includes('<OME') ? (/<(?:\w+:)?Pixels\b[^>]*>/.exec(description)?.[0] ?? null) : null;
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]{0,200})"`).exec(tag)?.[1] ?? '';
}

const MICROMETRES: { readonly [unit: string]: number } = {
  nm: 0.001,
  um: 1,
  µm: 1,
  μm: 1,
  '\\u00B5m': 1,
  micron: 1,
  microns: 1,
  mm: 1000,
  cm: 10_000,
  inch: 25_400,
};

/** Of one pixel, in micrometres; null: not said. */
export function pixelSizeOf({ resolution, resolutionUnit, description }: TiffPlane): number | null {
  const pixels = omePixels(description);
  if (pixels !== null) {
    const size = Number(attributeOf(pixels, 'PhysicalSizeX'));
    const unit = MICROMETRES[attributeOf(pixels, 'PhysicalSizeXUnit') || 'µm'];
    return size > 0 && unit !== undefined ? size * unit : null;
  }
  if (resolution <= 0 || !Number.isFinite(resolution)) return null;
  const unit = MICROMETRES[/^unit=(\S+)/m.exec(description)?.[1] ?? ''];
  if (description.startsWith('ImageJ=')) return unit === undefined ? null : unit / resolution;
  return resolutionUnit === 3 ? 10_000 / resolution : null;
}
