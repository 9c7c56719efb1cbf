import { cytometryTexts as texts } from '../../../features/preview/cytometry-text.ts';
import { archiveTexts } from '../../../features/preview/files-text.ts';
import { UnreadableError } from '../../unreadable.ts';
import { type FcsDataSet, keywordData, wholeNumber } from './fcs-keywords.ts';

/** A value that is measured of every event. */
export interface FcsChannel {
  readonly name: string;
  /** What it stands for, such as a stained protein; empty: not said. */
  readonly marker: string;
  readonly range: string;
  readonly bits: string;
  /** An amplifier that gives logarithms: how many decades, and the value of 0. Null: the values are linear. */
  readonly log: { readonly decades: number; readonly from: number } | null;
  readonly gain: string;
  readonly voltage: string;
}

/** Where the values of the events are. */
export interface FcsEvents {
  /** How many there are in the file. */
  readonly count: number;
  /** How many the keywords say; null: they do not. */
  readonly said: number | null;
  /** In bytes of the file. */
  readonly at: number;
  readonly eventBytes: number;
  /** Reads a channel of the event that begins there. */
  readonly read: readonly ((view: DataView, at: number) => number)[];
}

/** More channels than any cytometer has. */
const MOST_CHANNELS = 4000;

/** The channels in the order of the file. @throws UnreadableError when their count is not said or out of reason. */
export function channelsOf({ keywords }: FcsDataSet): readonly FcsChannel[] {
  const count = wholeNumber(keywords.get('$PAR'));
  if (count === null || count > MOST_CHANNELS) throw new UnreadableError(archiveTexts.damaged);
  return Array.from({ length: count }, (_, at) => {
    const of = (what: string): string => keywords.get(`$P${at + 1}${what}`) ?? '';
    const [decades = 0, from = 0] = of('E').split(',').map(Number);
    return {
      name: of('N') === '' ? `P${at + 1}` : of('N'),
      marker: of('S'),
      range: of('R'),
      bits: of('B'),
      // A value of 0 cannot begin a logarithmic scale; files that say so mean 1.
      log: decades > 0 ? { decades, from: from > 0 ? from : 1 } : null,
      gain: of('G'),
      voltage: of('V'),
    };
  });
}

/** Whether the first byte of a number is its least; null: neither that nor its greatest. */
export function isLittleEndian({ keywords }: FcsDataSet): boolean | null {
  const order = (keywords.get('$BYTEORD') ?? '').replaceAll(/\s/g, '');
  if (/^1(,2(,3,4(,5,6,7,8)?)?)?$/.test(order)) return true;
  return /^((8,7,6,5,)?4,3,)?2,1$/.test(order) ? false : null;
}

/** Where the events are, or in a sentence why they are not read. @throws UnreadableError when they lie outside of the file. */
export function eventsOf(set: FcsDataSet, channels: readonly FcsChannel[], sizeBytes: number): FcsEvents | string {
  const mode = (set.keywords.get('$MODE') ?? 'L').toUpperCase();
  if (mode !== 'L') return texts.notList(mode);
  const isLittle = isLittleEndian(set);
  if (isLittle === null) return texts.mixedOrder(set.keywords.get('$BYTEORD') ?? '');
  const usual = (set.keywords.get('$DATATYPE') ?? '').toUpperCase();
  const read: FcsEvents['read'][number][] = [];
  let eventBytes = 0;
  for (const [at, channel] of channels.entries()) {
    const type = set.keywords.get(`$P${at + 1}DATATYPE`)?.toUpperCase() ?? usual;
    if (type === 'A') return texts.asDigits;
    const place = eventBytes;
    const value = valueReader(type, channel, isLittle);
    if (value === null) return texts.packedByBits;
    read.push((view, from) => value.read(view, from + place));
    eventBytes += value.bytes;
  }
  if (eventBytes === 0) return { count: 0, said: null, at: 0, eventBytes: 1, read };
  return { ...placed(set, eventBytes, sizeBytes), eventBytes, read };
}

/** Where header and keywords differ, what has room for exactly the events that are said is right. */
function placed(set: FcsDataSet, eventBytes: number, sizeBytes: number): Pick<FcsEvents, 'at' | 'count' | 'said'> {
  const said = wholeNumber(set.keywords.get('$TOT'));
  const ranges = [set.headerData, keywordData(set)].filter(range => range !== null);
  const spare = ([from, to]: readonly [number, number]): number =>
    said === null || to > sizeBytes + 1 ? Infinity : Math.abs(to - from - said * eventBytes);
  // Some programs give the place behind the last byte for that of the last.
  const fits = ranges.find(each => spare(each) === 0) ?? ranges.find(each => spare(each) === 1);
  const range = fits ?? ranges[0];
  if (range === undefined && (said ?? 0) === 0) return { at: 0, count: 0, said };
  if (range === undefined || range[0] >= sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  const [at, to] = range;
  const held = Math.floor((Math.min(to, sizeBytes) - at) / eventBytes);
  return { at, count: Math.min(held, said ?? held), said };
}

interface ValueReader {
  readonly bytes: number;
  readonly read: (view: DataView, at: number) => number;
}

/** Null: it is not made of whole bytes. */
function valueReader(type: string, channel: FcsChannel, isLittle: boolean): ValueReader | null {
  if (type === 'F') return { bytes: 4, read: (view, at) => view.getFloat32(at, isLittle) };
  if (type === 'D') return { bytes: 8, read: (view, at) => view.getFloat64(at, isLittle) };
  const bits = wholeNumber(channel.bits);
  if (type !== 'I' || bits === null || bits === 0 || bits % 8 !== 0 || bits > 64) return null;
  const bytes = bits / 8;
  const top = maskedBelow(Number(channel.range), bits);
  return {
    bytes,
    read: (view, at) => {
      let value = 0;
      for (let byte = 0; byte < bytes; byte++)
        value = value * 256 + view.getUint8(isLittle ? at + bytes - 1 - byte : at + byte);
      return top === null ? value : value % top;
    },
  };
}

/** Bits above the range of a channel mean nothing: the power of 2 below which values are; null: all bits count. */
function maskedBelow(range: number, bits: number): number | null {
  if (!(range > 1)) return null;
  const needed = Math.ceil(Math.log2(range));
  return needed < bits && needed <= 52 ? 2 ** needed : null;
}
