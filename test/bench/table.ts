import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Finding } from './findings.ts';
import type { KeptResult } from './kept-results.ts';
import { machineLine } from './machine.ts';
import { short, targetText } from './report.ts';
import { ROWS } from './rows.ts';

const README = fileURLToPath(new URL('README.md', import.meta.url));
const BEGIN = '<!-- the table begins: `npm run bench` writes it -->';
const END = '<!-- the table ends -->';
const HEAD = ['', 'What', 'Ours', 'Peer or limit', 'Ratio', 'Target', 'Verdict', 'Before'];
const BEFORE = HEAD.length - 1;

/** Puts what a row found into the table of README.md; the other rows stay as they were measured. */
export function writeTable(result: KeptResult): void {
  writeFileSync(README, withResult(readFileSync(README, 'utf8'), result));
}

/** The text with the lines of one row exchanged in its table. @throws Error when it has no table. */
export function withResult(text: string, result: KeptResult): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('README.md has no place for the table');
  const table = text.slice(begin + BEGIN.length, end);
  const old = table
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
    .map(cellsOf);
  const title = titleOf(result.row);
  const before = new Map(old.map(cells => [`${cells[0]} ${cells[1]}`, cells[BEFORE] ?? '']));
  const found = result.findings.flatMap(each => lineOf(title, each));
  const fresh = found.map(cells => [...cells, before.get(`${cells[0]} ${cells[1]}`) ?? '']);
  const all = [...old.filter(([first]) => first !== title), ...fresh];
  const lines = all.toSorted(([one = ''], [other = '']) => placeOf(one) - placeOf(other));
  const machines = new Set([...machinesOf(table), machineLine(result.machine)]);
  const made = [...aligned([HEAD, ...lines]), '', `On ${[...machines].join('; ')}.`].join('\n');
  return `${text.slice(0, begin + BEGIN.length)}\n\n${made}\n\n${text.slice(end)}`;
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim());
}

function machinesOf(table: string): readonly string[] {
  return /^On (.*)\.$/m.exec(table)?.[1]?.split('; ') ?? [];
}

/** Where a row stands in the list of rows. */
function placeOf(title: string): number {
  return ROWS.findIndex(({ name }) => titleOf(name) === title);
}

/** What a finding says, but for what it was before. */
function lineOf(title: string, found: Finding): readonly string[][] {
  if (found.verdict === 'not measured')
    return [[title, cell(found.what), '', '', '', '', `not measured: ${cell(found.why)}`]];
  const { what, unit, ours, peer, ratio, target, verdict, notes } = found;
  if (target === null) return [];
  // An exponent says little without what it was drawn from.
  const beside = unit === 'exponent' ? cell(notes[0] ?? '') : '';
  const other = peer === null ? beside : `${peer.name} ${short(peer.median)} ${unit}`;
  const figures = [`${short(ours.median)} ${unit}`, other];
  const goal = targetText(target, ratio !== null, unit);
  return [[title, cell(what), ...figures, ratio === null ? '' : short(ratio), goal, verdict]];
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
