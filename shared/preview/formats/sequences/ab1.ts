import { traceTexts as texts } from '../../../features/preview/sequences-text.ts';
import { formatNumber } from '../../../text/format.ts';
import { MIB } from '../../../units.ts';
import { type FileBytes, readWhole } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { ChoiceSection, FileSections, Section, Wish } from '../sections.ts';
import { Abif } from './abif.ts';
import { letterLines } from './letters.ts';

/** A trace is some hundred kilobytes; a file of fragments with many runs is some megabytes. */
const MOST_BYTES = 64 * MIB;
/** Bases of a part that is drawn. */
const PART = 100;
const MOST_BASES = 100_000;

/** The bases that were called, each with its quality and the place of its peak. */
interface Calls {
  readonly bases: string;
  readonly qualities: readonly number[];
  readonly peaks: readonly number[];
}

/** Reads a sequencing trace: its run, its bases with qualities, and a part of the trace. @throws UnreadableError */
export async function readAb1(file: FileBytes, { wish }: SectionsRequest): Promise<FileSections> {
  const abif = new Abif(await readWhole(file, MOST_BYTES));
  const isEdited = hasEdits(abif);
  const calls = callsOf(abif, isEdited && wish['calls'] === 'edited' ? 1 : 2);
  const parts = Math.max(1, Math.ceil(calls.bases.length / PART));
  const part = Math.min(parts, Math.max(1, Math.floor(Number(wish['part'] ?? '1')) || 1)) - 1;
  const facts = factsOf(abif, calls, isEdited);
  if (channelsOf(abif).length === 0) facts.push([texts.trace4, texts.noTrace]);
  const sequence: Section = { is: 'lines', title: texts.sequence, look: 'sequence', lines: letterLines(calls.bases) };
  return {
    sections: [
      { is: 'facts', title: texts.run, facts },
      ...editChoice(isEdited, wish),
      ...partChoice(calls.bases.length, part),
      ...traceOf(abif, calls, part),
      ...(calls.bases === '' ? [] : [sequence]),
    ],
    isCut: false,
  };
}

function hasEdits(abif: Abif): boolean {
  const [edited, called] = [abif.text('PBAS1'), abif.text('PBAS2')];
  return edited !== null && called !== null && edited !== called;
}

function callsOf(abif: Abif, which: 1 | 2): Calls {
  const other = which === 1 ? 2 : 1;
  const numbers = (name: string): readonly number[] =>
    abif.numbers(`${name}${which}`) ?? abif.numbers(`${name}${other}`) ?? [];
  return {
    bases: (abif.text(`PBAS${which}`) ?? abif.text(`PBAS${other}`) ?? '').slice(0, MOST_BASES),
    qualities: numbers('PCON'),
    peaks: numbers('PLOC'),
  };
}

function factsOf(abif: Abif, { bases, qualities }: Calls, isEdited: boolean): [string, string][] {
  const mean = qualities.reduce((sum, quality) => sum + quality, 0) / qualities.length;
  const at = (run: number): string => [abif.date(`RUND${run}`), abif.time(`RUNT${run}`)].filter(Boolean).join(' ');
  const lane = abif.numbers('LANE1')?.[0];
  const signal = abif.numbers('S/N%1') ?? [];
  const order = abif.text('FWO_1') ?? '';
  const facts: readonly [string, string | null][] = [
    [texts.sample, abif.text('SMPL1')],
    [texts.bases, formatNumber(bases.length)],
    [texts.meanQuality, qualities.length === 0 ? null : mean.toFixed(1)],
    [texts.edited, isEdited ? texts.wasEdited : null],
    [texts.instrument, abif.text('MCHN1')],
    [texts.model, abif.text('MODL1')],
    [texts.began, at(1)],
    [texts.ended, at(2)],
    [texts.well, abif.text('TUBE1')],
    [texts.capillary, lane === undefined ? null : String(lane)],
    [texts.dyes, abif.text('DySN1')],
    [texts.primer, abif.text('PDMF2') ?? abif.text('PDMF1')],
    [
      texts.signal,
      order.length === signal.length ? signal.map((value, base) => `${order[base]} ${value}`).join(', ') : null,
    ],
    [texts.software, abif.text('SPAC2') === null ? null : abif.text('SVER2')],
    [texts.comment, abif.text('CMNT1')],
    [texts.version, `ABIF ${abif.version}`],
  ];
  return facts.flatMap(([word, value]) => (value === null || value === '' ? [] : [[word, value]]));
}

function editChoice(isEdited: boolean, wish: Wish): readonly ChoiceSection[] {
  if (!isEdited) return [];
  const options = [
    { id: 'called', label: texts.asCalled },
    { id: 'edited', label: texts.asEdited },
  ];
  return [
    {
      is: 'choice',
      id: 'calls',
      title: texts.calls,
      options,
      chosen: wish['calls'] === 'edited' ? 'edited' : 'called',
    },
  ];
}

