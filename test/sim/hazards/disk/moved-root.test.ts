import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const ELSEWHERE = '/media/disk/lab';
const FILES = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`raw/f${index}.csv`, `text ${index}`]));

async function labInStep(): Promise<{ lab: QuietLab; ada: Computer; moved: string[] }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, FILES);
  await lab.sync(ada);
  const moved: string[] = [];
  lab.trouble = ({ method, url }) => {
    if (method !== 'GET' || url.includes('/content') || url.includes('/storage')) moved.push(`${method} ${url}`);
    return null;
  };
  return { lab, ada, moved };
}

/** Copies everything to another disk, with our own folder, as a file manager does; nothing is the same but the bytes. */
function copyOver(ada: Computer, from: string, to: string): void {
  const { tree } = ada.disk;
  const folder = tree.find(from);
  if (folder?.kind !== 'folder') throw new Error(`No folder at ${from}`);
  for (const [name, node] of folder.names) {
    if (node.kind === 'folder') copyOver(ada, `${from}/${name}`, `${to}/${name}`);
    if (node.kind === 'file') tree.write(`${to}/${name}`, node.bytes);
  }
}

const RELINKS = ['mirror move', 'mirror add', 'mirror remove, then mirror add'] as const;

async function relink(lab: QuietLab, ada: Computer, how: (typeof RELINKS)[number]): Promise<void> {
  const [mirror] = await lab.call(ada, 'mirrors.list', null);
  const id = mirror?.id ?? '';
  if (how === 'mirror move') return void (await lab.call(ada, 'mirrors.move', { id, local: ELSEWHERE }));
  if (how !== 'mirror add') await lab.call(ada, 'mirrors.remove', { id });
  await lab.call(ada, 'mirrors.add', { remote: lab.root, local: ELSEWHERE, mode: 'two-way' });
}

test.each(RELINKS)(
  'a folder renamed while nothing ran goes on by %s, and nothing is transferred or removed [W25]',
  async how => {
    const { lab, ada, moved } = await labInStep();
    ada.disk.tree.mkdir('/media/disk');
    ada.disk.tree.rename(FOLDER, ELSEWHERE);
    const report = await lab.syncTwice(ada);
    expect(report.blocked).toMatchObject([{ reason: 'root-lost' }]);
    expect(report.blocked[0]?.text).toContain('mirror move');
    await relink(lab, ada, how);
    expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, blocked: [], held: [] });
    expect(moved).toEqual([]);
    expect(lab.there()).toEqual(FILES);
    ada.disk.tree.write(`${ELSEWHERE}/raw/f1.csv`, 'edited');
    expect(await lab.sync(ada)).toMatchObject({ sent: 1, conflicted: [] });
    expect(lab.there()['raw/f1.csv']).toBe('edited');
  },
);

test.each(RELINKS)(
  'a folder copied to another disk goes on by %s, and nothing is transferred or removed [W25]',
  async how => {
    const { lab, ada, moved } = await labInStep();
    ada.disk.tree.setVolume('/media/disk', 'disk-2');
    copyOver(ada, FOLDER, ELSEWHERE);
    ada.disk.tree.remove(FOLDER);
    await relink(lab, ada, how);
    expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, blocked: [], held: [] });
    expect(moved).toEqual([]);
    expect(ada.disk.tree.texts(ELSEWHERE)).toEqual(FILES);
  },
);

test('a folder moved while the product runs halts its mirror, and its edits are sent from the new place [W25]', async () => {
  const { lab, ada } = await labInStep();
  ada.app.start();
  await lab.pass(20_000);
  ada.disk.tree.mkdir('/media/disk');
  ada.disk.tree.rename(FOLDER, ELSEWHERE);
  await lab.pass(120_000);
  expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject([{ state: 'halted' }]);
  expect(lab.there()).toEqual(FILES);
  await relink(lab, ada, 'mirror move');
  await lab.pass(20_000);
  for (let edit = 0; edit < 20; edit++) ada.disk.tree.write(`${ELSEWHERE}/raw/f1.csv`, `edit ${edit}`);
  await lab.pass(4000);
  expect(lab.there()['raw/f1.csv']).toBe('edit 19');
});

test('a copy of the folder is not taken for the folder, nor one that has no mark [W25]', async () => {
  const { lab, ada } = await labInStep();
  copyOver(ada, FOLDER, ELSEWHERE);
  await expect(lab.call(ada, 'mirrors.move', { id: 'm1', local: ELSEWHERE })).rejects.toThrow(/is a copy of it/);
  ada.disk.tree.mkdir('/media/empty');
  await expect(lab.call(ada, 'mirrors.move', { id: 'm1', local: '/media/empty' })).rejects.toThrow(
    /does not have the mark/,
  );
  await expect(lab.call(ada, 'mirrors.move', { id: 'm1', local: FOLDER })).rejects.toThrow(/already/);
  await expect(lab.call(ada, 'mirrors.move', { id: 'm9', local: ELSEWHERE })).rejects.toThrow(/no mirror 'm9'/);
});

test('a moved folder is not added under another folder of the service [W25]', async () => {
  const { lab, ada } = await labInStep();
  const other = lab.service.colleague(0).createFolder(null, 'Other');
  ada.disk.tree.mkdir('/media/disk');
  ada.disk.tree.rename(FOLDER, ELSEWHERE);
  const added = lab.call(ada, 'mirrors.add', { remote: other, local: ELSEWHERE, mode: 'two-way' });
  await expect(added).rejects.toThrow(/moved here from/);
});
