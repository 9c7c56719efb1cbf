import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Computer, type Lab, openLab, settle, type SyncAnswer } from '../benchtop.ts';
import { dice, killOnTheWay, KillWindow } from './kill-window.ts';

/** How often the program is killed, from which seed, and how much work comes in between. */
export interface KillPlan {
  readonly kills: number;
  readonly seed: number;
  /** New files before the first kill, on each side; the rest come in between, so that every kill meets work under way. */
  readonly firstFiles: number;
  /** New files before each kill, on each side. */
  readonly filesBetween: number;
}

/** What was there in the end; paths and texts. */
export interface KillResult {
  /** The last sync's answer, when nothing was left to do. */
  readonly answer: SyncAnswer | undefined;
  /** How many of the kills met a running program. */
  readonly killed: number;
  readonly expected: ReadonlyMap<string, string>;
  readonly here: ReadonlyMap<string, string>;
  readonly there: ReadonlyMap<string, string>;
  /** Files with more versions than were saved. */
  readonly doubled: readonly string[];
  /** What is left in our staging folder. */
  readonly staged: readonly string[];
}

/** Edits of old files before each kill, on each side. */
const EDITS_BETWEEN = 2;
const FOLDERS = 6;
/** Before the sources are read. */
const EARLIEST_KILL_MS = 250;
/** Where the latest kill begins; from then on it follows how long a sync takes on this machine. */
const FIRST_LATEST_KILL_MS = 2000;

/** A kill that comes after the end of its sync is made once more, so often at most. */
const MOST_TRIES = 5;

/** Where it is played: a computer that is signed in, and the service. */
export interface KillPlace {
  readonly lab: Lab;
  readonly computer: Computer;
  close(): Promise<void>;
}

async function thisKindOfComputer(): Promise<KillPlace> {
  const lab = await openLab();
  return { lab, computer: await lab.computer('bench'), close: () => lab.close() };
}

/** Kills the program again and again while files travel both ways, then lets it come to rest. */
export async function playKills(
  plan: KillPlan,
  onKill: (count: number) => void = () => undefined,
  openPlace: () => Promise<KillPlace> = thisKindOfComputer,
): Promise<KillResult> {
  const place = await openPlace();
  try {
    const bench = await layOut(place, plan);
    const window = new KillWindow(EARLIEST_KILL_MS, FIRST_LATEST_KILL_MS);
    let killed = 0;
    for (let round = 0; round < plan.kills; round++) {
      for (let count = 0; count < plan.filesBetween; count++) {
        await addHere(bench);
        await addThere(bench);
      }
      if (await killOnce(bench, window)) killed += 1;
      onKill(killed);
    }
    const [answer] = await settle(bench.computer);
    return { answer, killed, ...(await lookAround(bench)) };
  } finally {
    await place.close();
  }
}

/** Each time with work to do. Whether a running program was met; its files are edited afterwards. */
async function killOnce(bench: Bench, window: KillWindow): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const isMet = await killOnTheWay(bench.computer, window, bench.roll());
    await editSome(bench, bench.here, saveHere);
    await editSome(bench, bench.there, saveThere);
    if (isMet) return true;
  }
  return false;
}

async function lookAround(bench: Bench): Promise<Omit<KillResult, 'answer' | 'killed'>> {
  const { lab, computer, shared } = bench;
  const service = await lab.service.owner.files(shared);
  // A save may be overtaken by the next one, but none may become two versions.
  const doubled: string[] = [];
  for (const [path, { saves }] of [...bench.here, ...bench.there]) {
    if ((await lab.service.owner.versions(service.get(path)?.id ?? '')) > saves) doubled.push(path);
  }
  return {
    expected: new Map([...bench.here, ...bench.there].map(([path, { text }]) => [path, text])),
    here: await computer.files(),
    there: new Map([...service].map(([path, { text }]) => [path, text])),
    doubled,
    staged: await readdir(join(computer.folder, '.benchtop', 'stage')).catch(() => []),
  };
}

/** What must be there at the end, by path: the text that was saved last, and how often it was saved. */
type Saved = Map<string, { text: string; saves: number }>;

interface Bench {
  readonly lab: Lab;
  readonly computer: Computer;
  /** The service's folder. */
  readonly shared: string;
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

async function saveHere({ here, roll, computer }: Bench, path: string, saves: number): Promise<void> {
  const text = textOf(path, saves, roll);
  here.set(path, { text, saves });
  await computer.write(path, text);
}

async function addThere({ lab, there, roll, folders, ids }: Bench): Promise<void> {
  const folder = `there ${Math.floor(roll() * FOLDERS)}`;
  const name = `file ${there.size}.csv`;
  const text = textOf(`${folder}/${name}`, 1, roll);
  ids.set(`${folder}/${name}`, await lab.service.owner.upload(folders.get(folder) ?? '', name, text));
  there.set(`${folder}/${name}`, { text, saves: 1 });
}

async function saveThere({ lab, there, ids, roll }: Bench, path: string, saves: number): Promise<void> {
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

async function layOut({ lab, computer }: KillPlace, { seed, firstFiles }: KillPlan): Promise<Bench> {
  const shared = await lab.service.owner.makeFolder('Kill', lab.service.knowledgeBase);
  await computer.mirror(shared);
  const folders = new Map<string, string>();
  for (let index = 0; index < FOLDERS; index++) {
    folders.set(`there ${index}`, await lab.service.owner.makeFolder(`there ${index}`, shared));
  }
  const roll = dice(seed);
  const bench: Bench = { lab, computer, shared, roll, here: new Map(), there: new Map(), folders, ids: new Map() };
  for (let count = 0; count < firstFiles; count++) {
    await addHere(bench);
    await addThere(bench);
  }
  return bench;
}
