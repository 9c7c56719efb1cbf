import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import { chunksOf } from '../file-chunks.ts';

/** An element of a file: where it begins, in bytes, and its name. */
export interface ElementPlace {
  readonly at: number;
  readonly name: string;
}

/** Where the parts of an mzML file are. */
export interface MzmlPlaces {
  /** What stands before the first spectrum or chromatogram, as XML with its open elements closed. */
  readonly head: string;
  readonly spectra: readonly ElementPlace[];
  readonly chromatograms: readonly ElementPlace[];
  /** How many bytes were searched; null: all of the file is known. */
  readonly searched: number | null;
}

const MOST_HEAD = 4 * MIB;
const MOST_INDEX = 128 * MIB;
/** Of a long file without an index so much is searched, in bytes. */
const MOST_SEARCHED = 128 * MIB;
/** So much before an index is searched for chromatograms that it leaves out, in bytes. */
const MOST_UNINDEXED = 16 * MIB;
/** A spectrum takes less, in bytes. */
const MOST_ELEMENT = 64 * MIB;
const TAIL = 2048;

type Kind = 'spectrum' | 'chromatogram';

/** Finds the spectra by the index of the file or, where it has none or a wrong one, by searching for them. @throws UnreadableError */
export async function findPlaces(file: FileBytes): Promise<MzmlPlaces> {
  const head = await readHead(file);
  const indexed = await byIndex(file);
  return { head, ...(indexed ?? (await bySearch(file))) };
}

/** The text of an element, up to its end. @throws UnreadableError when it does not end in reasonable distance. */
export async function elementText(file: FileBytes, { at }: ElementPlace, kind: Kind): Promise<string> {
  const closing = `</${kind}>`;
  for (let length = MIB / 4; ; length *= 4) {
    const text = asText(await file.read(at, Math.min(file.sizeBytes, at + length)));
    const end = text.indexOf(closing);
    if (end !== -1) return text.slice(0, end + closing.length);
    if (at + length >= file.sizeBytes || length >= MOST_ELEMENT) throw new UnreadableError(archiveTexts.damaged);
  }
}

/** What a spectrum says before its values, as XML; null: it says too much. */
export async function spectrumHead(file: FileBytes, { at }: ElementPlace): Promise<string | null> {
  const text = asText(await file.read(at, Math.min(file.sizeBytes, at + MIB / 32)));
  const end = text.indexOf('</spectrum>');
  const values = text.indexOf('<binaryDataArrayList');
  if (values !== -1 && (end === -1 || values < end)) return `${text.slice(0, values)}</spectrum>`;
  return end === -1 ? null : text.slice(0, end + '</spectrum>'.length);
}

/** One sign for each byte, so that places in the text are those in the file. */
function asText(bytes: Uint8Array): string {
  return decode(bytes, 'windows-1252', true);
}

async function readHead(file: FileBytes): Promise<string> {
  const bytes = await file.read(0, Math.min(file.sizeBytes, MOST_HEAD));
  const text = decode(bytes, 'utf-8', true);
  if (!/<mzML[\s>]/.test(text.slice(0, MIB))) throw new UnreadableError(archiveTexts.otherKind);
  const end = text.search(/<(?:spectrumList|chromatogramList)[\s>]/);
  if (end === -1) throw new UnreadableError(archiveTexts.damaged);
  const isIndexed = /<indexedmzML[\s>]/.test(text.slice(0, end));
  const list = /^<spectrumList[^>]*?\/?>/.exec(text.slice(end, end + 1000))?.[0] ?? '';
  const opened = list.endsWith('/>') || list === '' ? list : `${list.slice(0, -1)}/>`;
  return `${text.slice(0, end)}${opened}</run></mzML>${isIndexed ? '</indexedmzML>' : ''}`;
}

