import { join } from 'node:path';

import { run } from '../commands.ts';
import { finding } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { linkedComputer } from '../lab/computers.ts';
import { builtProduct } from '../lab/product.ts';
import { SECOND } from '../../../shared/units.ts';
import { interleaved } from '../rounds.ts';
import type { Ground, Row } from '../row.ts';
import { LeanService, startOwn } from '../servers.ts';
import { treeOf } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';
import { Shares, toDisk } from './small-files.ts';

const MANY = 100_000;
const FEW = 60;
/** Seconds. */
const TARGETS = { arrived: 200, linked: 180 };

/** A large folder comes to a computer that has none of it, and to one that has all of it. */
export const bulk: Row = {
  name: 'bulk',
  what: '100,000 files in 5,000 folders arrive, and are linked where they are there already, one-shot',
  isLong: true,
  measure: async ground => {
    const lean = new LeanService(await startOwn('lean', ['--keep-content']));
    try {
      return await measure(ground, lean);
    } finally {
      await lean.stop();
    }
  },
};

async function measure(ground: Ground, lean: LeanService): Promise<readonly Finding[]> {
  const product = await builtProduct(ground);
  const wish = treeOf(ground.isQuick ? FEW : MANY, 'tiny');
  const remote = await lean.fill('there', wish);
  const shares = { arrived: new Shares(lean), linked: new Shares(lean) };
  const contestant = (way: keyof typeof shares) => async (round: number) => {
    const place = join(ground.folder, `${way} ${round}`);
    const computer = await linkedComputer(place, { baseUrl: lean.baseUrl, remote, product });
    if (way === 'linked') writeTree(computer.folder, wish);
    await toDisk();
    const before = (await lean.state()).requests;
    const { ms } = await shares[way].of(() => run(product.command(computer.data, 'sync', '--once')));
    shares[way].requests = (await lean.state()).requests - before;
    return ms / SECOND;
  };
  const ways = { arrived: contestant('arrived'), linked: contestant('linked') };
  const samples = await interleaved(ground.rounds, ways, { warmsUp: false });
  const found = (way: keyof typeof shares, what: string): Finding =>
    finding({
      what: `${wish.files} files ${what}`,
      unit: 's',
      ours: samples[way],
      target: { atMost: TARGETS[way] },
      notes: shares[way].notes(wish),
    });
  return [found('arrived', 'arrive'), found('linked', 'are linked that are there already')];
}
