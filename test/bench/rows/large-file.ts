import { closeSync, openSync, statSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { GIB, MIB } from '../../../shared/units.ts';
import { run } from '../commands.ts';
import type { Ran } from '../commands.ts';
import { finding, notMeasured } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { linkedComputer, ourCommand } from '../lab/computers.ts';
import { missing } from '../peers.ts';
import { interleaved } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { LeanService, startOwn } from '../servers.ts';
import { Contents } from '../tree/write.ts';
import { mustBe, toDisk } from './small-files.ts';

interface Stage {
  readonly ground: Ground;
  readonly lean: LeanService;
  readonly sizeBytes: number;
}

/** One large file in either direction, and as a version of a file that is there. */
export const g9: Row = {
  name: 'g9',
  what: 'one file of 1 GB with SHA-256, against curl -T up and curl -o down; growth of memory',
  measure: ground => onStage(g9, ground, async stage => [...(await sending(stage)), ...(await receiving(stage))]),
};

/** The only way to send an edit: JSON with the bytes as base64 in it. */
export const g10: Row = {
  name: 'g10',
  what: 'a version of 1 GB as streamed base64 JSON, against a raw PUT of the file by curl; growth of memory',
  measure: ground => onStage(g10, ground, editing),
};

async function onStage(row: Row, ground: Ground, measure: (stage: Stage) => Promise<readonly Finding[]>) {
  const without = missing('curl');
  if (without !== null) return [notMeasured(row.what, without)];
  // It keeps sizes alone: whoever sends is measured, not how fast somebody else writes.
  const lean = new LeanService(await startOwn('lean'));
  try {
    return await measure({ ground, lean, sizeBytes: ground.isQuick ? 4 * MIB : GIB });
  } finally {
    await lean.stop();
  }
}

async function sending(stage: Stage): Promise<readonly Finding[]> {
  const { ground, lean, sizeBytes } = stage;
  const weights = new Weights();
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const computer = await newComputerOf(stage, `up ${round}`);
      const small = weights.small(await run(ourCommand(computer.data, 'sync', '--once')));
      writeLarge(join(computer.folder, 'scan.raw'), sizeBytes, round);
      await toDisk();
      const before = await lean.state();
      const ran = await run(ourCommand(computer.data, 'sync', '--once'));
      mustBe((await lean.state()).confirmed - before.confirmed, 1, 'files confirmed');
      return weights.large(ran, { small, sizeBytes });
    },
    curl: async round => {
      const file = join(ground.folder, `up by curl ${round}`);
      writeLarge(file, sizeBytes, round);
      await toDisk();
      return megabytes(sizeBytes, (await run(curlUp(await lean.place(), file))).ms);
    },
  });
  const what = 'sending one file of 1 GB with `sync --once`';
  return [
    finding({
      what,
      unit: 'MB/s',
      ours: samples.ours,
      peer: { name: 'curl -T', samples: samples.curl },
      target: { atLeast: 0.5 },
    }),
    weights.finding('growth of memory while it is sent', 64),
  ];
}

async function receiving(stage: Stage): Promise<readonly Finding[]> {
  const { ground, lean, sizeBytes } = stage;
  const weights = new Weights();
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const computer = await newComputerOf(stage, `down ${round}`);
      const small = weights.small(await run(ourCommand(computer.data, 'sync', '--once')));
      await lean.addNoise(computer.remote, 'scan.raw', sizeBytes);
      await toDisk();
      const ran = await run(ourCommand(computer.data, 'sync', '--once'));
      mustBe(statSync(join(computer.folder, 'scan.raw')).size, sizeBytes, 'bytes arrived');
      return weights.large(ran, { small, sizeBytes });
    },
    curl: async round => {
      const { url } = await lean.addNoise(await lean.rootFolder(), `for curl ${round}`, sizeBytes);
      await toDisk();
      const into = join(ground.folder, `down by curl ${round}`);
      return megabytes(sizeBytes, (await run({ program: 'curl', args: ['-s', '-f', '-o', into, url] })).ms);
    },
  });
  const what = 'receiving one file of 1 GB with `sync --once`';
  return [
    finding({
      what,
      unit: 'MB/s',
      ours: samples.ours,
      peer: { name: 'curl -o', samples: samples.curl },
      target: { atLeast: 0.75 },
    }),
    weights.finding('growth of memory while it is received', 64),
  ];
}

async function editing(stage: Stage): Promise<readonly Finding[]> {
  const { ground, lean, sizeBytes } = stage;
  const weights = new Weights();
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const computer = await newComputerOf(stage, `edit ${round}`);
      const file = join(computer.folder, 'scan.raw');
      writeLarge(file, 1000, round);
      const small = weights.small(await run(ourCommand(computer.data, 'sync', '--once')));
      writeLarge(file, sizeBytes, round);
      await toDisk();
      const before = await lean.state();
      const ran = await run(ourCommand(computer.data, 'sync', '--once'));
      const after = await lean.state();
      mustBe(after.versions - before.versions, 1, 'versions added');
      mustBe(after.latestBytes, sizeBytes, 'bytes in it');
      return weights.large(ran, { small, sizeBytes });
    },
    curl: async round => {
      const file = join(ground.folder, `put by curl ${round}`);
      writeLarge(file, sizeBytes, round);
      await toDisk();
      return megabytes(sizeBytes, (await run(curlUp(await lean.place(), file))).ms);
    },
  });
  const what = 'sending an edit of 1 GB with `sync --once`';
  return [
    finding({
      what,
      unit: 'MB/s',
      ours: samples.ours,
      peer: { name: 'curl -T', samples: samples.curl },
      target: { atLeast: 0.45 },
    }),
    weights.finding('growth of memory while it is sent as a version', 48),
  ];
}

async function newComputerOf({ ground, lean }: Stage, name: string) {
  const remote = await lean.makeFolder(name);
  const place = join(ground.folder, name);
  return Object.assign(await linkedComputer(place, { baseUrl: lean.baseUrl, apiKey: 'any', remote }), { remote });
}

/** What a sync weighs with a large file, beyond one that finds nothing to do, each at its most. */
class Weights {
  readonly #growth: number[] = [];

  /** Notes a sync without the file; its weight. */
  small({ peakMb }: Ran): number {
    return peakMb;
  }

  /** Notes one with the file; its megabytes per second. */
  large({ ms, peakMb }: Ran, { small, sizeBytes }: { readonly small: number; readonly sizeBytes: number }): number {
    this.#growth.push(peakMb - small);
    return megabytes(sizeBytes, ms);
  }

  finding(what: string, atMost: number): Finding {
    const notes = ['the most memory of a `sync --once` with the file, less that of one without it'];
    return finding({ what, unit: 'MB', ours: this.#growth, target: { atMost }, notes });
  }
}

function curlUp(url: string, file: string) {
  return { program: 'curl', args: ['-s', '-f', '-o', '/dev/null', '-T', file, url] };
}

/** Writes a file of noise, older than anybody waits for. */
function writeLarge(path: string, sizeBytes: number, number: number): void {
  const file = openSync(path, 'w');
  for (const part of new Contents(1).of(number + 1, sizeBytes)) writeSync(file, part);
  closeSync(file);
  const anHourAgo = Date.now() / 1000 - 3600 + number;
  utimesSync(path, anHourAgo, anHourAgo);
}

/** Millions of bytes per second. */
function megabytes(sizeBytes: number, ms: number): number {
  return sizeBytes / 1000 / ms;
}
