/**
 * The formats that are shown as sections, by the endings of their names. A new format: a row here, its reader in
 * `readers.ts`, its words in `kindWords`.
 */
export const FORMATS = {
  numpy: 'npy',
  fcs: 'fcs',
  ab1: 'ab1',
  fasta: 'fasta fa fna faa ffn',
  fastq: 'fastq fq',
  genbank: 'gb gbk embl',
  mzml: 'mzml',
  prism: 'pzfx',
  rdml: 'rdml rdm',
  eds: 'eds',
  dicom: 'dcm dicom',
  zeiss: 'czi',
  leica: 'lif',
  nikon: 'nd2',
  arrays: 'npz',
  parquet: 'parquet',
  hdf5: 'h5 hdf5 hdf h5ad nc mat',
  notebook: 'ipynb',
  zip: 'zip',
  eln: 'eln',
} as const satisfies { readonly [name: string]: string };

export type FormatName = keyof typeof FORMATS;

/** Formats that are texts: people read and compare them as such, and what is wrongly named is shown as one. */
const TEXT_FORMATS: readonly FormatName[] = ['fasta', 'fastq', 'genbank', 'mzml'];

/** Whether a file of a format can be read as a text as well. */
export function isTextFormat(format: FormatName | null): boolean {
  return format !== null && TEXT_FORMATS.includes(format);
}

/** The format of a file by the ending of its name, lower case and without its dot; null: none of these. */
export function formatOf(ending: string): FormatName | null {
  return BY_ENDING.get(ending) ?? null;
}

const BY_ENDING = new Map<string, FormatName>(
  Object.entries(FORMATS).flatMap(([name, endings]) =>
    endings.split(' ').map(ending => [ending, name as FormatName] as const),
  ),
);
