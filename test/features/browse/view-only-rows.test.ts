import { expect, test } from 'vitest';

import { QuietLab } from '../../sim/lab/quiet-lab.ts';
import { shownFolder } from '../../sim/lab/shown-folder.ts';

test('in a folder that only downloads each file says that changes are not sent, and a changed one is not in step', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  const ben = await lab.computer('Ben', {}, 'download');
  await lab.sync(ben);
  const badges = async () => {
    const { rows } = await shownFolder(lab, ben);
    return rows.map(({ name, badge }) => [name, badge]);
  };
  expect(await badges()).toEqual([
    ['a.csv', 'viewOnly'],
    ['b.csv', 'viewOnly'],
  ]);
  lab.save(ben, { 'a.csv': 'changed here' });
  await lab.sync(ben);
  expect(await badges()).toEqual([
    ['a.csv', 'blocked'],
    ['b.csv', 'viewOnly'],
  ]);
});
