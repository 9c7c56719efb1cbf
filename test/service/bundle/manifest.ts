import { jsonArray } from './resources.ts';
import type { OrganizationRow } from './rows.ts';
import type { WrittenEntry } from './zip-writer.ts';

/** Counted up when a reader of bundles would have to change. */
const FORMAT_VERSION = 1;

/** An entry of the bundle; originals say which file they are. */
export interface BundleEntry extends WrittenEntry {
  readonly fileId?: string;
  readonly versionId?: string | null;
}

/** A file of which the bundle holds no bytes. */
export interface MissingOriginal {
  readonly fileId: string;
  readonly name: string;
}

export interface ManifestParts {
  readonly organization: OrganizationRow;
  readonly nowMs: number;
  /** All entries but the manifest itself. */
  readonly entries: readonly BundleEntry[];
  readonly counts: { readonly [list: string]: number };
  readonly missing: readonly MissingOriginal[];
}

/** The text of `manifest.json`, in pieces, one entry per line. */
export async function* manifestText(parts: ManifestParts): AsyncGenerator<string, void, void> {
  const head = {
    format: 'lab-knowledge-base-export',
    formatVersion: FORMAT_VERSION,
    createdAt: new Date(parts.nowMs).toISOString(),
    organization: parts.organization,
    counts: parts.counts,
  };
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, ',\n');
  yield '"missingOriginals": ';
  yield* jsonArray(parts.missing);
  yield ', "entries": ';
  yield* jsonArray(parts.entries);
  yield '}\n';
}

/** `README.txt` of every bundle. */
export const READ_ME = `This is an export of a knowledge base.

manifest.json   what is in here: sizes, SHA-256 of every entry, and which file each original is
json/           all records, exactly as they are, one list per file
csv/            the same lists as tables (UTF-8, commas, RFC 4180)
memory/         what the lab agent remembers, one file per person
files/          the original files in their folders, latest versions

Names that some system would refuse were changed under files/; the manifest names each original's id, and
json/files.json its real name. In csv/, text that a spreadsheet would take for a formula (beginning with
= + - @, a tab or a return) has an apostrophe in front; the exact text stands in json/.
`;
