import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Computer, type Lab, openLab, settle } from './benchtop.ts';

// The power goes while files travel both ways. What counts is only what is there afterwards.

const KILLS = 20;
/** New files before the first kill, on each side; the rest come in between, so that every kill meets work under way. */
const FIRST_FILES = 50;
const FILES_BETWEEN = 5;
/** Edits of old files before each kill, on each side. */
const EDITS_BETWEEN = 2;
const FOLDERS = 6;
/** From before the sources are read until well after the transfers began. */
const EARLIEST_KILL_MS = 250;
const LATEST_KILL_MS = 2000;

const seed = Number(process.env['BENCHTOP_SEED'] ?? Date.now() % 1_000_000);

let lab: Lab;
let computer: Computer;
let shared: string;

beforeAll(async () => {
  lab = await openLab();
  shared = await lab.service.owner.makeFolder('Kill', lab.service.knowledgeBase);
  computer = await lab.computer('bench');
  await computer.mirror(shared);
});

afterAll(() => lab.close());

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function dice(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What must be there at the end, by path: the text that was saved last, and how often it was saved. */
type Saved = Map<string, { text: string; saves: number }>;

interface Bench {
  readonly roll: () => number;
  /** Files that only this computer writes, and files that only people at the service write. */
  readonly here: Saved;
  readonly there: Saved;
  /** The service's folders by name, and its ids of the files in `there`. */
  readonly folders: Map<string, string>;
  readonly ids: Map<string, string>;
}

function textOf(path: string, save: number, roll: () => number): string {
  const lines = Math.floor(roll() * 400);
  return `${path}, save ${save}\n${`${roll()};1,5;ok\n`.repeat(lines)}`;
}

async function addHere(bench: Bench): Promise<void> {
  const folder = `here ${Math.floor(bench.roll() * FOLDERS)}`;
  const path = `${folder}/file ${bench.here.size}.csv`;
  await saveHere(bench, path, 1);
}

async function saveHere({ here, roll }: Bench, path: string, saves: number): Promise<void> {
  const text = textOf(path, saves, roll);
  here.set(path, { text, saves });
  await computer.write(path, text);
}

async function addThere({ there, roll, folders, ids }: Bench): Promise<void> {
  const folder = `there ${Math.floor(roll() * FOLDERS)}`;
  const name = `file ${there.size}.csv`;
  const text = textOf(`${folder}/${name}`, 1, roll);
  ids.set(`${folder}/${name}`, await lab.service.owner.upload(folders.get(folder) ?? '', name, text));
  there.set(`${folder}/${name}`, { text, saves: 1 });
}

async function saveThere({ there, ids, roll }: Bench, path: string, saves: number): Promise<void> {
  const text = textOf(path, saves, roll);
  there.set(path, { text, saves });
  await lab.service.owner.edit(ids.get(path) ?? '', text);
}

async function editSome(bench: Bench, saved: Saved, save: typeof saveHere): Promise<void> {
  const paths = [...saved.keys()];
  for (let count = 0; count < EDITS_BETWEEN; count++) {
    const path = paths[Math.floor(bench.roll() * paths.length)] ?? '';
    await save(bench, path, (saved.get(path)?.saves ?? 0) + 1);
  }
}

async function layOut(roll: () => number): Promise<Bench> {
  const folders = new Map<string, string>();
  for (let index = 0; index < FOLDERS; index++) {
    folders.set(`there ${index}`, await lab.service.owner.makeFolder(`there ${index}`, shared));
  }
  const bench: Bench = { roll, here: new Map(), there: new Map(), folders, ids: new Map() };
  for (let count = 0; count < FIRST_FILES; count++) {
    await addHere(bench);
    await addThere(bench);
  }
  return bench;
}

/** Starts a sync and kills it at a random moment. Whether it was still running then. */
async function killOnTheWay(roll: () => number): Promise<boolean> {
  const { child } = computer.begin(['sync', '--once', '--json']);
  await sleep(EARLIEST_KILL_MS + roll() * (LATEST_KILL_MS - EARLIEST_KILL_MS));
  return (await child.kill()).signal === 'SIGKILL';
}

test(`300 files and ${KILLS} kills at random moments: nothing is lost, nothing is there twice (seed ${seed})`, async () => {
  const bench = await layOut(dice(seed));
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    for (let count = 0; count < FILES_BETWEEN; count++) {
      await addHere(bench);
      await addThere(bench);
    }
    if (await killOnTheWay(bench.roll)) killed += 1;
    await editSome(bench, bench.here, saveHere);
    await editSome(bench, bench.there, saveThere);
  }
  const [answer] = await settle(computer);

  const expected = new Map([...bench.here, ...bench.there].map(([path, { text }]) => [path, text]));
  const service = await lab.service.owner.files(shared);
  expect(answer).toMatchObject({ code: 0, blocked: [], conflicted: [] });
  expect({ files: expected.size, killedOften: killed >= KILLS / 2 }).toEqual({ files: 300, killedOften: true });
  expect(await computer.files()).toEqual(expected);
  expect(new Map([...service].map(([path, { text }]) => [path, text]))).toEqual(expected);
  // A save may be overtaken by the next one, but none may become two versions.
  const doubled: string[] = [];
  for (const [path, { saves }] of [...bench.here, ...bench.there]) {
    if ((await lab.service.owner.versions(service.get(path)?.id ?? '')) > saves) doubled.push(path);
  }
  expect(doubled).toEqual([]);
  expect(await readdir(join(computer.folder, '.benchtop', 'stage')).catch(() => [])).toEqual([]);
}, 300_000);
