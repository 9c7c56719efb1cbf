import { csvLine, type CsvCell } from '../../csv-text.ts';
import type { Analysis, ColumnReport } from '../tables/analysis.ts';
import type { AgentRequest, Deliverable } from '../words/conversation.ts';
import { derivedId } from '../words/derived-id.ts';
import type { Findings } from './findings.ts';
import { protocolMarkdown } from './protocol.ts';
import { summaryMarkdown } from './reply-parts.ts';
import { counted } from '../words/numbers.ts';
import { mappedPlate } from '../tables/plate.ts';
import { type Table, tableOf } from '../tables/table.ts';
import { type WorkbookSheet, workbook, XLSX_TYPE } from '../tables/workbook.ts';

/** At most so many rows of a table are copied into a workbook. */
const MOST_DATA_ROWS = 50_000;

/** The files that the findings are worth: a CSV and a workbook of analyses, a Markdown file of a protocol or a summary. */
export async function deliverablesOf(request: AgentRequest, findings: Findings): Promise<readonly Deliverable[]> {
  const made = [
    ...(findings.analyses.some(each => each.columns.length > 0)
      ? [statisticsCsv(findings), await analysisWorkbook(request, findings)]
      : []),
    ...protocolFile(request, findings),
    ...summaryFile(request, findings),
  ];
  return made.map((each, index) => ({
    ...each,
    id: derivedId(request.replyId, `deliverable ${index} ${each.fileName}`),
  }));
}

type Made = Omit<Deliverable, 'id'>;

const STATISTICS_COLUMNS = [
  'file',
  'group',
  'column',
  'n',
  'mean',
  'sd',
  'median',
  'min',
  'max',
  'missing',
  'not numbers',
];

function statisticsCsv(findings: Findings): Made {
  const rows = findings.analyses.flatMap(statisticsRows);
  const text = [STATISTICS_COLUMNS, ...rows].map(csvLine).join('');
  return {
    fileName: `${nameFor(findings.analyses)} statistics.csv`,
    contentType: 'text/csv; charset=utf-8',
    bytes: new TextEncoder().encode(text),
    description: `Statistics of ${namesOf(findings.analyses)}: ${counted(rows.length, 'row')}, full precision`,
    tags: ['statistics', 'agent'],
  };
}

function statisticsRows(analysis: Analysis): CsvCell[][] {
  const rowOf = (group: string | null, report: ColumnReport): CsvCell[] => [
    analysis.fileName,
    group,
    report.column,
    report.n,
    report.mean,
    report.sd,
    report.median,
    report.min,
    report.max,
    report.missing,
    report.notNumbers.length,
  ];
  return [
    ...analysis.columns.map(report => rowOf(null, report)),
    ...analysis.groups.map(report => rowOf(report.group, report)),
  ];
}

async function analysisWorkbook(request: AgentRequest, findings: Findings): Promise<Made> {
  const comparisons = findings.analyses.flatMap(each => each.comparisons.map(row => ({ file: each.fileName, ...row })));
  const sheets: WorkbookSheet[] = [
    { name: 'Statistics', rows: [STATISTICS_COLUMNS, ...findings.analyses.flatMap(statisticsRows)].map(textual) },
    ...(comparisons.length === 0 ? [] : [comparisonSheet(comparisons)]),
    { name: 'Remarks', rows: [['file', 'remark'], ...findings.analyses.flatMap(remarkRows)] },
    ...findings.analyses.map(analysis => dataSheet(request, analysis)),
  ];
  return {
    fileName: `${nameFor(findings.analyses)} analysis.xlsx`,
    contentType: XLSX_TYPE,
    bytes: await workbook(sheets),
    description: `Analysis of ${namesOf(findings.analyses)}: statistics, remarks and the data they come from`,
    tags: ['analysis', 'agent'],
  };
}

function textual(cells: readonly CsvCell[]): (string | number | null)[] {
  return cells.map(cell => (typeof cell === 'boolean' ? String(cell) : cell));
}

