import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Finding, Measured } from './findings.ts';
import { readKept } from './kept-results.ts';
import type { KeptResult } from './kept-results.ts';
import { machineLine } from './machine.ts';
import { short, targetText } from './report.ts';
import { ROWS } from './rows.ts';

const README = fileURLToPath(new URL('README.md', import.meta.url));
const RESULTS = fileURLToPath(new URL('results/', import.meta.url));
const BEGIN = '<!-- the table begins: `npm run bench` writes it -->';
const END = '<!-- the table ends -->';

/** Puts what is kept into the table of README.md. */
export function writeTable(): void {
  const text = readFileSync(README, 'utf8');
  writeFileSync(README, withTable(text, tableOf(RESULTS)));
}

/** The text with another table between its marks. @throws Error when it has no marks. */
export function withTable(text: string, table: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('README.md has no place for the table');
  return `${text.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${text.slice(end)}`;
}

/** The latest kept figures, row by row; beside them those from before there was this bench (`before/`). */
export function tableOf(results: string): string {
  const lines: string[][] = [['', 'What', 'Ours', 'Peer or limit', 'Ratio', 'Target', 'Verdict', 'Before']];
  const machines = new Set<string>();
  for (const { name } of ROWS) {
    const kept = readKept(results, name);
    const before = readKept(join(results, 'before'), name);
    if (kept === null) lines.push([titleOf(name), 'never measured', '', '', '', '', '', '']);
    else machines.add(machineLine(kept.machine));
    for (const found of kept?.findings ?? []) lines.push(...lineOf(name, found, before));
  }
  return [...aligned(lines), '', `On ${[...machines].join('; ')}.`].join('\n');
}

function lineOf(row: string, found: Finding, before: KeptResult | null): readonly string[][] {
  if (found.verdict === 'not measured')
    return [[titleOf(row), cell(found.what), '', '', '', '', `not measured: ${cell(found.why)}`, '']];
  const { what, unit, ours, peer, ratio, target, verdict, notes } = found;
  if (target === null) return [];
  // An exponent says little without what it was drawn from.
  const beside = unit === 'exponent' ? cell(notes[0] ?? '') : '';
  const other = peer === null ? beside : `${peer.name} ${short(peer.median)} ${unit}`;
  const figures = [`${short(ours.median)} ${unit}`, other];
  const goal = targetText(target, ratio !== null, unit);
  const told = ratio === null ? '' : short(ratio);
  return [[titleOf(row), cell(what), ...figures, told, goal, verdict, beforeText(what, before)]];
}

function beforeText(what: string, before: KeptResult | null): string {
  const same = before?.findings.find((one): one is Measured => one.verdict !== 'not measured' && one.what === what);
  if (same === undefined) return '';
  return same.ratio === null ? `${short(same.ours.median)} ${same.unit}` : short(same.ratio);
}

/** `g6b` is `G6b`. */
function titleOf(row: string): string {
  return row.replace(/^g/, 'G');
}

function cell(text: string): string {
  return text.replaceAll('|', '/');
}

/** As the formatter would have it. */
function aligned(lines: readonly (readonly string[])[]): readonly string[] {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(3, ...lines.map(line => (line[at] ?? '').length)));
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = lines;
  return [row(head), `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`, ...rest.map(row)];
}
