import { expect, test } from 'vitest';

import { compareVersions, joinVersions } from '../../../../shared/diff/comparison.ts';
import type { VersionPlace } from '../../../../shared/features/versions/model.ts';
import type { Computer } from '../../world/computer.ts';
import { bytes, idOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

const FIRST = 'Well;Ct;Note\r\nA1;21,5;\r\nA2;22,0;\r\nA3;23,1;\r\n';

/** One file with two versions at the service, here in step. */
async function inStep(name = 'plate 7.csv') {
  const lab = new QuietLab();
  lab.service.colleague(0).letAllEdit(lab.root);
  const ada = await lab.computer('Ada');
  lab.save(ada, { [name]: FIRST });
  await lab.sync(ada);
  const file = idOf(lab, name);
  lab.clock.advanceBy(60_000);
  lab.service.colleague(1).editFile(file, bytes(FIRST.replace('21,5', '21,4')));
  await lab.syncTwice(ada);
  const { rows } = await shownFolder(lab, ada);
  return { lab, ada, file, id: rows[0]?.id ?? '' };
}

async function textOf(lab: QuietLab, ada: Computer, place: VersionPlace): Promise<string> {
  return new TextDecoder().decode(await bytesOf(lab, ada, place));
}

async function bytesOf(lab: QuietLab, ada: Computer, place: VersionPlace): Promise<Uint8Array> {
  const { bytes: text } = await lab.call(ada, 'versions.bytes', place);
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}

const encoded = (text: string): string => btoa(text);

test('the versions of a file are listed newest first, with who made them and which one is here', async () => {
  const { lab, ada, id } = await inStep();
  const list = await lab.call(ada, 'versions.list', { id, page: 1 });
  expect(list).toMatchObject({
    name: 'plate 7.csv',
    head: list.versions[0]?.ref,
    hasMore: false,
    trouble: null,
    readOnly: null,
    versions: [
      { kind: 'service', number: 2, isCurrent: true, isHere: true },
      { kind: 'service', number: 1, isCurrent: false, isHere: false, source: 'upload' },
    ],
  });
  expect(list.versions.map(({ who }) => who)).toEqual([expect.any(String), expect.any(String)]);
  expect(list.versions[0]?.who).not.toBe(list.versions[1]?.who);
  const [, first] = list.versions;
  expect(await textOf(lab, ada, { id, version: first?.ref ?? '' })).toBe(FIRST);
});

test('the details of a file name who made each version as its history does, never by a number', async () => {
  const { lab, ada, id } = await inStep();
  const { versions } = await lab.call(ada, 'versions.list', { id, page: 1 });
  const about = await lab.call(ada, 'files.about', { id });
  expect(about.versions?.map(({ by }) => by)).toEqual(versions.map(({ who }) => who));
  for (const { by } of about.versions ?? []) expect(by).toMatch(/[a-z]/i);
});

test('what is not sent yet comes first, offline too, and its bytes are those on the disk', async () => {
  const { lab, ada, id } = await inStep();
  lab.trouble = () => ({ kind: 'no-connection' });
  lab.save(ada, { 'plate 7.csv': 'mine' });
  await lab.sync(ada).catch(() => null);
  const { versions, trouble, head } = await lab.call(ada, 'versions.list', { id, page: 1 });
  expect(trouble).toEqual(expect.any(String));
  expect(versions).toMatchObject([
    { ref: 'local', kind: 'local', sizeBytes: 4, base: head, isHere: true },
    { ref: head, kind: 'service', isCurrent: true, isHere: false },
  ]);
  expect(await textOf(lab, ada, { id, version: 'local' })).toBe('mine');
});

test('restoring makes a new version with the old content, which comes here, and can be undone', async () => {
  const { lab, ada, id } = await inStep();
  const { head, versions } = await lab.call(ada, 'versions.list', { id, page: 1 });
  const first = versions[1]?.ref ?? '';
  await lab.call(ada, 'versions.restore', { id, version: first, head: head ?? '' });
  await lab.syncTwice(ada);
  expect(ada.texts()['plate 7.csv']).toBe(FIRST);
  expect((await lab.call(ada, 'versions.list', { id, page: 1 })).versions).toHaveLength(3);
  await lab.call(ada, 'activity.undo', { id: null });
  await lab.syncTwice(ada);
  expect(ada.texts()['plate 7.csv']).toBe(FIRST.replace('21,5', '21,4'));
});

test('nothing is restored over a version that nobody saw, nor over an edit that is not sent', async () => {
  const { lab, ada, id, file } = await inStep();
  const { head, versions } = await lab.call(ada, 'versions.list', { id, page: 1 });
  const wish = { id, version: versions[1]?.ref ?? '', head: head ?? '' };
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'no-connection' } : null);
  lab.save(ada, { 'plate 7.csv': 'mine' });
  await lab.sync(ada);
  lab.trouble = () => null;
  await expect(lab.call(ada, 'versions.restore', wish)).rejects.toThrow('changed here');
  await lab.syncTwice(ada);
  await expect(lab.call(ada, 'versions.restore', { ...wish, version: 'no id' })).rejects.toThrow('no version');
  await expect(lab.call(ada, 'versions.restore', wish)).rejects.toThrow('newer version since you looked');
  lab.service.colleague(1).editFile(file, bytes('newer'));
  await expect(lab.call(ada, 'versions.restore', wish)).rejects.toThrow('newer version since you looked');
  expect(lab.there()['plate 7.csv']).toBe('newer');
});

