import {
  type AnalysisWish,
  EMPTY_NAME,
  type Group,
  controlOf,
  groupingOf,
  groupsBy,
  isBlank,
  measuresOf,
} from './grouping.ts';
import { counted } from '../words/numbers.ts';
import { type Statistics, describe } from './statistics.ts';
import type { Column, Table } from './table.ts';

/** What is said of one column of numbers. */
export interface ColumnReport extends Statistics {
  readonly column: string;
  readonly missing: number;
  /** Cells that are neither numbers nor missing, such as `OVER`; they are left out and shown. */
  readonly notNumbers: readonly string[];
}

/** The same within one group. */
export interface GroupReport extends ColumnReport {
  readonly group: string;
}

/** One group against the blank and the control. Null where it cannot be computed. */
export interface Comparison {
  readonly column: string;
  readonly group: string;
  readonly n: number;
  readonly mean: number | null;
  /** The group's mean less the mean of the blanks. Null when there are no blanks. */
  readonly lessBlank: number | null;
  /** How many times the control's mean, both less the blank when there is one. */
  readonly fold: number | null;
  readonly log2Fold: number | null;
}

/** Everything computed from one table. Plain values only, so that it can be kept as JSON. */
export interface Analysis {
  readonly fileId: string;
  readonly fileName: string;
  readonly rowCount: number;
  readonly columnNames: readonly string[];
  readonly columns: readonly ColumnReport[];
  readonly groupedBy: readonly string[];
  readonly groups: readonly GroupReport[];
  /** The value that all others are compared with. */
  readonly control: string | null;
  readonly blankRows: number;
  readonly comparisons: readonly Comparison[];
  /** What a reader has to know: how the table was read, what was left out, what could not be computed. */
  readonly remarks: readonly string[];
}

/** More groups than this say nothing any more; they are not reported. */
const MOST_GROUPS = 200;
/** Cycle numbers count doublings: ratios of their means would be wrong. */
const LOGARITHMIC = /^(ct|cq|cp)\b|^(log|ln|ph)\b/i;

/** Degrees have no natural zero, so that their ratios say nothing. */
const TEMPERATURE = /^(tm\d*|temp(erature)?)\b/i;

/** Computes the statistics of a table: by column, by group, and against blank and control where the table shows them. */
export function analyse(
  file: { readonly id: string; readonly name: string },
  table: Table,
  wish: AnalysisWish,
): Analysis {
  const numbers = table.columns.filter(column => column.kind === 'number');
  const grouping = groupingOf(table, wish);
  const all = groupsBy(table, grouping);
  const groups = all.length > MOST_GROUPS ? [] : all;
  const measures = measuresOf(table).filter(column => !grouping.includes(column));
  const compared = compare(groups, measures, wish);
  return {
    fileId: file.id,
    fileName: file.name,
    rowCount: table.rowCount,
    columnNames: table.columns.map(column => column.name),
    columns: numbers.map(column => reportOf(column, allRows(table))),
    groupedBy: groups.length === 0 ? [] : grouping.map(column => column.name),
    groups: groups.flatMap(group =>
      measures.map(column => ({ group: nameOf(group), ...reportOf(column, group.rows) })),
    ),
    ...compared,
    remarks: [
      ...readingRemarks(table),
      ...(table.isPlate ? [NO_MAP] : groupRemarks(all, grouping, wish)),
      ...compared.remarks,
    ],
  };
}

const NO_MAP =
  'This is the view of a plate, and no list of what is in its wells was read with it: the columns are described as they stand, and nothing was grouped or compared.';

function allRows(table: Table): readonly number[] {
  return Array.from({ length: table.rowCount }, (_, row) => row);
}

function nameOf(group: Group): string {
  return group.key.join(' / ');
}

function reportOf(column: Column, rows: readonly number[]): ColumnReport {
  const cells = rows.flatMap(row => column.cells[row] ?? []);
  return {
    column: column.name,
    ...describe(cells.flatMap(cell => (cell.kind === 'number' ? [cell.value] : []))),
    missing: cells.filter(cell => cell.kind === 'missing').length,
    notNumbers: cells.flatMap(cell => (cell.kind === 'text' ? [cell.text] : [])),
  };
}

type Compared = Pick<Analysis, 'control' | 'blankRows' | 'comparisons' | 'remarks'>;

function compare(groups: readonly Group[], measures: readonly Column[], wish: AnalysisWish): Compared {
  const blanks = groups.filter(isBlank);
  const control = controlOf(groups, wish);
  const isRatio = ({ name }: Column): boolean => !LOGARITHMIC.test(name) && !TEMPERATURE.test(name);
  const linear = measures.filter(isRatio);
  const blankRows = blanks.flatMap(group => group.rows);
  const remarks = [
    ...(measures.some(column => LOGARITHMIC.test(column.name)) ? [LOGARITHMIC_REMARK] : []),
    ...(measures.some(column => TEMPERATURE.test(column.name)) ? [TEMPERATURE_REMARK] : []),
  ];
  if (control === null && blanks.length === 0) return { control: null, blankRows: 0, comparisons: [], remarks: [] };
  const comparisons = linear.flatMap(column => {
    const blank = describe(numbersIn(column, blankRows)).mean;
    return groups
      .filter(group => !isBlank(group) && !isUnnamed(group))
      .map(group => compareOne({ column, blank, group, reference: referenceOf(groups, group, control) }));
  });
  return {
    control: control?.value ?? null,
    blankRows: blankRows.length,
    comparisons,
    remarks: [...remarks, ...foldRemarks(comparisons, groups, control)],
  };
}

