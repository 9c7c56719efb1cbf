import { expect, test } from 'vitest';

import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { QuietLab } from '../../sim/lab/quiet-lab.ts';
import { shownFolder } from '../../sim/lab/shown-folder.ts';

async function inStep() {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'plates/b.csv': 'two' });
  await lab.sync(ada);
  const { rows } = await shownFolder(lab, ada);
  const idOf = (name: string) => rows.find(row => row.name === name)?.id ?? '';
  const plates: FolderPlace = { mirror: 'm1', folder: idOf('plates') };
  const move = (to: FolderPlace) => lab.call(ada, 'files.move', { ids: [idOf('a.csv')], to, agreed: null });
  return { lab, ada, plates, move, id: idOf('a.csv') };
}

test('what was moved a moment ago is moved back, whether or not anybody has looked at the folder since', async () => {
  const { lab, ada, plates, move } = await inStep();
  await move(plates);
  expect(ada.texts()).toEqual({ 'plates/a.csv': 'one', 'plates/b.csv': 'two' });
  expect((await move({ mirror: 'm1', folder: null })).done).toHaveLength(1);
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'plates/b.csv': 'two' });
  await move(plates);
  await lab.sync(ada);
  expect(lab.there()).toEqual({ 'plates/a.csv': 'one', 'plates/b.csv': 'two' });
});

test('what was renamed a moment ago is renamed again', async () => {
  const { lab, ada, id } = await inStep();
  await lab.call(ada, 'files.rename', { id, name: 'first.csv' });
  await lab.call(ada, 'files.rename', { id, name: 'second.csv' });
  expect(ada.texts()).toEqual({ 'second.csv': 'one', 'plates/b.csv': 'two' });
});
