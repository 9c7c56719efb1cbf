import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { KIB, MIB } from '../../../shared/units.ts';
import { type Computer, isQuiet, type Lab, openLab, type SyncAnswer } from '../benchtop.ts';
import { dice, killOnTheWay, KillWindow } from './kill-window.ts';

/** How often large files change on both sides while lines break and the program is killed, from which seed. */
export interface LargePlan {
  readonly rounds: number;
  readonly seed: number;
}

/** What was there in the end; paths and SHA-256. */
export interface LargeResult {
  /** The last sync's answer. */
  readonly answer: SyncAnswer;
  /** How many kills met a running program. */
  readonly killed: number;
  /** Under which faults syncs ran, in order. */
  readonly faults: readonly string[];
  readonly expected: ReadonlyMap<string, string>;
  readonly here: ReadonlyMap<string, string>;
  readonly there: ReadonlyMap<string, string>;
  /** What is left in our staging folder. */
  readonly staged: readonly string[];
  /** The lines of the log in which Benchtop reports a mistake of its own. */
  readonly mistakes: readonly string[];
}

/** Around every size at which files are treated in another way: in memory, in pieces, resumed, noted on the way. */
const SIZES = [512 * KIB, 2 * MIB, 8 * MIB, 16 * MIB, 40 * MIB, 65 * MIB];
const AROUND = [-1, 0, 1, 4097];
/** Paths on each side; writing one again is an edit. */
const PATHS = 5;
const EARLIEST_KILL_MS = 400;
const FIRST_LATEST_KILL_MS = 4000;
const MOST_SYNCS = 30;

interface Bench {
  readonly lab: Lab;
  readonly computer: Computer;
  /** The service's folder. */
  readonly shared: string;
  readonly roll: () => number;
  /** What must be there in the end: each path is only ever written on one side. */
  readonly expected: Map<string, string>;
  /** The service's ids of files that people at the service write. */
  readonly ids: Map<string, string>;
  readonly window: KillWindow;
}

/** Large files change on both sides, over lines that break, and the program is killed; then it comes to rest. */
export async function playLarge({ rounds, seed }: LargePlan, onRound: (told: string) => void): Promise<LargeResult> {
  const lab = await openLab({ faults: true });
  try {
    const shared = await lab.service.owner.makeFolder('Large', lab.service.knowledgeBase);
    const computer = await lab.computer('bench');
    await computer.mirror(shared);
    const window = new KillWindow(EARLIEST_KILL_MS, FIRST_LATEST_KILL_MS);
    const bench: Bench = { lab, computer, shared, roll: dice(seed), expected: new Map(), ids: new Map(), window };
    const faults: string[] = [];
    let killed = 0;
    for (let round = 0; round < rounds; round++) {
      await saveHere(bench);
      await saveThere(bench);
      const fault = drawn(bench);
      faults.push(JSON.stringify(fault));
      await setFaults(bench, fault === null ? [] : [fault]);
      const isKilled = await syncOrKill(bench);
      if (isKilled) killed += 1;
      onRound(`${round + 1}: ${JSON.stringify(fault)}${isKilled ? ', killed' : ''}`);
    }
    await setFaults(bench, []);
    return { answer: await comeToRest(computer), killed, faults, ...(await lookAround(bench)) };
  } finally {
    await lab.close();
  }
}

/** Text that is different in every line, of exactly so many bytes. */
function textOf(sizeBytes: number, roll: () => number): Buffer {
  const bytes = Buffer.alloc(sizeBytes, `${roll()};`);
  for (let at = 0; at + 16 <= sizeBytes; at += 16 * KIB) bytes.write(at.toString().padStart(15, '0'), at, 'latin1');
  return bytes;
}

function oneOf<T>(list: readonly [T, ...T[]] | readonly T[], roll: () => number): T {
  const [first] = list;
  const chosen = list[Math.floor(roll() * list.length)] ?? first;
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}

function drawnText({ roll }: Bench): Buffer {
  return textOf(oneOf(SIZES, roll) + oneOf(AROUND, roll), roll);
}

async function saveHere(bench: Bench): Promise<void> {
  const path = `here/file ${Math.floor(bench.roll() * PATHS)}.raw`;
  const bytes = drawnText(bench);
  bench.expected.set(path, hashOf(bytes));
  await mkdir(dirname(join(bench.computer.folder, path)), { recursive: true });
  await writeFile(join(bench.computer.folder, path), bytes);
}

async function saveThere(bench: Bench): Promise<void> {
  const name = `there ${Math.floor(bench.roll() * PATHS)}.raw`;
  const bytes = drawnText(bench);
  bench.expected.set(name, hashOf(bytes));
  const { owner } = bench.lab.service;
  const id = bench.ids.get(name);
  await setFaults(bench, []);
  if (id === undefined) bench.ids.set(name, await owner.upload(bench.shared, name, bytes.toString('latin1')));
  else await owner.edit(id, bytes.toString('latin1'));
}

/** What goes wrong on the line this time; null: nothing. */
function drawn({ roll }: Bench): object | null {
  const part = Math.floor(roll() * 80 * MIB);
  const kinds = [
    null,
    { match: { port: 'storage', method: 'GET' }, truncate: part, times: 2 },
    { match: { port: 'storage', method: 'GET' }, bytesPerSecond: 30 * MIB },
    { match: { port: 'storage', method: 'GET' }, truncate: 8 * MIB + (part % MIB) },
    { match: { port: 'storage', method: 'PUT' }, dropBefore: true, times: 1 },
    { match: { port: 'storage', method: 'PUT' }, dropAfter: true, times: 1 },
    { match: { route: 'POST /files/{id}/versions' }, dropAfter: true, times: 1 },
    { match: { route: 'POST /files/{id}/upload/confirm' }, status: 503, times: 2 },
    { match: { port: 'storage' }, delayMs: [0, 1500] },
  ];
  return oneOf(kinds, roll);
}

async function setFaults({ lab }: Bench, rules: readonly object[]): Promise<void> {
  const answer = await fetch(new URL('/faults', lab.service.baseUrl), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules }),
  });
  if (!answer.ok) throw new Error(`the fault panel said ${await answer.text()}`);
}

/** Half of the syncs may end by themselves. Whether this one was killed. */
async function syncOrKill({ computer, roll, window }: Bench): Promise<boolean> {
  if (roll() < 0.5) {
    await computer.run(['sync', '--once']);
    return false;
  }
  return killOnTheWay(computer, window, roll());
}

/** Syncs until nothing is left to do; what waits for another try gets it. */
async function comeToRest(computer: Computer): Promise<SyncAnswer> {
  let answer = await computer.sync();
  for (let turn = 0; turn < MOST_SYNCS && !(isQuiet(answer) && answer.code === 0); turn++) {
    await sleep(500);
    answer = await computer.sync();
  }
  return answer;
}

async function lookAround({ lab, computer, shared, expected }: Bench) {
  const here = new Map<string, string>();
  const entries = await readdir(computer.folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(computer.folder.length + 1);
    if (entry.isFile() && !path.startsWith('.benchtop'))
      here.set(path, hashOf(await readFile(join(computer.folder, path))));
  }
  const service = await lab.service.owner.files(shared);
  const log = await readFile(join(computer.data, 'logs', 'benchtop.log'), 'utf8').catch(() => '');
  return {
    expected,
    here,
    there: new Map([...service].map(([path, { text }]) => [path, hashOf(Buffer.from(text))])),
    staged: await readdir(join(computer.folder, '.benchtop', 'stage')).catch(() => []),
    mistakes: log.split('\n').filter(line => line.includes('"fault":"bug"')),
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
