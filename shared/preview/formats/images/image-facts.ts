import { imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import type { FileSections } from '../sections.ts';

export type ImageAxis = 'x' | 'y' | 'z';

/** What is known of an image of a microscope; what the file does not say is empty or null. */
export interface ImageFacts {
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly planes: number | null;
  readonly times: number | null;
  readonly channels: readonly string[];
  readonly channelCount: number | null;
  /** Of a pixel, in micrometres. */
  readonly pixelSize: { readonly [A in ImageAxis]: number | null };
  readonly more: readonly (readonly [name: string, value: string])[];
}

export const UNKNOWN: ImageFacts = {
  name: '',
  width: null,
  height: null,
  planes: null,
  times: null,
  channels: [],
  channelCount: null,
  pixelSize: { x: null, y: null, z: null },
  more: [],
};

/** One image as facts, several as a table. Nothing is drawn, which is said. */
export function factsSections(images: readonly ImageFacts[], about: ImageFacts['more'] = []): FileSections {
  const drawn = { is: 'lines', title: '', look: 'prose', lines: [texts.notDrawn] } as const;
  const [first] = images;
  if (images.length === 1 && first !== undefined) {
    const facts = [...factsOf(first), ...about].filter(([, value]) => value !== '');
    return { sections: [{ is: 'facts', title: texts.image, facts }, drawn], isCut: true };
  }
  const rows = images.map(factsOf);
  const columns = (rows[0] ?? []).map(([word]) => word);
  const facts = [[texts.count, String(images.length)] as const, ...about].filter(([, value]) => value !== '');
  return {
    sections: [
      { is: 'facts', title: texts.image, facts },
      {
        is: 'table',
        title: texts.images,
        columns,
        rows: rows.map(row => columns.map(word => row.find(([own]) => own === word)?.[1] ?? '')),
        total: rows.length,
      },
      drawn,
    ],
    isCut: true,
  };
}

function factsOf(image: ImageFacts): readonly (readonly [string, string])[] {
  const { name, width, height, planes, times, channels, channelCount, pixelSize, more } = image;
  const count = channelCount ?? channels.length;
  const said = channels.filter(channel => channel !== '').join(', ');
  return [
    [texts.name, name],
    [texts.size, sizeWords(width, height)],
    [texts.planes, planes === null || planes < 2 ? '' : String(planes)],
    [texts.times, times === null || times < 2 ? '' : String(times)],
    [texts.channels, said === '' ? (count === 0 ? '' : String(count)) : `${count} (${said})`],
    [texts.pixel, pixelWords(pixelSize)],
    ...more,
  ];
}

/** Of a line, or a section from above to below, the file names one of the two only. */
function sizeWords(width: number | null, height: number | null): string {
  if (width !== null && height !== null) return `${width} × ${height}`;
  if (width !== null) return texts.noHeight(width);
  return height === null ? '' : texts.noWidth(height);
}

/** Each axis by its name where one of the first two is missing: a size must not be taken for that of another axis. */
function pixelWords({ x, y, z }: ImageFacts['pixelSize']): string {
  const known = Object.entries({ x, y, z }).flatMap(([axis, size]) =>
    size === null ? [] : [{ axis, size: short(size) }],
  );
  if (known.length === 0) return '';
  return x === null || y === null ? texts.pixelAxes(known) : texts.pixelSize(known.map(({ size }) => size));
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
