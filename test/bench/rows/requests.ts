import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { learnCapability } from '../../../main/engine/context/capabilities.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { createNodeClock } from '../../../main/node/system/node-clock.ts';
import { finding } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { changeSettings } from '../lab/computers.ts';
import { preparedLab } from '../lab/prepare-lab.ts';
import { whileRunning } from '../lab/running-engine.ts';
import type { Ground, Row } from '../row.ts';
import type { LeanService } from '../servers.ts';
import { planTree, treeOf } from '../tree/plan.ts';
import type { PreparedLab } from '../lab/prepared-lab.ts';

/** What looking costs is a row of its own. */
const LOOKS = /^GET .*\/(?:children|files|version)$/;
const PUTS = 'PUT /objects/{}';
/** So long after the last request nothing more comes. */
const QUIET_MS = 2000;
const LOOK_EVERY_MS = 100;

/** How many requests a change costs, of each kind. It is counted, so once is enough. */
export const g7: Row = {
  name: 'g7',
  what: 'requests to the API for a new file, an edit, a move, a rename, a removal, and for what did not change',
  measure: async ground => {
    const early = 'an edit, while nobody knows whether one of an old version is refused';
    const first = await quietLab(ground, 1);
    // What was edited is asked for once more, some time later: whether its text was read. So edits come last.
    const counts = await counted(ground, first, [...deedsOn(first), edit(early, first)]);
    const second = await quietLab(ground, 2);
    knowOfRefusals(second.data);
    return [...counts, ...(await counted(ground, second, [edit('an edit', second)]))].flatMap(findingsOf);
  },
};

/** No poll disturbs the count (one a day), and a removal is sent without delay. */
async function quietLab(ground: Ground, seed: number): Promise<PreparedLab> {
  const lab = await preparedLab({ ...ground, kept: ground.folder }, treeOf(400, 'small', seed));
  changeSettings(lab.data, { pollSeconds: 86_400, deleteHoldSeconds: 0 });
  return lab;
}

function counted(ground: Ground, lab: PreparedLab, deeds: readonly Deed[]): Promise<readonly Count[]> {
  return whileRunning(ground, lab, async lean => {
    const counts: Count[] = [];
    for (const deed of deeds) counts.push(await countOf(deed, lean));
    return counts;
  });
}

/** As after a first refusal: from then on the service's own check is relied on. */
function knowOfRefusals(data: string): void {
  const journal = openJournal(join(data, 'journal.db'));
  try {
    learnCapability({ journal, world: { clock: createNodeClock() } }, 'baseVersionEnforced', 'yes');
  } finally {
    journal.close();
  }
}

/** Something done to a number of files. */
interface Deed {
  readonly what: string;
  readonly files: number;
  readonly atMost: number;
  /** Puts of bytes to the storage, beside the API, per file; left out: none. */
  readonly puts?: number;
  act(): void;
}

interface Count extends Deed {
  readonly requests: number;
  /** How often each was asked. */
  readonly routes: readonly string[];
  readonly stored: number;
}

const MANY = 100;
const FEW = 8;

function deedsOn(lab: PreparedLab): readonly Deed[] {
  const paths = pathsOf(lab);
  const target = dirname(paths.at(-1) ?? '');
  const each = (from: number, deed: (path: string, at: number) => void) => () =>
    paths.slice(from, from + FEW).forEach(deed);
  return [
    { what: 'a new file, 100 at once', files: MANY, atMost: 1.02, puts: 1, act: () => moveIn(lab) },
    { what: 'a rename', files: FEW, atMost: 2, act: each(FEW, path => renameSync(path, `${path}.bak`)) },
    {
      what: 'a move into another folder',
      files: FEW,
      atMost: 2,
      act: each(2 * FEW, (path, at) => renameSync(path, join(target, `moved ${at}`))),
    },
    // Its bytes there go into the store first, so there is a third one: bytes win over speed.
    { what: 'a removal', files: FEW, atMost: 2, act: each(3 * FEW, path => rmSync(path)) },
    {
      what: 'a file that was written anew with the same bytes',
      files: FEW,
      atMost: 0,
      act: each(4 * FEW, path => writeFileSync(path, readFileSync(path))),
    },
    { what: 'a file with another time', files: FEW, atMost: 0, act: each(4 * FEW, path => utimesSync(path, 1e9, 1e9)) },
  ];
}

function edit(what: string, lab: PreparedLab): Deed {
  const paths = pathsOf(lab).slice(0, FEW);
  return { what, files: FEW, atMost: 1, act: () => paths.forEach(path => writeFileSync(path, `edited ${path}`)) };
}

/** Files in folders that hold several, so that moves have somewhere to go. */
function pathsOf({ folder, wish }: PreparedLab): readonly string[] {
  const folders = planTree(wish).filter(({ path, files }) => path !== '' && files.length >= 6);
  return folders.flatMap(({ path, files }) => files.map(({ name }) => join(folder, path, name)));
}

/** All at once, as a folder does that is dropped: into a folder that is there, so that only files are new. */
function moveIn({ folder }: PreparedLab): void {
  const beside = `${folder} beside`;
  mkdirSync(beside);
  const names = Array.from({ length: MANY }, (_, at) => `new ${at}.csv`);
  for (const name of names) writeFileSync(join(beside, name), `well,value\nA1,${name}\n`);
  for (const name of names) renameSync(join(beside, name), join(folder, name));
}

async function countOf(deed: Deed, lean: LeanService): Promise<Count> {
  const before = await lean.asked();
  deed.act();
  const after = await whenQuiet(lean);
  const grown = Object.entries(after).map(([route, count]) => [route, count - (before[route] ?? 0)] as const);
  const ofApi = grown.filter(([route]) => route !== PUTS && route.includes('/api/') && !LOOKS.test(route));
  return {
    ...deed,
    routes: ofApi.filter(([, count]) => count > 0).map(([route, count]) => `${count} x ${route}`),
    requests: ofApi.reduce((sum, [, count]) => sum + count, 0),
    stored: (after[PUTS] ?? 0) - (before[PUTS] ?? 0),
  };
}

async function whenQuiet(lean: LeanService): Promise<Readonly<Record<string, number>>> {
  let last = '';
  for (let quietMs = 0; quietMs < QUIET_MS; quietMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    const { 'GET /bench/asked': _, ...asked } = await lean.asked();
    const now = JSON.stringify(asked);
    if (now !== last) quietMs = 0;
    last = now;
  }
  return lean.asked();
}

function findingsOf({ what, files, atMost, puts = 0, requests, routes, stored }: Count): readonly Finding[] {
  const unit = 'requests a file';
  return [
    finding({ what, unit, ours: [requests / files], target: { atMost }, notes: routes }),
    ...(puts === 0 && stored === 0
      ? []
      : [finding({ what: `${what}: bytes to the storage`, unit, ours: [stored / files], target: { atMost: puts } })]),
  ];
}
