import { imageTexts as texts } from '../../../features/preview/measurements-text.ts';
import type { FileSections } from '../sections.ts';

/** What is known of an image of a microscope; what the file does not say is empty or null. */
export interface ImageFacts {
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly planes: number | null;
  readonly times: number | null;
  readonly channels: readonly string[];
  readonly channelCount: number | null;
  /** Along x, y and z, in micrometres. */
  readonly pixelSize: readonly number[];
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
  pixelSize: [],
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
    [texts.size, width === null || height === null ? '' : `${width} × ${height}`],
    [texts.planes, planes === null || planes < 2 ? '' : String(planes)],
    [texts.times, times === null || times < 2 ? '' : String(times)],
    [texts.channels, said === '' ? (count === 0 ? '' : String(count)) : `${count} (${said})`],
    [texts.pixel, pixelSize.length === 0 ? '' : texts.pixelSize(pixelSize.map(short))],
    ...more,
  ];
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
