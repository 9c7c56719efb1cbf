import { type FileMetaData, parquetMetadata, parquetRead, parquetSchema, type SchemaTree } from 'hyparquet';

import { archiveTexts } from '../../../features/preview/files-text.ts';
import { parquetTexts as texts } from '../../../features/preview/containers-text.ts';
import { formatBytes, formatNumber } from '../../../text/format.ts';
import { MIB } from '../../../units.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section, TableSection, TreeNode } from '../sections.ts';
import { COMPRESSORS, firstPages } from './parquet-pages.ts';
import { PARSERS, typeWords, withoutDecimals, writtenValue } from './parquet-values.ts';

/** The description of a table with tens of thousands of columns in thousands of groups of rows is shorter. */
const MOST_FOOTER_BYTES = 64 * MIB;
const MOST_COLUMNS = 200;
const MOST_SCHEMA_NODES = 5000;
const MOST_GROUPS = 1000;
/** Values of metadata are cut behind so many signs: pandas writes kilobytes. */
const MOST_VALUE = 2000;
/** What libraries write for themselves, in a form that says nothing to people. */
const OF_LIBRARIES = new Set(['ARROW:schema']);
/** Of all columns together, as many bytes are read at most. */
const MOST_BYTES = 192 * MIB;

/** Reads a Parquet table: what it is, its first rows, its columns and groups of rows. @throws UnreadableError */
export async function readParquet(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  const metadata = await footerOf(file);
  const schema = parquetSchema(metadata);
  const table = await tableOf(file, metadata, mostRows);
  const groups = groupsOf(metadata);
  const sections: Section[] = [{ is: 'facts', title: texts.title, facts: factsOf(metadata) }];
  if (table !== null) sections.push(table.section);
  sections.push({ is: 'tree', title: texts.columns, nodes: nodesOf(schema.children, { left: MOST_SCHEMA_NODES }) });
  if (groups !== null) sections.push(groups);
  const facts = (metadata.key_value_metadata ?? [])
    .filter(({ key }) => !OF_LIBRARIES.has(key))
    .map(({ key, value }) => [key, shortened(value ?? '')] as const);
  if (facts.length > 0) sections.push({ is: 'facts', title: texts.metadata, facts });
  return { sections, isCut: table === null ? false : table.isCut };
}

async function footerOf(file: FileBytes): Promise<FileMetaData> {
  const head = await file.read(0, 4);
  const tail = await file.read(Math.max(0, file.sizeBytes - 8), file.sizeBytes);
  const mark = (bytes: Uint8Array): string => decode(bytes, 'windows-1252');
  if (tail.length < 8 || mark(head) === 'PARE')
    throw new UnreadableError(texts[tail.length < 8 ? 'short' : 'encrypted']);
  if (mark(head) !== 'PAR1') throw new UnreadableError(archiveTexts.otherKind);
  if (mark(tail.subarray(4)) !== 'PAR1') throw new UnreadableError(archiveTexts.damaged);
  const length = new DataView(tail.buffer, tail.byteOffset, 8).getUint32(0, true);
  if (length + 12 > file.sizeBytes || length > MOST_FOOTER_BYTES) throw new UnreadableError(archiveTexts.damaged);
  const footer = await file.read(file.sizeBytes - length - 8, file.sizeBytes);
  return parquetMetadata(footer, { geoparquet: false });
}

function factsOf(metadata: FileMetaData): readonly (readonly [string, string])[] {
  const packed = new Set<string>();
  let bytes = 0;
  for (const { columns } of metadata.row_groups)
    for (const { meta_data: column } of columns) {
      packed.add(column?.codec ?? '');
      bytes += Number(column?.total_uncompressed_size ?? 0);
    }
  packed.delete('');
  return [
    [texts.rows, formatNumber(Number(metadata.num_rows))],
    [texts.columns, formatNumber(parquetSchema(metadata).children.length)],
    [texts.groups, formatNumber(metadata.row_groups.length)],
    ...(packed.size > 0 ? [[texts.packed, [...packed].join(', ')] as const] : []),
    ...(bytes > 0 ? [[texts.unpackedSize, formatBytes(bytes)] as const] : []),
    ...(metadata.created_by === undefined ? [] : [[texts.writtenBy, metadata.created_by] as const]),
  ];
}

interface FirstRows {
  readonly section: TableSection;
  readonly isCut: boolean;
}