function partChoice(bases: number, part: number): readonly ChoiceSection[] {
  if (bases <= PART) return [];
  const options = Array.from({ length: Math.ceil(bases / PART) }, (_, at) => ({
    id: String(at + 1),
    label: partWords(at, bases),
  }));
  return [{ is: 'choice', id: 'part', title: texts.part, options, chosen: String(part + 1) }];
}

function partWords(part: number, bases: number): string {
  return texts.partOf(part * PART + 1, Math.min(bases, (part + 1) * PART));
}

interface TraceChannel {
  readonly base: string;
  readonly values: readonly number[];
}

/** The analysed traces, in the order of A, C, G and T. */
function channelsOf(abif: Abif): readonly TraceChannel[] {
  const order = abif.text('FWO_1') ?? '';
  if (!/^[ACGT]{4}$/i.test(order)) return [];
  const channels = [...order.toUpperCase()].map((base, at) => ({ base, values: abif.numbers(`DATA${at + 9}`) ?? [] }));
  return channels.some(({ values }) => values.length === 0)
    ? []
    : channels.toSorted((one, other) => one.base.localeCompare(other.base));
}

/** A part of the trace, along the numbers of its bases, and the qualities of these. */
function traceOf(abif: Abif, { bases, qualities, peaks }: Calls, part: number): readonly Section[] {
  const channels = channelsOf(abif);
  const scans = channels.reduce((least, { values }) => Math.min(least, values.length), Infinity);
  if (channels.length === 0) return [];
  const [first, end] = [part * PART, Math.min(bases.length, (part + 1) * PART)];
  const isPlaced = peaks.length >= bases.length && bases.length > 0 && isRising(peaks);
  const title = bases.length === 0 ? texts.trace4 : texts.trace(partWords(part, bases.length));
  // Without places of its peaks a trace cannot be told by bases, so all of it is drawn.
  const [from, to] = isPlaced ? spanOf(peaks, first, end) : [0, scans];
  const xs = Float64Array.from({ length: Math.max(0, Math.min(to, scans) - from) }, (_, at) =>
    isPlaced ? baseAt(peaks, from + at) : from + at,
  );
  const series = channels.map(({ base, values }) => ({
    name: base,
    ys: Float64Array.from(xs, (_, at) => values[from + at] ?? 0),
  }));
  const label = isPlaced ? texts.base : texts.scan;
  return [
    {
      is: 'chart',
      title,
      chart: {
        draws: 'lines',
        x: { label, scale: 'linear' },
        y: { label: texts.light, scale: 'linear' },
        xs,
        series,
        note: isPlaced ? texts.peaks : '',
      },
    },
    ...qualityChart(bases, qualities, part),
    ...(bases.length > PART
      ? [
          {
            is: 'lines',
            title: partWords(part, bases.length),
            look: 'sequence',
            lines: letterLines(bases.slice(first, end), first + 1),
          } as const,
        ]
      : []),
  ];
}

function isRising(peaks: readonly number[]): boolean {
  return peaks.every((peak, at) => at === 0 || peak > (peaks[at - 1] ?? 0));
}

/** The scans of some bases, with half of the way to those beside them. */
function spanOf(peaks: readonly number[], first: number, end: number): readonly [from: number, to: number] {
  const from = peaks[first] ?? 0;
  const to = peaks[end - 1] ?? from;
  const before = peaks[first - 1] ?? from - 12;
  const after = peaks[end] ?? to + 12;
  return [Math.max(0, Math.ceil((from + before) / 2)), Math.ceil((to + after) / 2) + 1];
}

/** Which base a scan belongs to, between bases in parts: its number is at its peak. */
function baseAt(peaks: readonly number[], scan: number): number {
  let [low, high] = [0, peaks.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((peaks[middle] ?? 0) <= scan) low = middle;
    else high = middle;
  }
  const [from, to] = [peaks[low] ?? 0, peaks[high] ?? 1];
  return low + 1 + (to > from ? (scan - from) / (to - from) : 0);
}

function qualityChart(bases: string, qualities: readonly number[], part: number): readonly Section[] {
  if (bases === '' || qualities.length < bases.length) return [];
  const shown = qualities.slice(part * PART, Math.min(bases.length, (part + 1) * PART));
  return [
    {
      is: 'chart',
      title: texts.qualities(partWords(part, bases.length)),
      chart: {
        draws: 'bars',
        x: { label: texts.base, scale: 'linear' },
        y: { label: texts.quality, scale: 'linear' },
        xs: shown.map((_, at) => part * PART + at + 1),
        series: [{ name: texts.quality, ys: shown }],
        note: '',
      },
    },
  ];
}
