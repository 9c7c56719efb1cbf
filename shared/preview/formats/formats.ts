/**
 * The formats that are shown as sections, by the endings of their names. A new format: a row here, its reader in
 * `readers.ts`, its words in `kindWords`.
 */
export const FORMATS = {
  numpy: 'npy',
  arrays: 'npz',
  parquet: 'parquet',
  hdf5: 'h5 hdf5 hdf h5ad nc mat',
  notebook: 'ipynb',
  zip: 'zip',
  eln: 'eln',
} as const satisfies { readonly [name: string]: string };

export type FormatName = keyof typeof FORMATS;

/** The format of a file by the ending of its name, lower case and without its dot; null: none of these. */
export function formatOf(ending: string): FormatName | null {
  return BY_ENDING.get(ending) ?? null;
}

const BY_ENDING = new Map<string, FormatName>(
  Object.entries(FORMATS).flatMap(([name, endings]) =>
    endings.split(' ').map(ending => [ending, name as FormatName] as const),
  ),
);
