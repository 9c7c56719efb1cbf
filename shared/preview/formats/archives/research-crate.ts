import { crateTexts as texts } from '../../../features/preview/archives-text.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { Section, TableSection } from '../sections.ts';
import { entryBytes, type ZipEntry } from './zip-directory.ts';

/** A description of more than a hundred thousand things is shorter. */
const MOST_DESCRIPTION = 32 * MIB;
const MOST_TEXT = 1000;

type Thing = Readonly<Record<string, unknown>>;

/** What an RO-Crate says of itself: name, authors, dates, parts. Empty: there is no description that can be read. */
export async function crateSections(
  file: FileBytes,
  entries: readonly ZipEntry[],
  mostRows: number,
): Promise<readonly Section[]> {
  const entry = entries.find(({ name }) => /^(?:[^/]*\/)?ro-crate-metadata\.json(?:ld)?$/.test(name));
  if (entry === undefined) return [note(texts.none)];
  const unpacked = await entryBytes(file, entry, MOST_DESCRIPTION);
  if (unpacked.sizeBytes > MOST_DESCRIPTION) return [note(texts.tooLarge)];
  const things = thingsOf(decode(await unpacked.read(0, unpacked.sizeBytes), 'utf-8'));
  if (things === null) return [note(texts.broken)];
  const byId = new Map(things.map(thing => [wordOf(thing['@id']), thing]));
  const root = byId.get('./') ?? byId.get('.') ?? byId.get('');
  if (root === undefined) return [note(texts.broken)];
  const maker = byId.get('ro-crate-metadata.json');
  const facts = [
    [texts.name, textOf(root['name'], byId)],
    [texts.description, textOf(root['description'], byId)],
    [texts.authors, textOf(root['author'] ?? root['creator'], byId)],
    [texts.published, textOf(root['datePublished'], byId)],
    [texts.created, textOf(root['dateCreated'], byId)],
    [texts.modified, textOf(root['dateModified'], byId)],
    [texts.license, textOf(root['license'], byId)],
    [texts.keywords, textOf(root['keywords'], byId)],
    [texts.program, textOf(maker?.['sdPublisher'] ?? root['sdPublisher'] ?? maker?.['version'], byId)],
  ] as const;
  const said = facts.filter(([, value]) => value !== '');
  const parts = partsOf(root, byId, mostRows);
  return [{ is: 'facts', title: texts.title, facts: said }, ...(parts === null ? [] : [parts])];
}

function note(text: string): Section {
  return { is: 'lines', title: texts.title, look: 'prose', lines: [text] };
}

function thingsOf(text: string): readonly Thing[] | null {
  try {
    const read: unknown = JSON.parse(text);
    const graph = isThing(read) ? read['@graph'] : null;
    return Array.isArray(graph) ? graph.filter(isThing) : null;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return null;
    throw thrown instanceof RangeError ? new UnreadableError(texts.broken) : thrown;
  }
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The experiments, samples and files that the archive is made of, and those directly in them. */
function partsOf(root: Thing, byId: ReadonlyMap<string, Thing>, mostRows: number): TableSection | null {
  const seen = new Set<string>(['./']);
  const rows: string[][] = [];
  let total = 0;
  // A crate may say that a part is in itself.
  const queue = idsOf(root['hasPart']);
  for (let at = 0; at < queue.length; at += 1) {
    const id = queue[at] ?? '';
    const thing = byId.get(id);
    if (seen.has(id) || thing === undefined) continue;
    seen.add(id);
    total += 1;
    for (const within of idsOf(thing['hasPart'])) queue.push(within);
    if (rows.length >= mostRows) continue;
    const date = textOf(thing['dateModified'] ?? thing['dateCreated'], byId);
    const authors = textOf(thing['author'] ?? thing['creator'], byId);
    const kind = textOf(thing['genre'] ?? thing['@type'], byId);
    rows.push([textOf(thing['name'], byId) || id, kind, authors, date, id]);
  }
  if (total === 0) return null;
  return { is: 'table', title: texts.parts, columns: [...texts.partColumns], rows, total };
}

function idsOf(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap(each => (isThing(each) && typeof each['@id'] === 'string' ? [each['@id']] : []));
}

/** A text, or the name of the thing that is meant. Formatting of HTML is left out, and nothing of it is drawn. */
function textOf(value: unknown, byId: ReadonlyMap<string, Thing>): string {
  if (value === undefined || value === null) return '';
  const all: readonly unknown[] = Array.isArray(value) ? value.slice(0, 50) : [value];
  const words = all.map(each => {
    if (!isThing(each)) return wordOf(each);
    const id = typeof each['@id'] === 'string' ? each['@id'] : '';
    const meant = byId.get(id) ?? each;
    const name = meant['name'] ?? [meant['givenName'], meant['familyName']].map(wordOf).join(' ').trim();
    return (typeof name === 'string' && name !== '' ? name : id) + ownId(id);
  });
  const text = words.filter(word => word !== '').join(', ');
  const plain = text
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain.length > MOST_TEXT ? `${plain.slice(0, MOST_TEXT)}…` : plain;
}

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function ownId(id: string): string {
  return id.startsWith('https://orcid.org/') ? ` (${id.slice('https://'.length)})` : '';
}
