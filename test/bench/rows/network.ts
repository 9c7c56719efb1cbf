import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { requirePresent } from '../../../shared/assert.ts';
import { GIB, MIB, MINUTE, SECOND } from '../../../shared/units.ts';
import { run } from '../commands.ts';
import type { Command, Ran } from '../commands.ts';
import { finding, notMeasured } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { linkedComputer } from '../lab/computers.ts';
import { builtProduct } from '../lab/product.ts';
import type { Product } from '../lab/product.ts';
import { soonestMs } from '../network/request-limit.ts';
import type { Limit } from '../network/request-limit.ts';
import { missing } from '../peers.ts';
import { copyDownByDefault, copyUpByDefault } from '../rclone.ts';
import { interleaved } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { LeanService, startOwn, stateOf, takenOver } from '../servers.ts';
import type { Server } from '../servers.ts';
import { treeOf } from '../tree/plan.ts';
import type { TreeWish } from '../tree/plan.ts';
import { writeLarge, writeTree } from '../tree/write.ts';
import { mustBe, perSecond, toDisk } from './small-files.ts';

const MANY = 2000;
const FEW = 60;
const MEGABITS = 100;
/** A round takes minutes; the line, which is the same each time, varies little. */
const MOST_ROUNDS = 3;

/** What lies between a client and its server. */
interface Between {
  readonly line: { readonly roundTripMs: number } | null;
  readonly limit: Limit | null;
}

/** Both services, and what each client goes through to reach its own. */
interface Stage {
  readonly ground: Ground;
  readonly product: Product;
  readonly between: Between;
  readonly lean: LeanService;
  readonly s3: Server;
  /** Null: none. */
  readonly lines: { readonly toLean: Server; readonly toS3: Server } | null;
}

/** 2,000 files and a large one over a line as to another city. */
export const far25: Row = overLine('far25', 25);
/** The same over a line as to another continent. */
export const far100: Row = overLine('far100', 100);

/** The same where the service allows few requests. */
export const limited: Row = {
  name: 'limited',
  what: 'first upload of 2,000 files and of a file of 2 GB where 300 requests a minute are answered, beside rclone',
  isLong: true,
  measure: async ground => {
    // A try does not wait for minutes.
    const limit = ground.isQuick ? { requests: 20, eachMs: SECOND } : { requests: 300, eachMs: MINUTE };
    const between = { line: null, limit };
    return [
      ...(await onStage({ ground, between, keepsContent: true }, sendingWithinLimit)),
      ...(await onStage({ ground, between, keepsContent: false }, sendingLarge)),
    ];
  },
};

function overLine(name: string, roundTripMs: number): Row {
  return {
    name,
    what: `first upload of 2,000 files and of a file of 2 GB, and 2,000 files received, over a line of ${roundTripMs} ms there and back and ${MEGABITS} Mbit/s, beside rclone`,
    isLong: true,
    measure: async ground => {
      const between = { line: { roundTripMs }, limit: null };
      return [
        ...(await onStage({ ground, between, keepsContent: true }, sending)),
        ...(await onStage({ ground, between, keepsContent: true }, receiving)),
        ...(await onStage({ ground, between, keepsContent: false }, sendingLarge)),
      ];
    },
  };
}

interface Setting {
  readonly ground: Ground;
  readonly between: Between;
  readonly keepsContent: boolean;
}

async function onStage(
  { ground, between, keepsContent }: Setting,
  measure: (stage: Stage) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const without = missing('rclone');
  if (without !== null) return [notMeasured(`${nameOf(between)}: ${measure.name}`, without)];
  const product = await builtProduct(ground);
  const servers: Server[] = [];
  const start = async (...asked: Parameters<typeof startOwn>): Promise<Server> => {
    const server = await startOwn(...asked);
    servers.push(server);
    return server;
  };
  const limit = between.limit === null ? [] : ['--limit', `${between.limit.requests}/${between.limit.eachMs}`];
  try {
    const lean = await start('lean', [...limit, ...(keepsContent ? ['--keep-content'] : [])]);
    const s3 = await start('s3', [...limit, ...(keepsContent ? [] : ['--sizes-only'])]);
    const lineTo = ({ url }: Server): Promise<Server> =>
      start('network', [
        '--to',
        url,
        '--round-trip',
        String(between.line?.roundTripMs),
        '--megabits',
        String(MEGABITS),
      ]);
    const lines = between.line === null ? null : { toLean: await lineTo(lean), toS3: await lineTo(s3) };
    return await measure({ ground, product, between, lean: new LeanService(lean), s3, lines });
  } finally {
    for (const { child } of servers.toReversed()) await child.stop();
  }
}

