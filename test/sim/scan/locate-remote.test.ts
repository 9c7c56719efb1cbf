import { beforeEach, expect, test } from 'vitest';

import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import type { ChooseTrouble } from '../fakes/fake-http.ts';
import { altered, idOf, instead, rows } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const SOURCE = { 'a.csv': 'a', 'raw/deep/b.csv': 'b' };

let lab: QuietLab;
let ada: Computer;
/** What a colleague moved, and the new folder that it is in now. */
let file: string;
let folder: string;
let inode: unknown;

/** A file moves into a new folder below a folder of ours; what the lists answer keeps that folder hidden. */
beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
  lab.save(ada, SOURCE);
  await lab.syncTwice(ada);
  inode = ada.disk.tree.find(`${FOLDER}/a.csv`);
  file = idOf(lab, 'a.csv');
  folder = lab.service.colleague(0).createFolder(idOf(lab, 'raw/deep'), 'new');
  lab.service.colleague(0).moveFile(file, folder);
});

/** The new folder is in no list, and what is asked about it by id is answered as told. */
function unlisted(about: (id: string, url: string) => ReturnType<ChooseTrouble>): ChooseTrouble {
  const list = `/folders/${idOf(lab, 'raw/deep')}/children`;
  return ({ method, url }) => {
    if (method !== 'GET') return null;
    if (url.includes(list))
      return altered(lab, url, answer => rows(answer, all => all.filter(({ id }) => id !== folder)));
    const id = /\/folders\/([^/?]+)$/.exec(url)?.[1];
    return id === undefined ? null : about(id, url);
  };
}

async function looks(): Promise<void> {
  for (let look = 0; look < 3; look++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(600_000);
  }
}

/** No file went until now, and once the service shows everything the file is moved, not downloaded. */
async function staysAndMoves(): Promise<void> {
  expect(ada.texts()).toEqual(SOURCE);
  lab.trouble = () => null;
  await looks();
  expect(ada.texts()).toEqual({ 'raw/deep/new/a.csv': 'a', 'raw/deep/b.csv': 'b' });
  expect(ada.disk.tree.find(`${FOLDER}/raw/deep/new/a.csv`)).toBe(inode);
  expect(ada.stored()).toEqual([]);
}

test('a file in a new folder that no list shows stays, and moves when one does [R3]', async () => {
  let asked = 0;
  lab.trouble = unlisted(id => {
    if (id === folder) asked += 1;
    return null;
  });
  await looks();
  expect(asked).toBeGreaterThan(0);
  await staysAndMoves();
});

test('a file in a new folder that may not be asked about stays [R4]', async () => {
  let asked = 0;
  lab.trouble = unlisted(id => {
    if (id !== folder) return null;
    asked += 1;
    return instead(403, { errorCode: 'ACCESS_DENIED', messages: ['No.'] });
  });
  await looks();
  expect(asked).toBeGreaterThan(0);
  await staysAndMoves();
});

test('a file in folders that are said to be in one another stays', async () => {
  const other = '9b1f6c1e-6f0e-4b44-9c39-1f3b6f0d2a11';
  const asked: string[] = [];
  lab.trouble = unlisted(id => {
    if (id !== folder && id !== other) return null;
    asked.push(id);
    return instead(200, { id, name: 'ring', parentFolderId: id === folder ? other : folder });
  });
  await looks();
  expect(asked).toContain(other);
  await staysAndMoves();
});

test('a file in a new folder below one that cannot be read stays [R4]', async () => {
  const raw = idOf(lab, 'raw');
  let asked = 0;
  lab.trouble = ({ method, url }) => {
    if (method === 'GET' && url.endsWith(`/folders/${folder}`)) asked += 1;
    return url.includes(`/folders/${raw}/`) ? instead(403, { errorCode: 'ACCESS_DENIED', messages: ['No.'] }) : null;
  };
  await looks();
  expect(asked).toBeGreaterThan(0);
  await staysAndMoves();
});

test.each(['gone', 'archived'])('a file in a new folder that is %s is kept in the store [R3]', async how => {
  lab.trouble = unlisted((id, url) => {
    if (id !== folder) return null;
    if (how === 'gone') return instead(404, { errorCode: 'NOT_FOUND', messages: [] });
    return altered(lab, url, answer => ({ ...answer, isArchived: true }));
  });
  await looks();
  expect(ada.texts()).toEqual({ 'raw/deep/b.csv': 'b' });
  expect(ada.stored()).toEqual(['a']);
});
