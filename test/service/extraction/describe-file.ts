import { extensionOf } from '../rules/ground/refused-extensions.ts';
import { classWordsIn } from './class-words.ts';
import { familyOf } from './formats.ts';
import type { Family } from './formats.ts';
import { isStandIn } from './converters/stand-in.ts';

/** What the service says about a file that arrived without a word about itself (spec 2.1). */
export interface FileDescription {
  /** One line of at most 200 characters. */
  readonly description: string;
  /** Two to six words, in lower case. */
  readonly tags: readonly string[];
}

const DESCRIPTION_CHARACTERS = 200;
const TAGS = 6;

/** How much of a text is looked at. */
const LOOKED_AT = 6000;

/** Describes a file by its name and text; `text` is null when there is none. The same every time. */
export function describeFile(name: string, text: string | null): FileDescription {
  const head = (text ?? '').slice(0, LOOKED_AT);
  const extension = extensionOf(name).slice(1);
  const kind = kindOf(name);
  const words = classWordsIn(`${name.replaceAll(/[_.]+/g, ' ')}\n${head}`).slice(0, TAGS - 2);
  const tags = [...new Set([...words, kind, extension === '' ? 'file' : extension])];
  return {
    description: shortened(sentenceFor(name, head) ?? titleFrom(name, kind), DESCRIPTION_CHARACTERS),
    tags: tags.length > 1 ? tags : [...tags, 'upload'],
  };
}

/** How a family's text is summed up; the others as a document with a heading. */
const SENTENCES: { readonly [family in Family]?: (head: string, name: string) => string | null } = {
  delimited: tableSentence,
  workbook: workbookSentence,
  mail: mailSentence,
};

function sentenceFor(name: string, head: string): string | null {
  if (head.trim() === '') return null;
  if (isStandIn(head)) return pictureSentence(head, name);
  const family = familyOf(name);
  const sentence = (family === null ? undefined : SENTENCES[family]) ?? documentSentence;
  return sentence(head, name);
}

/** “Table with the columns Well, Sample, Ct (96 rows)”, from the rendition of a delimited file. */
function tableSentence(head: string): string | null {
  const [first = '', ...rows] = head.split('\n');
  const count = Number(/ (\d+) rows/.exec(first)?.[1] ?? 0);
  const columns = columnNames(rows);
  if (columns.length === 0) return null;
  return `Table with the columns ${columns.join(', ')} (${Math.max(count - 1, 0)} rows)`;
}

function workbookSentence(head: string): string | null {
  const sheets = [...head.matchAll(/^Sheet: (.+)$/gm)].map(match => match[1] ?? '');
  const columns = columnNames(head.split('\n').filter(line => !line.startsWith('Sheet: ')));
  if (sheets.length === 0) return tableSentence(head);
  const which = `${sheets.length === 1 ? 'sheet' : 'sheets'} ${sheets.join(', ')}`;
  return `Workbook with the ${which}${columns.length > 0 ? `; columns ${columns.join(', ')}` : ''}`;
}

/** The cells of the first row that has at least two and looks like names: what comes before is a preface. */
function columnNames(rows: readonly string[]): readonly string[] {
  const named = rows
    .slice(0, 20)
    .map(row =>
      row
        .split('\t')
        .map(cell => cell.trim())
        .filter(cell => cell !== ''),
    )
    .find(
      cells =>
        cells.length > 1 &&
        /\p{L}/u.test(cells.join('')) &&
        cells.every(cell => /\p{L}/u.test(cell) || cell.length < 3),
    );
  return (named ?? []).slice(0, 12);
}

function pictureSentence(head: string, name: string): string {
  const what = /: a (.+), named “/.exec(head)?.[1] ?? 'picture';
  return `${titleOf(name)} (${what})`;
}

function mailSentence(head: string): string | null {
  const subject = /^Subject: (.+)$/m.exec(head)?.[1];
  const from = /^From: ([^<\n]+)/m.exec(head)?.[1]?.trim();
  if (subject === undefined) return documentSentence(head);
  return from === undefined ? `Mail: ${subject}` : `Mail from ${from}: ${subject}`;
}

/** A heading and what is said first below it. */
function documentSentence(head: string): string | null {
  const lines = head
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split('\n')
    .map(plainLine)
    .filter(line => /\p{L}{2}/u.test(line) && !/^Slide \d+$/.test(line));
  const [title, ...rest] = lines;
  if (title === undefined) return null;
  if (/[.!?]$/.test(title) || title.length > 90) return firstSentence(title);
  const next = rest.find(line => line.length > 25 && line.includes(' ') && !line.includes('\t'));
  return next === undefined ? title : `${title.replace(/:$/, '')}: ${firstSentence(next)}`;
}

/** Without the signs of markup. */
function plainLine(line: string): string {
  return line
    .replace(/^\s*(?:#{1,6}|={1,6}|>|[-*+]|\d+[.)])\s+/, '')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim();
}

function firstSentence(text: string): string {
  return /^.{20,}?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
}

function titleFrom(name: string, kind: string): string {
  return `${titleOf(name)} (${kind}${familyOf(name) === null ? ', without a text to search in' : ''})`;
}

function titleOf(name: string): string {
  const stem = name.slice(0, name.length - extensionOf(name).length);
  return stem.replaceAll(/[_\s]+/g, ' ').trim() || name;
}

function shortened(text: string, limit: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  const blank = cut.lastIndexOf(' ');
  return `${blank > limit / 2 ? cut.slice(0, blank) : cut.replace(/\p{Surrogate}$/u, '')}…`;
}

const KINDS: { readonly [family in Family]: string } = {
  plain: 'text',
  delimited: 'table',
  html: 'web page',
  xml: 'structured data',
  asciidoc: 'document',
  latex: 'document',
  subtitles: 'transcript',
  mail: 'mail',
  epub: 'book',
  word: 'document',
  slides: 'slides',
  'open-document': 'document',
  workbook: 'table',
  pdf: 'document',
  picture: 'picture',
};

/** What formats without a text are, for those a lab has many of. */
const WITHOUT_TEXT: readonly (readonly [kind: string, extensions: readonly string[]])[] = [
  ['image stack', ['.tif', '.tiff', '.czi', '.lif', '.nd2', '.oir']],
  ['data container', ['.h5', '.hdf5', '.parquet', '.npy', '.npz', '.mat', '.rds']],
  ['instrument trace', ['.trc', '.ab1', '.fcs', '.raw', '.d', '.cdf', '.spc', '.ch']],
  ['legacy document', ['.doc', '.ppt']],
  ['archive', ['.zip', '.gz', '.7z', '.tar']],
  ['drawing', ['.svg', '.ai', '.eps']],
];

function kindOf(name: string): string {
  const family = familyOf(name);
  if (family !== null) return extensionOf(name) === '.odp' ? 'slides' : KINDS[family];
  const extension = extensionOf(name);
  return WITHOUT_TEXT.find(([, extensions]) => extensions.includes(extension))?.[0] ?? 'data';
}
