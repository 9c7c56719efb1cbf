import { renameSync } from 'node:fs';
import { join } from 'node:path';

import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { weigh } from '../../commands.ts';
import { finding } from '../../findings.ts';
import type { Finding } from '../../findings.ts';
import { borrowed } from '../../lab/prepare-lab.ts';
import { builtProduct } from '../../lab/product.ts';
import { startEngine, untilAtRest, untilSo } from '../../lab/running-engine.ts';
import type { RunningEngine } from '../../lab/running-engine.ts';
import { interleaved } from '../../rounds.ts';
import type { Ground, Row } from '../../row.ts';
import { treeOf } from '../../tree/plan.ts';
import { writeTree } from '../../tree/write.ts';
import type { PreparedLab } from '../../lab/prepared-lab.ts';
import { labOf } from '../no-op.ts';

const LINES = 100;

/** Uploads must not come to a standstill because a window shows their folder. */
export const g6w: Row = {
  name: 'g6w',
  what: 'send 10,000 new files beside 100,000 while a window shows their folder, against the same without a window',
  isLong: true,
  measure: async ground => {
    const lab = await labOf(ground);
    const cpu = { with: [] as number[], without: [] as number[] };
    const shown: number[] = [];
    const sent = async (round: number, isShown: boolean): Promise<number> => {
      const { perSecond, cpuMs, answers } = await borrowed(lab, () => sending(ground, lab, { round, isShown }));
      if (round >= 0) cpu[isShown ? 'with' : 'without'].push(cpuMs);
      if (round >= 0 && isShown) shown.push(answers);
      return perSecond;
    };
    const samples = await interleaved(
      ground.rounds,
      { with: round => sent(round, true), without: round => sent(round, false) },
      { warmsUp: false },
    );
    return findings(samples, cpu, shown);
  },
};

interface Sent {
  readonly perSecond: number;
  /** Processor time of the daemon for each file. */
  readonly cpuMs: number;
  /** How often the window was given its lines. */
  readonly answers: number;
}

/** Moves a new folder in and waits until the service has all of it. */
async function sending(
  ground: Ground,
  lab: PreparedLab,
  { round, isShown }: { readonly round: number; readonly isShown: boolean },
): Promise<Sent> {
  const wish = treeOf(ground.isQuick ? 50 : 10_000, 'tiny');
  const away = join(ground.folder, `new ${round} ${isShown}`);
  writeTree(away, wish);
  const lean = await lab.startService();
  try {
    const engine = await startEngine(await builtProduct(ground), lab.data);
    try {
      if (!ground.isQuick) await untilAtRest(engine);
      const wanted = (await lean.state()).confirmed + wish.files;
      const window = isShown ? await openWindow(engine) : null;
      const before = weigh(engine.pid)?.cpuMs ?? 0;
      renameSync(away, join(lab.folder, 'moved in'));
      const ms = await untilSo('sending', async () => (await lean.state()).confirmed >= wanted, 25);
      const cpuMs = ((weigh(engine.pid)?.cpuMs ?? 0) - before) / wish.files;
      window?.close();
      // Out of the way again: a borrowed lab is given back as it was.
      renameSync(join(lab.folder, 'moved in'), `${away} sent`);
      return { perSecond: (1000 * wish.files) / ms, cpuMs, answers: window?.answers() ?? 0 };
    } finally {
      await engine.stop();
    }
  } finally {
    await lean.stop();
  }
}

/** Reads what a window of the files reads, whenever it is told that something changed: once at a time, and once more after. */
async function openWindow({ client }: RunningEngine): Promise<{ close(): void; answers(): number }> {
  const mirror = (await client.call('mirrors.list', null))[0]?.id ?? '';
  const top: FolderPlace = { mirror, folder: null };
  const lines = { from: 0, count: LINES, anchor: null, chosen: [], filter: '' };
  const sorting = { column: 'name', direction: 'ascending' } as const;
  const state = { answers: 0, isReading: false, isAgain: false };
  const read = async (): Promise<void> => {
    const { folders } = await client.call('files.folders', { place: top });
    const place = folders.find(({ name }) => name === 'moved in')?.place ?? top;
    await Promise.all([
      client.call('files.window', { place, sorting, ...lines }),
      client.call('files.folders', { place }),
      client.call('drops.waiting', null),
    ]);
    state.answers += 1;
  };
  const follow = async (): Promise<void> => {
    state.isAgain = true;
    if (state.isReading) return;
    state.isReading = true;
    for (; state.isAgain; await read()) state.isAgain = false;
    state.isReading = false;
  };
  const close = client.on('files.revision', () => void follow());
  return { close, answers: () => state.answers };
}

function findings(
  samples: { readonly with: readonly number[]; readonly without: readonly number[] },
  cpu: { readonly with: readonly number[]; readonly without: readonly number[] },
  shown: readonly number[],
): readonly Finding[] {
  return [
    finding({
      what: 'sent while a window shows their folder',
      unit: 'files/s',
      ours: samples.with,
      peer: { name: 'without a window', samples: samples.without },
      target: { atLeast: 0.8 },
      notes: ['the window is a client that reads what a window reads; it draws nothing'],
    }),
    finding({
      what: 'processor time of the daemon, a file',
      unit: 'ms',
      ours: cpu.with,
      peer: { name: 'without a window', samples: cpu.without },
    }),
    finding({ what: 'times that the list was read meanwhile', unit: 'times', ours: shown }),
  ];
}