test('a merge becomes a version on the current one, with its note, and comes here', async () => {
  const { lab, ada, id } = await inStep();
  const { head } = await lab.call(ada, 'versions.list', { id, page: 1 });
  const merge = { id, head: head ?? '', bytes: encoded('merged'), note: ' both plates ' };
  expect(await lab.call(ada, 'versions.save', merge)).toMatchObject({ is: 'saved', number: 3 });
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'plate 7.csv': 'merged' });
  const [newest] = (await lab.call(ada, 'versions.list', { id, page: 1 })).versions;
  expect(newest).toMatchObject({ summary: 'both plates', base: head, isHere: true });
  const entries = await lab.call(ada, 'activity.undoable', { limit: 5 });
  expect(entries.map(({ verb }) => verb)).toContain('sent');
});

test('when somebody saved a newer version, the merge waits, over a restart, and is merged with that one', async () => {
  const { lab, ada, id, file } = await inStep();
  const { head } = await lab.call(ada, 'versions.list', { id, page: 1 });
  lab.service.colleague(1).editFile(file, bytes('newer'));
  const merge = { id, head: head ?? '', bytes: encoded('merged'), note: null };
  const answer = await lab.call(ada, 'versions.save', merge);
  expect(answer).toMatchObject({ is: 'moved' });
  expect(lab.there()['plate 7.csv']).toBe('newer');
  await lab.drive(ada.start());
  const { versions } = await lab.call(ada, 'versions.list', { id, page: 1 });
  expect(versions[0]).toMatchObject({ ref: 'draft', kind: 'draft', base: head });
  expect(await textOf(lab, ada, { id, version: 'draft' })).toBe('merged');
  const now = answer.is === 'moved' ? answer.head : '';
  expect(await lab.call(ada, 'versions.save', { ...merge, head: now })).toMatchObject({ is: 'saved' });
  expect((await lab.call(ada, 'versions.list', { id, page: 1 })).versions[0]).toMatchObject({ kind: 'service' });
});

test('a merge whose answer was lost is not sent twice', async () => {
  const { lab, ada, id, file } = await inStep();
  const { head } = await lab.call(ada, 'versions.list', { id, page: 1 });
  const merge = { id, head: head ?? '', bytes: encoded('merged'), note: null };
  lab.trouble = ({ method, url }) => (method === 'POST' && url.endsWith('/versions') ? { kind: 'lost-answer' } : null);
  await expect(lab.call(ada, 'versions.save', merge)).rejects.toThrow('offline');
  lab.trouble = () => null;
  expect(await lab.call(ada, 'versions.save', merge)).toMatchObject({ is: 'saved' });
  expect(lab.service.sights.versionsOf(file)).toHaveLength(3);
});

