import { expect, test } from 'vitest';

import { FaultError } from '../../../shared/fault.ts';
import type { Computer } from '../world/computer.ts';
import { FOLDER } from '../world/computer.ts';
import { mustBeListed } from '../judges/invariants.ts';
import { QuietLab } from '../lab/quiet-lab.ts';
import type { Moment, Verdict } from '../fakes/scheduler.ts';

// Bytes that a program writes into a file at the very instant in which a download replaces it, and a crash on top.

const STAGE = `${FOLDER}/.benchtop/stage`;

/** A program that still has the replaced file open writes into it. */
function writeLate({ disk }: Computer, text: string): void {
  const stage = disk.tree.find(STAGE);
  const old = stage?.kind === 'folder' ? [...stage.names.keys()].find(name => name.endsWith('.old')) : undefined;
  if (old !== undefined) disk.tree.write(`${STAGE}/${old}`, text);
}

/** A file in step on both sides, then edited at the service. */
async function begin(): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'first' });
  await lab.sync(ada);
  lab.clock.advanceBy(60_000);
  const [file] = lab.service.sights.tree(lab.root);
  lab.service.colleague(0).editFile(file?.id ?? '', new TextEncoder().encode('of the service'));
  return { lab, ada };
}

/** Syncs until the computer dies at the moment that `dies` names; late bytes come with the replacement. */
async function syncAndDie(lab: QuietLab, ada: Computer, dies: (moment: Moment) => boolean): Promise<void> {
  lab.scheduler.mischief = (moment): Verdict => {
    if (moment.label === 'disk.place a.csv: renamed') writeLate(ada, 'late');
    return dies(moment) ? { do: 'crash' } : undefined;
  };
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  expect(ada.isAlive).toBe(false);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
}

const isStep = (name: string, when: Moment['when']) => (moment: Moment) =>
  moment.label.startsWith(`disk.${name} `) && moment.when === when;

test('what a person puts in place of a conflict at the last instant comes beside it, though its copy’s name is taken', async () => {
  const { lab, ada } = await begin();
  lab.save(ada, { 'a.csv': 'mine' });
  let isTaken = false;
  lab.scheduler.mischief = ({ label }) => {
    if (isTaken || label !== 'disk.place a.csv: exchanging') return undefined;
    isTaken = true;
    const copy = Object.keys(ada.texts()).find(path => path.includes('(conflict')) ?? '';
    ada.disk.tree.rename(`${FOLDER}/${copy}`, `${FOLDER}/kept.csv`);
    lab.save(ada, { [copy]: 'of somebody' });
    ada.disk.tree.save(`${FOLDER}/a.csv`, new TextEncoder().encode('late'));
    return undefined;
  };
  await lab.sync(ada);
  expect(isTaken).toBe(true);
  expect(Object.values(ada.texts()).sort()).toEqual(['late', 'mine', 'of somebody', 'of the service']);
  expect([ada.texts()['a.csv'], ada.texts()['kept.csv']]).toEqual(['of the service', 'mine']);
  expect(ada.disk.stored.size).toBe(0);
  mustBeListed(ada);
});

test('late bytes come back beside the file, as a conflict', async () => {
  const { lab, ada } = await begin();
  lab.scheduler.mischief = ({ label }) => {
    if (label === 'disk.place a.csv: renamed') writeLate(ada, 'late');
    return undefined;
  };
  await lab.sync(ada);
  expect(Object.values(ada.texts()).sort()).toEqual(['late', 'of the service']);
  expect(ada.disk.stored.size).toBe(0);
  mustBeListed(ada);
});

test.each([
  ['just after they were moved into the store', isStep('place', 'after')],
  ['just before they are brought back', isStep('restore', 'before')],
] as const)('late bytes come back beside the file although the computer dies %s', async (_, dies) => {
  const { lab, ada } = await begin();
  await syncAndDie(lab, ada, dies);
  mustBeListed(ada);
  await lab.sync(ada);
  mustBeListed(ada);
  expect(Object.values(ada.texts()).sort()).toEqual(['late', 'of the service']);
  expect(ada.texts()['a.csv']).toBe('of the service');
  expect(ada.disk.stored.size).toBe(0);
  expect(await lab.call(ada, 'conflicts.list', null)).toMatchObject([{ path: 'a.csv' }]);
});

test('late bytes that were back when the computer died are sent like any other file, and listed nowhere else', async () => {
  const { lab, ada } = await begin();
  await syncAndDie(lab, ada, isStep('restore', 'after'));
  mustBeListed(ada);
  await lab.sync(ada);
  mustBeListed(ada);
  expect(Object.values(lab.there()).sort()).toEqual(['late', 'of the service']);
  expect(ada.disk.stored.size).toBe(0);
});

test('late bytes that a disk brought back before it said no leave nothing open [10038036]', async () => {
  const { lab, ada } = await begin();
  let refusals = 0;
  lab.scheduler.mischief = (moment): Verdict => {
    if (moment.label === 'disk.place a.csv: renamed') writeLate(ada, 'late');
    if (!isStep('restore', 'after')(moment)) return undefined;
    refusals += 1;
    return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a.csv', code: 'EIO' }) };
  };
  await lab.sync(ada);
  lab.scheduler.mischief = () => undefined;
  for (let turn = 0; turn < 3; turn++) {
    lab.clock.advanceBy(60_000);
    await lab.sync(ada);
  }
  expect(refusals).toBe(1);
  mustBeListed(ada);
  expect(ada.journal.mirrors.all().flatMap(({ id }) => ada.journal.intents.all(id))).toEqual([]);
  expect(Object.values(lab.there()).sort()).toEqual(['late', 'of the service']);
  expect(ada.disk.stored.size).toBe(0);
});

