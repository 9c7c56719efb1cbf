import { expect, test } from 'vitest';

import { QuietLab } from '../../lab/quiet-lab.ts';
import { altered, bytes, idOf, instead, isList, rows, versionsOf } from '../../lab/altered-answers.ts';
import type { Json } from '../../lab/altered-answers.ts';

const CONFIRM = /\/files\/[^/]+\/upload\/confirm/;

test.each(['not-found', 'bad-request', 'flagged'] as const)(
  'a removal is believed once it is known what a removed file answers: %s',
  async removedFile => {
    const lab = new QuietLab();
    lab.service.change({ removedFile });
    const ada = await lab.computer('Ada');
    lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' });
    await lab.sync(ada);
    lab.service.colleague(0).removeFile(idOf(lab, 'a.csv'));
    await lab.syncTwice(ada);
    // An answer of 400 proves nothing before our own removal got the same.
    expect(Object.keys(ada.texts()).includes('a.csv')).toBe(removedFile === 'bad-request');
    lab.remove(ada, 'b.csv');
    await lab.sync(ada);
    await lab.syncTwice(ada);
    expect(ada.texts()).toEqual({ 'c.csv': 'three' });
    expect(lab.there()).toEqual({ 'c.csv': 'three' });
    expect([...ada.stored()].sort()).toEqual(['one', 'two']);
  },
);

test('where nothing else tells that a file is gone, an answer of 400 is believed after a day of looks, no sooner', async () => {
  const lab = new QuietLab();
  lab.service.change({ removedFile: 'bad-request' });
  const ada = await lab.computer('Ada');
  const files = { 'a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' };
  lab.save(ada, files);
  await lab.sync(ada);
  lab.service.colleague(0).removeFile(idOf(lab, 'a.csv'));
  for (let hour = 0; hour < 24; hour++) {
    await lab.sync(ada);
    expect(ada.texts()).toEqual(files);
    lab.clock.advanceBy(3_600_000);
  }
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'b.csv': 'two', 'c.csv': 'three' });
  expect(ada.stored()).toEqual(['one']);
});

test.each(['lists show it again', 'its history answers', 'a jump of the clock'])(
  'an answer of 400 for a file does not remove it when %s',
  async what => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    const files = { 'a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' };
    lab.save(ada, files);
    await lab.sync(ada);
    const id = idOf(lab, 'a.csv');
    let looks = 0;
    lab.trouble = request => {
      const { method, url } = request;
      if (method !== 'GET') return null;
      const isHidden = what !== 'lists show it again' || looks % 8 !== 7;
      const without = (answer: Json): unknown => rows(answer, all => all.filter(row => row['id'] !== id));
      if (isList(request) && isHidden)
        return altered(lab, url, answer => {
          const left = without(answer);
          return Array.isArray(left) ? left : { ...(left as Json), totalCount: null };
        });
      const isAbout = url.includes(id) && (!url.includes('/versions') || what !== 'its history answers');
      return isAbout ? instead(400, { errorCode: 'BAD_REQUEST', messages: ['No.'] }) : null;
    };
    for (looks = 0; looks < (what === 'a jump of the clock' ? 4 : 40); looks++) {
      await lab.sync(ada);
      lab.clock.advanceBy(what === 'a jump of the clock' ? 90_000_000 : 3_600_000);
    }
    expect(ada.texts()).toEqual(files);
    expect(lab.there()).toEqual(files);
  },
);

test('an archived folder that still answers by its id is known to be archived from the list of those', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'raw/a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  const raw = idOf(lab, 'raw');
  const row = { id: raw, name: 'raw', parentFolderId: lab.root };
  const server = lab.trouble;
  lab.service.colleague(0).archiveFolder(raw);
  lab.trouble = request =>
    request.url.endsWith(`/folders/${raw}`)
      ? { kind: 'instead', answer: { status: 200, body: JSON.stringify(row) } }
      : server(request);
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'b.csv': 'two' });
});

test('a confirmation that may not be repeated is recognised as our own when its answer was lost [T1]', async () => {
  const lab = new QuietLab();
  lab.service.change({ confirmTwice: false });
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  let lost = 0;
  let announced = 0;
  lab.trouble = ({ method, url }) => {
    if (method === 'POST' && url.endsWith('/files/upload')) announced += 1;
    return CONFIRM.test(url) && lost++ < 1 ? { kind: 'lost-answer' } : null;
  };
  for (let turn = 0; turn < 4; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(announced).toBe(1);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect(versionsOf(lab, idOf(lab, 'a.csv'))).toEqual(['one']);
});

test('a size that was refused for a version is not sent again within a day', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  lab.service.change({ maxVersionBytes: 10 });
  let sent = 0;
  lab.trouble = ({ method, url }) => {
    if (method === 'POST' && url.endsWith('/versions')) sent += 1;
    return null;
  };
  lab.save(ada, { 'a.csv': 'much longer than ten' });
  expect((await lab.sync(ada)).blocked).toMatchObject([{ path: 'a.csv', reason: 'refused' }]);
  lab.save(ada, { 'a.csv': 'and now it is longer than before' });
  expect((await lab.sync(ada)).blocked).toMatchObject([{ path: 'a.csv', reason: 'refused' }]);
  expect(sent).toBe(1);
  lab.save(ada, { 'a.csv': 'short' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, blocked: [] });
  lab.service.change({ maxVersionBytes: null });
  lab.clock.advanceBy(90_000_000);
  lab.save(ada, { 'a.csv': 'and now it is longer than before' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, blocked: [] });
});

test('what was learnt of the service can be read, and another build of it is learnt anew', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const colleague = lab.service.colleague(0);
  for (const text of ['one', 'two']) colleague.createFile(lab.root, 'twin.csv', bytes(text));
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  await lab.sync(ada);
  const read = async (): Promise<unknown> => {
    const { learnt } = await lab.call(ada, 'account.capabilities', null);
    return Object.fromEntries(learnt.filter(({ counts }) => counts).map(({ name, value }) => [name, value]));
  };
  expect(await read()).toMatchObject({ listTells: 'time size', duplicateNames: 'yes' });
  lab.clock.advanceBy(90_000_000);
  lab.trouble = ({ url }) =>
    url.endsWith('/version') ? altered(lab, url, answer => ({ ...answer, build: 'another' })) : null;
  for (const entry of lab.service.sights.tree(lab.root).filter(({ path }) => path !== 'a.csv'))
    colleague.renameFile(entry.id, `${entry.id}.csv`);
  await lab.sync(ada);
  expect(await read()).not.toHaveProperty('duplicateNames');
});
