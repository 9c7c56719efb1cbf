import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf, instead } from '../../lab/altered-answers.ts';

test('a file set back to an older time and the same size is an edit [L5, L6]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  for (const [turn, time] of [-11_644_473_600_000, 0, -1, 4_291_747_200_000, 253_402_300_799_000].entries()) {
    lab.clock.advanceBy(60_000);
    const text = `o${turn}e`;
    ada.disk.tree.write(`${FOLDER}/a.csv`, text).modifiedMs = time;
    await lab.sync(ada);
    expect(lab.there()).toEqual({ 'a.csv': text, 'b.csv': 'two' });
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0 });
  }
});

test('one name written in two ways is one file, also when an edit comes from each side [L17]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'cafe\u0301.csv': 'one' });
  await lab.sync(ada);
  const file = idOf(lab, 'caf\u00e9.csv');
  lab.service.colleague(0).editFile(file, bytes('two'));
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'cafe\u0301.csv': 'two' });
  lab.save(ada, { 'cafe\u0301.csv': 'three' });
  await lab.sync(ada);
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 0, removed: 0 });
  expect(lab.there()).toEqual({ 'caf\u00e9.csv': 'three' });
});

test('what the store has no room for is not removed at the service [L24]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { storeMaxBytes: '3' });
  lab.save(ada, { 'a.csv': 'larger than the store', 'b.csv': 'other' });
  await lab.sync(ada);
  lab.remove(ada, 'a.csv');
  const report = await lab.sync(ada);
  expect(report).toMatchObject({ removed: 0 });
  expect(report.blocked.map(({ path, reason }) => [path, reason])).toEqual([['a.csv', 'disk-full']]);
  expect(lab.there()['a.csv']).toBe('larger than the store');
});

test('a computer that forgot everything joins what is equal and sends nothing again [C6]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`raw/f${index}.csv`, `text ${index}`]));
  lab.save(ada, files);
  await lab.sync(ada);
  const writes: string[] = [];
  const again = await lab.computer('Ada without a journal');
  lab.save(again, files);
  lab.trouble = ({ method, url }) => {
    if (method !== 'GET') writes.push(`${method} ${url}`);
    return null;
  };
  expect(await lab.sync(again)).toMatchObject({ sent: 0, removed: 0, conflicted: [] });
  expect(await lab.sync(again)).toMatchObject({ sent: 0, received: 0, removed: 0 });
  expect(writes).toEqual([]);
  expect(again.texts()).toEqual(files);
});

test('signing out leaves every file where it is [C13]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'raw/a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  const before = ada.texts();
  await lab.call(ada, 'account.signOut', null);
  expect(ada.texts()).toEqual(before);
  await lab.drive(ada.start());
  expect(ada.texts()).toEqual(before);
});

test('content that failed to arrive is sent when it comes back after an edit was undone [C15]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'base' });
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'mine' });
  lab.trouble = ({ method }) => (method === 'POST' ? instead(500, { messages: ['Later.'] }) : null);
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'base' });
  await lab.syncTwice(ada);
  lab.trouble = () => null;
  lab.save(ada, { 'a.csv': 'mine' });
  lab.clock.advanceBy(3_600_000);
  await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'mine' });
});
