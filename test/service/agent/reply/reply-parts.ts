import type { Analysis, ColumnReport } from '../tables/analysis.ts';
import type { Hit } from './findings.ts';
import { bullets, citation, markdownTable, paragraphs, plain } from '../words/markdown.ts';
import type { MemoryChange, MemoryNote } from '../words/memory.ts';
import { counted, shortNumber } from '../words/numbers.ts';
import type { Draft } from './protocol.ts';
import { othersMarkdown } from './reply-taken.ts';
import type { Summary } from './summary.ts';
import type { NamedFile } from '../request/take.ts';

/** The pieces of a reply, as Markdown. */

const MOST_COLUMNS = 15;
const MOST_GROUP_ROWS = 30;

export function analysisMarkdown(analysis: Analysis): string {
  return paragraphs([
    `**${citation({ id: analysis.fileId, name: analysis.fileName })}**: ${counted(analysis.rowCount, 'row')}, ${counted(analysis.columnNames.length, 'column')}.`,
    columnsMarkdown(analysis),
    groupsMarkdown(analysis),
    comparisonMarkdown(analysis),
    bullets(analysis.remarks.map(plain)),
  ]);
}

const NUMBERS = ['n', 'Mean', 'SD', 'Median', 'Min', 'Max', 'Missing'];

function numbersOf(report: ColumnReport): string[] {
  const { n, mean, sd, median, min, max, missing } = report;
  return [String(n), ...[mean, sd, median, min, max].map(shortNumber), String(missing)];
}

function columnsMarkdown({ columns }: Analysis): string {
  if (columns.length === 0) return 'No column holds numbers, so there is nothing to compute.';
  const rows = columns.slice(0, MOST_COLUMNS).map(report => [plain(report.column), ...numbersOf(report)]);
  return paragraphs([markdownTable(['Column', ...NUMBERS], rows), andMore(columns.length - MOST_COLUMNS, 'columns')]);
}

function groupsMarkdown({ groups, groupedBy }: Analysis): string {
  if (groups.length === 0) return '';
  const rows = groups
    .slice(0, MOST_GROUP_ROWS)
    .map(report => [plain(report.group), plain(report.column), ...numbersOf(report)]);
  const title = groupedBy.map(plain).join(' and ');
  return paragraphs([
    `By ${title}:`,
    markdownTable([groupedBy.map(plain).join(' / '), 'Column', ...NUMBERS], rows),
    andMore(groups.length - MOST_GROUP_ROWS, 'rows'),
  ]);
}

function comparisonMarkdown({ comparisons, control, blankRows }: Analysis): string {
  if (comparisons.length === 0) return '';
  const rows = comparisons
    .slice(0, MOST_GROUP_ROWS)
    .map(row => [
      plain(row.group),
      plain(row.column),
      String(row.n),
      ...[row.mean, row.lessBlank, row.fold].map(shortNumber),
    ]);
  const blank = blankRows > 0 ? `The mean of ${counted(blankRows, 'blank row')} was subtracted.` : '';
  const fold =
    control === null
      ? 'No group is called a control, so no fold change was computed.'
      : `Fold change is relative to ${plain(control)}.`;
  return paragraphs([
    `${fold} ${blank}`.trim(),
    markdownTable(['Group', 'Column', 'n', 'Mean', 'Less blank', 'Fold change'], rows),
    andMore(comparisons.length - MOST_GROUP_ROWS, 'rows'),
  ]);
}

function andMore(count: number, what: string): string {
  return count > 0 ? `${count} more ${what} are in the workbook.` : '';
}

export function summaryMarkdown(summary: Summary): string {
  const headings = summary.headings.slice(0, 12).map(plain).join(' · ');
  const cited = citation({ id: summary.fileId, name: summary.fileName });
  const cut = summary.wasCut ? ' Only the beginning was read.' : '';
  return paragraphs([
    summary.isTable ? `**${cited}**` : `**${cited}**: ${counted(summary.wordCount, 'word')}.${cut}`,
    headings === '' ? '' : `Sections: ${headings}`,
    summary.sentences.length === 0 ? 'It holds no sentences to quote.' : summary.isTable ? '' : 'In its own words:',
    bullets(summary.sentences.map(plain)),
  ]);
}

