import { expect, test } from 'vitest';

import { type Computer, FOLDER } from '../world/computer.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

/** A second set of records for the same disk: another person's, or of another data folder. */
async function claimedByOthers(at: string): Promise<{ lab: QuietLab; ada: Computer; board: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const board = lab.service.colleague(0).createFolder(null, 'Board');
  ada.disk.tree.write(`${at}/.benchtop/root.json`, 'ed9b1a43-0000-4000-8000-000000000001 3');
  return { lab, ada, board };
}

test.each([
  ['the folder itself', '/home/shared', '/home/shared', 'in'],
  ['a folder around it', '/home/shared', '/home/shared/run 7', 'above'],
  ['a folder inside of it', '/home/shared/deep/run 7', '/home/shared', 'below'],
])('%s that other records keep in step is not taken without a word', async (_, at, local, where) => {
  const { lab, ada, board } = await claimedByOthers(at);
  ada.disk.tree.mkdir(local);
  const marker = (): string | null => ada.disk.tree.read(`${at}/.benchtop/root.json`);
  const before = marker();
  const wanted = { remote: board, local, mode: 'two-way' } as const;
  expect(await lab.call(ada, 'mirrors.add', wanted)).toMatchObject({ id: null, claimed: { path: at, where } });
  expect([marker(), (await lab.call(ada, 'mirrors.list', null)).length]).toEqual([before, 1]);
  expect(await lab.call(ada, 'mirrors.add', { ...wanted, takesOver: true })).toMatchObject({ id: 'm2' });
});

test('a copy of a folder that these records mirror can be mirrored too', async () => {
  const { lab, ada, board } = await claimedByOthers('/home/elsewhere');
  const marker = ada.disk.tree.read(`${FOLDER}/.benchtop/root.json`) ?? '';
  ada.disk.tree.write('/home/copy/.benchtop/root.json', marker);
  const added = await lab.call(ada, 'mirrors.add', { remote: board, local: '/home/copy', mode: 'two-way' });
  expect(added).toMatchObject({ id: 'm2' });
});
