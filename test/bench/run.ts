import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { keep, readKept } from './kept-results.ts';
import type { KeptResult } from './kept-results.ts';
import { machineAt, revision } from './machine.ts';
import { versionsAsked } from './peers.ts';
import { reportLines } from './report.ts';
import type { Row } from './row.ts';
import { ROWS } from './rows.ts';
import { writeTable } from './table.ts';

/**
 * `npm run bench -- [NAMES] [--list] [--quick] [--rounds N] [--keep FOLDER] [--in FOLDER] [--leave] [--results FOLDER]`:
 * measures the rows that are named, or all but the long ones, prints what it found, keeps it in `out/bench/` and writes it into the table of the README. Ends with 1
 * when a row could not be measured through; a missed target is a finding, no failure.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    /** Tiny data: shows that it works, its figures mean nothing. */
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    /** Where prepared labs are kept for further runs. */
    keep: { type: 'string' },
    /** Where new folders are made; the system's temporary folder by default. */
    in: { type: 'string' },
    results: { type: 'string' },
    /** Leaves what was made: removing it takes minutes on some disks, and slows down the next measurement. */
    leave: { type: 'boolean', default: false },
  },
});

const RESULTS = fileURLToPath(new URL('../../out/bench/', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const from = process.env['INIT_CWD'] ?? process.cwd();
const placed = (path: string): string => resolve(from, path);

if (values.list)
  for (const row of ROWS)
    say(`${row.name.padEnd(5)} ${row.what}${row.isLong === true ? ' (long: only when named)' : ''}`);
else await measureThem();

async function measureThem(): Promise<void> {
  const unknown = positionals.filter(name => !ROWS.some(row => row.name === name));
  const rounds = Number(values.rounds);
  if (unknown.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
    process.stderr.write(`There is no ${[...unknown, `${values.rounds} rounds`][0]}. See: npm run bench -- --list\n`);
    process.exitCode = 2;
    return;
  }
  const place = values.in === undefined ? tmpdir() : placed(values.in);
  mkdirSync(place, { recursive: true });
  const folder = realpathSync(mkdtempSync(join(place, 'benchtop-bench-')));
  try {
    const rows =
      positionals.length === 0
        ? ROWS.filter(({ isLong }) => isLong !== true)
        : ROWS.filter(({ name }) => positionals.includes(name));
    for (const row of rows) await measureOne(row, folder, rounds);
  } finally {
    if (values.leave) say(`left behind: ${folder}`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function measureOne(row: Row, folder: string, rounds: number): Promise<void> {
  const kept = values.keep === undefined ? join(folder, 'kept') : placed(values.keep);
  const own = join(folder, row.name);
  for (const each of [kept, own]) mkdirSync(each, { recursive: true });
  const results = values.results === undefined ? RESULTS : placed(values.results);
  const tell = (line: string): void => void process.stderr.write(`  … ${line}\n`);
  try {
    // The sources may go on while they are measured.
    const measured = revision();
    const findings = await row.measure({ folder: own, run: folder, kept, isQuick: values.quick, rounds, say: tell });
    const result: KeptResult = {
      row: row.name,
      what: row.what,
      at: new Date().toISOString(),
      revision: measured,
      isQuick: values.quick,
      rounds,
      machine: machineAt(folder),
      peers: versionsAsked(),
      findings,
    };
    // The figures of a try are not worth comparing or keeping, unless `--results` asks for it.
    const counts = !values.quick || values.results !== undefined;
    for (const line of reportLines(result, counts ? readKept(results, row.name) : null)) say(line);
    if (counts) keep(results, result);
    if (results === RESULTS && counts) writeTable(result);
  } catch (failure) {
    process.exitCode = 1;
    say(`${row.name}: could not be measured through: ${failure instanceof Error ? failure.stack : String(failure)}`);
  }
}
