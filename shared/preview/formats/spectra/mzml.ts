import { spectraTexts as texts } from '../../../features/preview/spectra-text.ts';
import { formatNumber } from '../../../text/format.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { ChoiceSection, FileSections, Section } from '../sections.ts';
import { intensityUnit, numbersOf } from './mzml-arrays.ts';
import {
  minutesOf,
  type MzmlElement,
  type MzmlHead,
  readElement,
  readHead,
  type Term,
  valueOf,
} from './mzml-element.ts';
import { elementText, type ElementPlace, findPlaces, type MzmlPlaces, spectrumHead } from './mzml-places.ts';

/** Spectra that are listed, in rows of the table and in the choice. */
const MOST_ROWS = 200;
const MOST_OPTIONS = 1000;
/** Spectra whose sums are read where the file carries no chromatogram. */
const MOST_SUMS = 500;

/** Reads mass spectra: the run, the total ion current, and one spectrum. @throws UnreadableError */
export async function readMzml(file: FileBytes, { wish, mostRows }: SectionsRequest): Promise<FileSections> {
  const places = await findPlaces(file);
  const head = readHead(places.head);
  const { spectra } = places;
  const wished = Number(wish['spectrum'] ?? '1') - 1;
  const at = spectra[wished] === undefined ? 0 : wished;
  const listed = Math.min(mostRows, MOST_ROWS);
  return {
    sections: [
      { is: 'facts', title: texts.run, facts: factsOf(head, places) },
      ...(await chromatogramOf(file, { places, head, wished: wish['chromatogram'] ?? '' })),
      ...spectrumChoice(spectra, at),
      ...(await spectrumOf(file, { place: spectra[at], at, head, mostRows })),
      ...(spectra.length === 0 ? [] : [await tableOf(file, { places, head, mostRows: listed })]),
    ],
    isCut: places.searched !== null || spectra.length > 1 || places.chromatograms.length > 1,
  };
}

function factsOf(
  head: MzmlHead,
  { spectra, chromatograms, searched }: MzmlPlaces,
): readonly (readonly [string, string])[] {
  const { version, id, began, count, sources, samples, software, instruments } = head;
  const found = spectra.length;
  const spectraWords =
    searched !== null
      ? texts.spectraRead(found, count, searched)
      : count === null || count === found
        ? formatNumber(found)
        : texts.spectraDiffer(found, count);
  const facts: readonly [string, string][] = [
    [texts.version, `mzML ${version}`],
    [texts.id, id],
    [texts.began, began],
    [texts.source, sources.join(', ')],
    [texts.sample, samples.join(', ')],
    [texts.instrument, instruments.map(({ name, value }) => (value === '' ? name : `${name}: ${value}`)).join(', ')],
    [texts.software, software.join(', ')],
    [texts.spectra, spectraWords],
    [texts.chromatograms, formatNumber(chromatograms.length)],
  ];
  return facts.filter(([, value]) => value !== '');
}

interface Wanted {
  readonly places: MzmlPlaces;
  readonly head: MzmlHead;
  readonly wished: string;
}

/** A chromatogram that the file carries, or the sums of its spectra. */
async function chromatogramOf(file: FileBytes, { places, head, wished }: Wanted): Promise<readonly Section[]> {
  const { chromatograms } = places;
  const usual = Math.max(
    0,
    chromatograms.findIndex(({ name }) => /^(tic|total ion)/i.test(name)),
  );
  const at = chromatograms[Number(wished === '' ? Number.NaN : wished) - 1] === undefined ? usual : Number(wished) - 1;
  const place = chromatograms[at];
  if (place === undefined) return summed(file, places, head);
  const options = chromatograms.slice(0, MOST_OPTIONS).map(({ name }, each) => ({ id: String(each + 1), label: name }));
  const choice: ChoiceSection = {
    is: 'choice',
    id: 'chromatogram',
    title: texts.chromatogram,
    options,
    chosen: String(at + 1),
  };
  const element = readElement(await elementText(file, place, 'chromatogram'), head.groups);
  const title = valueOf(element.terms, 'MS:1000235') === null ? `${texts.chromatogram} · ${element.id}` : texts.tic;
  return [
    ...(chromatograms.length > 1 ? [choice] : []),
    drawn(title, element, { along: 'time', label: texts.time, draws: 'lines' }),
  ];
}

/** Values of an element as a chart or, where they cannot be read, why. */
function drawn(
  title: string,
  element: MzmlElement,
  {
    along,
    label,
    draws,
  }: { readonly along: 'time' | 'mz'; readonly label: string; readonly draws: 'lines' | 'sticks' },
): Section {
  try {
    const [xs, ys] = [numbersOf(element, along), numbersOf(element, 'intensity')];
    if (xs === null || ys === null || xs.length !== ys.length || xs.length === 0)
      throw new UnreadableError(xs?.length === ys?.length ? texts.noArrays : texts.lengths);
    const unit = texts.units.get(intensityUnit(element));
    const [x, y] = [
      { label, scale: 'linear' },
      { label: unit === undefined ? texts.intensity : texts.intensityIn(unit), scale: 'linear' },
    ] as const;
    return { is: 'chart', title, chart: { draws, x, y, xs, series: [{ name: texts.intensity, ys }], note: '' } };
  } catch (thrown) {
    // The rest of the file can be shown without these values.
    if (!(thrown instanceof UnreadableError)) throw thrown;
    return { is: 'facts', title, facts: [[texts.values, thrown.message]] };
  }
}