async function sending(stage: Stage): Promise<readonly Finding[]> {
  const wish = treeOf(stage.ground.isQuick ? FEW : MANY, 'small');
  const [ours, theirs] = [new Weighed(stage), new Weighed(stage)];
  const samples = await rounds(stage, {
    ours: async round => perSecond(wish, await sendTree(stage, { wish, round, weighed: ours })),
    rclone: async round => perSecond(wish, await copyTree(stage, { wish, round, weighed: theirs })),
  });
  return [
    finding({
      what: `\`sync --once\` sends ${wish.files} new files, ${nameOf(stage.between)}`,
      unit: 'files/s',
      ours: samples.ours,
      peer: { name: 'rclone copy to S3', samples: samples.rclone },
      target: { atLeast: 1 },
      notes: [ours.note('ours', wish.files), theirs.note('rclone', wish.files)],
    }),
  ];
}

async function receiving(stage: Stage): Promise<readonly Finding[]> {
  const { ground, lean, s3 } = stage;
  const wish = treeOf(ground.isQuick ? FEW : MANY, 'small');
  const remote = await lean.fill('there', wish);
  const source = join(ground.folder, 'source');
  writeTree(source, wish);
  await run(copyUpByDefault(s3.url, source, 'there', ground.folder));
  const [ours, theirs] = [new Weighed(stage), new Weighed(stage)];
  const samples = await rounds(stage, {
    ours: async round => {
      const computer = await newComputer(stage, `received ${round}`, remote);
      return perSecond(wish, await ours.of(stage.product.command(computer.data, 'sync', '--once')));
    },
    rclone: async round => {
      const folder = join(ground.folder, `received by rclone ${round}`);
      mkdirSync(folder);
      await toDisk();
      return perSecond(wish, await theirs.of(copyDownByDefault(s3Of(stage), 'there', folder, ground.folder), 's3'));
    },
  });
  return [
    finding({
      what: `\`sync --once\` receives ${wish.files} files, ${nameOf(stage.between)}`,
      unit: 'files/s',
      ours: samples.ours,
      peer: { name: 'rclone copy from S3', samples: samples.rclone },
      target: { atLeast: 1 },
      notes: [ours.note('ours', wish.files), theirs.note('rclone', wish.files)],
    }),
  ];
}

async function sendingWithinLimit(stage: Stage): Promise<readonly Finding[]> {
  const { ground, s3, between } = stage;
  const limit = requirePresent(between.limit, 'a limit');
  const wish = treeOf(ground.isQuick ? FEW : MANY, 'small');
  const [ours, theirs] = [new Weighed(stage), new Weighed(stage)];
  const allowed: number[] = [];
  const arrived: number[] = [];
  const samples = await rounds(stage, {
    ours: async round => {
      const { ms } = await sendTree(stage, { wish, round, weighed: ours });
      allowed.push(soonestMs(ours.limited, limit));
      return ms;
    },
    rclone: async round => {
      const before = (await stateOf(s3)).objects;
      // It may give up on files that were refused too often.
      const { ms } = await copyTree(stage, { wish, round, weighed: theirs, fine: [0, 1, 3, 5] });
      arrived.push((await stateOf(s3)).objects - before);
      return ms;
    },
  });
  const notes = [ours.note('ours', wish.files), theirs.note('rclone', arrived.at(-1) ?? 0)];
  const what = `\`sync --once\` sends ${wish.files} new files, ${nameOf(between)}`;
  return [
    finding({
      what,
      unit: 'ms',
      ours: samples.ours,
      peer: { name: 'as many requests as it makes take at least', samples: allowed },
      target: { atMost: 1.05 },
      notes,
    }),
    finding({
      what: `${what}, beside rclone`,
      unit: 'ms',
      ours: samples.ours,
      peer: { name: 'rclone copy to S3', samples: samples.rclone },
      target: { atMost: 1 },
      notes: [...notes, `of rclone ${arrived.join(', ')} of ${wish.files} files arrived`],
    }),
  ];
}

async function sendingLarge(stage: Stage): Promise<readonly Finding[]> {
  const { ground, lean, s3 } = stage;
  const sizeBytes = ground.isQuick ? 4 * MIB : 2 * GIB;
  const [ours, theirs] = [new Weighed(stage), new Weighed(stage)];
  const rate = ({ ms }: Ran): number => sizeBytes / 1000 / ms;
  const samples = await rounds(stage, {
    ours: async round => {
      const computer = await newComputer(stage, `large ${round}`, await lean.makeFolder(`large ${round}`));
      writeLarge(join(computer.folder, 'scan.raw'), sizeBytes, round);
      await toDisk();
      const before = (await lean.state()).confirmed;
      await limitForgotten(stage);
      const ran = await ours.of(stage.product.command(computer.data, 'sync', '--once'));
      mustBe((await lean.state()).confirmed - before, 1, 'files confirmed');
      return rate(ran);
    },
    rclone: async round => {
      const folder = join(ground.folder, `large by rclone ${round}`);
      mkdirSync(folder);
      writeLarge(join(folder, 'scan.raw'), sizeBytes, round);
      await toDisk();
      const before = (await stateOf(s3)).objects;
      await limitForgotten(stage);
      const ran = await theirs.of(copyUpByDefault(s3Of(stage), folder, `large-${round}`, ground.folder), 's3');
      mustBe((await stateOf(s3)).objects - before, 1, 'objects');
      return rate(ran);
    },
  });
  return [
    finding({
      what: `\`sync --once\` sends a file of 2 GB, ${nameOf(stage.between)}`,
      unit: 'MB/s',
      ours: samples.ours,
      peer: { name: 'rclone copy to S3', samples: samples.rclone },
      target: { atLeast: 1 },
      notes: [`${Math.round(sizeBytes / 1e6)} MB`, ours.note('ours', 1), theirs.note('rclone', 1)],
    }),
  ];
}

