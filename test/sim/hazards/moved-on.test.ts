import { expect, test } from 'vitest';

import { FOLDER } from '../computer.ts';
import { idOf, versionsOf } from './altered.ts';
import { dying, labWith } from './dying.ts';

// The computer dies while a file that a colleague renamed has both names here, and people take one of them in hand.

const LINKED = /^disk\.move a\.csv: linked$/;

test.each([
  ['the new name', 'b.csv'],
  ['the old name', 'a.csv'],
])('a file that was cut off in a move, and whose %s a person moved on, is one file', async (_, name) => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).renameFile(file, 'b.csv');
  await dying({ lab, ada }, LINKED, () => ada.disk.tree.rename(`${FOLDER}/${name}`, `${FOLDER}/c.csv`));
  expect(Object.values(lab.there())).toEqual(['one']);
  expect(lab.service.sights.tree(lab.root).map(({ id }) => id)).toEqual([file]);
  expect(versionsOf(lab, file)).toEqual(['one']);
  expect(ada.texts()).toEqual(lab.there());
});

test.each([
  ['before it began', 'before', /^disk\.move a\.csv b\.csv$/],
  ['halfway', 'inside', LINKED],
  ['before it was recorded', 'after', /^disk\.move a\.csv b\.csv$/],
] as const)('a file that a person gave another name keeps it when a move was cut off %s', async (_, when, moment) => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  ada.disk.tree.link(`${FOLDER}/a.csv`, `${FOLDER}/link.csv`);
  await lab.syncTwice(ada);
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).renameFile(file, 'b.csv');
  await dying({ lab, ada }, moment, () => undefined, when);
  expect(lab.there()).toEqual({ 'b.csv': 'one', 'link.csv': 'one' });
  expect(idOf(lab, 'b.csv')).toBe(file);
  expect(ada.texts()).toEqual(lab.there());
});
