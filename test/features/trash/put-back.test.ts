import { expect, test } from 'vitest';

import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { type Computer, FOLDER } from '../../sim/world/computer.ts';
import { mustBeListed } from '../../sim/judges/invariants.ts';
import { QuietLab } from '../../sim/lab/quiet-lab.ts';
import { shownFolder } from '../../sim/lab/shown-folder.ts';

/** A file of the service that is in no mirrored folder, removed from here: its bytes are in the store only. */
async function removedElsewhere(texts: readonly string[] = ['far away']) {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'plates/a.csv': 'here' });
  await lab.sync(ada);
  const other = lab.service.colleague(0).createFolder(null, 'Elsewhere');
  const [first = new Uint8Array(), ...later] = texts.map(text => new TextEncoder().encode(text));
  const file = lab.service.colleague(0).createFile(other, 'far.csv', first);
  for (const bytes of later) {
    lab.clock.advanceBy(1000);
    lab.service.colleague(0).editFile(file, bytes);
  }
  const removed = await lab.call(ada, 'files.remove', { ids: [file] });
  const [stored] = await lab.call(ada, 'store.list', null);
  expect(stored).toMatchObject({ mirror: '', path: 'far.csv', older: texts.length - 1 });
  const rows = await shownFolder(lab, ada);
  const plates: FolderPlace = { mirror: 'm1', folder: rows.rows.find(({ name }) => name === 'plates')?.id ?? '' };
  const inOther = () => lab.service.sights.tree(other).map(({ path }) => path);
  /** Path → the texts of its versions, oldest first. */
  const versions = () =>
    Object.fromEntries(
      lab.service.sights
        .tree(other)
        .map(({ path, id }) => [
          path,
          lab.service.sights.versionsOf(id).map(({ bytes }) => new TextDecoder().decode(bytes)),
        ]),
    );
  return { lab, ada, other, removed, plates, id: stored?.id ?? '', inOther, versions };
}

test('bytes of no mirrored folder do not come back by themselves, but into a folder that a person names', async () => {
  const { lab, ada, plates, id } = await removedElsewhere();
  await expect(lab.call(ada, 'store.restore', { id })).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  lab.save(ada, { 'plates/far.csv': 'another' });
  const back = await lab.call(ada, 'store.restore', { id, to: plates });
  expect(back).toEqual({ mirror: 'm1', path: 'plates/far (2).csv', older: 0 });
  expect(await lab.call(ada, 'store.list', null)).toEqual([]);
  await lab.sync(ada);
  expect(lab.there()).toEqual({
    'plates/a.csv': 'here',
    'plates/far.csv': 'another',
    'plates/far (2).csv': 'far away',
  });
});

test('they go back into a folder of the service, too, at once or when it can be reached', async () => {
  const { lab, ada, other, id, inOther } = await removedElsewhere();
  lab.trouble = () => ({ kind: 'no-connection' });
  expect(await lab.call(ada, 'store.restore', { id, to: { base: other } })).toEqual({
    mirror: '',
    path: 'far.csv',
    older: 0,
  });
  expect(await lab.call(ada, 'store.list', null)).toEqual([]);
  expect(await lab.call(ada, 'drops.waiting', null)).toMatchObject([{ name: 'far.csv', sizeBytes: 8 }]);
  lab.trouble = () => null;
  await lab.drive(ada.start());
  await lab.sync(ada);
  expect(inOther()).toEqual(['far.csv']);
  expect(await lab.call(ada, 'drops.waiting', null)).toEqual([]);
});

test('what was removed says how it is put back where it was', async () => {
  const { lab, ada, other, id, removed, inOther } = await removedElsewhere();
  expect(removed).toMatchObject({ files: 1, undo: [], putBack: [{ id, to: { base: other } }] });
  for (const back of removed.putBack) await lab.call(ada, 'store.restore', back);
  await lab.sync(ada);
  expect(inOther()).toEqual(['far.csv']);
});

