import { expect, test } from 'vitest';

import type { FolderPlace } from '../../../shared/model/place.ts';
import { FOLDER } from '../../sim/computer.ts';
import { QuietLab } from '../../sim/quiet-lab.ts';

/** A file of the service that is in no mirrored folder, removed from here: its bytes are in the store only. */
async function removedElsewhere() {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'plates/a.csv': 'here' });
  await lab.sync(ada);
  const other = lab.service.colleague(0).createFolder(null, 'Elsewhere');
  const file = lab.service.colleague(0).createFile(other, 'far.csv', new TextEncoder().encode('far away'));
  const removed = await lab.call(ada, 'files.remove', { ids: [file] });
  const [stored] = await lab.call(ada, 'store.list', null);
  expect(stored).toMatchObject({ mirror: '', path: 'far.csv', sizeBytes: 8 });
  const rows = await lab.call(ada, 'files.list', { mirror: 'm1', folder: null });
  const plates: FolderPlace = { mirror: 'm1', folder: rows.rows.find(({ name }) => name === 'plates')?.id ?? '' };
  const inOther = () => lab.service.sights.tree(other).map(({ path }) => path);
  return { lab, ada, other, removed, plates, id: stored?.id ?? '', inOther };
}

test('bytes of no mirrored folder do not come back by themselves, but into a folder that a person names', async () => {
  const { lab, ada, plates, id } = await removedElsewhere();
  await expect(lab.call(ada, 'store.restore', { id })).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  lab.save(ada, { 'plates/far.csv': 'another' });
  const back = await lab.call(ada, 'store.restore', { id, to: plates });
  expect(back).toEqual({ mirror: 'm1', path: 'plates/far (2).csv' });
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
  expect(await lab.call(ada, 'store.restore', { id, to: { base: other } })).toEqual({ mirror: '', path: 'far.csv' });
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
