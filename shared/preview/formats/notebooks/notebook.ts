import { notebookTexts as texts } from '../../../features/preview/archives-text.ts';
import { formatNumber } from '../../../text/format.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import { type FileBytes, readWhole } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import { isRecord, type JsonRecord, outputSections, textOf } from './notebook-outputs.ts';

/** A larger notebook is a file of data rather than one for reading. */
const MOST_BYTES = 64 * MIB;
const MOST_CELLS = 2000;

/** Reads a Jupyter notebook: its cells with their outputs, as they were saved. Nothing of it is run. @throws UnreadableError */
export async function readNotebook(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  const notebook = parsed(decode(await readWhole(file, MOST_BYTES), 'utf-8'));
  const cells = cellsOf(notebook);
  if (cells === null) throw new UnreadableError(texts.broken);
  const sections: Section[] = [{ is: 'facts', title: texts.title, facts: factsOf(notebook, cells) }];
  // As many lines as were asked for, over all cells, so that the first cells come first.
  const budget = { left: Math.max(mostRows, 1), isCut: false };
  for (const cell of cells.slice(0, MOST_CELLS)) {
    if (budget.left <= 0) break;
    for (const section of cellSections(cell, budget)) sections.push(section);
  }
  return { sections, isCut: budget.isCut || budget.left <= 0 || cells.length > MOST_CELLS };
}

function parsed(text: string): JsonRecord {
  try {
    const read: unknown = JSON.parse(text);
    if (isRecord(read)) return read;
  } catch {
    // Said below.
  }
  throw new UnreadableError(texts.broken);
}

/** The cells of the format of today, or of version 3, which had them in worksheets. */
function cellsOf(notebook: JsonRecord): readonly JsonRecord[] | null {
  const { cells, worksheets } = notebook;
  if (Array.isArray(cells)) return cells.filter(isRecord);
  if (!Array.isArray(worksheets)) return null;
  return worksheets.flatMap(sheet =>
    isRecord(sheet) && Array.isArray(sheet['cells']) ? sheet['cells'].filter(isRecord) : [],
  );
}

function factsOf(notebook: JsonRecord, cells: readonly JsonRecord[]): readonly (readonly [string, string])[] {
  const metadata = record(notebook['metadata']);
  const kernel = record(metadata['kernelspec']);
  const language = record(metadata['language_info']);
  const facts = [
    [texts.language, `${textOf(language['name'] ?? kernel['language'])} ${textOf(language['version'])}`.trim()],
    [texts.kernel, textOf(kernel['display_name'])],
    [
      texts.format,
      [notebook['nbformat'], notebook['nbformat_minor']]
        .map(textOf)
        .filter(part => part !== '')
        .join('.'),
    ],
    [texts.cells, formatNumber(cells.length)],
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

function record(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

interface Budget {
  left: number;
  isCut: boolean;
}

function cellSections(cell: JsonRecord, budget: Budget): readonly Section[] {
  const source = textOf(cell['source'] ?? cell['input']);
  const count = textOf(cell['execution_count'] ?? cell['prompt_number']);
  const kind = textOf(cell['cell_type']);
  const isCode = kind === 'code';
  const title = isCode ? texts.code(count) : kind === 'raw' ? texts.raw : texts.text;
  const own: Section[] =
    source === '' ? [] : [{ is: 'lines', title, look: isCode ? 'code' : 'prose', lines: source.split('\n') }];
  const { outputs } = cell;
  const all = Array.isArray(outputs) ? outputs.filter(isRecord) : [];
  return [...own, ...all.flatMap(output => outputSections(output))].flatMap(section => withinBudget(section, budget));
}

function withinBudget(section: Section, budget: Budget): readonly Section[] {
  if (section.is !== 'lines') {
    budget.left -= 1;
    return [section];
  }
  const { lines } = section;
  const shown = lines.slice(0, Math.max(0, budget.left));
  budget.left -= lines.length;
  if (shown.length === lines.length) return [section];
  budget.isCut = true;
  return shown.length === 0 ? [] : [{ ...section, lines: [...shown, texts.cut(lines.length - shown.length)] }];
}
