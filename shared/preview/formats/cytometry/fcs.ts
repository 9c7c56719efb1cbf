import { cytometryTexts as texts } from '../../../features/preview/cytometry-text.ts';
import { formatNumber } from '../../../text/format.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { ChoiceSection, FileSections, Section } from '../sections.ts';
import { axisChoices, chartsOf, chosenAxes } from './fcs-charts.ts';
import { type FcsDataSet, readDataSets } from './fcs-keywords.ts';
import { channelsOf, eventsOf, type FcsChannel, type FcsEvents, isLittleEndian } from './fcs-layout.ts';
import { readFirst, readSample } from './fcs-sample.ts';

/** Events that are shown as numbers. */
const MOST_EVENTS = 500;

/** Reads flow cytometry data: the run, its channels, charts of a sample of events, and all keywords. @throws UnreadableError */
export async function readFcs(file: FileBytes, { wish, mostRows }: SectionsRequest): Promise<FileSections> {
  const sets = await readDataSets(file);
  const wished = Number(wish['set'] ?? '1') - 1;
  const at = sets[wished] === undefined ? 0 : wished;
  const set = sets[at];
  if (set === undefined) return { sections: [], isCut: false };
  const channels = channelsOf(set);
  const events = eventsOf(set, channels, file.sizeBytes);
  const axes = chosenAxes(channels, wish);
  const shown: Section[] = [];
  if (typeof events !== 'string' && events.count > 0 && axes !== null) {
    const sample = await readSample(file, events, [axes.x.at, axes.y.at]);
    for (const section of [...axisChoices(channels, axes), ...chartsOf(sample, axes)]) shown.push(section);
    shown.push(await eventTable(file, events, { channels, mostRows }));
  }
  return {
    sections: [
      ...setChoice(sets.length, at),
      { is: 'facts', title: texts.run, facts: factsOf(set, channels, { events, sets: sets.length }) },
      channelTable(channels, mostRows),
      ...shown,
      keywordTable(set, mostRows),
    ],
    isCut: typeof events === 'string' || events.count > Math.min(mostRows, MOST_EVENTS),
  };
}

function setChoice(count: number, at: number): readonly ChoiceSection[] {
  if (count < 2) return [];
  const options = Array.from({ length: count }, (_, set) => ({ id: String(set + 1), label: texts.dataSet(set + 1) }));
  return [{ is: 'choice', id: 'set', title: texts.dataSets, options, chosen: String(at + 1) }];
}

function factsOf(
  set: FcsDataSet,
  channels: readonly FcsChannel[],
  { events, sets }: { readonly events: FcsEvents | string; readonly sets: number },
): readonly (readonly [string, string])[] {
  const { keywords, version } = set;
  const type = (keywords.get('$DATATYPE') ?? '').toUpperCase();
  const isLittle = isLittleEndian(set);
  const hasMatrix = ['$SPILLOVER', 'SPILL', 'SPILLOVER', '$COMP'].some(name => keywords.has(name));
  const known = Object.entries(texts.known).flatMap(([name, word]): [string, string][] => {
    const value = keywords.get(name) ?? '';
    return value === '' ? [] : [[word, value]];
  });
  return [
    [texts.format, version],
    [texts.events, typeof events === 'string' ? (keywords.get('$TOT') ?? '') : countWords(events)],
    [texts.channels, formatNumber(channels.length)],
    ...(sets > 1 ? [[texts.dataSets, formatNumber(sets)] as const] : []),
    [texts.type, type === 'I' || type === 'F' || type === 'D' || type === 'A' ? texts.types[type] : type],
    ...(isLittle === null ? [] : [[texts.order, isLittle ? texts.little : texts.big] as const]),
    ...known,
    ...(hasMatrix ? [[texts.compensation, texts.matrix] as const] : []),
    ...(typeof events === 'string' ? [[texts.values, events] as const] : []),
  ];
}

function countWords({ count, said }: FcsEvents): string {
  return said === null || said === count ? formatNumber(count) : texts.eventsMissing(count, said);
}

function channelTable(channels: readonly FcsChannel[], mostRows: number): Section {
  return {
    is: 'table',
    title: texts.channels,
    columns: texts.columns,
    rows: channels
      .slice(0, mostRows)
      .map(({ name, marker, range, bits, log, gain, voltage }, at) => [
        String(at + 1),
        name,
        marker,
        range,
        bits,
        log === null ? texts.linear : texts.log(String(log.decades), String(log.from)),
        gain,
        voltage,
      ]),
    total: channels.length,
  };
}

async function eventTable(
  file: FileBytes,
  events: FcsEvents,
  { channels, mostRows }: { readonly channels: readonly FcsChannel[]; readonly mostRows: number },
): Promise<Section> {
  const rows = await readFirst(file, events, Math.min(mostRows, MOST_EVENTS));
  return {
    is: 'table',
    title: texts.firstEvents,
    columns: [texts.event, ...channels.map(({ name }) => name)],
    rows: rows.map((values, at) => [String(at + 1), ...values.map(written)]),
    total: events.count,
  };
}

/** A number of single precision has no more figures than it holds. */
function written(value: number): string {
  return Number.isInteger(value) || Math.fround(value) !== value ? String(value) : String(Number(value.toPrecision(7)));
}

function keywordTable({ keywords }: FcsDataSet, mostRows: number): Section {
  return {
    is: 'table',
    title: texts.keywords,
    columns: [texts.keyword, texts.value],
    rows: [...keywords].slice(0, mostRows).map(([name, value]) => [name, value]),
    total: keywords.size,
  };
}