async function summed(file: FileBytes, { spectra }: MzmlPlaces, head: MzmlHead): Promise<readonly Section[]> {
  const nth = Math.max(1, Math.ceil(spectra.length / MOST_SUMS));
  const points: { readonly x: number; readonly y: number }[] = [];
  for (let at = 0; at < spectra.length; at += nth) {
    const terms = await termsAt(file, spectra[at], head);
    const time = minutesOf(terms, 'MS:1000016');
    const sum = valueOf(terms, 'MS:1000285');
    if (time !== null && sum !== null && (valueOf(terms, 'MS:1000511') ?? '1') === '1')
      points.push({ x: time, y: Number(sum) });
  }
  if (points.length < 2) return [];
  const sorted = points.toSorted((one, other) => one.x - other.x);
  const chart = {
    draws: 'lines',
    x: { label: texts.time, scale: 'linear' },
    y: { label: texts.intensity, scale: 'linear' },
    xs: sorted.map(({ x }) => x),
    series: [{ name: texts.tic, ys: sorted.map(({ y }) => y) }],
    note: texts.ticNote(points.length, spectra.length),
  } as const;
  return [{ is: 'chart', title: texts.tic, chart }];
}

async function termsAt(
  file: FileBytes,
  place: ElementPlace | undefined,
  { groups }: MzmlHead,
): Promise<readonly Term[]> {
  const text = place === undefined ? null : await spectrumHead(file, place);
  return text === null ? [] : readElement(text, groups).terms;
}

/** All spectra, or of many every few. */
function spectrumChoice(spectra: readonly ElementPlace[], at: number): readonly ChoiceSection[] {
  if (spectra.length < 2) return [];
  const nth = Math.ceil(spectra.length / MOST_OPTIONS);
  const options = spectra.flatMap(({ name }, each) =>
    each % nth === 0 || each === at ? [{ id: String(each + 1), label: texts.spectrumAt(each + 1, name) }] : [],
  );
  return [{ is: 'choice', id: 'spectrum', title: texts.spectrum, options, chosen: String(at + 1) }];
}

interface WantedSpectrum {
  readonly place: ElementPlace | undefined;
  readonly at: number;
  readonly head: MzmlHead;
  readonly mostRows: number;
}

async function spectrumOf(file: FileBytes, { place, at, head, mostRows }: WantedSpectrum): Promise<readonly Section[]> {
  if (place === undefined) return [];
  const element = readElement(await elementText(file, place, 'spectrum'), head.groups);
  const isProfile = valueOf(element.terms, 'MS:1000128') !== null;
  const title = texts.spectrumAt(at + 1, element.id);
  const shown = drawn(title, element, { along: 'mz', label: texts.mz, draws: isProfile ? 'lines' : 'sticks' });
  if (shown.is !== 'chart') return [shown];
  const { xs, series } = shown.chart;
  const rows = Array.from({ length: Math.min(mostRows, MOST_ROWS, xs.length) }, (_, row) => [
    String(xs[row]),
    String(series[0]?.ys[row]),
  ]);
  return [
    shown,
    { is: 'table', title: texts.peaks(at + 1), columns: [texts.mz, texts.intensity], rows, total: xs.length },
  ];
}

async function tableOf(
  file: FileBytes,
  {
    places: { spectra },
    head,
    mostRows,
  }: { readonly places: MzmlPlaces; readonly head: MzmlHead; readonly mostRows: number },
): Promise<Section> {
  const rows: string[][] = [];
  for (const [at, place] of spectra.slice(0, mostRows).entries()) {
    const text = await spectrumHead(file, place);
    rows.push(
      text === null
        ? [String(at + 1), place.name, ...Array.from({ length: 8 }, () => '')]
        : rowOf(at, readElement(text, head.groups)),
    );
  }
  return { is: 'table', title: texts.first, columns: texts.columns, rows, total: spectra.length };
}

function rowOf(at: number, { id, length, terms }: MzmlElement): string[] {
  const has = (accession: string): boolean => valueOf(terms, accession) !== null;
  const time = minutesOf(terms, 'MS:1000016');
  return [
    String(at + 1),
    id,
    valueOf(terms, 'MS:1000511') ?? '',
    time === null ? '' : String(Number(time.toPrecision(6))),
    has('MS:1000130') ? texts.positive : has('MS:1000129') ? texts.negative : '',
    has('MS:1000127') ? texts.centroid : has('MS:1000128') ? texts.profile : '',
    String(length),
    valueOf(terms, 'MS:1000285') ?? '',
    valueOf(terms, 'MS:1000504') ?? '',
    valueOf(terms, 'MS:1000744') ?? '',
  ];
}
