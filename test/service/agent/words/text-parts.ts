/** One piece of a text: a sentence, an item of a list, or a row of a table. */
export interface Part {
  readonly kind: 'sentence' | 'step' | 'item' | 'row';
  /** Without the marks of Markdown around it. */
  readonly text: string;
  /** The nearest heading above, or null. */
  readonly heading: string | null;
}

export interface TextParts {
  /** The first heading, else the first line; null for an empty text. */
  readonly title: string | null;
  readonly headings: readonly string[];
  readonly parts: readonly Part[];
  readonly wordCount: number;
  /** Whether only the beginning was read. */
  readonly wasCut: boolean;
}

/** At most so many characters of one text are read. */
export const LONGEST_TEXT = 400_000;

/** Takes a text rendition apart: Markdown where it is, else plain lines. */
export function partsOf(text: string): TextParts {
  const read = text.slice(0, LONGEST_TEXT);
  const headings: string[] = [];
  const parts: Part[] = [];
  let paragraph: string[] = [];
  const close = (): void => {
    const heading = headings.at(-1) ?? null;
    for (const sentence of sentencesIn(paragraph.join(' '))) parts.push({ kind: 'sentence', text: sentence, heading });
    paragraph = [];
  };
  for (const line of read.split(/\r?\n/)) {
    if (isUnderline(line) && parts.at(-1)?.kind === 'row') parts.pop();
    const block = blockIn(line);
    if (block.kind === 'prose') {
      if (isOwnLine(paragraph.at(-1) ?? '', block.text)) close();
      paragraph.push(block.text);
      continue;
    }
    close();
    if (block.kind === 'heading') headings.push(block.text);
    else if (block.kind !== 'gap') parts.push({ kind: block.kind, text: block.text, heading: headings.at(-1) ?? null });
  }
  close();
  const title = headings[0] ?? parts[0]?.text ?? null;
  return { title, headings, parts, wordCount: (text.match(/\S+/g) ?? []).length, wasCut: text.length > read.length };
}

type Block = { readonly kind: 'heading' | 'step' | 'item' | 'row' | 'prose' | 'gap'; readonly text: string };

function blockIn(line: string): Block {
  const trimmed = line.trim();
  if (trimmed === '' || /^([-*_=] ?){3,}$/.test(trimmed) || isUnderline(line)) return { kind: 'gap', text: '' };
  const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(trimmed)?.[1] ?? /^([\p{Lu}][\p{L} ]{2,40}):$/u.exec(trimmed)?.[1];
  if (heading !== undefined) return { kind: 'heading', text: unmarked(heading) };
  const step = /^(?:\d{1,3}[.)]|step \d{1,3}[.:]?)\s+(.+)$/i.exec(trimmed)?.[1];
  if (step !== undefined) return { kind: 'step', text: unmarked(step) };
  const item = /^[-*+•]\s+(?:\[[ x]\]\s+)?(.+)$/i.exec(trimmed)?.[1];
  if (item !== undefined) return { kind: 'item', text: unmarked(item) };
  if (/^\|.*\|$/.test(trimmed)) return { kind: 'row', text: rowText(trimmed) };
  if (line.includes('\t')) return { kind: 'row', text: rowText(`|${trimmed.replaceAll('\t', '|')}|`) };
  if (isField(trimmed)) return { kind: 'item', text: unmarked(trimmed) };
  return { kind: 'prose', text: unmarked(trimmed) };
}

/** Where every paragraph is one line, a short one without a full stop is a title and not the beginning of the next. */
function isOwnLine(line: string, next: string): boolean {
  return line !== '' && line.length <= 50 && !/[.!?,;:–-]$/.test(line) && /^[\p{Lu}\d]/u.test(next);
}

/** `Filter: 450 nm`, a line of its own in logs and settings. */
function isField(line: string): boolean {
  return line.length <= 80 && /^[\p{L}][\p{L}\d ()/_-]{0,40}: +\S/u.test(line);
}

/** The line below the names of a Markdown table's columns; the names are no row. */
function isUnderline(line: string): boolean {
  return line.includes('-') && /^\|?[\s:|-]+\|[\s:|-]*$/.test(line.trim());
}

/** The cells of a Markdown row, joined by `: ` and commas. */
function rowText(line: string): string {
  const [first = '', ...others] = line
    .slice(1, -1)
    .split('|')
    .map(cell => unmarked(cell.trim()));
  const rest = others.filter(cell => cell !== '').join(', ');
  return [first.replace(/:$/, ''), rest].filter(cell => cell !== '').join(': ');
}

function unmarked(text: string): string {
  return text
    .replaceAll(/(?<!\\)\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*(?![\w*])/g, '$1')
    .trim();
}

/** Full stops after a number or a single letter ("ca. 5", "n. d.") do not end a sentence. */
function sentencesIn(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[\p{L}\p{N})%°"”][.!?])(?<!\b(?:\p{L}|ca|approx|e\.g|i\.e|vs|Fig|No|Dr)\.)\s+(?=[\p{Lu}\p{N}"“(])/u)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
}
