import { endingOf } from '../name-ending.ts';
import { MIB } from '../units.ts';
import { FORMATS, formatOf, isStoredAsText, isTextFormat } from './formats/formats.ts';

/** What a file is looked into with. `facts`: with nothing; what is known of it is shown. */
export const PREVIEW_KINDS = [
  'table',
  'markdown',
  'tree',
  'picture',
  'stack',
  'workbook',
  'document',
  'pdf',
  'sections',
  'code',
  'text',
  'facts',
] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** Larger files of a kind are not tried, in bytes; of the others a part is shown, however large they are. */
export const MOST_PREVIEW_BYTES: { readonly [K in Exclude<PreviewKind, 'facts'>]: number } = {
  table: Infinity,
  text: Infinity,
  code: Infinity,
  markdown: 5 * MIB,
  tree: 20 * MIB,
  picture: 100 * MIB,
  workbook: 50 * MIB,
  document: 100 * MIB,
  pdf: 200 * MIB,
  // Only the planes that are shown are read.
  stack: Infinity,
  // Read in parts; each format says what it needs whole.
  sections: Infinity,
};

/** How a name tells what a file is. */
export function kindOf(name: string): PreviewKind {
  const ending = endingOf(name);
  const own = WHOLE_NAMES[name.toLowerCase()];
  return own ?? KINDS.get(ending) ?? 'facts';
}

/** Whether a file is no text, but is read before it can be compared. */
export function isReadFirst(name: string): boolean {
  // What is stored of a text says more than what is shown of it.
  if (isTextFormat(formatOf(endingOf(name)))) return false;
  return ['workbook', 'document', 'pdf', 'stack', 'sections'].includes(kindOf(name));
}

/** Whether a file is stored as a text, as its name tells, so that its words can be searched as they are. */
export function hasPlainWords(name: string): boolean {
  const ending = endingOf(name);
  const format = formatOf(ending);
  if (format !== null) return isStoredAsText(format);
  // A drawing is shown as a picture, and stored as XML.
  return ending === 'svg' || ['table', 'markdown', 'tree', 'code', 'text'].includes(kindOf(name));
}

/** Whether nothing is known by the name, so that the first bytes have to tell. */
export function isUnknown(name: string): boolean {
  return kindOf(name) === 'facts' && !BINARY.has(endingOf(name));
}

/** Whether a file may be a table, though its name is that of a text: its content tells. */
export function maybeTable(name: string): boolean {
  return ['txt', 'text', 'dat', 'asc', 'out', 'prn', 'log'].includes(endingOf(name));
}

/** The endings of names by which files are told, with spaces between. */
export const ENDINGS: { readonly [K in Exclude<PreviewKind, 'facts'>]: string } = {
  table: 'csv tsv tab psv',
  markdown: 'md markdown mdown mkd qmd rmd',
  tree: 'json geojson yaml yml jsonld',
  workbook: 'xlsx xlsm xltx xltm xlsb xls xlt ods ots',
  document: 'docx docm dotx dotm pptx pptm ppsx potx odt ott odp otp rtf msg',
  pdf: 'pdf',
  stack: 'tif tiff',
  sections: Object.values(FORMATS)
    .map(({ endings }) => endings)
    .join(' '),
  picture: 'png jpg jpeg gif webp avif bmp svg',
  code:
    'py r jl m sh bash zsh ps1 bat js mjs cjs ts tsx jsx html htm xml xsd xsl css scss c h cc cpp hpp cs java go rs rb pl php ' +
    'sql toml ini cfg conf env properties tex bib cwl nf wdl smk groovy lua f90 ijm do sas sps',
  text:
    'txt text log asc dat out err readme license nfo rst adoc org eml vtt srt gff ' +
    'gff3 gtf bed vcf sam pdb cif mol mol2 sdf smi xyz mgf ms1 ms2 jdx dx jcamp spc prn jsonl ndjson diff patch ics',
};

const KINDS = new Map<string, PreviewKind>(
  Object.entries(ENDINGS).flatMap(([kind, endings]) =>
    endings.split(' ').map(ending => [ending, kind as PreviewKind] as const),
  ),
);

const WHOLE_NAMES: { readonly [name: string]: PreviewKind } = {
  readme: 'text',
  license: 'text',
  makefile: 'code',
  dockerfile: 'code',
  snakefile: 'code',
};

/** Known to be no text, so that the content need not be read. */
const BINARY = new Set(
  (
    'doc ppt gz bz2 xz 7z rar tar tgz ' +
    'feather rds rdata pkl sqlite db vsi lsm oib oif zvi ims dm3 dm4 mrc ser raw d wiff scf exe dll so ' +
    'dylib bin iso img dmg msi mp4 mov avi mkv mp3 wav flac ogg webm heic psd ai eps ttf otf woff woff2 class jar pyc o a epub'
  ).split(' '),
);
