import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import type { HttpTrouble } from '../../fakes/fake-http.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import type { Moment, Verdict } from '../../fakes/scheduler.ts';
import { bytes, idOf, instead, versionsOf } from '../../lab/altered-answers.ts';
import { dying, labWith } from '../../lab/dying.ts';

// The computer dies in the middle of something, people go on, and it starts again.

const CONFIRM = /^http POST .*\/upload\/confirm$/;
const VERSION = /^http POST .*\/versions$/;
const IN_PLACING = [
  ['when all is in place', /^disk\.place a\.csv$/],
  ['right after the replacement', /^disk\.place a\.csv: renamed$/],
] as const;

test('a new file whose confirmation nobody heard is one file, also when a colleague renamed it since [T1, T2]', async () => {
  const { lab, ada } = await labWith({ 'other.csv': 'other' });
  lab.save(ada, { 'a.csv': 'one' });
  await dying({ lab, ada }, CONFIRM, () => lab.service.colleague(0).renameFile(idOf(lab, 'a.csv'), 'b.csv'));
  expect(lab.there()).toEqual({ 'b.csv': 'one', 'other.csv': 'other' });
  expect(ada.texts()).toEqual(lab.there());
});

test('one stray refusal does not make a file that arrived be sent again when it may be confirmed only once [T1, T2]', async () => {
  const { lab, ada } = await labWith({ 'other.csv': 'other' });
  lab.service.change({ confirmTwice: false });
  lab.save(ada, { 'a.csv': 'one' });
  let refused = 0;
  lab.trouble = ({ method, url }) =>
    method === 'GET' && /\/files\/[^/]+$/.test(url) && refused++ === 0 ? instead(403, { messages: ['no'] }) : null;
  await dying({ lab, ada }, CONFIRM, () => lab.service.colleague(0).renameFile(idOf(lab, 'a.csv'), 'b.csv'));
  expect(refused).toBeGreaterThan(1);
  expect(lab.there()).toEqual({ 'b.csv': 'one', 'other.csv': 'other' });
  expect(ada.texts()).toEqual(lab.there());
});

test('our own version whose answer was lost is no conflict with the edit that follows it [T29]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  lab.save(ada, { 'a.csv': 'two' });
  await dying({ lab, ada }, VERSION, () => lab.save(ada, { 'a.csv': 'three' }));
  expect(versionsOf(lab, file)).toEqual(['one', 'two', 'three']);
  expect([lab.there(), ada.texts()]).toEqual([{ 'a.csv': 'three' }, { 'a.csv': 'three' }]);
});

test.each(IN_PLACING)('a download cut off %s is no edit when a newer version comes [C1, C9]', async (_, moment) => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  const edit = (text: string): void => void lab.service.colleague(0).editFile(file, bytes(text));
  edit('two');
  await dying({ lab, ada }, moment, () => edit('three'));
  expect(versionsOf(lab, file)).toEqual(['one', 'two', 'three']);
  expect([lab.there(), ada.texts()]).toEqual([{ 'a.csv': 'three' }, { 'a.csv': 'three' }]);
});

test.each(IN_PLACING)('a conflict cut off %s keeps both once, each as who it is [C16]', async (_, moment) => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).editFile(file, bytes('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  await dying({ lab, ada }, moment, () => undefined);
  expect(idOf(lab, 'a.csv')).toBe(file);
  expect(versionsOf(lab, file)).toEqual(['one', 'theirs']);
  expect(Object.values(lab.there()).sort()).toEqual(['mine', 'theirs']);
  expect(ada.texts()).toEqual(lab.there());
  expect(await lab.call(ada, 'conflicts.list', null)).toMatchObject([{ path: 'a.csv' }]);
});

test('a file sent as new that a look lists before it is known to be ours is still ours, once', async () => {
  const lab = new QuietLab();
  lab.service.change({ confirmTwice: false, inlineContentBytes: null });
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  lab.service.colleague(0).removeFile(idOf(lab, 'a.csv'));
  lab.save(ada, { 'a.csv': 'edited' });
  let [lost, pages] = [0, 0];
  const page: HttpTrouble = { kind: 'instead', answer: { status: 200, headers: {}, body: 'welcome' } };
  lab.trouble = ({ method, url }) => {
    if (/\/upload\/confirm/.test(url) && lost++ === 0) return { kind: 'lost-answer' };
    return method === 'GET' && url.includes('/objects/') && pages++ === 0 ? page : null;
  };
  for (let turn = 0; turn < 3; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(3_600_000);
  }
  expect(lost).toBeGreaterThan(1);
  expect(pages).toBeGreaterThan(1);
  expect(lab.service.sights.tree(lab.root)).toHaveLength(2);
  expect(lab.there()).toEqual({ 'a.csv': 'edited', 'b.csv': 'two' });
  expect(ada.texts()).toEqual(lab.there());
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, stopped: null });
});

