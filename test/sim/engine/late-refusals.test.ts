import { expect, test } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

/** The disk carries a call out and then says that it failed, as when the last flush is refused. */
function refuseAfter(lab: QuietLab, call: string): void {
  let isDue = true;
  lab.scheduler.mischief = ({ label, when }) => {
    if (!isDue || when !== 'after' || !label.startsWith(`disk.${call}`)) return undefined;
    isDue = false;
    return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) };
  };
}

test('a download that is in place although the disk said no is not sent as a second file', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const file = lab.service.colleague(0).createFile(lab.root, 'a.csv', new TextEncoder().encode('theirs'));
  refuseAfter(lab, 'place a.csv');
  await lab.sync(ada);
  const folder = lab.service.colleague(0).createFolder(lab.root, 'old');
  lab.service.colleague(0).moveFile(file, folder);
  lab.clock.advanceBy(700_000);
  await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'old/a.csv': 'theirs' });
  expect(ada.texts()).toEqual({ 'old/a.csv': 'theirs' });
});

test('a download that a look took for something new before it was settled is one file all the same', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.service.colleague(0).createFile(lab.root, 'a.csv', new TextEncoder().encode('theirs'));
  const due = ['after disk.place a.csv', 'before disk.hash a.csv'];
  lab.scheduler.mischief = ({ label, when }) => {
    if (due[0] === undefined || !`${when} ${label}`.startsWith(due[0])) return undefined;
    due.shift();
    return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) };
  };
  for (let turn = 0; turn < 3; turn++) {
    expect((await lab.sync(ada)).stopped).toBe(null);
    lab.clock.advanceBy(700_000);
  }
  expect(due).toEqual([]);
  const { blocked } = await lab.sync(ada);
  expect(blocked).toEqual([]);
  expect([lab.there(), ada.texts()]).toEqual([{ 'a.csv': 'theirs' }, { 'a.csv': 'theirs' }]);
});

test.each([
  ['renamed', { 'b.csv': 'theirs', 'own.csv': 'own' }],
  ['moved', { 'own.csv': 'own', 'raw/a.csv': 'theirs' }],
] as const)('a download that was %s at the service before it was settled follows', async (how, all) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  const raw = colleague.createFolder(lab.root, 'raw');
  lab.save(ada, { 'own.csv': 'own' });
  await lab.sync(ada);
  const file = colleague.createFile(lab.root, 'a.csv', new TextEncoder().encode('theirs'));
  const due = ['after disk.place a.csv', 'before disk.hash a.csv'];
  lab.scheduler.mischief = ({ label, when }) => {
    if (due[0] === undefined || !`${when} ${label}`.startsWith(due[0])) return undefined;
    if (due.shift()?.startsWith('after') === true)
      if (how === 'renamed') colleague.renameFile(file, 'b.csv');
      else colleague.moveFile(file, raw);
    return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) };
  };
  for (let turn = 0; turn < 4; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(700_000);
  }
  expect(due).toEqual([]);
  expect([ada.texts(), lab.there()]).toEqual([all, all]);
});

test('a conflict that is in place although the disk said no keeps both once', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'old' });
  await lab.sync(ada);
  const [file] = lab.service.sights.files();
  lab.save(ada, { 'a.csv': 'mine' });
  lab.service.colleague(0).editFile(file?.id ?? '', new TextEncoder().encode('theirs'));
  refuseAfter(lab, 'place a.csv');
  await lab.sync(ada);
  lab.clock.advanceBy(700_000);
  await lab.syncTwice(ada);
  expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'theirs']);
  expect(Object.values(lab.there()).sort()).toEqual(['mine', 'theirs']);
});

test.each(['disk.entry a', 'disk.hash a'])(
  'a conflict that a look took for a rename and a new file before it was settled (%s) keeps both once',
  async refused => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    lab.save(ada, { 'a.csv': 'old' });
    await lab.sync(ada);
    const [file] = lab.service.sights.files();
    lab.save(ada, { 'a.csv': 'mine' });
    lab.service.colleague(0).editFile(file?.id ?? '', new TextEncoder().encode('theirs'));
    const due = ['after disk.place a.csv', `before ${refused}`];
    lab.scheduler.mischief = ({ label, when }) => {
      if (due[0] === undefined || !`${when} ${label}`.startsWith(due[0])) return undefined;
      due.shift();
      return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) };
    };
    for (let turn = 0; turn < 4; turn++) {
      await lab.syncTwice(ada);
      lab.clock.advanceBy(700_000);
    }
    expect(due).toEqual([]);
    expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'theirs']);
    expect(Object.values(lab.there()).sort()).toEqual(['mine', 'theirs']);
    expect(ada.texts()['a.csv']).toBe('theirs');
  },
);

test('a staged file that cannot even be removed leaves no row in the store for bytes that are not there', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'old' });
  await lab.sync(ada);
  const [file] = lab.service.sights.files();
  lab.service.colleague(0).editFile(file?.id ?? '', new TextEncoder().encode('new'));
  lab.clock.advanceBy(3_600_000);
  const places: string[] = [];
  lab.scheduler.mischief = ({ label, when }) => {
    const isPlace = when === 'before' && label.startsWith('disk.place a.csv');
    const isDiscard = when === 'after' && label.startsWith('disk.discard');
    // The second time the head is no new one any more, so what it would replace is to go into the store.
    if (isPlace && places.push(ada.journal.trash.all()[0]?.reason ?? '') > 2) return undefined;
    if (!isPlace && !(isDiscard && places.length === 2)) return undefined;
    return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) };
  };
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    const rows = ada.journal.trash.all().map(({ name }) => name);
    expect(rows.filter(name => !ada.disk.stored.has(name))).toEqual([]);
    lab.clock.advanceBy(700_000);
  }
  expect(places).toEqual(['', 'replaced', 'replaced']);
  expect(ada.texts()).toEqual({ 'a.csv': 'new' });
});
