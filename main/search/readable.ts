import { MIB } from '../../shared/units.ts';

/** Larger files are not looked into, in bytes. */
export const MOST_BYTES = 5 * MIB;

/** The ends of names whose files are text. */
const TEXT = new Set(
  (
    'txt text md markdown rst log csv tsv tab json jsonl ndjson geojson yaml yml xml html htm svg tex bib toml ini cfg conf ' +
    'properties env sql py r rmd jl m mat.txt ipynb js ts css sh ps1 bat c h cpp hpp java go rs pl do sas sps ' +
    'fasta fa fna faa ffn gb gbk gff gff3 gtf bed vcf sam pdb cif mol sdf smi mzml jdx dx asc dat'
  ).split(' '),
);

/** Whether a file of this name may hold words that can be searched. */
export function maybeText(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot <= 0 || TEXT.has(name.slice(dot + 1).toLowerCase());
}

/** The text in some bytes, or null when they are no text. UTF-8 and UTF-16 by their mark, else UTF-8 when it is, else Windows-1252. */
export function textIn(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  // Text has no zeros; what has them is of some other kind.
  if (bytes.includes(0)) return null;
  return decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252');
}

/** The words of a page without its tags, scripts and styles; of other text all of it. */
export function wordsOf(name: string, text: string): string {
  if (!/\.(?:html?|svg|xml)$/i.test(name)) return text;
  return text
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .replaceAll(/<[^<>]*>/g, ' ');
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
