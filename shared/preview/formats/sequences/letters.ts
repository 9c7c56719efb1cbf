import { sequenceTexts as texts } from '../../../features/preview/sequences-text.ts';
import { MIB } from '../../../units.ts';
import type { Section } from '../sections.ts';

/** How often each sign occurs, by its number. */
export type LetterCounts = Float64Array;

/** Of longer files so much is read, in bytes. */
export const MOST_SEQUENCE_BYTES = 64 * MIB;
/** Letters of a sequence that is shown, and how many stand in a line. */
export const MOST_LETTERS = 600;
const LINE_LETTERS = 60;
const GROUP_LETTERS = 10;
const BINS = 100;

/** Counts for a new text. */
export function noLetters(): LetterCounts {
  return new Float64Array(256);
}

/** How often some letters occur, small or large. */
export function countOf(counts: LetterCounts, letters: string): number {
  let count = 0;
  for (const letter of letters + letters.toLowerCase()) count += counts[letter.charCodeAt(0)] ?? 0;
  return count;
}

/** The share of G and C among the letters that say which they are, 0 to 1; null: there are none. */
export function gcShare(counts: LetterCounts): number | null {
  const strong = countOf(counts, 'GCS');
  const all = strong + countOf(counts, 'ATUW');
  return all === 0 ? null : strong / all;
}

/** Whether letters are amino acids: of those, only about a half may stand for nucleotides as well. */
export function isProtein(counts: LetterCounts): boolean {
  return countOf(counts, 'ACGTUNRYKMSW') < 0.9 * countOf(counts, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
}

/** A GC share as a field of a table. */
export function gcField(counts: LetterCounts): string {
  const share = gcShare(counts);
  return share === null ? '' : (share * 100).toFixed(1);
}

/** Letters in lines of 60, in groups of 10, with the place of the first before them. */
export function letterLines(letters: string, first = 1): readonly string[] {
  const width = String(first + letters.length).length;
  return Array.from({ length: Math.ceil(letters.length / LINE_LETTERS) }, (_, line) => {
    const part = letters.slice(line * LINE_LETTERS, (line + 1) * LINE_LETTERS);
    const groups = Array.from({ length: Math.ceil(part.length / GROUP_LETTERS) }, (__, group) =>
      part.slice(group * GROUP_LETTERS, (group + 1) * GROUP_LETTERS),
    );
    return `${String(first + line * LINE_LETTERS).padStart(width)} ${groups.join(' ')}`;
  });
}

/** How many letters lie in sequences of this length or longer that make up half of all. */
export function n50Of(lengths: readonly number[]): number {
  const sorted = Float64Array.from(lengths).toSorted();
  let left = sorted.reduce((sum, length) => sum + length, 0) / 2;
  for (let at = sorted.length - 1; at >= 0; at--) {
    left -= sorted[at] ?? 0;
    if (left <= 0) return sorted[at] ?? 0;
  }
  return 0;
}

/** How long the sequences are, as bars; none where they are few or all of one length. */
export function lengthChart(lengths: readonly number[], note: string): readonly Section[] {
  let [least, most] = [Infinity, 0];
  for (const length of lengths) [least, most] = [Math.min(least, length), Math.max(most, length)];
  if (lengths.length < 10 || least === most) return [];
  const wide = Math.max(1, Math.ceil((most - least + 1) / BINS));
  const counts = new Float64Array(Math.ceil((most - least + 1) / wide));
  for (const length of lengths) {
    const bin = Math.floor((length - least) / wide);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return [
    {
      is: 'chart',
      title: texts.lengthChart,
      chart: {
        draws: 'bars',
        x: { label: texts.length, scale: 'linear' },
        y: { label: texts.count, scale: 'linear' },
        xs: Float64Array.from(counts, (_, bin) => least + bin * wide + (wide - 1) / 2),
        series: [{ name: texts.count, ys: counts }],
        note,
      },
    },
  ];
}