interface Sending {
  readonly wish: TreeWish;
  readonly round: number;
  readonly weighed: Weighed;
}

/** What the bench itself asked counts towards no limit of what is measured next. */
async function limitForgotten({ between }: Stage): Promise<void> {
  if (between.limit !== null) await sleep(between.limit.eachMs);
}

/** Sends a tree with the product, from a computer that has sent nothing yet. */
async function sendTree(stage: Stage, { wish, round, weighed }: Sending): Promise<Ran> {
  const { lean, product } = stage;
  const computer = await newComputer(stage, `sent ${round}`, await lean.makeFolder(`round ${round}`));
  writeTree(computer.folder, wish);
  await toDisk();
  const before = (await lean.state()).confirmed;
  await limitForgotten(stage);
  const ran = await weighed.of(product.command(computer.data, 'sync', '--once'));
  mustBe((await lean.state()).confirmed - before, wish.files, 'files confirmed');
  return ran;
}

/** Sends a tree with rclone. */
async function copyTree(
  stage: Stage,
  { wish, round, weighed, fine = [0] }: Sending & Pick<Command, 'fine'>,
): Promise<Ran> {
  const { folder } = stage.ground;
  const source = join(folder, `sent by rclone ${round}`);
  writeTree(source, wish);
  await toDisk();
  await limitForgotten(stage);
  return weighed.of({ ...copyUpByDefault(s3Of(stage), source, `round-${round}`, folder), fine }, 's3');
}

/** A computer that reaches the service over the line. */
function newComputer({ ground, product, lean, lines }: Stage, name: string, remote: string) {
  const baseUrl = lines === null ? lean.baseUrl : `${lines.toLean.line}/api/v1`;
  return linkedComputer(join(ground.folder, name), { baseUrl, remote, product });
}

/** Where rclone reaches S3. */
function s3Of({ s3, lines }: Stage): string {
  return lines === null ? s3.url : requirePresent(lines.toS3.line, 'the other end of a line');
}

/** In turns, without a round before the first: what is measured is the line. */
function rounds<Name extends string>({ ground }: Stage, contestants: Parameters<typeof interleaved<Name>>[1]) {
  return interleaved(Math.min(ground.rounds, MOST_ROUNDS), contestants, { warmsUp: false });
}

/** What a client takes, and how it uses the line. */
class Weighed {
  readonly #stage: Stage;
  #last: { readonly ran: Ran; readonly requests: number; readonly underWay: string } | null = null;
  /** Requests of the last round that a limit counts. */
  limited = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** @param of the server that it speaks to. */
  async of(command: Command, of: 'lean' | 's3' = 'lean'): Promise<Ran> {
    const { lines, lean, s3 } = this.#stage;
    const line = lines === null ? null : of === 'lean' ? lines.toLean : lines.toS3;
    const answered = async (): Promise<number> => (await (of === 'lean' ? lean.state() : stateOf(s3))).requests;
    const [before, calls] = [await answered(), await apiRequests(lean)];
    if (line !== null) await takenOver(line);
    const ran = await run(command);
    this.limited = (await apiRequests(lean)) - calls;
    const taken = line === null ? null : await takenOver(line);
    const underWay =
      taken === null
        ? ''
        : `; at most ${taken.most} requests under way, ${(taken.waitedMs / ran.ms).toFixed(1)} on average`;
    this.#last = { ran, requests: (await answered()) - before, underWay };
    return ran;
  }

  /** Of the last round. */
  note(name: string, files: number): string {
    const { ran, requests, underWay } = requirePresent(this.#last, 'a round');
    const perFile = files === 0 ? 'no file arrived' : `${(requests / files).toFixed(2)} requests a file`;
    return `${name}: ${perFile}${underWay}; ${(ran.cpuMs / SECOND).toFixed(1)} s of processor, at most ${Math.round(ran.peakMb)} MB`;
  }
}

/** Calls of the API so far; the storage counts none. */
async function apiRequests(lean: LeanService): Promise<number> {
  const asked = Object.entries(await lean.asked());
  return asked.reduce((sum, [route, count]) => sum + (route.includes(' /api/') ? count : 0), 0);
}

function nameOf({ line, limit }: Between): string {
  const far = line === null ? [] : [`over ${line.roundTripMs} ms and ${MEGABITS} Mbit/s`];
  const few = limit === null ? [] : [`where ${limit.requests} requests in ${limit.eachMs / SECOND} s are answered`];
  return [...far, ...few].join(', ');
}
