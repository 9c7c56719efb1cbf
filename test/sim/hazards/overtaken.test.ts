import { expect, test } from 'vitest';

import { FOLDER } from '../computer.ts';
import { QuietLab } from '../quiet-lab.ts';
import { idOf } from './altered.ts';

// What could not be done to one thing, and need not be done any more for what became of others.

test('a move into a folder that a colleague put inside of what moves is not held against it in a mirror that only sends', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', {}, 'upload');
  lab.save(ada, { 'raw/a.csv': 'one', 'done/far/b.csv': 'two' });
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  const [raw, done] = [idOf(lab, 'raw'), idOf(lab, 'done')];
  ada.disk.tree.rename(`${FOLDER}/raw`, `${FOLDER}/done/far/raw`);
  let moves = 0;
  lab.trouble = ({ method, url }) => {
    if (method === 'PATCH' && url.includes(raw) && (moves += 1) === 1) lab.service.colleague(0).moveFolder(done, raw);
    return null;
  };
  await lab.sync(ada);
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ reason: 'refused' }]);
  lab.clock.advanceBy(3_600_000);
  await lab.syncTwice(ada);
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
  expect(ada.texts()).toEqual({ 'done/far/b.csv': 'two', 'done/far/raw/a.csv': 'one' });
  expect(lab.there()).toEqual({ 'raw/a.csv': 'one', 'raw/done/far/b.csv': 'two' });
  expect(moves).toBe(1);
});