test('a merge that is given up is forgotten, and a folder that only downloads takes none', async () => {
  const { lab, ada, id } = await inStep();
  const { head } = await lab.call(ada, 'versions.list', { id, page: 1 });
  const merge = { id, head: head ?? '', bytes: encoded('merged'), note: null };
  lab.trouble = () => ({ kind: 'no-connection' });
  await expect(lab.call(ada, 'versions.save', merge)).rejects.toThrow('offline');
  await lab.call(ada, 'versions.dropDraft', { id });
  await expect(lab.call(ada, 'versions.bytes', { id, version: 'draft' })).rejects.toThrow('No merge');
  lab.trouble = () => null;
  const ben = await lab.computer('Ben', {}, 'download');
  await lab.sync(ben);
  const { rows } = await shownFolder(lab, ben);
  const there = await lab.call(ben, 'versions.list', { id: rows[0]?.id ?? '', page: 1 });
  expect(there.readOnly).toContain('only downloads');
  await expect(lab.call(ben, 'versions.save', { ...merge, id: rows[0]?.id ?? '' })).rejects.toThrow('only downloads');
});

test('two people who edited one table are brought together cell by cell, and the copy goes to the store', async () => {
  const { lab, ada, id, file } = await inStep();
  const mine = FIRST.replace('21,5', '21,4').replace('22,0;', '22,9;mine').replace('23,1', '30,1');
  const theirs = FIRST.replace('21,5', '21,4').replace('23,1', '31,1').replace('A1;21,4;', 'A1;21,4;checked');
  lab.service.colleague(1).editFile(file, bytes(theirs));
  lab.save(ada, { 'plate 7.csv': mine });
  await lab.syncTwice(ada);
  await lab.syncTwice(ada);
  const [conflict] = await lab.call(ada, 'conflicts.list', null);
  const sides = await lab.call(ada, 'versions.ofConflict', { id: conflict?.id ?? '' });
  expect(sides).toMatchObject({ id, name: 'plate 7.csv', mine: { version: 'local' } });
  const comparison = compareVersions(
    {
      name: sides.name,
      base: sides.base === null ? null : await bytesOf(lab, ada, sides.base),
      mine: await bytesOf(lab, ada, sides.mine),
      theirs: await bytesOf(lab, ada, sides.theirs),
    },
    { by: 'best', key: null },
  );
  const changes = comparison.kind === 'table' ? comparison.merge.changes : [];
  expect(changes.map(({ origin }) => origin)).toEqual(['theirs', 'mine', 'mine', 'conflict']);
  const joined = joinVersions(comparison, new Map([[changes[3]?.id ?? -1, 'mine']]));
  const text = joined.is === 'done' ? new TextDecoder().decode(joined.bytes) : '';
  expect(text).toBe(mine.replace('A1;21,4;', 'A1;21,4;checked'));
  const save = { id: sides.id, head: sides.theirs.version, bytes: encoded(text), note: null };
  expect(await lab.call(ada, 'versions.save', save)).toMatchObject({ is: 'saved' });
  await lab.syncTwice(ada);
  await lab.call(ada, 'conflicts.resolve', { id: conflict?.id ?? '', keep: 'theirs' });
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'plate 7.csv': text });
  expect(lab.there()).toEqual({ 'plate 7.csv': text });
  expect(ada.stored()).toContain(mine);
});

test('what is too large to be shown is refused in words', async () => {
  const { lab, ada, id } = await inStep();
  lab.save(ada, { 'plate 7.csv': 'x'.repeat(8_000_001) });
  await expect(lab.call(ada, 'versions.bytes', { id, version: 'local' })).rejects.toThrow('more than can be shown');
});
