import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { run } from '../commands.ts';
import type { Ran } from '../commands.ts';
import { finding, median, notMeasured } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { linkedComputer } from '../lab/computers.ts';
import { builtProduct } from '../lab/product.ts';
import type { Product } from '../lab/product.ts';
import { missing } from '../peers.ts';
import { copyDown, copyUp } from '../rclone.ts';
import { interleaved } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { LeanService, startOwn } from '../servers.ts';
import type { Server } from '../servers.ts';
import { treeOf } from '../tree/plan.ts';
import type { TreeWish } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';

/** The service takes two requests for a file that is sent, and more than three for one that is fetched; S3 takes one. */
export const SENDING_RATIO = 0.5;
const RECEIVING_RATIO = 0.3;
/** Of the client, for each file. */
const PROCESSOR_MS = { sent: 0.55, received: 0.75 };
const MANY = 10_000;
const FEW = 60;

/** What a row over many small files has at hand. */
export interface Stage {
  readonly ground: Ground;
  readonly product: Product;
  readonly wish: TreeWish;
  readonly lean: LeanService;
  readonly s3: Server;
}

/** 10,000 small files leave this computer. */
export const g6: Row = {
  name: 'g6',
  what: 'send 10,000 files of 1 to 50 KB, one-shot, against rclone to an S3 server on the same loopback',
  measure: ground => onStage(g6, ground, sending),
};

/** 10,000 small files arrive. */
export const g8: Row = {
  name: 'g8',
  what: 'receive 10,000 files of 1 to 50 KB, one-shot, against rclone from S3',
  measure: ground => onStage(g8, ground, receiving),
};

/** Starts both services for a row. */
export async function onStage(row: Row, ground: Ground, measure: (stage: Stage) => Promise<readonly Finding[]>) {
  const without = missing('rclone');
  if (without !== null) return [notMeasured(row.what, without)];
  const product = await builtProduct(ground);
  const servers = await Promise.all([startOwn('lean', ['--keep-content']), startOwn('s3')]);
  try {
    const [lean, s3] = servers;
    return await measure({
      ground,
      product,
      wish: treeOf(ground.isQuick ? FEW : MANY, 'small'),
      lean: new LeanService(lean),
      s3,
    });
  } finally {
    for (const { child } of servers) await child.stop();
  }
}

async function sending({ ground, product, wish, lean, s3 }: Stage): Promise<readonly Finding[]> {
  const shares = new Shares(lean);
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const remote = await lean.makeFolder(`round ${round}`);
      const computer = await linkedComputer(join(ground.folder, `ours ${round}`), {
        baseUrl: lean.baseUrl,
        remote,
        product,
      });
      writeTree(computer.folder, wish);
      await toDisk();
      const before = await lean.state();
      const ran = await shares.of(() => run(product.command(computer.data, 'sync', '--once')));
      const { confirmed, requests } = await lean.state();
      mustBe(confirmed - before.confirmed, wish.files, 'files confirmed');
      shares.requests = requests - before.requests;
      return perSecond(wish, ran);
    },
    rclone: async round => {
      const folder = join(ground.folder, `rclone ${round}`);
      writeTree(folder, wish);
      await toDisk();
      return perSecond(wish, await run(copyUp(s3.url, folder, `round-${round}`, ground.folder)));
    },
  });
  return [
    finding({
      what: `\`sync --once\` sends ${wish.files} new files`,
      unit: 'files/s',
      ours: samples.ours,
      peer: { name: 'rclone copy to S3', samples: samples.rclone },
      target: { atLeast: SENDING_RATIO },
      notes: shares.notes(wish),
    }),
    shares.processor(wish, 'sent'),
  ];
}

async function receiving({ ground, product, wish, lean, s3 }: Stage): Promise<readonly Finding[]> {
  const shares = new Shares(lean);
  const remote = await lean.fill('there', wish);
  const source = join(ground.folder, 'source');
  writeTree(source, wish);
  await run(copyUp(s3.url, source, 'there', ground.folder));
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      const computer = await linkedComputer(join(ground.folder, `ours ${round}`), {
        baseUrl: lean.baseUrl,
        remote,
        product,
      });
      await toDisk();
      const before = await lean.state();
      const ran = await shares.of(() => run(product.command(computer.data, 'sync', '--once')));
      shares.requests = (await lean.state()).requests - before.requests;
      await mustEqual(source, computer.folder);
      return perSecond(wish, ran);
    },
    rclone: async round => {
      const folder = join(ground.folder, `rclone ${round}`);
      mkdirSync(folder);
      await toDisk();
      return perSecond(wish, await run(copyDown(s3.url, 'there', folder, ground.folder)));
    },
  });
  return [
    finding({
      what: `\`sync --once\` receives ${wish.files} files`,
      unit: 'files/s',
      ours: samples.ours,
      peer: { name: 'rclone copy from S3', samples: samples.rclone },
      target: { atLeast: RECEIVING_RATIO },
      notes: shares.notes(wish),
    }),
    shares.processor(wish, 'received'),
  ];
}

/** Who used the processors while ours ran: the client or the service. */
export class Shares {
  readonly #lean: LeanService;
  readonly #client: number[] = [];
  readonly #service: number[] = [];
  readonly #seconds: number[] = [];
  readonly #peaks: number[] = [];
  /** Of the last round. */
  requests = 0;

  constructor(lean: LeanService) {
    this.#lean = lean;
  }

  async of(work: () => Promise<Ran>): Promise<Ran> {
    const before = this.#lean.cpuMs;
    const ran = await work();
    this.#service.push((this.#lean.cpuMs - before) / 1000);
    this.#client.push(ran.cpuMs / 1000);
    this.#seconds.push(ran.ms / 1000);
    this.#peaks.push(ran.peakMb);
    return ran;
  }

  /** Processor time of the client. */
  processor({ files }: TreeWish, way: keyof typeof PROCESSOR_MS): Finding {
    const ours = this.#client.map(seconds => (seconds * 1000) / files);
    return finding({
      what: `processor time for a file that is ${way}`,
      unit: 'ms',
      ours,
      target: { atMost: PROCESSOR_MS[way] },
    });
  }

  notes({ files }: TreeWish): readonly string[] {
    const [client, service, all] = [this.#client, this.#service, this.#seconds].map(each => median(each).toFixed(2));
    return [
      `the lean service of test/bench/lean answered (${(this.requests / files).toFixed(2)} requests a file)`,
      `of ${all} s: client ${client} s of processor, service ${service} s; client at most ${Math.round(Math.max(...this.#peaks))} MB`,
    ];
  }
}

export function perSecond({ files }: TreeWish, { ms }: Pick<Ran, 'ms'>): number {
  return (files / ms) * 1000;
}

/** Flushes earlier writes to the disk, so that they do not slow down the measurement. */
export async function toDisk(): Promise<void> {
  await run({ program: 'sync', args: [] });
}

/** @throws Error when a measurement did not do what it was to do. */
export function mustBe(found: number, expected: number, what: string): void {
  if (found !== expected) throw new Error(`${found} ${what} instead of ${expected}`);
}

async function mustEqual(one: string, other: string): Promise<void> {
  await run({ program: 'diff', args: ['-r', '-q', '--exclude', '.benchtop', one, other] });
}
