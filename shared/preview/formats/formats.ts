/** Readers that are loaded together, each group by one worker of the window: a worker may load nothing later. */
export type ReaderGroup =
  | 'archives'
  | 'arrays'
  | 'cytometry'
  | 'hdf5'
  | 'parquet'
  | 'records'
  | 'sequences'
  | 'spectra';

interface FormatRow {
  /** Of names, with spaces between. */
  readonly endings: string;
  /** Its reader is in the file of this name in `groups/`. */
  readonly group: ReaderGroup;
  /** People read and compare it as a text, and what is wrongly named is shown as one. */
  readonly isText?: true;
  /** It is not read as a text, but stored as one (JSON, XML): its words can be searched. */
  readonly isStoredAsText?: true;
}

/**
 * The formats that are shown as sections. A new format: a row here; its words in `kindWords`; the compiler then asks for
 * its reader, and a new group for its worker.
 */
export const FORMATS = {
  numpy: { endings: 'npy', group: 'arrays' },
  fcs: { endings: 'fcs', group: 'cytometry' },
  ab1: { endings: 'ab1', group: 'sequences' },
  fasta: { endings: 'fasta fa fna faa ffn', group: 'sequences', isText: true },
  fastq: { endings: 'fastq fq', group: 'sequences', isText: true },
  genbank: { endings: 'gb gbk embl', group: 'sequences', isText: true },
  mzml: { endings: 'mzml', group: 'spectra', isText: true },
  prism: { endings: 'pzfx', group: 'records', isStoredAsText: true },
  rdml: { endings: 'rdml rdm', group: 'records' },
  eds: { endings: 'eds', group: 'records' },
  dicom: { endings: 'dcm dicom', group: 'records' },
  zeiss: { endings: 'czi', group: 'records' },
  leica: { endings: 'lif', group: 'records' },
  nikon: { endings: 'nd2', group: 'records' },
  arrays: { endings: 'npz', group: 'arrays' },
  parquet: { endings: 'parquet', group: 'parquet' },
  hdf5: { endings: 'h5 hdf5 hdf h5ad nc mat', group: 'hdf5' },
  notebook: { endings: 'ipynb', group: 'archives', isStoredAsText: true },
  zip: { endings: 'zip', group: 'archives' },
  eln: { endings: 'eln', group: 'archives' },
} as const satisfies { readonly [name: string]: FormatRow };

export type FormatName = keyof typeof FORMATS;

/** The formats whose readers are in a group. */
export type FormatsIn<G extends ReaderGroup> = {
  [F in FormatName]: (typeof FORMATS)[F]['group'] extends G ? F : never;
}[FormatName];

/** The formats that are texts. */
export type TextFormat = {
  [F in FormatName]: (typeof FORMATS)[F] extends { readonly isText: true } ? F : never;
}[FormatName];

/** Whether a file of a format can be read as a text as well. */
export function isTextFormat(format: FormatName | null): boolean {
  return format !== null && 'isText' in FORMATS[format];
}

/** Whether a file of a format is stored as a text, so that its words can be searched as they are. */
export function isStoredAsText(format: FormatName): boolean {
  return 'isText' in FORMATS[format] || 'isStoredAsText' in FORMATS[format];
}

/** The format of a file by the ending of its name, lower case and without its dot; null: none of these. */
export function formatOf(ending: string): FormatName | null {
  return BY_ENDING.get(ending) ?? null;
}

const BY_ENDING = new Map<string, FormatName>(
  Object.entries(FORMATS).flatMap(([name, { endings }]) =>
    endings.split(' ').map(ending => [ending, name as FormatName] as const),
  ),
);