function comparisonSheet(
  rows: readonly (Analysis['comparisons'][number] & { readonly file: string })[],
): WorkbookSheet {
  const header = ['file', 'column', 'group', 'n', 'mean', 'mean less blank', 'fold change', 'log2 fold change'];
  const cells = rows.map(row => [
    row.file,
    row.column,
    row.group,
    row.n,
    row.mean,
    row.lessBlank,
    row.fold,
    row.log2Fold,
  ]);
  return { name: 'Comparison', rows: [header, ...cells] };
}

function remarkRows(analysis: Analysis): string[][] {
  const grouped = analysis.groupedBy.length === 0 ? [] : [`Grouped by ${analysis.groupedBy.join(' and ')}.`];
  const control = analysis.control === null ? [] : [`Fold changes are relative to ${analysis.control}.`];
  const blank =
    analysis.blankRows === 0 ? [] : [`The mean of ${counted(analysis.blankRows, 'blank row')} was subtracted.`];
  return [...grouped, ...control, ...blank, ...analysis.remarks].map(remark => [analysis.fileName, remark]);
}

function dataSheet(request: AgentRequest, analysis: Analysis): WorkbookSheet {
  const files = request.files.length > 0 ? request.files : request.earlierFiles;
  const file = files.find(each => each.id === analysis.fileId);
  const table = file === undefined ? null : (mappedPlate(file, files)?.table ?? tableOf(file.table ?? []));
  return { name: analysis.fileName, rows: table === null ? [['(no data)']] : dataRows(table) };
}

function dataRows(table: Table): (string | number | null)[][] {
  const names = table.columns.map(column => column.name);
  const rows = Array.from({ length: Math.min(table.rowCount, MOST_DATA_ROWS) }, (_, row) =>
    table.columns.map(column => {
      const cell = column.cells[row];
      const text = column.texts[row] ?? '';
      return cell?.kind === 'number' ? cell.value : text === '' ? null : text;
    }),
  );
  const left = table.rowCount - rows.length;
  return [names, ...rows, ...(left > 0 ? [[`${left} more rows are in the file itself`]] : [])];
}

function protocolFile(request: AgentRequest, { protocol }: Findings): Made[] {
  if (protocol === null) return [];
  const sources = protocol.sources.length;
  return [
    {
      fileName: `${fileNamePart(protocol.topic)} - protocol draft.md`,
      contentType: 'text/markdown; charset=utf-8',
      bytes: new TextEncoder().encode(protocolMarkdown(protocol, dayOf(request.nowMs))),
      description: `Protocol draft on ${protocol.topic}, ${sources === 0 ? 'headings only' : `from ${counted(sources, 'source')}`}, not yet tried`,
      tags: ['protocol', 'draft', 'agent'],
    },
  ];
}

function summaryFile(request: AgentRequest, { summaries }: Findings): Made[] {
  const [first] = summaries;
  if (first === undefined) return [];
  const name = summaries.length === 1 ? stemOf(first.fileName) : `${summaries.length} files`;
  const text = `# Summary of ${summaries.length === 1 ? 'one file' : `${summaries.length} files`}, ${dayOf(request.nowMs)}\n\n`;
  return [
    {
      fileName: `${fileNamePart(name)} - summary.md`,
      contentType: 'text/markdown; charset=utf-8',
      bytes: new TextEncoder().encode(`${text}${summaries.map(summaryMarkdown).join('\n\n')}\n`),
      description: `Summary of ${summaries.map(each => each.fileName).join(', ')}`.slice(0, 300),
      tags: ['summary', 'agent'],
    },
  ];
}

/** The day in UTC, `2026-11-20`. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function nameFor(analyses: readonly Analysis[]): string {
  const [first] = analyses;
  return fileNamePart(
    analyses.length === 1 && first !== undefined ? stemOf(first.fileName) : `${analyses.length} tables`,
  );
}

function namesOf(analyses: readonly Analysis[]): string {
  return analyses
    .map(analysis => analysis.fileName)
    .join(', ')
    .slice(0, 200);
}

function stemOf(fileName: string): string {
  return fileName.replace(/\.[^.]{1,8}$/, '');
}

/** Something that may be part of a file name on every system. */
function fileNamePart(text: string): string {
  const clean = text
    .normalize('NFC')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ');
  return (
    clean
      .replaceAll(/^[. ]+|[. ]+$/g, '')
      .slice(0, 120)
      .trim() || 'untitled'
  );
}
