import { expect, test } from 'vitest';

import { MINUTE } from '../../../../shared/units.ts';
import type { ChooseTrouble } from '../../fakes/fake-http.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { idOf, instead } from '../../lab/altered-answers.ts';

const SCOPE = instead(403, { errorCode: 'INSUFFICIENT_SCOPE', messages: ['This key may not do that.'] });
const REVOKED = instead(403, { errorCode: 'ORGANIZATION_ACCESS_REVOKED', messages: ['Access ended.'] });
const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.csv`, `text ${index}`]));

/** Counts what is asked of organizations and refuses it. */
function refusingOrganizations(): { trouble: ChooseTrouble; asked: () => number } {
  let asked = 0;
  const trouble: ChooseTrouble = ({ url }) => {
    if (!new URL(url).pathname.startsWith('/api/v1/organizations')) return null;
    asked += 1;
    return SCOPE;
  };
  return { trouble, asked: () => asked };
}

test('a key that is refused on every organization endpoint signs in and syncs 100 files both ways', async () => {
  const lab = new QuietLab();
  const { trouble, asked } = refusingOrganizations();
  lab.trouble = trouble;
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  for (let index = 0; index < 50; index++)
    colleague.createFile(lab.root, `theirs ${index}.csv`, new TextEncoder().encode(`theirs ${index}`));
  lab.save(ada, many(50));
  expect(await lab.sync(ada)).toMatchObject({ sent: 50, received: 50, blocked: [], stopped: null });
  lab.save(ada, { 'f0.csv': 'edited' });
  lab.remove(ada, 'f1.csv');
  colleague.removeFile(idOf(lab, 'theirs 0.csv'));
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual(lab.there());
  expect(Object.keys(ada.texts()).length).toBe(98);
  // Refused calls are not tried again and again: once to sign in, once before something counts as gone.
  expect(asked()).toBeLessThanOrEqual(3);
});

test('a call that the key may not make blocks that file only, and is not made again [S50]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, many(20));
  await lab.sync(ada);
  let refused = 0;
  lab.trouble = ({ method, url }) => {
    if (method !== 'POST' || !url.endsWith('/versions')) return null;
    refused += 1;
    return SCOPE;
  };
  lab.save(ada, { 'f0.csv': 'edited', 'new.csv': 'new' });
  for (let turn = 0; turn < 5; turn++) {
    const report = await lab.sync(ada);
    expect(report).toMatchObject({ stopped: null, blocked: [{ path: 'f0.csv', reason: 'scope' }] });
    lab.clock.advanceBy(3_600_000);
  }
  expect(refused).toBe(1);
  expect(lab.there()['new.csv']).toBe('new');
  expect(ada.texts()['f0.csv']).toBe('edited');
});

test('a 401 signs out only when the plainest call is answered so too [S50]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'two', 'b.csv': 'new' });
  const unauthorized = instead(401, { errorCode: 'UNAUTHORIZED', messages: [] });
  lab.trouble = ({ method, url }) => (method === 'POST' && url.endsWith('/versions') ? unauthorized : null);
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, stopped: null, blocked: [{ path: 'a.csv' }] });
  lab.trouble = ({ url }) => (url.includes('/api/v1/') ? unauthorized : null);
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, stopped: { kind: 'signed-out' } });
  expect(ada.texts()).toEqual({ 'a.csv': 'two', 'b.csv': 'new' });
});

test('a write that is answered 401 while reads work is said to be that, no lack of rights, and tried again in minutes', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'two' });
  const unauthorized = instead(401, { errorCode: 'UNAUTHORIZED', messages: [] });
  lab.trouble = ({ method, url }) => (method === 'POST' && url.endsWith('/versions') ? unauthorized : null);
  ada.app.start();
  const pass = (ms: number): Promise<void> => lab.pass(ms);
  await pass(MINUTE);
  const [problem] = await lab.call(ada, 'problems.list', null);
  expect(problem).toMatchObject({ path: 'a.csv', reason: 'refused', fix: null });
  expect(problem?.text).toContain('refused this call with 401');
  expect(problem?.text).not.toMatch(/view|role|admin/);
  lab.trouble = () => null;
  await pass(10 * MINUTE);
  expect(lab.there()['a.csv']).toBe('two');
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('a folder whose listing is answered 401 holds up what is in it, and nothing is removed', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'raw/b.csv': 'two' });
  await lab.sync(ada);
  const raw = lab.service.sights.tree(lab.root).find(({ path }) => path === 'raw')?.id ?? 'none';
  lab.trouble = ({ url }) => (url.includes(`/folders/${raw}/`) ? instead(401, { messages: [] }) : null);
  lab.save(ada, { 'a.csv': 'edited' });
  for (let turn = 0; turn < 3; turn++) expect(await lab.syncTwice(ada)).toMatchObject({ removed: 0, stopped: null });
  expect(lab.there()).toEqual({ 'a.csv': 'edited', 'raw/b.csv': 'two' });
});

test('access to one organization that ends leaves the mirrors of another alone [S50]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const second = lab.service.colleague(0).createFolder(null, 'Second');
  const here = '/home/second';
  ada.disk.tree.mkdir(here);
  // Clear the recorded organization of the key, so that the second mirror may be of another one than the first.
  ada.journal.facts.set('organization', null);
  await lab.call(ada, 'mirrors.add', { remote: second, local: here, mode: 'two-way' });
  lab.save(ada, { 'a.csv': 'one' });
  ada.disk.tree.write(`${here}/b.csv`, 'two');
  let asked = 0;
  lab.trouble = request => {
    const isSecond = request.url.includes(second);
    if (isSecond) asked += 1;
    return isSecond ? REVOKED : null;
  };
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(60_000);
  }
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect((await lab.sync(ada)).blocked).toMatchObject([{ mirror: 'm2', reason: 'access-ended' }]);
  // Each of the four times a person asked it was tried once; in between, never.
  expect(asked).toBeLessThanOrEqual(4 * 2);
  expect(ada.disk.tree.texts(here)).toEqual({ 'b.csv': 'two' });
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
});
