import { type Decimal, numberIn } from '../numbers.ts';
import { formatFor, type Plate, type PlateFormat, type PlateLayer } from './plate-format.ts';
import { type WellPlace, wellOf } from '../wells.ts';
import { valuesOf } from './plate-grids.ts';

/** A table as far as a plate is looked for in its rows. */
export interface PlateSource {
  /** The names of the columns; null without a header. */
  readonly names: readonly (string | null)[];
  /** The rows below the header that are on show. */
  readonly rows: readonly (readonly string[])[];
  readonly decimal: Decimal;
}

/** More rows are no plate, nor a few of them. */
export const MOST_PLATE_ROWS = 100_000;
const MOST_LAYERS = 200;

const NAMES_WELLS = /\b(?:wells?|well[ _-]?(?:position|pos|id|name)|position|pos|vertiefung|kavität|puits|pozo)\b/i;
/** Fewer wells make no plate. */
const LEAST_WELLS = 6;

/** The share of wells in a column that is looked at more closely: of all its rows more have to be wells. */
const MAYBE_WELLS = 0.25;

/** Whether a column of some rows from all over may name wells. */
export function mayBeList(rows: readonly (readonly string[])[]): boolean {
  const width = rows.reduce((most, fields) => Math.max(most, fields.length), 0);
  return Array.from({ length: width }, (_, at) => rows.filter(fields => wellOf(fields[at] ?? '') !== null).length).some(
    wells => wells > 0 && wells >= rows.length * MAYBE_WELLS,
  );
}

/** The plate that a list of wells is; null: it is none. */
export function plateInList({ names, rows, decimal }: PlateSource): Plate | null {
  const width = rows.reduce((most, fields) => Math.max(most, fields.length), names.length);
  for (let column = 0; column < width; column += 1) {
    const wells = rows.map(fields => wellOf(fields[column] ?? ''));
    const format = formatOfColumn(wells, names[column] ?? '', rows, column);
    if (format === null) continue;
    const layers = layersOf({ names, rows, decimal, wells, format, column, width });
    if (layers.length > 0) return { format, layers };
  }
  return null;
}

/** The plate that a column of well names is of. Names such as `S1` to `S96` number samples; they are wells of no plate. */
function formatOfColumn(
  wells: readonly (WellPlace | null)[],
  name: string,
  rows: readonly (readonly string[])[],
  column: number,
): PlateFormat | null {
  const there = wells.filter(each => each !== null);
  const filled = rows.filter(fields => (fields[column] ?? '').trim() !== '').length;
  const distinct = new Set(there.map(each => each.row * 48 + each.column)).size;
  if (distinct < LEAST_WELLS || there.length < filled * 0.9 || there.length < rows.length * 0.5) return null;
  const format = formatFor(there);
  if (format === null || NAMES_WELLS.test(name)) return format;
  const isSpread = new Set(there.map(({ row }) => row)).size > 1 && new Set(there.map(each => each.column)).size > 1;
  return isSpread && distinct >= format.wells / 2 ? format : null;
}

interface ListPlate extends PlateSource {
  readonly wells: readonly (WellPlace | null)[];
  readonly format: PlateFormat;
  readonly column: number;
  readonly width: number;
}

function layersOf(list: ListPlate): readonly PlateLayer[] {
  const columns = Array.from({ length: list.width }, (_, at) => at).filter(at => at !== list.column);
  const found = groupsOf(list, columns);
  if (found === null) return [];
  const { groups, by } = found;
  return columns
    .filter(at => !by.includes(at) && isMeasured(list, at))
    .flatMap(at => {
      const name = list.names[at] ?? '';
      return [...groups].map(([group, rows]) =>
        layerOf(list, at, rows, [name, group].filter(part => part !== '').join(', ')),
      );
    })
    .filter(({ values: each }) => each.some(value => !Number.isNaN(value)))
    .slice(0, MOST_LAYERS);
}

/** Whether most of what stands in a column are numbers that are more than a count of the rows. */
function isMeasured({ rows, decimal }: ListPlate, column: number): boolean {
  const fields = rows.map(each => (each[column] ?? '').trim()).filter(field => field !== '');
  const numbers = fields.map(field => numberIn(field, decimal)).filter(value => value !== null);
  if (numbers.length === 0 || numbers.length < fields.length * 0.6) return false;
  const isCount = numbers.length > 2 && numbers.every((value, at) => at === 0 || value === (numbers[at - 1] ?? 0) + 1);
  return !isCount;
}

/** The rows of each layer, by the words that they have in common. */
interface Groups {
  /** The columns that tell the layers apart. */
  readonly by: readonly number[];
  readonly groups: ReadonlyMap<string, readonly number[]>;
}

/** All rows are one layer; where wells come again, those with one value in one or two columns. Null: nothing tells them apart. */
function groupsOf(list: ListPlate, columns: readonly number[]): Groups | null {
  const all = list.wells.flatMap((well, at) => (well === null ? [] : [at]));
  if (isUnique(list, new Map([['', all]]))) return { by: [], groups: new Map([['', all]]) };
  // A measured value is another one in nearly every row; what names a plate, a target or a cycle is the same in many.
  const most = Math.min(MOST_LAYERS, all.length / LEAST_WELLS);
  const few = columns.filter(at => {
    const distinct = new Set(all.map(row => list.rows[row]?.[at] ?? '')).size;
    return distinct > 1 && distinct <= most;
  });
  const pairs = few.flatMap((one, at) => few.slice(at + 1).map(other => [one, other]));
  for (const by of [...few.map(one => [one]), ...pairs.slice(0, 40)]) {
    const groups = groupedBy(all, row => by.map(at => (list.rows[row]?.[at] ?? '').trim()).join(', '));
    if (groups.size <= most && isUnique(list, groups)) return { by, groups };
  }
  return null;
}

function groupedBy(rows: readonly number[], nameOf: (row: number) => string): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const name = nameOf(row);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return groups;
}

function isUnique({ wells }: ListPlate, groups: ReadonlyMap<string, readonly number[]>): boolean {
  return [...groups.values()].every(
    rows => new Set(rows.map(at => `${wells[at]?.row} ${wells[at]?.column}`)).size === rows.length,
  );
}

function layerOf(
  { rows, wells, format, decimal }: ListPlate,
  column: number,
  of: readonly number[],
  name: string,
): PlateLayer {
  const texts = Array.from({ length: format.wells }, () => '');
  for (const at of of) {
    const well = wells[at];
    if (well !== null && well !== undefined)
      texts[well.row * format.columns + well.column] = (rows[at]?.[column] ?? '').trim();
  }
  return { name, texts, values: valuesOf(texts, decimal) };
}
