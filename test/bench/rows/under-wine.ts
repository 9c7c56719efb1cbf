import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Running } from '../../setup/child.ts';
import { type WindowsComputer, windowsComputer } from '../../windows/windows-computer.ts';
import { whyNotOnWindows } from '../../windows/windows-set-up.ts';
import { run, weigh } from '../commands.ts';
import { finding, median, notMeasured } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { linkedComputer } from '../lab/computers.ts';
import { builtProduct } from '../lab/product.ts';
import { interleaved } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { LeanService, startOwn } from '../servers.ts';
import { treeOf } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';
import { mustBe, toDisk } from './small-files.ts';

const LOOK_EVERY_MS = 20;

/** What is slow on Windows for reasons of ours is slow under Wine, too; what Wine itself takes is told beside it. */
export const wine: Row = {
  name: 'wine',
  what: 'send 1,000 files of 1 to 50 KB from Windows under Wine, against ourselves on Linux, in processor time',
  isLong: true,
  measure: async ground => {
    const whyNot = await whyNotOnWindows();
    if (whyNot !== null) return [notMeasured(wine.what, whyNot)];
    const lean = new LeanService(await startOwn('lean'));
    // The lean service accepts any key.
    const lab = { folder: ground.folder, service: { baseUrl: lean.baseUrl, people: [{ apiKey: 'any' }] as const } };
    const windows = await windowsComputer(lab, 'windows');
    try {
      return await sending(ground, lean, windows);
    } finally {
      await windows.close();
      await lean.stop();
    }
  },
};

async function sending(ground: Ground, lean: LeanService, windows: WindowsComputer): Promise<readonly Finding[]> {
  const product = await builtProduct(ground);
  const wish = treeOf(ground.isQuick ? 20 : 1000, 'small');
  const servers: number[] = [];
  const sent = async (work: () => Promise<number>): Promise<number> => {
    const { confirmed } = await lean.state();
    const cpuMs = await work();
    mustBe((await lean.state()).confirmed - confirmed, wish.files, 'files confirmed');
    return cpuMs / wish.files;
  };
  const samples = await interleaved(ground.rounds, {
    ours: async round => {
      await windows.mirror(await lean.makeFolder(`windows ${round}`));
      writeTree(windows.folder, wish);
      await toDisk();
      const before = wineserverMs(windows);
      const cpuMs = await sent(() => weighed(windows.begin(['sync', '--once'])));
      servers.push((wineserverMs(windows) - before) / wish.files);
      return cpuMs;
    },
    linux: async round => {
      const remote = await lean.makeFolder(`linux ${round}`);
      const place = join(ground.folder, `linux ${round}`);
      const computer = await linkedComputer(place, { baseUrl: lean.baseUrl, remote, product });
      writeTree(computer.folder, wish);
      await toDisk();
      return sent(async () => (await run(product.command(computer.data, 'sync', '--once'))).cpuMs);
    },
  });
  return [
    finding({
      what: `\`sync --once\` sends ${wish.files} new files from Windows under Wine: processor time of a file`,
      unit: 'ms',
      ours: samples.ours,
      peer: { name: 'ours on Linux', samples: samples.linux },
      notes: [
        `beside it Wine's own server took ${median(servers).toFixed(2)} ms a file; its Node is 22, that of Linux 24`,
      ],
    }),
  ];
}

/** Processor time of a program until it ends, in ms, as far as it was seen. @throws Error when it did not end well. */
async function weighed({ child, output }: Running): Promise<number> {
  let cpuMs = 0;
  const weighing = setInterval(() => (cpuMs = weigh(child.pid)?.cpuMs ?? cpuMs), LOOK_EVERY_MS);
  const { code, stdout, stderr } = await output.finally(() => clearInterval(weighing));
  if (code !== 0) throw new Error(`it ended with ${code}: ${stdout}${stderr}`);
  return cpuMs;
}

/** Processor time so far of the server that stands for the kernel of Windows. */
function wineserverMs({ windows }: WindowsComputer): number {
  const prefix = `WINEPREFIX=${windows.environment['WINEPREFIX'] ?? ''}`;
  const pid = readdirSync('/proc').find(each => /^\d+$/.test(each) && isServerOf(each, prefix));
  return pid === undefined ? 0 : (weigh(Number(pid))?.cpuMs ?? 0);
}

function isServerOf(pid: string, prefix: string): boolean {
  try {
    const isServer = readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('wineserver');
    return isServer && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(prefix);
  } catch {
    // It ended, or belongs to another account.
    return false;
  }
}
