import type { AgentFile } from '../words/conversation.ts';
import { measuresOf } from './grouping.ts';
import { counted, shortNumber } from '../words/numbers.ts';
import { describe } from './statistics.ts';
import { type Column, type Table, tableOf } from './table.ts';
import { tokensIn } from '../words/tokens.ts';

/** What is said of tables where texts are quoted: never their rendition as one long line. */

const MOST_NAMES = 10;
const MOST_COLUMNS = 12;
const MOST_VALUES = 6;
const LONGEST_VALUE = 40;

/** "Table of 96 rows with the columns Well, Compound …", of a workbook the sheets too. */
export function describedTable(file: AgentFile): string {
  const table = tableOf(file.table ?? []);
  const sheets = sheetsOf(file);
  const among = sheets.length > 1 ? `Workbook with the sheets ${sheets.join(', ')}; in the first: ` : '';
  if (table === null) return `${among}${among === '' ? 'No' : 'no'} rows that make a table.`;
  const sentence = table.isPlate ? plateSentence(table) : tableSentence(table);
  return `${among}${among === '' ? sentence : `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`}`;
}

/** What stands in each column, one sentence a column. */
export function columnSentences(file: AgentFile): readonly string[] {
  const table = tableOf(file.table ?? []);
  if (table === null || table.isPlate) return [];
  const sentences = table.columns.flatMap(column => columnSentence(column));
  const left = sentences.length - MOST_COLUMNS;
  return [...sentences.slice(0, MOST_COLUMNS), ...(left > 0 ? [`${counted(left, 'more column')}.`] : [])];
}

/** The rows that hold most of the words, each as "Name: IL6 forward, Length: 21". Empty when none holds any. */
export function rowsAbout(file: AgentFile, words: readonly string[]): readonly string[] {
  const table = tableOf(file.table ?? []);
  const wanted = new Set(words.flatMap(tokensIn));
  if (table === null || wanted.size === 0) return [];
  const heldIn = (row: number): number => {
    const held = new Set(table.columns.flatMap(column => tokensIn(column.texts[row] ?? '')));
    return [...wanted].filter(word => held.has(word)).length;
  };
  return Array.from({ length: Math.min(table.rowCount, MOST_SEARCHED) }, (_, row) => ({ row, held: heldIn(row) }))
    .filter(({ held }) => held > 0)
    .sort((one, other) => other.held - one.held || one.row - other.row)
    .map(({ row }) => rowSentence(table, row));
}

const MOST_SEARCHED = 5000;

function rowSentence(table: Table, row: number): string {
  const cells = table.columns.flatMap(column => {
    const text = column.texts[row]?.trim() ?? '';
    return text === '' ? [] : [`${column.name}: ${text}`];
  });
  return `Row ${row + 1} – ${cells.join(', ')}`;
}

function sheetsOf({ text }: AgentFile): readonly string[] {
  return [...(text ?? '').matchAll(/^Sheet: (.+)$/gm)].map(match => match[1] ?? '');
}

function tableSentence({ columns, rowCount }: Table): string {
  const names = columns.slice(0, MOST_NAMES).map(column => column.name);
  const more = columns.length - names.length;
  const which = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `Table of ${counted(rowCount, 'row')} with the ${columns.length === 1 ? 'column' : 'columns'} ${which}.`;
}

function plateSentence(table: Table): string {
  const wells = table.columns.slice(1);
  const numbers = wells.flatMap(numbersIn);
  const { n, min, max } = describe(numbers);
  const values =
    n === 0
      ? `, holding ${listed(wells.flatMap(column => column.texts))}`
      : `, ${counted(n, 'value')} from ${shortNumber(min)} to ${shortNumber(max)}`;
  return `Plate of ${table.rowCount} × ${wells.length} wells${values}.`;
}

function numbersIn(column: Column): number[] {
  return column.cells.flatMap(cell => (cell.kind === 'number' ? [cell.value] : []));
}

function columnSentence(column: Column): string[] {
  if (column.kind === 'empty') return [];
  if (column.kind === 'number') {
    const { n, min, max, mean } = describe(numbersIn(column));
    const isMeasured = measuresOf({ ...EMPTY_TABLE, columns: [column] }).length > 0;
    const average = isMeasured ? `, mean ${shortNumber(mean)}` : '';
    return [`${column.name}: ${counted(n, 'number')} from ${shortNumber(min)} to ${shortNumber(max)}${average}.`];
  }
  return [`${column.name}: ${listed(column.texts)}.`];
}

/** Each text once, the first six. */
function listed(texts: readonly string[]): string {
  const values = [...new Set(texts.map(text => text.trim()).filter(text => text !== ''))];
  const shown = values.slice(0, MOST_VALUES).map(value => value.slice(0, LONGEST_VALUE));
  const more = values.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const EMPTY_TABLE: Table = {
  columns: [],
  rowCount: 0,
  decimal: 'point',
  hasHeader: true,
  isPlate: false,
  rowsAside: 0,
};