/** The first rows; null when the table has no columns. */
async function tableOf(file: FileBytes, metadata: FileMetaData, mostRows: number): Promise<FirstRows | null> {
  const { children } = parquetSchema(metadata);
  const total = Number(metadata.num_rows);
  const shown = children.slice(0, MOST_COLUMNS);
  if (shown.length === 0) return null;
  const readable = withoutDecimals(metadata);
  const rows: string[][] = [];
  const budget = { left: MOST_BYTES };
  for (const group of readable.row_groups) {
    const wanted = Math.min(mostRows - rows.length, Number(group.num_rows));
    if (wanted <= 0) break;
    const columns: (readonly string[] | null)[] = [];
    for (const column of shown)
      columns.push(await valuesOf(file, { metadata: readable, group, column, wanted, budget }));
    const had = columns.reduce((least, values) => Math.min(least, values?.length ?? wanted), wanted);
    for (let at = 0; at < had; at += 1) rows.push(columns.map(values => values?.[at] ?? texts.notRead));
    if (had < wanted) break;
  }
  const names = shown.map(({ element }) => element.name);
  const section = { is: 'table', title: texts.firstRows, columns: names, rows, total } as const;
  return { section, isCut: rows.length < total || shown.length < children.length };
}

interface ColumnWanted {
  readonly metadata: FileMetaData;
  readonly group: FileMetaData['row_groups'][number];
  readonly column: SchemaTree;
  readonly wanted: number;
  /** Bytes that may still be read. */
  readonly budget: { left: number };
}

/** The first values of a column in a group of rows; fewer where the last row was cut. Null: too large to be read. */
async function valuesOf(
  file: FileBytes,
  { metadata, group, column, wanted, budget }: ColumnWanted,
): Promise<readonly string[] | null> {
  const { name } = column.element;
  const own = group.columns.filter(each => each.meta_data?.path_in_schema[0] === name);
  const isFlat = column.children.length === 0 && column.element.repetition_type !== 'REPEATED';
  let isWhole = true;
  const columns = [];
  for (const each of own) {
    if (each.meta_data === undefined) return null;
    const pages = await firstPages(file, each.meta_data, { rows: wanted, isFlat });
    if (pages === null || pages.bytes > budget.left) return null;
    budget.left -= pages.bytes;
    isWhole &&= pages.isWhole;
    columns.push({ ...each, meta_data: { ...each.meta_data, total_compressed_size: BigInt(pages.bytes) } });
  }
  let values: readonly unknown[] = [];
  const found = await parquetRead({
    file: {
      byteLength: file.sizeBytes,
      slice: async (from, to = file.sizeBytes) => new Uint8Array(await file.read(from, to)).buffer,
    },
    metadata: { ...metadata, num_rows: group.num_rows, row_groups: [{ ...group, columns }] },
    columns: [name],
    rowStart: 0,
    rowEnd: isFlat || isWhole ? wanted : Number(group.num_rows),
    compressors: COMPRESSORS,
    parsers: PARSERS,
    geoparquet: false,
    utf8: false,
    onComplete: rows => {
      values = rows.map(row => row[0] as unknown);
    },
  }).then(
    () => true,
    (thrown: unknown) => {
      if (thrown instanceof UnreadableError) throw thrown;
      return false;
    },
  );
  if (!found) throw new UnreadableError(archiveTexts.damaged);
  // The last row that was read of a nested column may go on in the next page.
  const whole =
    isFlat || isWhole
      ? values
      : values.slice(
          0,
          Math.max(
            0,
            values.findLastIndex(v => v !== undefined),
          ),
        );
  return whole.slice(0, wanted).map(value => writtenValue(value, column.element));
}

function nodesOf(trees: readonly SchemaTree[], budget: { left: number }): readonly TreeNode[] {
  return trees.flatMap(({ element, children }) => {
    if (budget.left-- <= 0) return [];
    return [{ name: element.name, text: typeWords(element), children: nodesOf(children, budget) }];
  });
}

function groupsOf({ row_groups: groups }: FileMetaData): TableSection | null {
  if (groups.length < 2) return null;
  return {
    is: 'table',
    title: texts.groups,
    columns: [texts.group, texts.rows, texts.unpackedSize],
    rows: groups
      .slice(0, MOST_GROUPS)
      .map((group, at) => [String(at + 1), String(group.num_rows), formatBytes(Number(group.total_byte_size))]),
    total: groups.length,
  };
}

function shortened(text: string): string {
  return text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}…` : text;
}
