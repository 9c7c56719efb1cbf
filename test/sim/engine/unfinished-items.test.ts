import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../../../shared/units.ts';
import { idOf, instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const FIFTY = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}.csv`, `f ${index}`]));
const EDITED = Object.fromEntries(Object.keys(FIFTY).map(path => [path, `${path}, edited`]));

test('one of fifty files fails for ever: the others arrive, also later ones, and it is tried ever more rarely [P32]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, FIFTY);
  await lab.sync(ada);
  const bad = idOf(lab, 'f7.csv');
  let tries = 0;
  lab.trouble = ({ method, url }) => {
    if (method !== 'POST' || !url.includes(`${bad}/versions`)) return null;
    tries += 1;
    return instead(500, { messages: ['broken'] });
  };
  lab.save(ada, EDITED);
  await lab.sync(ada);
  expect(lab.there()).toEqual({ ...EDITED, 'f7.csv': 'f 7' });
  const [problem, ...others] = await lab.call(ada, 'problems.list', null);
  expect(problem).toMatchObject({ path: 'f7.csv', reason: 'failing' });
  expect(others).toEqual([]);
  for (let minute = 0; minute < 60; minute++) {
    lab.clock.advanceBy(MINUTE);
    lab.save(ada, { 'later.csv': `minute ${minute}` });
    await lab.sync(ada);
  }
  expect(lab.there()).toMatchObject({ 'later.csv': 'minute 59', 'f7.csv': 'f 7' });
  expect(tries).toBeLessThan(30);
  lab.trouble = () => null;
  lab.clock.advanceBy(HOUR);
  await lab.sync(ada);
  expect(lab.there()).toEqual({ ...EDITED, 'later.csv': 'minute 59' });
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('one of fifty downloads fails for ever: the others arrive, and it is in the list with its reason [P32]', async () => {
  const lab = new QuietLab();
  const bob = await lab.computer('Bob');
  lab.save(bob, FIFTY);
  await lab.sync(bob);
  const ada = await lab.computer('Ada');
  const bad = idOf(lab, 'f7.csv');
  lab.trouble = ({ method, url }) =>
    method === 'GET' && url.includes(`${bad}/versions`) && url.includes('content') ? instead(500, {}) : null;
  await lab.sync(ada);
  const { ['f7.csv']: _, ...others } = FIFTY;
  expect(ada.texts()).toEqual(others);
  const open = await lab.call(ada, 'sync.open', null);
  expect(open.blocked.map(({ path, reason }) => [path, reason])).toEqual([['f7.csv', 'failing']]);
});

test('a folder that the service refuses holds up only what is in it, and each of these says that it waits', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.endsWith('/folders') ? instead(400, { messages: ['no folders today'] }) : null;
  lab.save(ada, { 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'c.csv': 'three' });
  await lab.sync(ada);
  expect(lab.there()).toEqual({ 'c.csv': 'three' });
  const { blocked, held } = await lab.call(ada, 'sync.open', null);
  expect(blocked.map(({ path }) => path)).toEqual(['raw']);
  expect(held.map(({ path, reason }) => `${path} ${reason}`).toSorted()).toEqual([
    'raw/a.csv waits',
    'raw/deep waits',
    'raw/deep/b.csv waits',
  ]);
});
