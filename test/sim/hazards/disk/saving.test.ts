import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf, versionsOf } from '../../lab/altered-answers.ts';

/** A lab whose computer waits two seconds for a file to come to rest, with one file in step. */
async function withDocument(): Promise<{ lab: QuietLab; ada: Computer; document: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { settleMs: '2000' });
  lab.save(ada, { 'a.csv': 'one' });
  lab.clock.advanceBy(60_000);
  await lab.sync(ada);
  return { lab, ada, document: idOf(lab, 'a.csv') };
}

const at = (name: string): string => `${FOLDER}/${name}`;

/** Lets the running product work for a while, from a look that begins now. */
async function pass(lab: QuietLab, ada: Computer, ms: number): Promise<void> {
  await lab.call(ada, 'sync.checkNow', null);
  await lab.pass(ms);
}

/** Lets all of it come to rest, removals included. */
async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(700_000);
  }
}

/** The steps of programs that move the old file aside during a save, under the temporary name that they give it. */
const ASIDE = ['a.csv~', 'a.bak', 'A1B2C3D4', '~WRL0001.tmp', '.a.csv.swx'];

test.each(ASIDE)('a save that moves the old file to %s for a while is one new version of it [S2]', async aside => {
  const { lab, ada, document } = await withDocument();
  ada.app.start();
  ada.disk.tree.rename(at('a.csv'), at(aside));
  await pass(lab, ada, 500);
  ada.disk.tree.save(at('a.csv'), 'two');
  await pass(lab, ada, 500);
  ada.disk.tree.remove(at(aside));
  await pass(lab, ada, 60_000);
  await lab.sync(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'two' });
  expect(idOf(lab, 'a.csv')).toBe(document);
  expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, moved: 0, removed: 0 });
});

test('a program that keeps the old file as a backup made a new version of it, and the backup is a new file [S2]', async () => {
  const { lab, ada, document } = await withDocument();
  ada.disk.tree.rename(at('a.csv'), at('a.bak'));
  ada.disk.tree.save(at('a.csv'), 'two');
  lab.clock.advanceBy(60_000);
  await lab.sync(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'two', 'a.bak': 'one' });
  expect(versionsOf(lab, document)).toEqual(['one', 'two']);
  ada.disk.tree.rename(at('a.csv'), at('a.bak'));
  ada.disk.tree.save(at('a.csv'), 'three');
  lab.clock.advanceBy(60_000);
  await lab.sync(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'three', 'a.bak': 'two' });
  expect(versionsOf(lab, document)).toEqual(['one', 'two', 'three']);
});

test.each([
  ['a rename over it', ['mv g.csv f.csv']],
  ['a sorted copy that takes its place', ['cp f.csv s.csv', 'sleep', 'mv s.csv f.csv']],
  ['a temporary file that was closed for long', ['write 4a1b2c3d two', 'sleep', 'mv 4a1b2c3d f.csv']],
  ['a temporary file and a backup', ['write f.tmp1 two', 'sleep', 'mv f.csv f.csv~', 'mv f.tmp1 f.csv']],
  ['a removal with a rename after it', ['rm f.csv', 'mv g.csv f.csv']],
])('a file that is replaced by %s stays what it is, with a new version [S1, S2]', async (_, deeds) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'f.csv': 'one', 'g.csv': 'other' });
  await settle(lab, ada);
  const before = idOf(lab, 'f.csv');
  for (const deed of deeds) {
    const [verb, from = '', to = ''] = deed.split(' ');
    if (verb === 'mv') ada.disk.tree.rename(at(from), at(to));
    if (verb === 'cp') lab.save(ada, { [to]: 'one' });
    if (verb === 'write') lab.save(ada, { [from]: to });
    if (verb === 'rm') lab.remove(ada, from);
    if (verb === 'sleep') await settle(lab, ada);
  }
  const texts = ada.texts();
  await settle(lab, ada);
  expect(ada.texts()).toEqual(texts);
  expect(lab.there()).toEqual(texts);
  expect(idOf(lab, 'f.csv')).toBe(before);
  expect(versionsOf(lab, before)).toEqual(['one', ...(texts['f.csv'] === 'one' ? [] : [texts['f.csv']])]);
});

