import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Verdict } from '../../fakes/scheduler.ts';
import { idOf, versionsOf } from '../../lab/altered-answers.ts';
import { dying, labWith } from '../../lab/dying.ts';

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

test.each(['disk.entry a.csv', 'disk.entry b.csv', 'disk.move a.csv b.csv'])(
  'a file that was cut off in a move is one file, although the disk says no once to %s at the next start',
  async call => {
    const { lab, ada } = await labWith({ 'a.csv': 'one' });
    const file = idOf(lab, 'a.csv');
    lab.service.colleague(0).renameFile(file, 'b.csv');
    let refused = 0;
    await dying({ lab, ada }, LINKED, () => {
      lab.scheduler.mischief = ({ label, when }): Verdict => {
        if (label !== call || when !== 'before' || refused++ > 0) return undefined;
        return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) };
      };
    });
    expect(refused).toBeGreaterThan(0);
    expect(lab.there()).toEqual({ 'b.csv': 'one' });
    expect(lab.service.sights.tree(lab.root).map(({ id }) => id)).toEqual([file]);
    expect(ada.texts()).toEqual(lab.there());
  },
);
