import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { mustBeListed } from '../../judges/invariants.ts';
import { idOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import type { Verdict } from '../../fakes/scheduler.ts';

/** A file in step, removed at the service and therefore here: its bytes are in the store. */
async function removed(path: string): Promise<{ lab: QuietLab; ada: Computer; id: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { [path]: 'kept', 'other.csv': 'other', 'third.csv': 'third' });
  await lab.sync(ada);
  const file = lab.service.sights.tree(lab.root).find(entry => entry.path === path);
  lab.service.colleague(0).removeFile(file?.id ?? '');
  lab.clock.advanceBy(60_000);
  await lab.syncTwice(ada);
  const [stored] = await lab.call(ada, 'store.list', null);
  expect(stored).toMatchObject({ mirror: 'm1', path, sizeBytes: 4, reason: 'removed at the service' });
  return { lab, ada, id: stored?.id ?? '' };
}

test('a restored file is where it was, is sent, and is in the store no more', async () => {
  const { lab, ada, id } = await removed('a.csv');
  expect(await lab.call(ada, 'store.restore', { id })).toEqual({ mirror: 'm1', path: 'a.csv', older: 0 });
  expect(ada.texts()['a.csv']).toBe('kept');
  expect(await lab.call(ada, 'store.list', null)).toEqual([]);
  mustBeListed(ada);
  await lab.sync(ada);
  expect(lab.there()['a.csv']).toBe('kept');
  const [line] = await lab.call(ada, 'activity.page', { before: null, limit: 500 });
  expect(line).toMatchObject({ path: 'a.csv', verb: 'sent' });
});

test.each([
  ['before', false],
  ['after', true],
])('a restored file stays although it was removed at the service %s that', async (_, isAfter) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'kept', 'other.csv': 'other' });
  await lab.sync(ada);
  const [former] = lab.service.sights.tree(lab.root);
  const removeThere = (): void => lab.service.colleague(0).removeFile(former?.id ?? '');
  lab.remove(ada, 'a.csv');
  lab.trouble = ({ method }) => (method === 'DELETE' ? { kind: 'no-connection' } : null);
  await lab.sync(ada);
  lab.trouble = () => null;
  const [stored] = await lab.call(ada, 'store.list', null);
  expect(stored).toMatchObject({ path: 'a.csv', reason: 'removed here' });
  if (!isAfter) removeThere();
  await lab.call(ada, 'store.restore', { id: stored?.id ?? '' });
  if (isAfter) removeThere();
  lab.clock.advanceBy(600_000);
  await lab.syncTwice(ada);
  lab.clock.advanceBy(600_000);
  await lab.syncTwice(ada);
  expect([ada.texts()['a.csv'], lab.there()['a.csv']]).toEqual(['kept', 'kept']);
});

test.each(['a.csv', 'a (2).csv'])(
  'a restored file stays, as %s, although the disk denied that it had put it into the store',
  async name => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    lab.save(ada, { 'a.csv': 'kept', 'other.csv': 'other', 'third.csv': 'third' });
    await lab.sync(ada);
    lab.service.colleague(0).removeFile(idOf(lab, 'a.csv'));
    lab.clock.advanceBy(60_000);
    let denied = 0;
    lab.scheduler.mischief = ({ label, when }): Verdict => {
      if (when !== 'after' || label !== 'disk.store a.csv' || denied++ > 0) return undefined;
      return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EBUSY' }) };
    };
    for (let turn = 0; turn < 4 && denied === 0; turn++) {
      await lab.syncTwice(ada);
      lab.clock.advanceBy(6000);
    }
    expect(denied).toBe(1);
    if (name !== 'a.csv') lab.save(ada, { 'a.csv': 'newer' });
    const [stored] = await lab.call(ada, 'store.list', null);
    expect(await lab.call(ada, 'store.restore', { id: stored?.id ?? '' })).toEqual({
      mirror: 'm1',
      path: name,
      older: 0,
    });
    for (let turn = 0; turn < 3; turn++) {
      lab.clock.advanceBy(600_000);
      await lab.syncTwice(ada);
    }
    expect([ada.texts()[name], lab.there()[name]]).toEqual(['kept', 'kept']);
    expect(ada.texts()).toEqual(lab.there());
  },
);

test('a restored file that is still at the service is that file again, without a second one', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'kept' });
  await lab.sync(ada);
  lab.remove(ada, 'a.csv');
  lab.trouble = ({ method }) => (method === 'DELETE' ? { kind: 'no-connection' } : null);
  await lab.sync(ada);
  lab.trouble = () => null;
  const [stored] = await lab.call(ada, 'store.list', null);
  await lab.call(ada, 'store.restore', { id: stored?.id ?? '' });
  lab.clock.advanceBy(600_000);
  await lab.syncTwice(ada);
  const there = lab.service.sights.tree(lab.root);
  expect(there.map(({ path }) => path)).toEqual(['a.csv']);
  expect(lab.service.sights.versionsOf(there[0]?.id ?? '')).toHaveLength(1);
  expect(ada.texts()).toEqual({ 'a.csv': 'kept' });
});