test('a file that a person renamed keeps its versions, and another one in its old place is new [S2, P16]', async () => {
  const { lab, ada, document } = await withDocument();
  ada.disk.tree.rename(at('a.csv'), at('monday.csv'));
  ada.disk.tree.save(at('a.csv'), 'two');
  lab.clock.advanceBy(60_000);
  await lab.sync(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'two', 'monday.csv': 'one' });
  expect(idOf(lab, 'monday.csv')).toBe(document);
});

test('a renamed file is not sent while a new one in its old place is still being written [S2]', async () => {
  const { lab, ada, document } = await withDocument();
  ada.app.start();
  ada.disk.tree.rename(at('a.csv'), at('A1B2C3'));
  for (let turn = 0; turn < 10; turn++) {
    ada.disk.tree.write(at('a.csv'), 'x'.repeat(turn + 1));
    await pass(lab, ada, 1000);
    expect(Object.keys(lab.there())).toEqual(['a.csv']);
  }
  ada.disk.tree.remove(at('A1B2C3'));
  await pass(lab, ada, 60_000);
  expect(versionsOf(lab, document)).toEqual(['one', 'xxxxxxxxxx']);
  expect(idOf(lab, 'a.csv')).toBe(document);
});

test('a file that is emptied and written three seconds later is never sent empty [S3]', async () => {
  const { lab, ada, document } = await withDocument();
  ada.app.start();
  ada.disk.tree.write(at('a.csv'), '');
  await pass(lab, ada, 3000);
  ada.disk.tree.write(at('a.csv'), 'two');
  await pass(lab, ada, 60_000);
  expect(versionsOf(lab, document)).toEqual(['one', 'two']);
});

test('a file that a person emptied is sent empty a little later [S3]', async () => {
  const { lab, ada, document } = await withDocument();
  ada.app.start();
  ada.disk.tree.write(at('a.csv'), '');
  await pass(lab, ada, 60_000);
  expect(versionsOf(lab, document)).toEqual(['one', '']);
});

test('a copy that has its size from the beginning is sent when its program has closed it [S10]', async () => {
  const { lab, ada } = await withDocument();
  ada.app.start();
  const copy = ada.disk.tree.write(at('plate.raw'), '....');
  ada.disk.tree.held.add(copy);
  await pass(lab, ada, 20_000);
  ada.disk.tree.setBytes(copy, bytes('ab..'));
  await pass(lab, ada, 20_000);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  ada.disk.tree.setBytes(copy, bytes('abcd'));
  ada.disk.tree.held.delete(copy);
  await pass(lab, ada, 90_000);
  expect(versionsOf(lab, idOf(lab, 'plate.raw'))).toEqual(['abcd']);
});

test('a copy that has its size from the beginning and is filled with pauses is sent once, where nobody tells who has it open [S10]', async () => {
  const { lab, ada } = await withDocument();
  ada.app.start();
  const copy = ada.disk.tree.write(at('plate.raw'), '.'.repeat(20));
  for (let turn = 1; turn <= 20; turn++) {
    await pass(lab, ada, turn === 1 ? 1000 : 2800);
    ada.disk.tree.setBytes(copy, bytes('x'.repeat(turn) + '.'.repeat(20 - turn)));
  }
  await pass(lab, ada, 90_000);
  expect(versionsOf(lab, idOf(lab, 'plate.raw'))).toEqual(['x'.repeat(20)]);
});

test('an instrument that writes a line every five seconds for an hour costs three versions at most [S9]', async () => {
  const { lab, ada } = await withDocument();
  ada.app.start();
  let text = '';
  for (let turn = 0; turn < 720; turn++) {
    ada.disk.tree.write(at('log.csv'), (text += 'line\n'));
    await pass(lab, ada, 5000);
  }
  await pass(lab, ada, 90_000);
  const versions = versionsOf(lab, idOf(lab, 'log.csv'));
  expect(versions.at(-1)).toBe(text);
  expect(versions.length).toBeLessThanOrEqual(3);
});

