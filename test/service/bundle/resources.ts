import { type CsvCell, csvLine } from '../csv-text.ts';
import type { BundleSource } from './rows.ts';

/** One list of the export, as JSON and as CSV. */
export interface Resource {
  readonly name: string;
  /** A JSON array, one row per line, in pieces. `seen` is called once per row. */
  json(source: BundleSource, seen: () => void): AsyncGenerator<string, void, void>;
  /** The same rows with the columns that fit a table. */
  csv(source: BundleSource): AsyncGenerator<string, void, void>;
}

type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => CsvCell])[];

/** `json/<name>.json` and `csv/<name>.csv` for each; new lists are added here. */
export const RESOURCES: readonly Resource[] = [
  resource('members', source => source.members(), [
    ['id', row => row.id],
    ['userId', row => row.userId],
    ['email', row => row.email],
    ['displayName', row => row.displayName],
    ['role', row => row.role],
  ]),
  resource('folders', source => source.folders(), [
    ['id', row => row.id],
    ['parentFolderId', row => row.parentFolderId],
    ['name', row => row.name],
    ['visibility', row => row.visibility],
    ['kind', row => row.kind],
    ['ownerId', row => row.ownerId],
    ['createdAt', row => row.createdAt],
    ['updatedAt', row => row.updatedAt],
    ['archivedAt', row => row.archivedAt],
  ]),
  resource('files', source => source.files(), [
    ['id', row => row.id],
    ['folderId', row => row.folderId],
    ['name', row => row.name],
    ['fileType', row => row.fileType],
    ['mimeType', row => row.mimeType],
    ['description', row => row.description],
    ['tags', row => row.tags.join('; ')],
    ['visibility', row => row.visibility],
    ['ownerId', row => row.ownerId],
    ['sizeBytes', row => row.sizeBytes],
    ['latestVersionId', row => row.latestVersionId],
    ['createdAt', row => row.createdAt],
    ['updatedAt', row => row.updatedAt],
  ]),
  resource('versions', source => source.versions(), [
    ['id', row => row.id],
    ['fileId', row => row.fileId],
    ['versionNumber', row => row.versionNumber],
    ['sizeBytes', row => row.sizeBytes],
    ['contentType', row => row.contentType],
    ['createdAt', row => row.createdAt],
    ['createdBy', row => row.createdBy],
    ['changeSummary', row => row.changeSummary],
    ['changeSource', row => row.changeSource],
    ['baseVersionId', row => row.baseVersionId],
    ['extractionStatus', row => row.extractionStatus],
  ]),
  resource('shares', source => source.shares(), [
    ['id', row => row.id],
    ['itemType', row => row.itemType],
    ['itemId', row => row.itemId],
    ['userId', row => row.userId],
    ['teamId', row => row.teamId],
    ['isOrgWide', row => row.isOrgWide],
    ['role', row => row.role],
  ]),
  resource('tasks', source => source.tasks(), [
    ['id', row => row.id],
    ['creatorId', row => row.creatorId],
    ['title', row => row.title],
    ['status', row => row.status],
    ['createdAt', row => row.createdAt],
  ]),
  resource('messages', source => source.messages(), [
    ['id', row => row.id],
    ['taskId', row => row.taskId],
    ['sequence', row => row.sequence],
    ['role', row => row.role],
    ['content', row => row.content],
    ['metadata', row => row.metadata],
    ['createdAt', row => row.createdAt],
  ]),
];

function resource<Row>(
  name: string,
  rows: (source: BundleSource) => AsyncIterable<Row>,
  columns: Columns<Row>,
): Resource {
  return {
    name,
    json: (source, seen) => jsonArray(rows(source), seen),
    async *csv(source) {
      yield csvLine(columns.map(([column]) => column));
      for await (const row of rows(source)) yield csvLine(columns.map(([, cell]) => cell(row)));
    },
  };
}

/** A JSON array with one row per line, for lists of any length. */
export async function* jsonArray(
  rows: AsyncIterable<unknown> | Iterable<unknown>,
  seen: () => void = () => undefined,
): AsyncGenerator<string, void, void> {
  let separator = '[\n';
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ',\n';
    seen();
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
