import { encoded, joined } from './bytes.ts';

/** What a test wants of an FCS file. */
export interface MadeFcs {
  readonly version?: string;
  /** Each channel with its keywords, such as `{ N: 'FSC', B: '16', R: '1024' }`. */
  readonly channels: readonly { readonly [what: string]: string }[];
  readonly keywords?: { readonly [name: string]: string };
  readonly data: Uint8Array;
}

/** An FCS file as the standard describes it: a header of 58 bytes, keywords between delimiters, events. */
export function makeFcs({ version = 'FCS3.0', channels, keywords = {}, data }: MadeFcs): Uint8Array {
  const textFrom = 58;
  const own = channels.flatMap((channel, at) =>
    Object.entries(channel).map(([what, value]) => [`$P${at + 1}${what}`, value] as const),
  );
  const pairs = [['$PAR', String(channels.length)], ['$MODE', 'L'], ...own, ...Object.entries(keywords)];
  const text = encoded(
    `/${pairs.map(([name = '', value = '']) => `${name}/${value.replaceAll('/', '//')}/`).join('')}`,
  );
  const dataFrom = textFrom + text.length;
  const places = [textFrom, dataFrom - 1, dataFrom, dataFrom + data.length - 1, 0, 0];
  const header = `${version}    ${places.map(place => String(place).padStart(8)).join('')}`;
  return joined([encoded(header), text, data]);
}
