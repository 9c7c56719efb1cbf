import { sequenceTexts as texts } from '../../../features/preview/sequences-text.ts';
import { formatNumber } from '../../../text/format.ts';
import type { FileBytes } from '../file-bytes.ts';
import { chunksOf } from '../file-chunks.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import { FastqScan, MOST_POSITIONS, SIGNS } from './fastq-scan.ts';
import { gcShare, lengthChart, letterLines, MOST_SEQUENCE_BYTES } from './letters.ts';

/** Reads FASTQ: how many reads, how long, of what, and how good they are by position. @throws UnreadableError */
export async function readFastq(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  const scan = new FastqScan(mostRows);
  for await (const chunk of chunksOf(file, MOST_SEQUENCE_BYTES)) scan.take(chunk);
  const isPart = file.sizeBytes > MOST_SEQUENCE_BYTES;
  scan.end(isPart);
  const offset = offsetOf(scan.qualities);
  const shown = scan.rows
    .filter(({ letters }) => letters !== '')
    .flatMap(({ name, letters, length }) => [texts.begins(name, letters.length, length), ...letterLines(letters)]);
  return {
    sections: [
      { is: 'facts', title: texts.reads, facts: factsOf(scan, offset, isPart ? file.sizeBytes : null) },
      qualityChart(scan, offset.from),
      ...lengthChart(scan.lengths, scan.count > scan.lengths.length ? texts.ofFirst(scan.lengths.length) : ''),
      tableOf(scan, offset.from),
      { is: 'lines', title: texts.firstSequences, look: 'sequence', lines: shown },
    ],
    isCut: isPart || scan.count > scan.rows.length,
  };
}

interface PhredOffset {
  readonly from: number;
  readonly isSure: boolean;
}

/** By which sign a quality of 0 is written: 33 of nearly all, 64 of old Illumina programs. */
function offsetOf(qualities: Float64Array): PhredOffset {
  const least = qualities.findIndex(count => count > 0);
  const most = qualities.findLastIndex(count => count > 0);
  if (least < 59) return { from: 33, isSure: true };
  // Qualities above 41 from 33 on, with none below 26, are those of long accurate reads, or of the old way.
  return least >= 64 && most > 75 ? { from: 64, isSure: false } : { from: 33, isSure: false };
}

function factsOf(
  scan: FastqScan,
  { from, isSure }: PhredOffset,
  cutOf: number | null,
): readonly (readonly [string, string])[] {
  const { count, bases, least, most, letters, qualities } = scan;
  const gc = gcShare(letters);
  const share = (quality: number): string => {
    const good = qualities.reduce((sum, each, sign) => (sign - from >= quality ? sum + each : sum), 0);
    return texts.percent(bases === 0 ? 0 : good / bases);
  };
  const sum = qualities.reduce((total, each, sign) => total + each * (sign - from), 0);
  return [
    [texts.reads, formatNumber(count)],
    [texts.bases, formatNumber(bases)],
    [texts.lengths, texts.lengthWords(least, most, bases / Math.max(1, count))],
    ...(gc === null ? [] : [[texts.gc, texts.percent(gc)] as const]),
    [texts.meanQuality, bases === 0 ? '' : (sum / bases).toFixed(1)],
    [texts.share(20), share(20)],
    [texts.share(30), share(30)],
    [texts.encoding, texts.offset(from, isSure)],
    ...(cutOf === null ? [] : [[texts.read, texts.part(MOST_SEQUENCE_BYTES, cutOf)] as const]),
  ];
}

/** The mean and the quarters of the qualities at each position. */
function qualityChart({ most, positions }: FastqScan, from: number): Section {
  const length = Math.min(most, MOST_POSITIONS);
  const series = [texts.mean, texts.median, texts.lowerQuarter, texts.upperQuarter].map(name => ({
    name,
    ys: new Float64Array(length),
  }));
  for (let position = 0; position < length; position++) {
    const counts = positions.subarray(position * SIGNS, (position + 1) * SIGNS);
    for (const [at, value] of [
      meanOf(counts),
      ...[0.5, 0.25, 0.75].map(share => quantileOf(counts, share)),
    ].entries()) {
      const ys = series[at]?.ys;
      if (ys !== undefined) ys[position] = value - from;
    }
  }
  return {
    is: 'chart',
    title: texts.qualityChart,
    chart: {
      draws: 'lines',
      x: { label: texts.position, scale: 'linear' },
      y: { label: texts.quality, scale: 'linear' },
      xs: Float64Array.from({ length }, (_, at) => at + 1),
      series,
      note: most > MOST_POSITIONS ? texts.firstPositions(MOST_POSITIONS) : '',
    },
  };
}

function meanOf(counts: Float64Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, sign) => sum + count * sign, 0) / all;
}

/** The least sign up to which this share of the counts lies. */
function quantileOf(counts: Float64Array, share: number): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [sign, count] of counts.entries()) {
    seen += count;
    if (seen > 0 && seen >= all * share) return sign;
  }
  return Number.NaN;
}

function tableOf({ rows, count }: FastqScan, from: number): Section {
  return {
    is: 'table',
    title: texts.reads,
    columns: texts.readColumns,
    rows: rows.map(({ name, length, gc, qualitySum }) => [
      name,
      String(length),
      gc,
      length === 0 ? '' : (qualitySum / length - from).toFixed(1),
    ]),
    total: count,
  };
}
