import { zipTexts as texts } from '../../../features/preview/archives-text.ts';
import { formatBytes, formatNumber } from '../../../text/format.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section, TreeNode } from '../sections.ts';
import { crateSections } from './research-crate.ts';
import { readDirectory, type ZipEntry } from './zip-directory.ts';

/** Entries that are listed; more are counted. */
const MOST_LISTED = 5000;
const MOST_DEPTH = 40;
/** Names that would leave the folder that an archive is unpacked to are listed up to this number. */
const MOST_STRANGE = 20;

/** Lists a zip archive; nothing of it is unpacked. @throws UnreadableError */
export async function readZip(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  return listed(await readDirectory(file), mostRows, []);
}

/** An electronic lab notebook's archive: what its RO-Crate says, then its entries. @throws UnreadableError */
export async function readEln(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  const entries = await readDirectory(file);
  return listed(entries, mostRows, await crateSections(file, entries, mostRows));
}

function listed(entries: readonly ZipEntry[], mostRows: number, before: readonly Section[]): FileSections {
  const strange = entries.filter(({ name }) => isStrange(name));
  const plain = entries.filter(({ name }) => !isStrange(name));
  const shown = plain.slice(0, Math.min(MOST_LISTED, Math.max(mostRows, 200)));
  const files = entries.filter(({ isFolder }) => !isFolder);
  const sum = (of: (entry: ZipEntry) => number): number => files.reduce((total, entry) => total + of(entry), 0);
  const facts: (readonly [string, string])[] = [
    [texts.files, formatNumber(files.length)],
    [texts.unpacked, formatBytes(sum(({ sizeBytes }) => sizeBytes))],
    [texts.packed, formatBytes(sum(({ packedBytes }) => packedBytes))],
  ];
  if (files.some(({ isEncrypted }) => isEncrypted)) facts.push([texts.encrypted, texts.withPassword]);
  const sections: Section[] = [...before, { is: 'facts', title: texts.archive, facts }];
  if (strange.length > 0) {
    const names = strange.slice(0, MOST_STRANGE).map(({ name }) => JSON.stringify(name));
    sections.push({ is: 'lines', title: texts.strange, look: 'prose', lines: [texts.strangeWhy, ...names] });
  }
  if (shown.length > 0) sections.push({ is: 'tree', title: texts.contents, nodes: treeOf(shown) });
  return { sections, isCut: shown.length < plain.length };
}

/** Whether a name would lead out of the folder it is unpacked to, or is written to look like another one. */
function isStrange(name: string): boolean {
  const parts = name.split(/[/\\]/);
  // oxlint-disable-next-line no-control-regex
  const isHidden = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(name);
  return isHidden || parts[0] === '' || parts.includes('..') || /^[a-z]:/i.test(name) || parts.length > MOST_DEPTH;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: TreeNode[];
}

function treeOf(entries: readonly ZipEntry[]): readonly TreeNode[] {
  const root: Folder = { folders: new Map(), files: [] };
  for (const entry of entries) {
    const parts = entry.name.split(/[/\\]/).filter(part => part !== '');
    const own = entry.isFolder ? undefined : parts.pop();
    const folder = parts.reduce<Folder>((at, part) => {
      const next: Folder = at.folders.get(part) ?? { folders: new Map(), files: [] };
      at.folders.set(part, next);
      return next;
    }, root);
    if (own !== undefined) folder.files.push({ name: own, text: wordsOf(entry), children: [] });
  }
  return nodesOf(root);
}

function nodesOf({ folders, files }: Folder): readonly TreeNode[] {
  const within = [...folders].map(([name, folder]) => ({ name: `${name}/`, text: '', children: nodesOf(folder) }));
  return [...within, ...files];
}

function wordsOf({ sizeBytes, changed }: ZipEntry): string {
  return changed === '' ? formatBytes(sizeBytes) : `${formatBytes(sizeBytes)} · ${changed}`;
}
