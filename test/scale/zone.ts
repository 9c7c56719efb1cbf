import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { type Computer, openLab, succeed, until } from '../end-to-end/benchtop.ts';
import { peakOf } from './measure.ts';

/**
 * `node test/scale/zone.ts [--files N] [--folders N] [--seconds S] [--runs N]`: a zone that knows N files. Prints the most
 * memory the daemon had during its first look at them, during some time with all of them arrived, and while new runs
 * come; and how long after each of these had settled it was confirmed. Ends with 1 when one is not as promised.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '200000' },
    folders: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '20' },
  },
});
const files = Number(values.files);
const folders = Number(values.folders);
const MOST_MB = 160;
const MOST_LATE_MS = 1000;
const FILES_OF_A_RUN = 20;
const QUIET_SECONDS = '2';
/** What fills files from before the zone, and when they were written, in s since the epoch. */
const OLD = '';
const LONG_AGO = 1_000_000_000;
const LOOK_WITHIN_MS = 600_000;

const cards = z.object({ zones: z.array(z.object({ checkedAt: z.number().nullable() })) });

const lateness = z.object({ first: z.number(), all: z.number() });

let failures = 0;
const lab = await openLab();
const source = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'benchtop-zone-'));
try {
  await measure(await lab.computer('bench'));
} finally {
  await lab.close();
  rmSync(source, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

async function measure(computer: Computer): Promise<void> {
  say(`a daemon without zones: at most ${await weighed(computer, () => sleep(5000))} MB`);
  for (let folder = 0; folder < folders; folder++) fill(`run ${folder}`, Math.ceil(files / folders), OLD);
  // What is there is from before the zone: it is known, and not sent.
  const options = ['--to', 'Knowledge Base', '--layout', '{run}', '--verify', 'none', '--quiet', QUIET_SECONDS];
  await succeed(computer.run(['zones', 'add', source, ...options, '--since', '1d', '--name', 'Large']));
  report(`the first look at ${files} files`, await weighed(computer, () => looked(computer)));
  arriveAll(computer);
  const quietly = async (): Promise<void> => looked(computer).then(() => sleep(Number(values.seconds) * 1000));
  report(`${values.seconds} s with all of them arrived`, await weighed(computer, quietly));
  const late: Late[] = [];
  const busy = async (): Promise<void> => {
    for (let run = 0; run < Number(values.runs); run++) late.push(await newRun(computer, `new ${run}`));
  };
  report(`${values.runs} new runs of ${FILES_OF_A_RUN} files`, await weighed(computer, busy));
  say(`from settled to the first file confirmed: ${spread(late.map(({ first }) => first))}`);
  say(`from settled to all ${FILES_OF_A_RUN} confirmed: ${spread(late.map(({ all }) => all))}`);
  // One transfer is part of it; the others are the service's time.
  promise(
    `the first is confirmed within ${MOST_LATE_MS} ms`,
    late.every(({ first }) => first <= MOST_LATE_MS),
  );
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  return `${sorted[Math.floor(sorted.length / 2)]} ms in the middle, ${sorted.at(-1)} ms at most`;
}

/** How long after a run had settled its first file was confirmed, and its last, in ms. */
interface Late {
  readonly first: number;
  readonly all: number;
}

function fill(run: string, count: number, text: string): void {
  mkdirSync(join(source, run));
  for (let number = 0; number < count; number++) {
    const path = join(source, run, `image ${number}.tif`);
    writeFileSync(path, text === OLD ? '' : `${text} ${number}`);
    if (text === OLD) utimesSync(path, LONG_AGO, LONG_AGO);
  }
}

/** The most memory of a daemon that runs during `work`, in MB. */
async function weighed(computer: Computer, work: () => Promise<void>): Promise<number> {
  const daemon = await computer.daemon();
  await work();
  const peakMb = peakOf(daemon.pid);
  await daemon.stop();
  return peakMb;
}

/** The folder was gone through to its end since this began. */
async function looked(computer: Computer): Promise<void> {
  const since = Date.now();
  const isLooked = async (): Promise<true | undefined> => {
    await sleep(2000);
    const [card] = cards.parse((await succeed(computer.run(['zones', 'list', '--json']))).json).zones;
    return (card?.checkedAt ?? 0) > since ? true : undefined;
  };
  await until('a whole look', isLooked, LOOK_WITHIN_MS);
}

/** As if everything had been sent: 200,000 real uploads would show nothing more, and take an hour. */
function arriveAll(computer: Computer): void {
  const db = new Database(join(computer.data, 'zones.db'));
  db.exec(`UPDATE file SET state = 'verified', sha256 = lower(hex(randomblob(32))), sent_size = size,
    sent_as = (SELECT name FROM run WHERE id = run) || '/' || inside, remote = lower(hex(randomblob(16))),
    version = lower(hex(randomblob(16))), confirmed = changed_at, verified = changed_at, labelled = 1;
    UPDATE run SET folder = json_array(name), completed = first_seen;`);
  db.close();
}

/** A run is written, settles and is sent. */
async function newRun(computer: Computer, run: string): Promise<Late> {
  fill(run, FILES_OF_A_RUN, run);
  const db = new Database(join(computer.data, 'zones.db'), { readonly: true });
  const asked = db.prepare(
    `SELECT min(confirmed) - max(quiet_at) AS first, max(confirmed) - max(quiet_at) AS "all" FROM file JOIN run ON run.id = file.run WHERE run.name = ?
     GROUP BY run.id HAVING count(*) = ? AND min(state = 'confirmed') = 1`,
  );
  try {
    return await until(
      `'${run}' at the service`,
      async () => lateness.safeParse(asked.get(run, FILES_OF_A_RUN)).data,
      LOOK_WITHIN_MS,
    );
  } finally {
    db.close();
  }
}

function report(what: string, peakMb: number): void {
  say(`${what}: at most ${peakMb} MB`);
  promise(`at most ${MOST_MB} MB`, peakMb <= MOST_MB);
}

function promise(what: string, isKept: boolean): void {
  if (isKept) return;
  failures += 1;
  say(`NOT KEPT: ${what}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