test('where it cannot be put, its bytes stay in the store', async () => {
  const { lab, ada, id } = await removedElsewhere();
  const before = await lab.call(ada, 'store.list', null);
  const nowhere = { mirror: 'm1', folder: '4711' };
  await expect(lab.call(ada, 'store.restore', { id, to: nowhere })).rejects.toMatchObject({ fault: { kind: 'gone' } });
  await expect(lab.call(ada, 'store.restore', { id, to: { list: 'loose' } })).rejects.toMatchObject({
    fault: { kind: 'bad-request' },
  });
  ada.disk.tree.rename(FOLDER, '/home/away');
  await expect(lab.call(ada, 'store.restore', { id, to: { mirror: 'm1', folder: null } })).rejects.toMatchObject({
    fault: { kind: 'root-lost' },
  });
  expect(await lab.call(ada, 'store.list', null)).toEqual(before);
});

/** Time goes on, and what is due is tried. */
async function later(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    lab.clock.advanceBy(3_600_000);
    await lab.sync(ada);
  }
}

const THREE = ['one', 'two', 'three'];
/** A version that is sent on top of another. */
const isVersion = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  method === 'POST' && url.endsWith('/versions');

test('the versions of a file come back into a folder of the service as versions, in order', async () => {
  const { lab, ada, other, id, versions } = await removedElsewhere(THREE);
  const back = await lab.call(ada, 'store.restore', { id, to: { base: other } });
  await later(lab, ada);
  expect(versions()).toEqual({ 'far.csv': THREE });
  expect(back).toEqual({ mirror: '', path: 'far.csv', older: 2 });
  expect([ada.stored(), await lab.call(ada, 'store.list', null)]).toEqual([[], []]);
  const lines = await lab.call(ada, 'activity.page', { before: null, limit: 10 });
  expect(lines.filter(({ verb, path }) => verb === 'sent' && path.endsWith('far.csv'))).toHaveLength(3);
  mustBeListed(ada);
});

test('what was not sent stays in the store, is told as waiting, and goes on after a restart', async () => {
  const { lab, ada, other, id, versions } = await removedElsewhere(THREE);
  let sent = 0;
  lab.trouble = request => (isVersion(request) && ++sent > 1 ? { kind: 'no-connection' } : null);
  await lab.call(ada, 'store.restore', { id, to: { base: other } });
  await lab.sync(ada);
  expect(versions()).toEqual({ 'far.csv': ['one', 'two'] });
  expect(ada.stored()).toContain('three');
  expect(await lab.call(ada, 'store.list', null)).toEqual([]);
  expect(await lab.call(ada, 'drops.waiting', null)).toMatchObject([
    { kind: 'upload', name: 'far.csv', sizeBytes: 5, versions: { sent: 2, of: 3 } },
  ]);
  await expect(lab.call(ada, 'store.restore', { id, to: { base: other } })).rejects.toMatchObject({
    fault: { kind: 'bad-request' },
  });
  lab.trouble = () => null;
  await lab.drive(ada.start());
  await later(lab, ada);
  expect([versions(), ada.stored()]).toEqual([{ 'far.csv': THREE }, []]);
});

test('a version whose answer was lost is not sent twice', async () => {
  for (const lost of [1, 2]) {
    const { lab, ada, other, id, versions } = await removedElsewhere(THREE);
    let sent = 0;
    lab.trouble = request => (isVersion(request) && ++sent === lost ? { kind: 'lost-answer' } : null);
    await lab.call(ada, 'store.restore', { id, to: { base: other } });
    await later(lab, ada);
    expect([lost, versions(), ada.stored()]).toEqual([lost, { 'far.csv': THREE }, []]);
    lab.release();
  }
});

test('a version of a colleague that comes in between is not covered: what follows becomes a file of its own', async () => {
  const { lab, ada, other, id, versions } = await removedElsewhere(THREE);
  lab.trouble = request => (isVersion(request) ? { kind: 'no-connection' } : null);
  await lab.call(ada, 'store.restore', { id, to: { base: other } });
  await lab.sync(ada);
  const [begun] = lab.service.sights.tree(other);
  lab.service.colleague(0).editFile(begun?.id ?? '', new TextEncoder().encode('theirs'));
  lab.trouble = () => null;
  await later(lab, ada);
  expect(versions()).toEqual({ 'far.csv': ['one', 'theirs'], 'far (2).csv': ['two', 'three'] });
  expect(ada.stored()).toEqual([]);
});

