import { expect, test } from 'vitest';

import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { type Computer, FOLDER } from '../../world/computer.ts';

// A folder is connected to one at the service that has files of the same names already.

/** @param here texts by name; `there` likewise, at the service. */
async function connected(
  here: Readonly<Record<string, string>>,
  there: Readonly<Record<string, string>>,
): Promise<{ lab: QuietLab; ada: Computer; written: ReadonlySet<string> }> {
  const lab = new QuietLab();
  const colleague = lab.service.colleague(0);
  for (const [name, text] of Object.entries(there)) colleague.createFile(lab.root, name, bytes(text));
  const ada = await lab.computer('Ada');
  lab.save(ada, here);
  const written = new Set<string>();
  const stage = (): readonly string[] => [...ada.disk.tree.folderAt(`${FOLDER}/.benchtop/stage`).names.keys()];
  lab.scheduler.mischief = (): undefined => {
    for (const name of stage()) written.add(name);
  };
  await lab.syncTwice(ada);
  lab.scheduler.mischief = () => undefined;
  return { lab, ada, written };
}

test('equal files that are new on both sides are agreed on without a file being written', async () => {
  const { lab, ada, written } = await connected({ 'a.csv': 'one', 'b.csv': 'two' }, { 'a.csv': 'one', 'b.csv': 'two' });
  expect([written.size, ada.texts(), lab.there()]).toEqual([
    0,
    { 'a.csv': 'one', 'b.csv': 'two' },
    { 'a.csv': 'one', 'b.csv': 'two' },
  ]);
});

test('files of one name and size that are new on both sides are both kept where their bytes differ', async () => {
  const { lab, ada, written } = await connected({ 'a.csv': 'mine' }, { 'a.csv': 'ours' });
  expect([written.size > 0, ada.texts()]).toEqual([true, lab.there()]);
  expect(Object.values(ada.texts()).toSorted()).toEqual(['mine', 'ours']);
  expect(ada.texts()['a.csv']).toBe('ours');
});

test('an older state restored here while the file changed at the service costs no conflict copy', async () => {
  const { lab, ada } = await connected({}, { 'a.csv': 'first' });
  lab.save(ada, { 'a.csv': 'second' });
  await lab.syncTwice(ada);
  const [file] = lab.service.sights.files();
  lab.service.colleague(0).editFile(file?.id ?? '', bytes('third'));
  lab.save(ada, { 'a.csv': 'first' });
  await lab.syncTwice(ada);
  expect([ada.texts(), lab.there()]).toEqual([{ 'a.csv': 'third' }, { 'a.csv': 'third' }]);
});
