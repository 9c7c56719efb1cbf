import type { AgentFile, Grid } from '../words/conversation.ts';
import { cellValue } from '../words/numbers.ts';
import { type Column, type Table, tableOf } from './table.ts';

/** A plate read together with the map that says what stands in its wells. */
export interface MappedPlate {
  /** One row per well of the plate that the map knows: the columns of the map, then `Value`. */
  readonly table: Table;
  readonly map: AgentFile;
}

const WELL = /^([A-Z])0*([1-9]\d?)$/i;

/** The column of a map that names wells, or null when the table is no map. */
function wellColumn(table: Table): Column | null {
  const column = table.columns.find(each => /^wells?$/i.test(each.name));
  const named = column?.texts.filter(text => WELL.test(text.trim())).length ?? 0;
  return column !== undefined && named > 0 && named >= table.rowCount * 0.8 ? column : null;
}

/**
 * The plate in a file with its map, when exactly one other file of the request is its map: the only map beside the only
 * plate, or a map of the same name but for the word "map" and what stands in brackets.
 */
export function mappedPlate(file: AgentFile, files: readonly AgentFile[]): MappedPlate | null {
  const plate = tableIn(file);
  if (plate?.isPlate !== true) return null;
  const maps = files.filter(each => isPlateMap(each));
  const plates = files.filter(each => tableIn(each)?.isPlate === true);
  const own = maps.length === 1 && plates.length === 1 ? maps : maps.filter(each => bareName(each) === bareName(file));
  const [map] = own;
  const grid = map === undefined || own.length > 1 ? null : joined(plate, tableIn(map));
  const table = grid === null ? null : tableOf(grid);
  return table === null || map === undefined ? null : { table, map };
}

/** The only map of the same name among files, for a plate; null for what is no plate, and where there are none or several. */
export function mapOf(file: AgentFile, files: readonly AgentFile[]): AgentFile | null {
  if (tableIn(file)?.isPlate !== true) return null;
  const maps = files.filter(each => isPlateMap(each) && bareName(each) === bareName(file));
  return maps.length === 1 ? (maps[0] ?? null) : null;
}

/** Whether a file is the map of a plate given with it; then it is read with the plate and not alone. */
export function isMapOfPlate(file: AgentFile, files: readonly AgentFile[]): boolean {
  return isPlateMap(file) && files.some(each => mappedPlate(each, files)?.map.id === file.id);
}

/** Whether a table says what stands in which well. */
export function isPlateMap(file: AgentFile): boolean {
  const table = tableIn(file);
  return table !== null && wellColumn(table) !== null && table.columns.length > 1;
}

function tableIn(file: AgentFile): Table | null {
  return file.table === null ? null : tableOf(file.table);
}

function bareName({ name }: AgentFile): string {
  const stem = name.replace(/\.[^.]+$/, '').replaceAll(/\([^)]*\)|\bmap\b/gi, ' ');
  return stem
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase();
}

function joined(plate: Table, map: Table | null): Grid | null {
  const wells = map === null ? null : wellColumn(map);
  if (map === null || wells === null) return null;
  const values = valuesOf(plate);
  const rows = wells.texts.flatMap((well, row) => {
    const value = values.get(wellKey(well));
    return value === undefined ? [] : [[...map.columns.map(column => plainCell(column, row, map)), value]];
  });
  return rows.length === 0 ? null : [[...map.columns.map(column => column.name), 'Value'], ...rows];
}

/** Numbers with a decimal point, because the two files may write them differently. */
function plainCell(column: Column, row: number, { decimal }: Table): string {
  const text = column.texts[row] ?? '';
  const value = cellValue(text, decimal);
  return value.kind === 'number' ? String(value.value) : text;
}

function valuesOf(plate: Table): ReadonlyMap<string, string> {
  const [letters, ...numbered] = plate.columns;
  return new Map(
    numbered.flatMap(column =>
      column.texts.map((_, row) => [
        wellKey(`${letters?.texts[row] ?? ''}${column.name}`),
        plainCell(column, row, plate),
      ]),
    ),
  );
}

/** `a01` and `A1` are one well. */
function wellKey(text: string): string {
  return text.trim().replace(WELL, (_, letter: string, number: string) => `${letter.toUpperCase()}${number}`);
}