test('a conflict cut off that the disk does not let be read is said to be stuck, until it can be read', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  const refuseAll = (code: string | null): void => {
    for (const path of Object.keys(ada.disk.tree.texts(FOLDER))) ada.disk.tree.refuse(`${FOLDER}/${path}`, code);
  };
  await dying({ lab, ada }, IN_PLACING[0][1], () => refuseAll('EACCES'));
  const told = await lab.call(ada, 'problems.list', null);
  expect(told.map(({ reason }) => reason)).toContain('disk-refused');
  expect(Object.values(ada.texts()).toSorted()).toEqual(['mine', 'theirs']);
  refuseAll(null);
  for (let turn = 0; turn < 3; turn++) {
    lab.clock.advanceBy(3_600_000);
    await lab.syncTwice(ada);
  }
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
  expect(await lab.call(ada, 'conflicts.list', null)).toMatchObject([{ path: 'a.csv' }]);
  expect(ada.texts()).toEqual(lab.there());
});

test.each(['moved', 'exchanged', 'moved before it was replaced'] as const)(
  'a file that was replaced by a newer version and is %s by a person before that was recorded is no second one [T1]',
  async change => {
    const { lab, ada } = await labWith({ 'a.csv': 'one', 'other.csv': 'other' });
    const id = idOf(lab, 'a.csv');
    lab.service.colleague(0).editFile(id, bytes('two'));
    const isBefore = change === 'moved before it was replaced';
    await dying({ lab, ada }, isBefore ? /^disk\.finish / : /^disk\.place a\.csv$/, () => {
      ada.disk.tree.rename(`${FOLDER}/a.csv`, `${FOLDER}/b.csv`);
      if (change === 'exchanged') lab.save(ada, { 'a.csv': 'new' });
    });
    const others = { 'other.csv': 'other', ...(change === 'exchanged' ? { 'a.csv': 'new' } : {}) };
    expect(lab.there()).toEqual({ 'b.csv': 'two', ...others });
    expect(ada.texts()).toEqual(lab.there());
    expect(idOf(lab, 'b.csv')).toBe(id);
    expect(versionsOf(lab, id)).toEqual(['one', 'two']);
    expect(await lab.call(ada, 'conflicts.list', null)).toEqual([]);
  },
);

test('a file that was removed here, edited there, received and moved before that was recorded is no second one [T1]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'other.csv': 'other' });
  const id = idOf(lab, 'a.csv');
  const colleague = lab.service.colleague(0);
  colleague.editFile(id, bytes('two'));
  colleague.renameFile(id, 'c.csv');
  ada.disk.tree.remove(`${FOLDER}/a.csv`);
  await dying({ lab, ada }, /^disk\.place c\.csv$/, () => ada.disk.tree.rename(`${FOLDER}/c.csv`, `${FOLDER}/b.csv`));
  expect(lab.there()).toEqual({ 'b.csv': 'two', 'other.csv': 'other' });
  expect(ada.texts()).toEqual(lab.there());
  expect(versionsOf(lab, id)).toEqual(['one', 'two']);
});

function exchange({ disk: { tree } }: Computer, one: string, other: string): void {
  tree.rename(`${FOLDER}/${one}`, `${FOLDER}/between`);
  tree.rename(`${FOLDER}/${other}`, `${FOLDER}/${one}`);
  tree.rename(`${FOLDER}/between`, `${FOLDER}/${other}`);
}

test('a file that was removed here, edited there, received and exchanged before that was recorded is no second one [T1]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'other.csv': 'other' });
  const id = idOf(lab, 'a.csv');
  lab.service.colleague(0).editFile(id, bytes('two'));
  ada.disk.tree.remove(`${FOLDER}/a.csv`);
  await dying({ lab, ada }, /^disk\.place a\.csv$/, () => {
    lab.save(ada, { 'b.csv': 'new' });
    exchange(ada, 'a.csv', 'b.csv');
  });
  expect(lab.there()).toEqual({ 'b.csv': 'two', 'a.csv': 'new', 'other.csv': 'other' });
  expect(ada.texts()).toEqual(lab.there());
  expect(idOf(lab, 'b.csv')).toBe(id);
});

test.each(['moved', 'exchanged', 'removed'] as const)(
  'a file that was received and is %s by a person before that was recorded is no second one [T1]',
  async change => {
    const { lab, ada } = await labWith({ 'other.csv': 'other' });
    const ben = await lab.computer('Ben');
    lab.save(ben, { 'a.csv': 'one' });
    await lab.sync(ben);
    const id = idOf(lab, 'a.csv');
    await dying({ lab, ada }, /^disk\.place a\.csv$/, () => {
      if (change === 'removed') return ada.disk.tree.remove(`${FOLDER}/a.csv`);
      ada.disk.tree.rename(`${FOLDER}/a.csv`, `${FOLDER}/b.csv`);
      if (change === 'exchanged') lab.save(ada, { 'a.csv': 'new' });
    });
    // A file that is not recorded as having been here was not removed either: it is downloaded again.
    const name = change === 'removed' ? 'a.csv' : 'b.csv';
    const others = { 'other.csv': 'other', ...(change === 'exchanged' ? { 'a.csv': 'new' } : {}) };
    expect(lab.there()).toEqual({ [name]: 'one', ...others });
    expect(ada.texts()).toEqual(lab.there());
    expect(idOf(lab, name)).toBe(id);
  },
);

