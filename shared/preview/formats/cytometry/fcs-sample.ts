import { cytometryTexts as texts } from '../../../features/preview/cytometry-text.ts';
import { MIB } from '../../../units.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { FcsEvents } from './fcs-layout.ts';

/** Values of some channels, of all events or of a sample of them. */
export interface EventSample {
  /** By channel, as asked for; all of one length. */
  readonly columns: readonly Float64Array[];
  /** How they were chosen, in a sentence; empty: they are all events. */
  readonly note: string;
}

/** Longer files are not read whole, in bytes. */
const MOST_WHOLE = 32 * MIB;
/** Of those so much is read, in bytes: a hundred thousand events of twenty channels. */
const MOST_BYTES = 8 * MIB;
const PLACES = 64;

/** Reads channels of all events, or of events at places spread evenly over a long file. */
export async function readSample(
  file: FileBytes,
  events: FcsEvents,
  channels: readonly number[],
): Promise<EventSample> {
  const { count, eventBytes } = events;
  const isWhole = count * eventBytes <= MOST_WHOLE;
  const places = isWhole ? 1 : PLACES;
  const each = isWhole ? count : Math.max(1, Math.floor(MOST_BYTES / PLACES / eventBytes));
  const columns = channels.map(() => new Float64Array(each * places));
  const firsts = Array.from({ length: places }, (_, place) =>
    places === 1 ? 0 : Math.floor((place * (count - each)) / (places - 1)),
  );
  // All at once: each has a way to go between threads and programs, and together they are no more than `MOST_BYTES`.
  const views = await Promise.all(firsts.map(first => viewOf(file, events, first, each)));
  for (const [place, view] of views.entries()) {
    for (const [at, channel] of channels.entries()) {
      const [read, column] = [events.read[channel], columns[at]];
      if (read === undefined || column === undefined) continue;
      for (let event = 0; event < each; event++) column[place * each + event] = read(view, event * eventBytes);
    }
  }
  return { columns, note: isWhole ? '' : texts.spread(each * places, count, places) };
}

/** All channels of the first events, as they are stored. */
export async function readFirst(file: FileBytes, events: FcsEvents, most: number): Promise<readonly number[][]> {
  const count = Math.min(events.count, most);
  const view = await viewOf(file, events, 0, count);
  return Array.from({ length: count }, (_, event) => events.read.map(read => read(view, event * events.eventBytes)));
}

async function viewOf(file: FileBytes, { at, eventBytes }: FcsEvents, first: number, count: number): Promise<DataView> {
  const from = at + first * eventBytes;
  const bytes = await file.read(from, from + count * eventBytes);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
