import { expect, test } from 'vitest';

import { FOLDER } from './computer.ts';
import type { Computer } from './computer.ts';
import { QuietLab } from './quiet-lab.ts';

const MINUTE = 60_000;
const OTHER = '/home/other';

const pass = (lab: QuietLab, ms: number): Promise<void> => lab.drive(lab.clock.portFor().sleep(ms));

/** A daemon with two mirrored folders, in step. */
async function twoFolders(): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { pollSeconds: '60', settleMs: '2000' });
  const remote = lab.service.colleague(0).createFolder(null, 'Other');
  ada.disk.tree.mkdir(OTHER);
  await lab.call(ada, 'mirrors.add', { remote, local: OTHER, mode: 'two-way' });
  for (const root of [FOLDER, OTHER]) ada.disk.tree.write(`${root}/raw/a.csv`, `text of ${root}`);
  ada.app.start();
  await pass(lab, 5 * MINUTE);
  return { lab, ada };
}

test('what is edited in each of several folders while the service is away is seen, and told as waiting', async () => {
  const { lab, ada } = await twoFolders();
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'upToDate' });
  lab.trouble = () => ({ kind: 'no-connection' });
  await pass(lab, 5 * MINUTE);
  for (const root of [FOLDER, OTHER]) ada.disk.tree.write(`${root}/raw/a.csv`, `edited in ${root}`);
  await pass(lab, 20 * MINUTE);
  const status = await lab.call(ada, 'sync.status', null);
  expect(status).toMatchObject({ state: 'offline', mirrors: [{ waiting: 1 }, { waiting: 1 }] });
  const { queued } = await lab.call(ada, 'activity.waiting', null);
  expect(queued.map(({ mirror, path }) => `${mirror} ${path}`)).toEqual(['m1 raw/a.csv', 'm2 raw/a.csv']);
});

test('an edit is seen at once while the service is away, long before it is tried again', async () => {
  const { lab, ada } = await twoFolders();
  const counted = { requests: 0 };
  lab.trouble = () => {
    counted.requests += 1;
    return { kind: 'no-connection' };
  };
  await pass(lab, 3 * 60 * MINUTE);
  const { requests } = counted;
  // The watcher of the simulation loses some events.
  for (let turn = 0; turn < 8; turn++) {
    ada.disk.tree.write(`${OTHER}/raw/a.csv`, `edited ${turn}`);
    await pass(lab, 500);
  }
  await pass(lab, 10_000);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ mirrors: [{ waiting: 0 }, { waiting: 1 }] });
  expect(counted.requests - requests).toBeLessThan(5);
});
