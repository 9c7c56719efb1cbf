import { expect, test } from 'vitest';

import { QuietLab } from '../../lab/quiet-lab.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

test('space is freed and files are wanted again by the ids of their rows, ours and the service’s', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'plates/b.csv': 'two' });
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  const { rows } = await shownFolder(lab, ada);
  const [folder, file] = ['plates', 'a.csv'].map(name => rows.find(row => row.name === name)?.id ?? '');
  expect(await lab.call(ada, 'files.free', { ids: [folder ?? '', file ?? ''] })).toMatchObject({ files: 2 });
  expect(ada.texts()).toEqual({});
  const known = ada.journal.items.get(Number(file) as never)?.remote?.id ?? '';
  expect(await lab.call(ada, 'files.keep', { ids: [known.toUpperCase()] })).toEqual({ files: 1 });
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
});

test('an id that is none, or of what is in no mirrored folder, is refused in words', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await expect(lab.call(ada, 'files.keep', { ids: ['../etc'] })).rejects.toThrow('is no id of a file or folder');
  await expect(lab.call(ada, 'files.keep', { ids: ['99'] })).rejects.toMatchObject({ fault: { kind: 'gone' } });
  const other = lab.service.colleague(0).createFolder(null, 'Elsewhere');
  await expect(lab.call(ada, 'files.keep', { ids: [other] })).rejects.toThrow('in no mirrored folder');
});