test('a restored file replaces nothing: it takes the next free name', async () => {
  const { lab, ada, id } = await removed('a.csv');
  lab.save(ada, { 'a.csv': 'newer', 'a (2).csv': 'newer still' });
  expect(await lab.call(ada, 'store.restore', { id })).toEqual({ mirror: 'm1', path: 'a (3).csv', older: 0 });
  expect(ada.texts()).toMatchObject({ 'a.csv': 'newer', 'a (2).csv': 'newer still', 'a (3).csv': 'kept' });
});

test('a name that is taken at the very last moment is not replaced either', async () => {
  const { lab, ada, id } = await removed('a.csv');
  lab.scheduler.mischief = ({ label, when }) => {
    if (label === 'disk.restore a.csv' && when === 'before') lab.save(ada, { 'a.csv': 'newer' });
    return undefined;
  };
  expect(await lab.call(ada, 'store.restore', { id })).toEqual({ mirror: 'm1', path: 'a (2).csv', older: 0 });
  expect(ada.texts()).toMatchObject({ 'a.csv': 'newer', 'a (2).csv': 'kept' });
});

test.each([
  ['that is all', 'raw/a.csv', null],
  ['the list of the store is refused too', 'disk-refused', 'disk.listStored'],
  ['somebody moves it on at once', 'disk-refused', 'moved'],
])(
  'a disk that restores a file and denies it leaves no row that a removal would rely on, when %s',
  async (_, told, what) => {
    const { lab, ada, id } = await removed('raw/a.csv');
    const denial = new FaultError({ kind: 'disk-refused', path: 'raw/a.csv', code: 'EIO' });
    let isRestored = false;
    lab.scheduler.mischief = ({ label, when }): Verdict => {
      if (isRestored && when === 'before' && label === what) return { do: 'fail', error: denial };
      if (when !== 'after' || label !== 'disk.restore raw/a.csv') return undefined;
      isRestored = true;
      if (what === 'moved') ada.disk.tree.rename(`${FOLDER}/raw/a.csv`, `${FOLDER}/b.csv`);
      return { do: 'fail', error: denial };
    };
    const outcome = await lab.call(ada, 'store.restore', { id }).then(
      ({ path }) => path,
      (error: unknown) => (error instanceof FaultError ? error.fault.kind : String(error)),
    );
    expect(outcome).toBe(told);
    expect(Object.values(ada.texts())).toContain('kept');
    expect(ada.journal.trash.all().filter(({ sha256 }) => sha256 !== null)).toEqual([]);
    lab.scheduler.mischief = () => undefined;
    await lab.drive(ada.start());
    expect(await lab.call(ada, 'store.list', null)).toEqual([]);
  },
);

test('a restored file comes back into its folder although that is gone', async () => {
  const { lab, ada, id } = await removed('plates/old/a.csv');
  ada.disk.tree.remove(`${FOLDER}/plates`);
  expect(await lab.call(ada, 'store.restore', { id })).toEqual({ mirror: 'm1', path: 'plates/old/a.csv', older: 0 });
  expect(ada.texts()['plates/old/a.csv']).toBe('kept');
});

test('what cannot be restored is said with what to do, and stays in the store', async () => {
  const { lab, ada, id } = await removed('a.csv');
  await expect(lab.call(ada, 'store.restore', { id: 'm1-none' })).rejects.toThrow('benchtop store list');
  ada.disk.tree.remove(FOLDER);
  await expect(lab.call(ada, 'store.restore', { id })).rejects.toMatchObject({ fault: { kind: 'root-lost' } });
  await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  await expect(lab.call(ada, 'store.restore', { id })).rejects.toThrow(`/data/store/${id}`);
  expect(ada.stored()).toEqual(['kept']);
  mustBeListed(ada);
});

test('what somebody took out of the store is fetched once more before it is removed at the service', async () => {
  const { lab, ada } = await removed('a.csv');
  lab.save(ada, { 'twin.csv': 'kept' });
  await lab.sync(ada);
  ada.disk.stored.clear();
  lab.remove(ada, 'twin.csv');
  lab.clock.advanceBy(600_000);
  await lab.syncTwice(ada);
  expect(Object.keys(lab.there())).not.toContain('twin.csv');
  expect(ada.stored()).toContain('kept');
});
