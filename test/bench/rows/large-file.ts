import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { GIB, MIB } from '../../../shared/units.ts';
import type { Computer } from '../../end-to-end/benchtop.ts';
import { forgetPeak, residentMb, run, weigh } from '../commands.ts';
import type { Command } from '../commands.ts';
import { finding, median, memoryFinding, notMeasured } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { linkedComputer } from '../lab/computers.ts';
import { builtProduct } from '../lab/product.ts';
import { startEngine, untilSo } from '../lab/running-engine.ts';
import type { RunningEngine } from '../lab/running-engine.ts';
import { missing } from '../peers.ts';
import { interleaved } from '../rounds.ts';
import type { Contestant } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { LeanService, startOwn } from '../servers.ts';
import { writeLarge } from '../tree/write.ts';
import { toDisk } from './small-files.ts';

/** An engine that runs, mirrors one folder and has nothing to do. */
interface Stage {
  readonly ground: Ground;
  readonly lean: LeanService;
  readonly sizeBytes: number;
  readonly computer: Computer;
  readonly engine: RunningEngine;
  /** The mirrored folder at the service. */
  readonly remote: string;
  readonly weights: Weights;
}

/** One large file in either direction. */
export const g9: Row = {
  name: 'g9',
  what: 'one file of 1 GB with SHA-256 by an engine that runs, against curl -T up and curl -o down; growth of memory',
  measure: async ground => [...(await onStage(g9, ground, sending)), ...(await onStage(g9, ground, receiving))],
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
  const product = await builtProduct(ground);
  // The lean service keeps only sizes, so that the sender is measured and not the disk of the receiver.
  const lean = new LeanService(await startOwn('lean'));
  try {
    const remote = await lean.makeFolder(row.name);
    const place = join(ground.folder, measure.name);
    const computer = await linkedComputer(place, { baseUrl: lean.baseUrl, remote, product });
    const engine = await startEngine(product, computer.data);
    const sizeBytes = ground.isQuick ? 4 * MIB : GIB;
    const weights = new Weights(lean, engine.pid, sizeBytes);
    try {
      return await measure({ ground, lean, sizeBytes, computer, engine, remote, weights });
    } finally {
      await engine.stop();
    }
  } finally {
    await lean.stop();
  }
}

async function sending(stage: Stage): Promise<readonly Finding[]> {
  const { ground, lean, sizeBytes, computer, weights } = stage;
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const wanted = (await lean.state()).confirmed + 1;
      const moveIn = await largeBeside(stage, `scan ${round}.raw`, round);
      return weights.of(() => {
        moveIn();
        return untilSo('sending', async () => (await lean.state()).confirmed >= wanted);
      });
    },
    curl: curlUp(stage, `${computer.name} up`),
  });
  return [
    finding({
      what: 'one file of 1 GB that is moved in is sent, with its SHA-256',
      unit: 'MB/s',
      ours: samples.ours,
      peer: { name: 'curl -T', samples: samples.curl },
      target: { atLeast: 0.5 },
      notes: [`${megabytesText(sizeBytes)}; from the move until it is confirmed at the service`, weights.note()],
    }),
    weights.finding('growth of memory while it is sent', 64),
  ];
}

async function receiving(stage: Stage): Promise<readonly Finding[]> {
  const { ground, lean, sizeBytes, computer, engine, remote, weights } = stage;
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const name = `scan ${round}.raw`;
      await lean.addNoise(remote, name, sizeBytes);
      await toDisk();
      return weights.of(async () => {
        const asked = engine.client.call('sync.once', null);
        const ms = await untilSo('receiving', () => sizeOf(join(computer.folder, name)) === sizeBytes);
        void (await asked);
        return ms;
      });
    },
    curl: async round => weights.rate(await curlDown(stage, `down by curl ${round}`)),
    flushed: async round => {
      const name = `down by curl, flushed ${round}`;
      const ms = await curlDown(stage, name);
      return weights.rate(ms + (await run({ program: 'sync', args: [join(ground.folder, name)] })).ms);
    },
  });
  const what = 'one file of 1 GB is received, with its SHA-256, flushed and in its place';
  return [
    finding({
      what,
      unit: 'MB/s',
      ours: samples.ours,
      peer: { name: 'curl -o', samples: samples.curl },
      target: { atLeast: 0.75 },
      notes: [
        `${megabytesText(sizeBytes)}; from the wish to look until it stands in its place; curl flushes nothing`,
        weights.note(),
      ],
    }),
    finding({
      what: `${what}, against curl and a flush`,
      unit: 'MB/s',
      ours: samples.ours,
      peer: { name: 'curl -o and sync', samples: samples.flushed },
    }),
    weights.finding('growth of memory while it is received', 64),
  ];
}

