import { Decoder, decodes } from '../../decoder.ts';

/** Sets of signs by their numbers in DICOM (PS3.3, C.12.1.1.2), as `TextDecoder` names them. */
const SETS: { readonly [number: string]: string } = {
  '192': 'utf-8',
  '100': 'windows-1252',
  '101': 'iso-8859-2',
  '109': 'iso-8859-3',
  '110': 'iso-8859-4',
  '144': 'iso-8859-5',
  '127': 'iso-8859-6',
  '126': 'iso-8859-7',
  '138': 'iso-8859-8',
  '148': 'windows-1254',
  '166': 'windows-874',
  '13': 'shift_jis',
  '87': 'iso-2022-jp',
  '159': 'iso-2022-jp',
  '149': 'euc-kr',
  '58': 'gb18030',
};

/** How the texts of a file are written; null: it does not say, or names none that is known. @param said in the file's own words */
export function dicomEncoding(said: string): string | null {
  const named = said
    .split('\\')
    .map(set => set.trim())
    .map(set => (/^GB(?:K|18030)$/.test(set) ? 'gb18030' : SETS[/^ISO(?:_IR| 2022 IR) (\d+)$/.exec(set)?.[1] ?? '']));
  // Of several, those that are changed to within a text come last.
  return named.findLast(set => set !== undefined) ?? null;
}

/** A value for people. Parts of a name are parted by a sign of their own, several values by another. */
export function dicomText(bytes: Uint8Array, encoding: string | null): string {
  const found = encoding ?? (decodes(bytes, 'utf-8', false) ? 'utf-8' : 'windows-1252');
  const decoded = new Decoder(found).decode(bytes);
  const text = CHANGES_OF_SET.reduce((before, change) => before.replaceAll(change, ''), decoded);
  return text
    .replaceAll('\0', '')
    .replaceAll('^', ' ')
    .replaceAll('\\', ' × ')
    .replace(/[= ]+$/, '')
    .replaceAll('=', ' = ')
    .trim();
}

/** What changes to Korean or Chinese signs within a text; their decoders need no such change. */
const CHANGES_OF_SET = ['\u001B$)A', '\u001B$)C'];
