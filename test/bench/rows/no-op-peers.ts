import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { freePortPair } from '../../service/http/free-ports.ts';
import { run } from '../commands.ts';
import type { Command } from '../commands.ts';
import { finding, notMeasured } from '../findings.ts';
import type { Finding, Target } from '../findings.ts';
import { missing } from '../peers.ts';
import type { PeerName } from '../peers.ts';
import { interleaved } from '../rounds.ts';
import type { Contestant } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { planTree } from '../tree/plan.ts';
import type { PreparedLab } from '../lab/prepared-lab.ts';
import { labOf, localPasses } from './no-op.ts';

/** What a peer does with the folder and its copy when nothing has changed. */
interface Rival {
  readonly peer: PeerName;
  readonly what: string;
  readonly target: Target;
  /** Makes it ready, and gives what is measured in each round. */
  open(place: Place): Promise<Contestant>;
}

interface Place {
  /** The folder that is compared, and a copy of it that is the peer's own. */
  readonly folder: string;
  readonly copy: string;
  /** Where the peer may keep what it remembers. */
  readonly memory: string;
  /** A folder that is in `copy`. */
  readonly anyFolder: string;
  /** Ends what was started for it. */
  readonly ends: (() => Promise<void>)[];
}

const RIVALS: readonly Rival[] = [
  {
    peer: 'rclone',
    what: 'rclone sync, local to local',
    target: { atMost: 0.3 },
    open: ({ folder, copy, memory }) =>
      repeated({
        program: 'rclone',
        args: ['sync', folder, copy, '--checkers', '2', '--exclude', '/.benchtop/**', '--config', join(memory, 'none')],
      }),
  },
  {
    peer: 'unison',
    what: 'unison, local to local',
    target: { atMost: 0.3 },
    open: ({ folder, copy, memory }) =>
      repeated({
        program: 'unison',
        args: [folder, copy, '-batch', '-silent', '-times', '-fastcheck', 'true', '-ignore', 'Path .benchtop'],
        environment: { UNISON: memory },
      }),
  },
  {
    peer: 'rsync',
    what: 'rsync -a --delete, local to local',
    target: { atMost: 0.5 },
    open: ({ folder, copy }) =>
      repeated({ program: 'rsync', args: ['-a', '--delete', '--exclude', '/.benchtop', `${folder}/`, `${copy}/`] }),
  },
  { peer: 'syncthing', what: 'syncthing, its scan asked for', target: { atMost: 1 / 15 }, open: openSyncthing },
];

/** The same no-op against programs that keep folders in step. */
export const g4: Row = {
  name: 'g4',
  what: 'no-op reconcile of 100,000 files, whole process, against rclone, unison, rsync and syncthing',
  measure: async ground => {
    const lab = await labOf(ground);
    const ends: (() => Promise<void>)[] = [];
    try {
      const pass = await localPasses(ground, lab);
      const contestants: Record<string, Contestant> = { ours: async () => (await pass()).ms };
      for (const rival of RIVALS) {
        if (missing(rival.peer) === null) contestants[rival.peer] = await opened(rival, { ground, lab, ends });
      }
      const samples = await interleaved(ground.rounds, contestants);
      return RIVALS.map(rival => compared(rival, samples));
    } finally {
      for (const end of ends) await end();
    }
  },
};

function compared({ peer, what, target }: Rival, samples: Readonly<Record<string, readonly number[]>>): Finding {
  const [ours, theirs] = [samples['ours'], samples[peer]];
  if (ours === undefined || theirs === undefined) return notMeasured(`against ${what}`, missing(peer) ?? 'unknown');
  return finding({ what: `against ${what}`, unit: 'ms', ours, peer: { name: peer, samples: theirs }, target });
}

interface Opening {
  readonly ground: Ground;
  readonly lab: PreparedLab;
  readonly ends: (() => Promise<void>)[];
}

/** A copy of the folder and a memory for each: none of them meets what another one leaves in its folder. */
async function opened(rival: Rival, { ground, lab, ends }: Opening): Promise<Contestant> {
  ground.say(`${rival.peer} gets a copy of the folder`);
  const [copy, memory] = ['copy', 'memory'].map(name => join(ground.folder, `${name} of ${rival.peer}`));
  if (copy === undefined || memory === undefined) throw new Error('no place for a peer');
  mkdirSync(memory);
  await run({ program: 'cp', args: ['-a', lab.folder, copy] });
  await run({ program: 'rm', args: ['-r', join(copy, '.benchtop')] });
  const anyFolder = planTree(lab.wish)[1]?.path ?? '';
  const contestant = await rival.open({ folder: lab.folder, copy, memory, anyFolder, ends });
  // The first run learns everything; it may take minutes.
  await contestant(-1);
  return contestant;
}

async function repeated(command: Command): Promise<Contestant> {
  return async () => (await run(command)).ms;
}

const SYNCTHING_READY_MS = 60_000;

/** Syncthing runs all the time; a scan is asked for over its API, which answers when it is done. */
async function openSyncthing({ copy, memory, anyFolder, ends }: Place): Promise<Contestant> {
  await run({ program: 'syncthing', args: ['generate', '--home', memory, '--no-default-folder'] });
  const address = `127.0.0.1:${await freePortPair()}`;
  const args = ['serve', '--home', memory, '--no-browser', '--no-restart', '--no-upgrade'];
  const key = 'bench';
  const child = spawn('syncthing', [...args, `--gui-address=http://${address}`, `--gui-apikey=${key}`], {
    stdio: 'ignore',
    env: { ...process.env, STNORESTART: '1' },
  });
  const ask = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`http://${address}${path}`, {
      method,
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`syncthing answered ${answer.status} to ${path}: ${await answer.text()}`);
    return answer;
  };
  ends.push(() => ended(child, () => ask('POST', '/rest/system/shutdown')));
  await untilReady(() => ask('GET', '/rest/system/ping'));
  const options = z.record(z.string(), z.unknown()).parse(await (await ask('GET', '/rest/config/options')).json());
  const alone = { globalAnnounceEnabled: false, localAnnounceEnabled: false, relaysEnabled: false, natEnabled: false };
  const quiet = {
    listenAddresses: [`tcp://127.0.0.1:${await freePortPair()}`],
    crashReportingEnabled: false,
    urAccepted: -1,
  };
  await ask('PUT', '/rest/config/options', { ...options, ...alone, ...quiet });
  // Nothing but scans that are asked for; a folder of the tree is the sign that the disk is there.
  const rests = { fsWatcherEnabled: false, rescanIntervalS: 0, markerName: anyFolder };
  await ask('PUT', '/rest/config/folders/bench', { id: 'bench', path: copy, type: 'sendreceive', ...rests });
  return async () => {
    const began = performance.now();
    await (await ask('POST', '/rest/db/scan?folder=bench')).arrayBuffer();
    return performance.now() - began;
  };
}

async function untilReady(ask: () => Promise<unknown>): Promise<void> {
  for (const giveUpAt = performance.now() + SYNCTHING_READY_MS; ; await sleep(100)) {
    try {
      return void (await ask());
    } catch (failure) {
      if (performance.now() > giveUpAt) throw failure;
    }
  }
}

/** It starts another one of itself, which only its own API ends. */
async function ended(child: ChildProcess, shutDown: () => Promise<unknown>): Promise<void> {
  const gone = new Promise(resolve => child.once('exit', resolve));
  await shutDown().catch(() => child.kill());
  await gone;
}