test('a new folder in the place of one that was given a skipped name is that folder, and nothing is lost [P27]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'raw/a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  ada.disk.tree.rename(at('raw'), at('raw.tmp'));
  lab.save(ada, { 'raw/a.csv': 'new', 'b.csv': 'three' });
  const report = await lab.syncTwice(ada);
  expect(report.stopped).toBe(null);
  expect(lab.there()['b.csv']).toBe('three');
  const there = lab.service.sights.tree(lab.root).map(({ path }) => path);
  expect(there.toSorted()).toEqual(['b.csv', 'raw', 'raw/a.csv']);
  expect(versionsOf(lab, idOf(lab, 'raw/a.csv'))).toEqual(['one', 'new']);
  lab.remove(ada, 'raw');
  ada.disk.tree.rename(at('raw.tmp'), at('raw'));
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'raw/a.csv': 'one', 'b.csv': 'three' });
  expect(ada.texts()).toEqual(lab.there());
});

const OWNERS = ['~$a.csv', '.~lock.a.csv#', '.a.csv.swp'];

test.each(OWNERS)('a document with the owner file %s is not replaced before it is closed [S13]', async owner => {
  const { lab, ada, document } = await withDocument();
  lab.save(ada, { [owner]: 'Ada' });
  lab.service.colleague(0).editFile(document, bytes('theirs'));
  const report = await lab.syncTwice(ada);
  expect(ada.texts()['a.csv']).toBe('one');
  expect(report.blocked).toMatchObject([{ path: 'a.csv', reason: 'disk-refused' }]);
  expect(report.blocked[0]?.text).toContain(`in use by another program: the lock file '${owner}' is beside it`);
  lab.remove(ada, owner);
  expect(await lab.sync(ada)).toMatchObject({ blocked: [] });
  expect(ada.texts()['a.csv']).toBe('theirs');
});

test('an owner file written long ago counts only while a program holds it, however young its copy here is [S13]', async () => {
  const { lab, ada, document } = await withDocument();
  const lock = ada.disk.tree.write(at('.a.csv.swp'), 'Ada');
  lock.modifiedMs -= 20 * 24 * 3_600_000;
  ada.disk.tree.held.add(lock);
  lab.service.colleague(0).editFile(document, bytes('theirs'));
  await lab.syncTwice(ada);
  expect(ada.texts()['a.csv']).toBe('one');
  ada.disk.tree.held.delete(lock);
  expect(await lab.syncTwice(ada)).toMatchObject({ blocked: [] });
  expect(ada.texts()['a.csv']).toBe('theirs');
});

test('a document that a program has open for writing is not replaced, and its save is kept beside the other [S13]', async () => {
  const { lab, ada, document } = await withDocument();
  const file = ada.disk.tree.find(at('a.csv'));
  if (file?.kind !== 'file') throw new Error('a.csv is here');
  ada.disk.tree.held.add(file);
  lab.service.colleague(0).editFile(document, bytes('theirs'));
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  ada.disk.tree.setBytes(file, bytes('mine'));
  lab.clock.advanceBy(60_000);
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'mine' });
  ada.disk.tree.held.delete(file);
  lab.clock.advanceBy(60_000);
  expect(await lab.syncTwice(ada)).toMatchObject({ conflicted: [{ path: 'a.csv' }] });
  expect(Object.values(ada.texts()).toSorted()).toEqual(['mine', 'theirs']);
});

test('a document that is opened while its new version travels is not replaced, and what is saved into it stays [S13]', async () => {
  const { lab, ada, document } = await withDocument();
  const file = ada.disk.tree.find(at('a.csv'));
  if (file?.kind !== 'file') throw new Error('a.csv is here');
  lab.service.colleague(0).editFile(document, bytes('theirs'));
  lab.scheduler.mischief = ({ label, when }) => {
    if (when !== 'before' || !label.startsWith('disk.stage ')) return undefined;
    ada.disk.tree.held.add(file);
    lab.clock.advanceBy(5000);
    return undefined;
  };
  await lab.syncTwice(ada);
  lab.scheduler.mischief = () => undefined;
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  ada.disk.tree.setBytes(file, bytes('mine'));
  ada.disk.tree.held.delete(file);
  lab.clock.advanceBy(60_000);
  expect(await lab.syncTwice(ada)).toMatchObject({ conflicted: [{ path: 'a.csv' }] });
  expect(Object.values(ada.texts()).toSorted()).toEqual(['mine', 'theirs']);
});

test('a document that is open is not taken away when a colleague removes it [S13]', async () => {
  const { lab, ada, document } = await withDocument();
  lab.save(ada, { '.~lock.a.csv#': 'Ada' });
  lab.service.colleague(0).removeFile(document);
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  expect(ada.texts()['a.csv']).toBe('one');
  lab.save(ada, { 'a.csv': 'mine' });
  lab.remove(ada, '.~lock.a.csv#');
  lab.clock.advanceBy(60_000);
  await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'mine' });
});

