import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { requirePresent } from '../../../shared/assert.ts';
import { SECOND } from '../../../shared/units.ts';
import { seeded } from '../../service/sample/seeded.ts';
import { finding, quantile } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { changeSettings } from '../lab/computers.ts';
import { borrowed, preparedLab } from '../lab/prepare-lab.ts';
import { untilSo, whileRunning } from '../lab/running-engine.ts';
import { fillingOf } from '../lean/filling.ts';
import { nowMs } from '../one-clock.ts';
import type { Row } from '../row.ts';
import type { LeanService } from '../servers.ts';
import { planTree, treeOf } from '../tree/plan.ts';
import type { PreparedLab } from '../lab/prepared-lab.ts';
import { labOf } from './no-op.ts';

const SAVES_A_ROUND = 20;
const CHANGES_A_ROUND = 5;

/** How long after a local save does the service hear of it? */
export const g11: Row = {
  name: 'g11',
  what: 'local save to first request in a tree of 5,000 folders, after the settle time',
  measure: async ground => {
    const lab = await labOf(ground);
    const samples = await borrowed(lab, () =>
      whileRunning(ground, lab, lean => saves(lab, lean, ground.rounds * SAVES_A_ROUND)),
    );
    return latencies('from the end of a save until its first request is there', samples, {
      median: 10,
      tail: { share: 0.99, atMost: 25 },
    });
  },
};

/** How long after a change at the service is it on this computer? */
export const g12: Row = {
  name: 'g12',
  what: 'change at the service to local file, in a tree of 50 folders that is looked at every 5 s',
  measure: async ground => {
    const pollSeconds = ground.isQuick ? 1 : 5;
    // Small, and changed for good, so it is not shared with other rows.
    const lab = await preparedLab({ ...ground, kept: ground.folder }, treeOf(ground.isQuick ? 200 : 1000, 'tiny'));
    changeSettings(lab.data, { pollSeconds });
    const count = ground.isQuick ? 2 : ground.rounds * CHANGES_A_ROUND;
    const samples = await whileRunning(ground, lab, lean => changes(lab, lean, { count, pollSeconds }));
    return latencies(`from a change there until it is here, looked at every ${pollSeconds} s`, samples, {
      median: (pollSeconds * SECOND) / 2 + 150,
      tail: { share: 0.95, atMost: pollSeconds * SECOND + 250 },
    });
  },
};

/** Saves small files in random folders, 0.2 to 0.5 s apart; the first one only makes sure that the watcher runs. */
async function saves(lab: PreparedLab, lean: LeanService, count: number): Promise<readonly number[]> {
  const chance = seeded(11);
  const folders = planTree(lab.wish).map(({ path }) => path);
  const samples: number[] = [];
  for (let at = 0; at <= count; at += 1) {
    const name = `saved ${at}.csv`;
    const folder = folders[Math.floor(chance.next() * folders.length)] ?? '';
    writeFileSync(join(lab.folder, folder, name), `well,value\nA1,${at}\n`);
    const savedMs = nowMs();
    await untilSo(`a request for ${name}`, async () => (await lean.heardAt(name)) !== null);
    if (at > 0) samples.push(requirePresent(await lean.heardAt(name), 'when it was heard') - savedMs);
    await sleep(200 + 300 * chance.next());
  }
  return samples;
}

/** Edits files at the service, each at any moment between two looks: the last one came with a look. */
async function changes(
  lab: PreparedLab,
  lean: LeanService,
  { count, pollSeconds }: { readonly count: number; readonly pollSeconds: number },
): Promise<readonly number[]> {
  const chance = seeded(12);
  const files = [...fillingOf(lab.wish)].flatMap(({ path, files: within }) => within.map(file => ({ path, ...file })));
  const samples: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const { path, name, id } = requirePresent(files[Math.floor((files.length / count) * at)], 'a file');
    await sleep(pollSeconds * SECOND * chance.next());
    const sizeBytes = 2000 + at;
    await lean.edit(id, sizeBytes);
    const place = join(lab.folder, path, name);
    samples.push(await untilSo(`the change of ${name}`, () => statSync(place).size === sizeBytes));
  }
  return samples;
}

interface Limits {
  readonly median: number;
  readonly tail: { readonly share: number; readonly atMost: number };
}

function latencies(what: string, samples: readonly number[], { median, tail }: Limits): readonly Finding[] {
  const late = quantile(samples, tail.share);
  const percent = Math.round(tail.share * 100);
  return [
    finding({
      what: `${what}, p50`,
      unit: 'ms',
      ours: samples,
      target: { atMost: median },
      notes: [`${samples.length} times`],
    }),
    finding({ what: `${what}, p${percent}`, unit: 'ms', ours: [late], target: { atMost: tail.atMost } }),
  ];
}
