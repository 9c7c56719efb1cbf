import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { FOLDER } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf, versionsOf } from '../../lab/altered-answers.ts';
import { labWith } from '../../lab/dying.ts';

// What could not be done to one item, and what became of others at the same time.

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

test('a newer conflict copy that the disk does not give up is not sent beside the older one, which has its bytes [P4]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'begin' });
  const document = idOf(lab, 'a.csv');
  const edit = async (theirs: string, mine: string): Promise<void> => {
    lab.clock.advanceBy(90_000);
    lab.service.colleague(0).editFile(document, bytes(theirs));
    lab.save(ada, { 'a.csv': mine });
    await lab.syncTwice(ada);
  };
  await edit('theirs', 'mine');
  let refused = 0;
  lab.scheduler.mischief = ({ label, when }) => {
    if (when !== 'before' || !/^disk\.store .*\(conflict, /.test(label)) return undefined;
    refused += 1;
    return { do: 'fail', error: new FaultError({ kind: 'disk-refused', path: 'a copy', code: 'EIO' }) };
  };
  await edit('theirs too', 'mine too');
  expect(refused).toBeGreaterThan(0);
  expect(Object.values(lab.there()).toSorted()).toEqual(['mine too', 'theirs too']);
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ reason: 'disk-refused' }]);
  lab.scheduler.mischief = () => undefined;
  lab.clock.advanceBy(3_600_000);
  await lab.syncTwice(ada);
  const names = Object.keys(lab.there());
  expect([names.length, ada.texts()]).toEqual([2, lab.there()]);
  expect(versionsOf(lab, idOf(lab, names.find(name => name !== 'a.csv') ?? ''))).toEqual(['mine', 'mine too']);
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});