test('a file that a colleague removes in between waits for a person, with all its versions in the store', async () => {
  const { lab, ada, other, id, versions } = await removedElsewhere(THREE);
  lab.trouble = request => (isVersion(request) ? { kind: 'no-connection' } : null);
  await lab.call(ada, 'store.restore', { id, to: { base: other } });
  await lab.sync(ada);
  const [begun] = lab.service.sights.tree(other);
  lab.service.colleague(0).removeFile(begun?.id ?? '');
  lab.trouble = () => null;
  await later(lab, ada);
  const [stuck] = await lab.call(ada, 'drops.waiting', null);
  expect([stuck?.isStuck, ada.stored().toSorted(), versions()]).toEqual([true, THREE.toSorted(), {}]);
  await lab.call(ada, 'drops.answer', { id: stuck?.id ?? 0, answer: 'again' });
  await later(lab, ada);
  expect([versions(), ada.stored()]).toEqual([{ 'far.csv': THREE }, []]);
});

test('newest bytes that are too large for a version come back as a file, and older versions that were not sent stay', async () => {
  const { lab, ada, other, id, versions } = await removedElsewhere(['one', 'two', 'three, which is long']);
  lab.service.change({ maxVersionBytes: 10 });
  await lab.call(ada, 'store.restore', { id, to: { base: other } });
  await later(lab, ada);
  expect(versions()).toEqual({ 'far.csv': ['one', 'two'], 'far (2).csv': ['three, which is long'] });
  expect(ada.stored()).toEqual([]);
});

test('an older version that the service does not take stays in the store, and the newest come back', async () => {
  const { lab, ada, other, id, versions } = await removedElsewhere(['one', 'two, which is long', 'three']);
  lab.service.change({ maxVersionBytes: 10 });
  await lab.call(ada, 'store.restore', { id, to: { base: other } });
  await later(lab, ada);
  expect(versions()).toEqual({ 'far.csv': ['one', 'three'] });
  expect([ada.stored(), await lab.call(ada, 'store.list', null)]).toMatchObject([
    ['two, which is long'],
    [{ older: 0 }],
  ]);
});

test('what is given up in between stays in the store with all its versions', async () => {
  const { lab, ada, other, id } = await removedElsewhere(THREE);
  lab.trouble = request => (isVersion(request) ? { kind: 'no-connection' } : null);
  await lab.call(ada, 'store.restore', { id, to: { base: other } });
  await lab.sync(ada);
  const [waiting] = await lab.call(ada, 'drops.waiting', null);
  await lab.call(ada, 'drops.answer', { id: waiting?.id ?? 0, answer: 'store' });
  lab.trouble = () => null;
  await later(lab, ada);
  expect(await lab.call(ada, 'drops.waiting', null)).toEqual([]);
  expect(await lab.call(ada, 'store.list', null)).toMatchObject([{ id, older: 2 }]);
});

test('a history of more than one page comes back whole', async () => {
  const texts = Array.from({ length: 130 }, (_, at) => `version ${at}`);
  const { lab, ada, other, id, versions } = await removedElsewhere(texts);
  await lab.call(ada, 'store.restore', { id, to: { base: other } });
  await later(lab, ada);
  expect(versions()).toEqual({ 'far.csv': texts });
  expect(ada.stored()).toEqual([]);
});

test('of a file that is known to be too large for a version no older ones are promised, and they stay', async () => {
  const { lab, ada, other, id, versions } = await removedElsewhere(['one', 'two, which is long']);
  lab.service.change({ maxVersionBytes: 10 });
  lab.save(ada, { 'plates/a.csv': 'it is too long' });
  await lab.sync(ada);
  expect(await lab.call(ada, 'store.restore', { id, to: { base: other } })).toMatchObject({ older: 0 });
  await later(lab, ada);
  expect(versions()).toEqual({ 'far.csv': ['two, which is long'] });
  expect(ada.stored()).toContain('one');
});