/** The disk does not let something be read, some times in all. */
function refusing(lab: QuietLab, reading: RegExp, times: number): () => number {
  let refused = 0;
  lab.scheduler.mischief = ({ label, when }: Moment): Verdict => {
    if (when !== 'before' || !reading.test(label) || refused === times) return undefined;
    refused += 1;
    return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) };
  };
  return () => refused;
}

test.each([
  ['where it was', /^disk\.hash a\.csv$/, 1],
  ['wherever it is', /^disk\.hash [ab]\.csv$/, 4],
] as const)(
  'a file that was received and renamed before that was recorded is no second one when the disk refuses it %s [T1]',
  async (_, reading, times) => {
    const { lab, ada } = await labWith({ 'other.csv': 'other' });
    const ben = await lab.computer('Ben');
    lab.save(ben, { 'a.csv': 'one' });
    await lab.sync(ben);
    const id = idOf(lab, 'a.csv');
    let refused = (): number => 0;
    await dying({ lab, ada }, /^disk\.place a\.csv$/, () => {
      ada.disk.tree.rename(`${FOLDER}/a.csv`, `${FOLDER}/b.csv`);
      refused = refusing(lab, reading, times);
    });
    expect(refused()).toBe(times);
    expect(lab.there()).toEqual({ 'b.csv': 'one', 'other.csv': 'other' });
    expect(ada.texts()).toEqual(lab.there());
    expect(idOf(lab, 'b.csv')).toBe(id);
  },
);

test('a file received right before a crash is no edit when the disk refuses it until a newer version came [C9]', async () => {
  const { lab, ada } = await labWith({ 'other.csv': 'other' });
  const ben = await lab.computer('Ben');
  lab.save(ben, { 'a.csv': 'one' });
  await lab.sync(ben);
  let refused = (): number => 0;
  await dying({ lab, ada }, /^disk\.place a\.csv$/, () => {
    lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('two'));
    refused = refusing(lab, /^disk\.hash a\.csv$/, 4);
  });
  expect(refused()).toBe(4);
  expect(ada.texts()).toEqual({ 'a.csv': 'two', 'other.csv': 'other' });
  expect(lab.there()).toEqual(ada.texts());
  expect(await lab.call(ada, 'conflicts.list', null)).toEqual([]);
});

/** A computer whose connection ends when the bytes of its file have arrived, and that is offline until `back`. */
async function cutOffAtItsEnd() {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'x.tif': 'old' });
  let isOff = false;
  lab.trouble = ({ method }) => {
    isOff ||= method === 'PUT';
    return isOff ? { kind: 'lost-answer' } : null;
  };
  await lab.sync(ada);
  const back = async (): Promise<void> => {
    lab.trouble = () => null;
    await lab.syncTwice(ada);
    await lab.syncTwice(ada);
  };
  return { lab, ada, back };
}

test('a file that is removed while nobody knows whether it arrived does not come back [T26]', async () => {
  const { lab, ada, back } = await cutOffAtItsEnd();
  lab.remove(ada, 'x.tif');
  await lab.sync(ada);
  await back();
  expect([ada.texts(), lab.there()]).toEqual([{}, {}]);
});

test('a file saved under the name of a removed one that may have arrived is in no conflict with it [T26]', async () => {
  const { lab, ada, back } = await cutOffAtItsEnd();
  lab.remove(ada, 'x.tif');
  await lab.sync(ada);
  lab.save(ada, { 'x.tif': 'new' });
  await lab.sync(ada);
  await back();
  expect([ada.texts(), lab.there()]).toEqual([{ 'x.tif': 'new' }, { 'x.tif': 'new' }]);
});

test('a removed file whose confirmation fails for a while does not come back once it is heard [T26]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'x.tif': 'old', 'y.tif': 'other' });
  lab.trouble = ({ url }) => (/\/confirm$|\/files\/[^/]+$/.test(url) ? instead(500, { messages: ['later'] }) : null);
  await lab.sync(ada);
  lab.remove(ada, 'x.tif');
  await lab.syncTwice(ada);
  await lab.syncTwice(ada);
  lab.trouble = () => null;
  lab.clock.advanceBy(3_600_000);
  await lab.syncTwice(ada);
  await lab.syncTwice(ada);
  expect([ada.texts(), lab.there()]).toEqual([{ 'y.tif': 'other' }, { 'y.tif': 'other' }]);
});