test('a file that a program opens while it is being replaced keeps its place, and what is saved into it a copy beside', async () => {
  const { lab, ada } = await begin();
  const file = ada.disk.tree.find(`${FOLDER}/a.csv`);
  if (file?.kind !== 'file') throw new Error('a.csv is here');
  lab.scheduler.mischief = ({ label }) => {
    if (label === 'disk.place a.csv: exchanging') ada.disk.tree.held.add(file);
    return undefined;
  };
  await lab.syncTwice(ada);
  lab.scheduler.mischief = () => undefined;
  expect([ada.texts(), ada.stored()]).toEqual([{ 'a.csv': 'first' }, []]);
  ada.disk.tree.setBytes(file, new TextEncoder().encode('mine'));
  ada.disk.tree.held.delete(file);
  for (let turn = 0; turn < 3; turn++) {
    lab.clock.advanceBy(60_000);
    await lab.sync(ada);
  }
  expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'of the service']);
  expect([ada.texts()['a.csv'], ada.stored()]).toEqual(['of the service', []]);
  expect(ada.journal.mirrors.all().flatMap(({ id }) => ada.journal.intents.all(id))).toEqual([]);
  mustBeListed(ada);
});

test('what a program writes into a file whose replacement a crash cut off is in the store after it is closed', async () => {
  const { lab, ada } = await begin();
  const file = ada.disk.tree.find(`${FOLDER}/a.csv`);
  if (file?.kind !== 'file') throw new Error('a.csv is here');
  lab.scheduler.mischief = ({ label }) => {
    if (label === 'disk.place a.csv: exchanging') ada.disk.tree.held.add(file);
    return label === 'disk.place a.csv: renamed' ? { do: 'crash' } : undefined;
  };
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
  await lab.sync(ada);
  ada.disk.tree.setBytes(file, new TextEncoder().encode('mine'));
  ada.disk.tree.held.delete(file);
  await lab.drive(ada.start());
  await lab.sync(ada);
  expect([ada.texts(), ada.stored()]).toEqual([{ 'a.csv': 'of the service' }, ['mine']]);
  mustBeListed(ada);
});

test('late bytes that never reached the store are rescued into it, and listed', async () => {
  const { lab, ada } = await begin();
  await syncAndDie(lab, ada, ({ label }) => label === 'disk.place a.csv: renamed');
  expect(ada.stored()).toEqual(['late']);
  mustBeListed(ada);
});

test('a rescue into the store that a crash cuts off is listed after the next start', async () => {
  const { lab, ada } = await begin();
  const isCutOff = ({ label }: Moment): boolean => label === 'disk.place a.csv: renamed';
  lab.scheduler.mischief = (moment): Verdict => {
    if (isCutOff(moment)) writeLate(ada, 'late');
    return isCutOff(moment) ? { do: 'crash' } : undefined;
  };
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  lab.scheduler.mischief = (moment): Verdict => (isStep('sweep', 'after')(moment) ? { do: 'crash' } : undefined);
  void ada.start();
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
  expect(ada.stored()).toEqual(['late']);
  mustBeListed(ada);
});

test('a removal at the service never relies on bytes that a crash kept from reaching the store', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'precious' });
  await lab.sync(ada);
  lab.remove(ada, 'a.csv');
  lab.clock.advanceBy(60_000);
  lab.scheduler.mischief = (moment): Verdict =>
    isStep('stageInStore', 'before')(moment) ? { do: 'crash' } : undefined;
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
  await lab.sync(ada);
  expect(lab.there()).toEqual({});
  expect(ada.stored()).toEqual(['precious']);
  mustBeListed(ada);
});

test('a mirror that is removed leaves nothing unlisted in the store', async () => {
  const { lab, ada } = await begin();
  ada.disk.tree.write(`${STAGE}/left.old`, 'set aside');
  await lab.call(ada, 'mirrors.remove', { id: 'm1' });
  expect(ada.stored()).toEqual(['set aside']);
  mustBeListed(ada);
});

test.each([
  ['lives on', () => false],
  ['dies then', ({ label }: Moment) => label === 'disk.place a.csv: renamed'],
  ['dies later', isStep('place', 'after')],
] as const)(
  'a conflict copy that is moved at the very instant it came is sent once, and so is nothing else; the computer %s',
  async (_, dies) => {
    const { lab, ada } = await begin();
    lab.save(ada, { 'a.csv': 'mine' });
    lab.scheduler.mischief = (moment): Verdict => {
      const copy = Object.keys(ada.texts()).find(path => path.startsWith('a (conflict'));
      const isThere = moment.label === 'disk.place a.csv: renamed' && copy !== undefined;
      if (isThere) ada.disk.tree.rename(`${FOLDER}/${copy}`, `${FOLDER}/moved.csv`);
      return isThere || !moment.label.endsWith(': renamed') ? (dies(moment) ? { do: 'crash' } : undefined) : undefined;
    };
    void ada.app.handlers['sync.once'](null);
    await lab.scheduler.run(() => !ada.isAlive || ada.texts()['moved.csv'] !== undefined, 100_000);
    await lab.scheduler.run(() => !ada.isAlive, 1000);
    lab.scheduler.mischief = () => undefined;
    if (!ada.isAlive) await lab.drive(ada.start());
    for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
    const all = { 'a.csv': 'of the service', 'moved.csv': 'mine' };
    expect([ada.texts(), lab.there()]).toEqual([all, all]);
  },
);
