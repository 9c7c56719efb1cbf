import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const FILES = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`raw/f${at}.csv`, `text ${at}`]));

async function labWithFiles(): Promise<{ lab: QuietLab; ada: Computer; raw: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { ...FILES, 'kept.csv': 'kept' });
  await lab.sync(ada);
  const raw = lab.service.sights.tree(lab.root).find(({ path }) => path === 'raw')?.id ?? '';
  return { lab, ada, raw };
}

/** Until what is missed at the service is believed to be gone. */
async function minutesOfSyncs(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    lab.clock.advanceBy(60_000);
    await lab.sync(ada);
  }
}

async function expectNothingAsked(lab: QuietLab, ada: Computer): Promise<void> {
  expect(await lab.call(ada, 'guards.list', null)).toEqual([]);
  expect(await lab.call(ada, 'attention.list', null)).toMatchObject({ items: [], decisions: 0, blocked: 0 });
  expect(await lab.sync(ada)).toMatchObject({ guarded: false, held: [], blocked: [] });
  expect(ada.texts()).toEqual({ ...FILES, 'kept.csv': 'kept' });
}

test('a question about removals at the service takes itself back when the service lists them again', async () => {
  const { lab, ada, raw } = await labWithFiles();
  lab.service.colleague(0).archiveFolder(raw);
  await minutesOfSyncs(lab, ada);
  expect(await lab.call(ada, 'guards.list', null)).toHaveLength(1);
  lab.service.colleague(0).restoreFolder(raw);
  await minutesOfSyncs(lab, ada);
  await expectNothingAsked(lab, ada);
});

test('a question about removals here takes itself back when the files are here again', async () => {
  const { lab, ada } = await labWithFiles();
  const aside = '/home/aside';
  ada.disk.tree.rename(`${FOLDER}/raw`, aside);
  await minutesOfSyncs(lab, ada);
  expect(await lab.call(ada, 'guards.list', null)).toHaveLength(1);
  ada.disk.tree.rename(aside, `${FOLDER}/raw`);
  await minutesOfSyncs(lab, ada);
  await expectNothingAsked(lab, ada);
});

test('a question takes itself back in a running daemon too, without anybody asking', async () => {
  const { lab, ada, raw } = await labWithFiles();
  const pass = (ms: number): Promise<void> => lab.pass(ms);
  ada.app.start();
  lab.service.colleague(0).archiveFolder(raw);
  await pass(300_000);
  expect(await lab.call(ada, 'guards.list', null)).toHaveLength(1);
  lab.service.colleague(0).restoreFolder(raw);
  await pass(600_000);
  await expectNothingAsked(lab, ada);
});