/** Where the sources of a draft come from. */
interface Origin {
  /** Files about the topic that gave none of its lines. */
  readonly others: readonly NamedFile[];
  /** What stands in the names or titles of the sources that were found; empty when all were given. */
  readonly heldWords: readonly string[];
}

export function protocolReply(draft: Draft, fileName: string, { others, heldWords }: Origin): string {
  const lines = draft.sections.reduce((sum, section) => sum + section.lines.length, 0);
  const open = draft.sections.filter(section => section.lines.length === 0).map(section => section.name);
  const from =
    draft.sources.length === 0
      ? 'I found nothing to draw it from, so it holds headings only.'
      : `It has ${counted(lines, 'line')} from ${draft.sources.map(citation).join(', ')}; each names its source.`;
  return paragraphs([
    `I wrote **${plain(fileName)}**, a protocol draft on ${plain(draft.topic)}. ${from}`,
    open.length === 0 ? '' : `Still to be filled in: ${open.join(', ')}.`,
    heldWords.length === 0
      ? ''
      : `I looked for sources myself and took those that fit best: their names or titles hold ${heldWords.map(word => `“${plain(word)}”`).join(', ')}.`,
    othersMarkdown(others),
    draft.sources.length === 0 ? '' : 'I have not checked whether the sources agree with each other.',
  ]);
}

export function searchMarkdown(words: readonly string[], hits: readonly Hit[]): string {
  const asked = words.map(word => `“${plain(word)}”`).join(', ');
  if (hits.length === 0) return `I searched the knowledge base for ${asked} and found nothing you may read.`;
  const lines = hits.map(hit =>
    [`- ${citation(hit)}${kindOf(hit)}`, ...quotes(hit).map(quote => `  - ${quote}`)].join('\n'),
  );
  return paragraphs([
    `I searched the knowledge base for ${asked}. ${hits.length === 1 ? 'One file matches' : `The best ${hits.length} files`}:`,
    lines.join('\n'),
  ]);
}

function kindOf(hit: Hit): string {
  if (hit.isPicture) return ' (a picture, found by its name)';
  return hit.isAgentWork ? ' (written by an agent)' : '';
}

const LONGEST_SNIPPET = 200;

function quotes(hit: Hit): string[] {
  const found = hit.passages.map(
    ({ heading, text }) => `${heading === null ? '' : `${plain(heading)}: `}${plain(text)}`,
  );
  if (found.length > 0) return found;
  const snippet = plain(hit.snippet.replaceAll(/<\/?b>/gi, '').slice(0, LONGEST_SNIPPET));
  return snippet === '' ? [] : [snippet];
}

export function memoryMarkdown({ added, removed }: MemoryChange): string {
  return paragraphs([
    added.length === 0 ? '' : `I will remember:\n\n${bullets(added.map(note => plain(note.text)))}`,
    removed.length === 0 ? '' : `I have forgotten:\n\n${bullets(removed.map(note => plain(note.text)))}`,
    added.length + removed.length === 0 ? 'There was nothing in your message that I could keep or forget.' : '',
  ]);
}

export function recallMarkdown(notes: readonly MemoryNote[]): string {
  if (notes.length === 0) return 'I remember nothing about you yet. Write “Remember that …” to change that.';
  return `This is what I remember:\n\n${bullets(notes.map(note => plain(note.text)))}`;
}

export const HELP = `I work only with what is in this knowledge base and in the files you give me. I can

- search: “find mycoplasma”
- analyse a table (CSV, TSV or a spreadsheet): “analyse this by Sample, relative to Vehicle” gives n, mean, SD, median, range and missing cells, blank subtraction and fold changes, as CSV and workbook
- summarise files in their own sentences
- draft a protocol from the protocols you have: “draft a protocol for cell thawing”
- keep notes: “Remember that the control group is DMSO”, “Forget DMSO”, “What do you remember?”`;
