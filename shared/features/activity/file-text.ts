import { isFormula } from '../../formula.ts';
import type { ExportFormat } from './model.ts';
import type { ActivityEntry } from '../status/records-model.ts';
import { historyText } from './history-text.ts';

/** A file of history: what it is called, what it is, and how its lines are written. */
export interface ActivityFile {
  readonly extension: string;
  readonly type: string;
  /** Before the first line. */
  readonly head: string;
  readonly line: (entry: ActivityEntry) => string;
}

const COLUMNS = ['time', 'folder', 'path', 'what', 'why', 'bytes', 'fileId', 'versionId', 'undone'] as const;

/** The two kinds of files, for lab records. The byte order mark has spreadsheets read names as they are. */
export const ACTIVITY_FILES: { readonly [F in ExportFormat]: ActivityFile } = {
  csv: {
    extension: 'csv',
    type: 'text/csv; charset=utf-8',
    head: `\uFEFF${COLUMNS.join(',')}\r\n`,
    line: entry => `${cells(entry).map(csvCell).join(',')}\r\n`,
  },
  jsonl: {
    extension: 'jsonl',
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: entry => `${JSON.stringify(activityRecord(entry))}\n`,
  },
};

/** A line of history as scripts read it. A stable interface: fields are added, never changed or taken away. */
export function activityRecord(entry: ActivityEntry): object {
  const { id, at, mirror, path, verb, fileId, versionId, sizeBytes, cause, undo } = entry;
  return { v: 1, id, at, mirror, path, verb, fileId, versionId, sizeBytes, cause, undo };
}

function cells(entry: ActivityEntry): readonly string[] {
  const { at, mirror, path, fileId, versionId, sizeBytes, undo } = entry;
  const { verb, cause } = historyText(entry);
  const size = sizeBytes === null ? '' : String(sizeBytes);
  return [at, mirror, path, verb, cause, size, fileId ?? '', versionId ?? '', undo === 'done' ? 'yes' : ''];
}

/**
 * One cell. What a spreadsheet would take for a formula gets an apostrophe in front: names come from others, and a file
 * that is opened must not calculate, fetch or run anything.
 */
export function csvCell(text: string): string {
  const plain = isFormula(text) ? `'${text}` : text;
  return /[",\r\n;\t']|^\s|\s$/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
