import type { Column, Table } from './table.ts';

/** What the user asked of an analysis; null and empty where nothing was said. */
export interface AnalysisWish {
  /** Names of columns to group by, as the user wrote them. */
  readonly groupBy: readonly string[];
  /** What may be such a name, as in "by dose", or mean something else; used where the table has the column. */
  readonly mayGroupBy: readonly string[];
  /** The group everything is compared with, as the user wrote it. */
  readonly control: string | null;
}

/** Rows of a table that belong together. */
export interface Group {
  /** One value per grouping column. */
  readonly key: readonly string[];
  readonly rows: readonly number[];
}

const GROUP_NAMES =
  /^(group|condition|treatment|sample|compound|content|genotype|strain|target|gene|analyte|protein|cell ?line|arm)s?( name| id)?$/i;
/** Numbers that say where or which, not how much. */
const DESIGN_NAMES =
  /^(#|no\.?|nr\.?|id|index|well|row|col|column|plate|lane|position|pos|replicate|rep|run|day|passage)s?\b/i;
/** Numbers that were set, not measured. */
const AXIS_NAMES =
  /^(dose|conc(entration)?|time|cycle|temp(erature)?|dilution|wavelength|[nµum]M|°C|h|min|s|sec|hours?|minutes?|[pnµum]?g\/m?l|.*\((nM|µM|uM|mM|[pnµum]g\/mL|°C|min|h|s)\))$/i;
const BLANK = /^(blank|background|empty|medium only|media only|no cells|no sample|reagent blank)s?\b/i;
const CONTROL =
  /^(control|ctrl|vehicle|untreated|dmso|mock|wild[- ]?type|wt|scrambled?|sham|placebo|non[- ]?treated|baseline)\b/i;

/** Columns that hold what was measured. */
export function measuresOf(table: Table): readonly Column[] {
  const numbers = table.columns.filter(column => column.kind === 'number');
  return numbers.filter(column => !DESIGN_NAMES.test(column.name) && !AXIS_NAMES.test(column.name));
}

/**
 * The columns to group by: those the user named; else at most two text columns with a telling name, or with cells
 * that name a blank or a control; else the first category.
 */
export function groupingOf(table: Table, wish: AnalysisWish): readonly Column[] {
  const named = [...wish.groupBy, ...wish.mayGroupBy].flatMap(name => columnNamed(table, name) ?? []);
  if (named.length > 0) return [...new Set(named)];
  const texts = table.columns.filter(column => column.kind === 'category' || column.kind === 'label');
  const telling = texts.filter(
    column => (column.kind === 'category' && GROUP_NAMES.test(column.name)) || holdsControl(column, wish),
  );
  if (telling.length > 0) return telling.slice(0, 2);
  return texts.filter(column => column.kind === 'category').slice(0, 1);
}

/** The column a user means: the same name without regard to case, else the only one that begins so. */
export function columnNamed(table: Table, name: string): Column | null {
  const wanted = name.trim().toLowerCase();
  const same = table.columns.find(column => column.name.toLowerCase() === wanted);
  if (same !== undefined) return same;
  const alike = table.columns.filter(column => column.name.toLowerCase().startsWith(wanted));
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function holdsControl(column: Column, wish: AnalysisWish): boolean {
  const values = new Set(column.texts.map(text => text.trim()));
  return [...values].some(value => BLANK.test(value) || isControl(value, wish)) && values.size > 1;
}

/** What rows are called whose cell in a grouping column is empty. */
export const EMPTY_NAME = '(empty)';

/** The groups in the order of their first rows. */
export function groupsBy(table: Table, columns: readonly Column[]): readonly Group[] {
  if (columns.length === 0) return [];
  const groups = new Map<string, { key: readonly string[]; rows: number[] }>();
  for (let row = 0; row < table.rowCount; row += 1) {
    const key = columns.map(column => column.texts[row]?.trim() || EMPTY_NAME);
    const known = groups.get(JSON.stringify(key));
    if (known === undefined) groups.set(JSON.stringify(key), { key, rows: [row] });
    else known.rows.push(row);
  }
  return [...groups.values()];
}

/** Rows that hold nothing but background, by the words in the grouping columns. */
export function isBlank(group: Group): boolean {
  return group.key.some(value => BLANK.test(value));
}

/**
 * The place in the key, and the value, that all other groups are compared with: in the first grouping column that names
 * a control. Null when none does, or when that column names several.
 */
export function controlOf(groups: readonly Group[], wish: AnalysisWish): { place: number; value: string } | null {
  const places = (groups[0]?.key ?? []).map((_, place) => place);
  const candidates = places.flatMap(place =>
    [...new Set(groups.map(group => group.key[place] ?? ''))]
      .filter(value => isControl(value, wish))
      .map(value => ({ place, value })),
  );
  const [first] = candidates;
  return candidates.filter(each => each.place === first?.place).length === 1 ? (first ?? null) : null;
}

function isControl(value: string, wish: AnalysisWish): boolean {
  return wish.control === null ? CONTROL.test(value) : value.toLowerCase() === wish.control.trim().toLowerCase();
}