test('a document replaced beside an old owner file: the next save becomes a conflict, not the newest version [S13]', async () => {
  const { lab, ada, document } = await withDocument();
  lab.save(ada, { '.~lock.a.csv#': 'Ada' });
  lab.clock.advanceBy(73 * 3_600_000);
  lab.service.colleague(0).editFile(document, bytes('theirs'));
  await lab.syncTwice(ada);
  expect(ada.texts()['a.csv']).toBe('theirs');
  lab.save(ada, { 'a.csv': 'made from the old one' });
  lab.remove(ada, '.~lock.a.csv#');
  lab.clock.advanceBy(60_000);
  expect(await lab.syncTwice(ada)).toMatchObject({ conflicted: [{ path: 'a.csv' }] });
  expect(Object.values(ada.texts()).toSorted()).toEqual(['made from the old one', 'theirs']);
  expect(lab.there()).toEqual(ada.texts());
});

test('an old owner file that went without a save leaves the next edit an edit [S13]', async () => {
  const { lab, ada, document } = await withDocument();
  lab.save(ada, { '.~lock.a.csv#': 'Ada' });
  lab.clock.advanceBy(73 * 3_600_000);
  lab.service.colleague(0).editFile(document, bytes('theirs'));
  await lab.syncTwice(ada);
  lab.remove(ada, '.~lock.a.csv#');
  await lab.syncTwice(ada);
  lab.save(ada, { 'a.csv': 'mine, made from theirs' });
  lab.clock.advanceBy(60_000);
  expect(await lab.syncTwice(ada)).toMatchObject({ conflicted: [] });
  expect(versionsOf(lab, document)).toEqual(['one', 'theirs', 'mine, made from theirs']);
});

test('a measurement of many files is sent only when all of it was quiet for half a minute [S11]', async () => {
  const { lab, ada } = await withDocument();
  ada.app.start();
  for (let scan = 0; scan < 6; scan++) {
    lab.save(ada, { [`run.d/scans/s${scan}.bin`]: `scan ${scan}` });
    await pass(lab, ada, 20_000);
    expect(lab.there()).toEqual({ 'a.csv': 'one' });
  }
  lab.save(ada, { 'b.csv': 'beside it', 'run.d/method.xml': 'done' });
  await pass(lab, ada, 10_000);
  expect(Object.keys(lab.there())).toEqual(['a.csv', 'b.csv']);
  await pass(lab, ada, 60_000);
  expect(Object.keys(lab.there())).toHaveLength(9);
  lab.save(ada, { 'run.d/processed.csv': 'later' });
  await pass(lab, ada, 60_000);
  expect(lab.there()['run.d/processed.csv']).toBe('later');
});

test('a measurement waits while its program has one of its files open [S11]', async () => {
  const { lab, ada } = await withDocument();
  ada.app.start();
  lab.save(ada, { 'run.d/scan.bin': 'scan', 'run.d/log.bin': 'log' });
  const log = ada.disk.tree.find(at('run.d/log.bin'));
  if (log?.kind !== 'file') throw new Error('the log is here');
  ada.disk.tree.held.add(log);
  await pass(lab, ada, 300_000);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  ada.disk.tree.held.delete(log);
  await pass(lab, ada, 60_000);
  expect(Object.keys(lab.there())).toHaveLength(3);
});

test('ten thousand events a second for ten seconds cost few looks, and what was saved arrives soon after [W21]', async () => {
  const { lab, ada } = await withDocument();
  ada.app.start();
  await pass(lab, ada, 5000);
  let looks = 0;
  lab.scheduler.mischief = ({ label, when }) => {
    if (when === 'before' && label.startsWith('disk.scan')) looks += 1;
    return undefined;
  };
  for (let moment = 0; moment < 1000; moment++) {
    for (let event = 0; event < 100; event++) ada.disk.tree.write(at(`f${event % 10}.csv`), `${moment} ${event}`);
    await lab.pass(10);
  }
  expect(looks).toBeLessThan(15);
  await lab.pass(30_000);
  expect(Object.keys(lab.there())).toHaveLength(11);
  expect(lab.there()).toEqual(ada.texts());
});