/** Fetches a large file with curl; how long that took, in milliseconds. */
async function curlDown({ ground, lean, sizeBytes }: Stage, name: string): Promise<number> {
  const { url } = await lean.addNoise(await lean.rootFolder(), name, sizeBytes);
  await toDisk();
  return (await run({ program: 'curl', args: ['-s', '-f', '-o', join(ground.folder, name), url] })).ms;
}

async function editing(stage: Stage): Promise<readonly Finding[]> {
  const { ground, lean, sizeBytes, computer, engine, weights } = stage;
  const file = join(computer.folder, 'scan.raw');
  writeLarge(file, 1000, 99);
  await engine.client.call('sync.once', null);
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const wanted = (await lean.state()).versions + 1;
      const moveIn = await largeBeside(stage, 'scan.raw', round);
      const ms = await weights.of(() => {
        moveIn();
        return untilSo('sending', async () => (await lean.state()).versions >= wanted);
      });
      const { latestBytes } = await lean.state();
      if (latestBytes !== sizeBytes) throw new Error(`the version has ${latestBytes} bytes, not ${sizeBytes}`);
      return ms;
    },
    curl: curlUp(stage, 'put'),
  });
  return [
    finding({
      what: 'an edit of 1 GB is sent as a version',
      unit: 'MB/s',
      ours: samples.ours,
      peer: { name: 'curl -T', samples: samples.curl },
      target: { atLeast: 0.45 },
      notes: [`${megabytesText(sizeBytes)} of file; a third more travels`, weights.note()],
    }),
    weights.finding('growth of memory while it is sent as a version', 48),
  ];
}

/** Writes a large file beside the mirrored folder; what is returned moves it in. */
async function largeBeside({ ground, computer, sizeBytes }: Stage, name: string, round: number): Promise<() => void> {
  const beside = join(ground.folder, `beside ${computer.name} ${round}`);
  writeLarge(beside, sizeBytes, round);
  await toDisk();
  return () => renameSync(beside, join(computer.folder, name));
}

function curlUp({ ground, lean, sizeBytes, weights }: Stage, name: string): Contestant {
  return async round => {
    const file = join(ground.folder, `${name} by curl ${round}`);
    writeLarge(file, sizeBytes, round);
    await toDisk();
    const command: Command = { program: 'curl', args: ['-s', '-f', '-o', '/dev/null', '-T', file, await lean.place()] };
    return weights.rate((await run(command)).ms);
  };
}

/** What the engine weighs while it moves a large file. */
class Weights {
  readonly #lean: LeanService;
  readonly #pid: number;
  readonly #sizeBytes: number;
  readonly #growth: number[] = [];
  readonly #client: number[] = [];
  readonly #service: number[] = [];

  constructor(lean: LeanService, pid: number, sizeBytes: number) {
    this.#lean = lean;
    this.#pid = pid;
    this.#sizeBytes = sizeBytes;
  }

  /** Does it, which says how long it took; the rate of it. */
  async of(work: () => Promise<number>): Promise<number> {
    forgetPeak(this.#pid);
    const [before, cpu, theirs] = [residentMb(this.#pid), this.#cpuMs(), this.#lean.cpuMs];
    const ms = await work();
    this.#growth.push((weigh(this.#pid)?.peakMb ?? 0) - before);
    this.#client.push((this.#cpuMs() - cpu) / 1000);
    this.#service.push((this.#lean.cpuMs - theirs) / 1000);
    return this.rate(ms);
  }

  /** Millions of bytes per second. */
  rate(ms: number): number {
    return this.#sizeBytes / 1000 / ms;
  }

  note(): string {
    const [client, service] = [this.#client, this.#service].map(each => median(each).toFixed(2));
    return `processor time: client ${client} s, lean service ${service} s`;
  }

  finding(what: string, atMost: number): Finding {
    const notes = ['the most memory of the daemon meanwhile, less what it had just before'];
    return memoryFinding({ what, ours: this.#growth, target: { atMost }, notes });
  }

  #cpuMs(): number {
    return weigh(this.#pid)?.cpuMs ?? 0;
  }
}

/** 0 where nothing is yet. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function megabytesText(sizeBytes: number): string {
  return `${Math.round(sizeBytes / 1e6).toLocaleString('en-US')} MB`;
}
