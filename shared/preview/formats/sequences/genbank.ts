import { recordTexts as texts, sequenceTexts } from '../../../features/preview/sequences-text.ts';
import { formatNumber } from '../../../text/format.ts';
import { MIB } from '../../../units.ts';
import { canDecode } from '../../decoder.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { ChoiceSection, FileSections, Section } from '../sections.ts';
import { beginsRecord, type Feature, nameOf, readRecord, type SequenceRecord } from './genbank-record.ts';
import { gcShare, letterLines, MOST_LETTERS } from './letters.ts';

/** Of longer files so much is read, in bytes. */
const MOST_BYTES = 32 * MIB;
const MOST_RECORDS = 2000;
const MOST_DETAILS = 300;

/** Reads records of GenBank and EMBL: what they are of, their features, their sequence. @throws UnreadableError */
export async function readGenbank(file: FileBytes, { wish, mostRows }: SectionsRequest): Promise<FileSections> {
  const bytes = await file.read(0, Math.min(file.sizeBytes, MOST_BYTES));
  const isPart = file.sizeBytes > MOST_BYTES;
  const lines = decode(bytes, canDecode(bytes, 'utf-8', isPart) ? 'utf-8' : 'windows-1252', isPart).split(/\r?\n/);
  const starts = [...lines.keys()].filter(at => beginsRecord(lines[at] ?? ''));
  const [first] = starts;
  if (first === undefined) throw new UnreadableError(texts.noRecord);
  const wished = Number(wish['record'] ?? '1') - 1;
  const at = starts[wished] === undefined ? 0 : wished;
  const record = readRecord(recordLines(lines, starts[at] ?? first, starts[at + 1]));
  const held = record.counts.reduce((sum, count) => sum + count, 0);
  const facts = factsOf(record, held);
  if (starts.length > 1) facts.unshift([texts.records, formatNumber(starts.length)]);
  if (isPart) facts.push([sequenceTexts.read, sequenceTexts.part(MOST_BYTES, file.sizeBytes)]);
  return {
    sections: [
      ...choiceOf(
        starts.map(start => nameOf(lines[start] ?? '')),
        at,
      ),
      { is: 'facts', title: texts.record, facts },
      featureTable(record.features, mostRows),
      ...sequenceOf(record, held),
    ],
    isCut: isPart || starts.length > 1 || record.features.length > mostRows || held > MOST_LETTERS,
  };
}

function recordLines(lines: readonly string[], from: number, next: number | undefined): readonly string[] {
  const end = lines.indexOf('//', from);
  return lines.slice(from, Math.min(end === -1 ? lines.length : end, next ?? lines.length));
}

function choiceOf(names: readonly string[], at: number): readonly ChoiceSection[] {
  if (names.length < 2) return [];
  const options = names.slice(0, MOST_RECORDS).map((name, index) => ({ id: String(index + 1), label: name }));
  return [{ is: 'choice', id: 'record', title: texts.record, options, chosen: String(at + 1) }];
}

function factsOf(record: SequenceRecord, held: number): [string, string][] {
  const { name, molecule, shape, date, facts, references, counts, unit } = record;
  const gc = unit === 'aa' ? null : gcShare(counts);
  const known: readonly (readonly [string, string])[] = [
    [texts.locus, name],
    [texts.length, lengthWords(record, held)],
    [texts.molecule, molecule],
    [texts.shape, shape === null ? '' : texts.shapes[shape]],
    [texts.date, date],
    ...facts,
    [texts.references, references === 0 ? '' : formatNumber(references)],
    [texts.gc, gc === null ? '' : sequenceTexts.percent(gc)],
  ];
  return known.flatMap(([word, value]) => (value === '' ? [] : [[word, value]]));
}

function lengthWords({ length, unit }: SequenceRecord, held: number): string {
  if (length === null) return held === 0 ? '' : `${formatNumber(held)} ${unit}`;
  if (held === 0) return texts.notHeld(length, unit);
  return held === length ? `${formatNumber(length)} ${unit}` : texts.lengthHeld(length, held, unit);
}

/** The qualifiers that name a feature best, the first of these. */
const NAMING = ['gene', 'label', 'product', 'locus_tag', 'standard_name', 'note', 'organism'];

function featureTable(features: readonly Feature[], mostRows: number): Section {
  return {
    is: 'table',
    title: texts.features,
    columns: texts.columns,
    rows: features.slice(0, mostRows).map(({ kind, place, qualifiers }) => {
      const naming = NAMING.find(name => qualifiers.some(([each]) => each === name));
      const told = qualifiers.find(([name]) => name === naming)?.[1] ?? '';
      const details = qualifiers.filter(([name]) => name !== 'translation');
      const words = details.map(([name, value]) => (value === '' ? name : `${name}: ${value}`)).join('; ');
      return [kind, shortened(place), shortened(told), shortened(words)];
    }),
    total: features.length,
  };
}

function shortened(text: string): string {
  return text.length > MOST_DETAILS ? `${text.slice(0, MOST_DETAILS)}…` : text;
}

function sequenceOf({ letters, name }: SequenceRecord, held: number): readonly Section[] {
  if (held === 0) return [];
  const lines = [sequenceTexts.begins(name, letters.length, held), ...letterLines(letters)];
  return [{ is: 'lines', title: texts.sequence, look: 'sequence', lines }];
}