const NOT_DIVIDED =
  'Groups that name nothing where the others name the control, such as standards, are not divided by it.';

const TEMPERATURE_REMARK = 'Temperatures are not divided by each other or corrected by a blank.';

const LOGARITHMIC_REMARK =
  'Cycle numbers, logarithms and pH are not divided by each other or corrected by a blank: they are not linear.';

function foldRemarks(
  comparisons: readonly Comparison[],
  groups: readonly Group[],
  control: { place: number; value: string } | null,
): string[] {
  if (control === null) return [];
  const others = new Set(groups.filter(group => group.key[control.place] === EMPTY_NAME).map(nameOf));
  const none = comparisons.some(each => others.has(each.group)) ? [NOT_DIVIDED] : [];
  const without = comparisons.filter(each => each.fold === null && !others.has(each.group)).length;
  if (without === 0) return none;
  return [
    ...none,
    `${counted(without, 'fold change')} could not be computed: the control or the group has no numbers, or no mean above zero.`,
  ];
}

/** Wells or samples of which no grouping column says anything are something else: they are compared with nothing. */
function isUnnamed(group: Group): boolean {
  return group.key.every(value => value === EMPTY_NAME);
}

/** The control that belongs to a group: the same in every other grouping column, else the only control there is. */
function referenceOf(
  groups: readonly Group[],
  group: Group,
  control: { place: number; value: string } | null,
): Group | null {
  if (control === null) return null;
  const wanted = group.key.map((value, place) => (place === control.place ? control.value : value));
  if (group.key[control.place] === EMPTY_NAME) return null;
  const same = groups.find(each => each.key.every((value, place) => value === wanted[place]));
  const controls = groups.filter(each => each.key[control.place] === control.value);
  return same ?? (controls.length === 1 ? (controls[0] ?? null) : null);
}

interface Pair {
  readonly column: Column;
  readonly blank: number | null;
  readonly group: Group;
  readonly reference: Group | null;
}

function compareOne({ column, blank, group, reference }: Pair): Comparison {
  const own = describe(numbersIn(column, group.rows));
  const other = reference === null ? null : describe(numbersIn(column, reference.rows)).mean;
  const corrected = own.mean === null ? null : own.mean - (blank ?? 0);
  const base = other === null ? null : other - (blank ?? 0);
  const fold = corrected !== null && base !== null && base > 0 ? corrected / base : null;
  return {
    column: column.name,
    group: nameOf(group),
    n: own.n,
    mean: own.mean,
    lessBlank: blank === null ? null : corrected,
    fold,
    log2Fold: fold !== null && fold > 0 ? Math.log2(fold) : null,
  };
}

function numbersIn(column: Column, rows: readonly number[]): number[] {
  return rows.flatMap(row => {
    const cell = column.cells[row];
    return cell?.kind === 'number' ? [cell.value] : [];
  });
}

function readingRemarks(table: Table): string[] {
  const left = table.columns.filter(column => column.kind === 'number').flatMap(notNumbersRemark);
  return [
    ...(table.decimal === 'comma' ? ['Commas were read as decimal signs.'] : []),
    ...(table.hasHeader ? [] : ['The table has no row of names; its columns are called Column 1, Column 2 and so on.']),
    ...(table.rowsAside > 0
      ? [`Left out: ${counted(table.rowsAside, 'row')} above, below or between (titles, comments, notes).`]
      : []),
    ...left,
  ];
}

function notNumbersRemark(column: Column): string[] {
  const texts = column.cells.flatMap(cell => (cell.kind === 'text' ? [cell.text] : []));
  if (texts.length === 0) return [];
  const shown = [...new Set(texts)].slice(0, 3).map(text => `“${text}”`);
  return [`${column.name}: left out ${counted(texts.length, 'cell')} not holding a number (${shown.join(', ')}).`];
}

function groupRemarks(groups: readonly Group[], grouping: readonly Column[], wish: AnalysisWish): string[] {
  const known = new Set(grouping.map(column => column.name.toLowerCase()));
  const unknown = wish.groupBy.filter(name => ![...known].some(each => each.startsWith(name.trim().toLowerCase())));
  return [
    ...unknown.map(name => `There is no column “${name}” to group by.`),
    ...(groups.length > MOST_GROUPS
      ? [`${groups.length} groups are too many to report; at most ${MOST_GROUPS} are.`]
      : []),
    ...(wish.control !== null && controlOf(groups, wish) === null ? [`No group is called “${wish.control}”.`] : []),
  ];
}