/** Null: it has no index, or one that names other places. */
async function byIndex(file: FileBytes): Promise<Omit<MzmlPlaces, 'head'> | null> {
  const tail = asText(await file.read(Math.max(0, file.sizeBytes - TAIL), file.sizeBytes));
  const at = Number(/<indexListOffset>\s*(\d{1,15})\s*<\/indexListOffset>/.exec(tail)?.[1] ?? Number.NaN);
  if (!(at < file.sizeBytes) || file.sizeBytes - at > MOST_INDEX) return null;
  const text = asText(await file.read(at, file.sizeBytes));
  if (!text.trimStart().startsWith('<indexList')) return null;
  const [spectra, chromatograms] = [offsetsIn(text, 'spectrum'), offsetsIn(text, 'chromatogram')];
  const right = await Promise.all([
    ...[spectra.at(0), spectra.at(-1)].map(place => isAt(file, place, 'spectrum')),
    ...[chromatograms.at(0), chromatograms.at(-1)].map(place => isAt(file, place, 'chromatogram')),
  ]);
  if (right.includes(false)) return null;
  if (chromatograms.length > 0) return { spectra, chromatograms, searched: null };
  // Some programs leave the chromatograms out of the index; they stand behind the spectra.
  const from = Math.max(spectra.at(-1)?.at ?? 0, at - MOST_UNINDEXED);
  return { spectra, chromatograms: tagsIn(asText(await file.read(from, at)), from).chromatogram, searched: null };
}

/** Where the spectra and chromatograms in a part of a file begin. @param start where the part begins, in bytes */
function tagsIn(text: string, start: number): { readonly [K in Kind]: readonly ElementPlace[] } {
  const found: { readonly [K in Kind]: ElementPlace[] } = { spectrum: [], chromatogram: [] };
  for (const tag of text.matchAll(/<(spectrum|chromatogram)\s[^>]*>/g)) {
    const name = unescapedName(/\sid=(?:"([^"]*)"|'([^']*)')/.exec(tag[0]));
    found[tag[1] === 'spectrum' ? 'spectrum' : 'chromatogram'].push({ at: start + tag.index, name });
  }
  return found;
}

function offsetsIn(text: string, kind: Kind): readonly ElementPlace[] {
  const from = text.search(new RegExp(`<index\\s+name=["']${kind}["']`));
  if (from === -1) return [];
  const end = text.indexOf('</index>', from);
  const offsets = text
    .slice(from, end === -1 ? text.length : end)
    .matchAll(/<offset\b([^>]*)>\s*(\d{1,15})\s*<\/offset>/g);
  return Array.from(offsets, ([, attributes = '', at]) => ({
    at: Number(at),
    name: unescapedName(/\bidRef=(?:"([^"]*)"|'([^']*)')/.exec(attributes)),
  }));
}

async function isAt(file: FileBytes, place: ElementPlace | undefined, kind: Kind): Promise<boolean> {
  if (place === undefined) return true;
  if (place.at >= file.sizeBytes) return false;
  return asText(await file.read(place.at, place.at + kind.length + 2)).trimEnd() === `<${kind}`;
}

async function bySearch(file: FileBytes): Promise<Omit<MzmlPlaces, 'head'>> {
  const found: { readonly [K in Kind]: ElementPlace[] } = { spectrum: [], chromatogram: [] };
  let [rest, start] = ['', 0];
  for await (const chunk of chunksOf(file, MOST_SEARCHED)) {
    const text = rest + asText(chunk);
    // A tag may go on in the next piece; what is longer is none.
    const lastOpen = text.lastIndexOf('<');
    const end = text.indexOf('>', lastOpen) === -1 && text.length - lastOpen < MIB ? lastOpen : text.length;
    const tags = tagsIn(text.slice(0, Math.max(0, end)), start);
    for (const place of tags.spectrum) found.spectrum.push(place);
    for (const place of tags.chromatogram) found.chromatogram.push(place);
    [rest, start] = [text.slice(Math.max(0, end)), start + Math.max(0, end)];
  }
  const searched = file.sizeBytes > MOST_SEARCHED ? MOST_SEARCHED : null;
  return { spectra: found.spectrum, chromatograms: found.chromatogram, searched };
}

function unescapedName(match: RegExpExecArray | null): string {
  return (match?.[1] ?? match?.[2] ?? '').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
