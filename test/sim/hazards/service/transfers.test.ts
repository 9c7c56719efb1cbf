import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { ChooseTrouble, HttpTrouble } from '../../fakes/fake-http.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { serverOf } from '../../world/server-of.ts';
import { bytes, idOf, instead, isList, versionsOf } from '../../lab/altered-answers.ts';

const CONFIRM = /\/files\/[^/]+\/upload\/confirm/;
const ANNOUNCE = /\/files\/upload(\/batch)?$/;
const isAnswer = (url: string, what: RegExp): boolean => what.test(url);

/** The trouble of the first so many requests that match. */
function firstTimes(count: number, what: (request: { method: string; url: string }) => boolean, is: HttpTrouble) {
  let left = count;
  const choose: ChooseTrouble = request => (what(request) && left-- > 0 ? is : null);
  return choose;
}

test('a lost answer to a confirmation leaves one file with one version [T1]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  let lost = 0;
  lab.trouble = ({ url }) => (isAnswer(url, CONFIRM) && lost++ < 2 ? { kind: 'lost-answer' } : null);
  for (let turn = 0; turn < 4; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(lost).toBeGreaterThan(1);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect(versionsOf(lab, idOf(lab, 'a.csv'))).toEqual(['one']);
});

test('a repeated confirmation that meets a refusal not meant for it makes no second file of a renamed one [T1]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  let confirmed = 0;
  lab.trouble = ({ url }) => {
    if (!isAnswer(url, CONFIRM)) return null;
    confirmed += 1;
    return confirmed === 2 ? instead(403, { errorCode: 'FORBIDDEN', messages: [] }) : null;
  };
  // It arrived, and the program died before it heard of that.
  lab.scheduler.mischief = ({ label, when }) =>
    when === 'after' && CONFIRM.test(label) && confirmed === 1 ? { do: 'crash' } : undefined;
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  ada.disk.tree.rename(`${FOLDER}/a.csv`, `${FOLDER}/b.csv`);
  await lab.drive(ada.start());
  for (let turn = 0; turn < 4; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(confirmed).toBe(2);
  expect([lab.there(), ada.texts()]).toEqual([{ 'b.csv': 'one' }, { 'b.csv': 'one' }]);
});

test.each([[[]], [{}], [{ ok: true }], ['confirmed']])(
  'an answer to a confirmation that says nothing (%j) is not taken for an arrival [T1, T26]',
  async answer => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    lab.save(ada, { 'a.csv': 'one' });
    lab.trouble = firstTimes(3, ({ url }) => isAnswer(url, CONFIRM), instead(200, answer));
    await lab.sync(ada);
    expect((await lab.call(ada, 'activity.page', { before: null, limit: 9 })).map(({ verb }) => verb)).toEqual([]);
    for (let turn = 0; turn < 4; turn++) {
      lab.clock.advanceBy(600_000);
      await lab.sync(ada);
    }
    expect(lab.there()).toEqual({ 'a.csv': 'one' });
    expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
    expect(lab.service.sights.files().filter(({ confirmed }) => confirmed)).toHaveLength(1);
  },
);

test.each([true, false])(
  'a head that was announced is no arrival when a confirmation says nothing; it is confirmed again (twice: %s) [T1, T26]',
  async confirmTwice => {
    const lab = new QuietLab();
    lab.service.change({ announcedHeads: true, confirmTwice });
    const ada = await lab.computer('Ada');
    lab.save(ada, { 'a.csv': 'one' });
    lab.trouble = firstTimes(3, ({ url }) => isAnswer(url, CONFIRM), instead(200, {}));
    for (let turn = 0; turn < 2; turn++) {
      await lab.sync(ada);
      expect((await lab.call(ada, 'activity.page', { before: null, limit: 9 })).map(({ verb }) => verb)).toEqual([]);
      lab.clock.advanceBy(600_000);
    }
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
    await lab.sync(ada);
    expect(lab.there()).toEqual({ 'a.csv': 'one' });
    expect(versionsOf(lab, idOf(lab, 'a.csv'))).toEqual(['one']);
    expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
  },
);

test('a file whose bytes never came is announced anew where a head is announced and a confirmation refused [T26]', async () => {
  const lab = new QuietLab();
  lab.service.change({ announcedHeads: true, confirmTwice: false });
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  const isPut = firstTimes(1, ({ method }) => method === 'PUT', { kind: 'instead', answer: { status: 200, body: '' } });
  lab.trouble = request => isPut(request);
  for (let turn = 0; turn < 4; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('a confirmation that never says anything is made up for by reading the bytes back [T26]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'b.csv': '' });
  const server = serverOf(lab.service);
  let read = 0;
  lab.trouble = request => {
    if (request.method === 'GET' && /\/versions\/[^/]+\/content/.test(request.url)) read += 1;
    if (!isAnswer(request.url, CONFIRM)) return null;
    const headers = new Map([['x-api-key', lab.service.users[0]?.apiKey ?? '']]);
    const { status } = server({ method: 'POST', url: request.url, headers, body: new Uint8Array() });
    return { kind: 'instead', answer: { status, body: '' } };
  };
  await lab.syncTwice(ada);
  expect(read).toBe(2);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': '' });
  expect((await lab.call(ada, 'activity.page', { before: null, limit: 9 })).map(({ verb }) => verb)).toEqual([
    'sent',
    'sent',
  ]);
});

test('a file that is moved into a new folder before its confirmation is known is one file [T1, P25]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  const isFirst = firstTimes(1, ({ url }) => isAnswer(url, CONFIRM), { kind: 'lost-answer' });
  lab.trouble = request => isFirst(request);
  await lab.sync(ada);
  const colleague = lab.service.colleague(0);
  const folder = colleague.createFolder(lab.root, 'raw');
  colleague.moveFile(idOf(lab, 'a.csv'), folder);
  for (let turn = 0; turn < 4; turn++) {
    lab.clock.advanceBy(600_000);
    await lab.sync(ada);
  }
  expect([lab.there(), ada.texts()]).toEqual([{ 'raw/a.csv': 'one' }, { 'raw/a.csv': 'one' }]);
});

test('lost answers to announcements leave one file that people see [T2]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  lab.trouble = firstTimes(5, ({ url }) => isAnswer(url, ANNOUNCE), { kind: 'lost-answer' });
  for (let turn = 0; turn < 8; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
});

test('an address that expired is asked for again, and the file arrives once [T4]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  lab.trouble = firstTimes(2, ({ method }) => method === 'PUT', instead(403, 'Request has expired'));
  for (let turn = 0; turn < 4; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect((await lab.sync(ada)).blocked).toEqual([]);
});

test('an edit right after its bytes were sent follows as the next version [T9, T29]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'save 0' });
  let saves = 0;
  lab.trouble = ({ method, url }) => {
    const isSent = isAnswer(url, CONFIRM) || (method === 'POST' && /\/versions/.test(url));
    if (isSent && saves < 20) lab.save(ada, { 'a.csv': `save ${(saves += 1)}` });
    return null;
  };
  for (let turn = 0; turn < 30; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(60_000);
  }
  const versions = versionsOf(lab, idOf(lab, 'a.csv'));
  const numbers = versions.map(text => Number(text.slice(5)));
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(versions.at(-1)).toBe('save 20');
  expect(lab.there()).toEqual({ 'a.csv': 'save 20' });
});

test('half of a download never takes the place of a file [T11]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'a long first content' });
  await lab.sync(ada);
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('a long second content'));
  const half: HttpTrouble = { kind: 'instead', answer: { status: 200, headers: {}, body: 'a long sec' } };
  lab.trouble = ({ method, url }) => (method === 'GET' && url.startsWith('http://127.0.0.1:2') ? half : null);
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    expect(ada.texts()).toEqual({ 'a.csv': 'a long first content' });
    lab.clock.advanceBy(600_000);
  }
  lab.trouble = () => null;
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'a long second content' });
});

test('a download that failed is no removal here, also after a restart [T14]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes('one'));
  lab.trouble = ({ method, url }) =>
    method === 'GET' && url.startsWith('http://127.0.0.1:2') ? { kind: 'truncated' } : null;
  await lab.syncTwice(ada);
  await lab.drive(ada.start());
  await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  lab.trouble = () => null;
  lab.clock.advanceBy(3_600_000);
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
});

test('however often the service fails, nothing counts as removed [T15]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'c.csv': 'three' });
  await lab.sync(ada);
  const before = ada.texts();
  let asked = 0;
  lab.trouble = () => ((asked += 1) % 3 === 0 ? { kind: 'instead', answer: { status: 504, body: 'late' } } : null);
  for (let turn = 0; turn < 20; turn++) {
    expect(await lab.sync(ada)).toMatchObject({ removed: 0 });
    lab.clock.advanceBy(60_000 + turn * 1000);
  }
  expect(asked).toBeGreaterThan(20);
  expect(ada.texts()).toEqual(before);
  expect(lab.there()).toEqual(before);
});

test('an edit that is too large for the service is said once, and both sides keep what they have [T23]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'small' });
  await lab.sync(ada);
  lab.service.change({ maxVersionBytes: 10 });
  lab.save(ada, { 'a.csv': 'much too large', 'b.csv': 'other' });
  expect(await lab.sync(ada)).toMatchObject({ blocked: [{ path: 'a.csv', reason: 'refused' }] });
  await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'small', 'b.csv': 'other' });
  expect(ada.texts()).toEqual({ 'a.csv': 'much too large', 'b.csv': 'other' });
});

test.each([
  ['right after our look', (request: { method: string; url: string }) => !isList(request)],
  [
    'together with ours',
    ({ method, url }: { method: string; url: string }) => method === 'POST' && /versions/.test(url),
  ],
] as const)('a version of a colleague that comes %s is never covered [T24]', async (_, isTheMoment) => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'base' });
  await lab.sync(ada);
  const file = idOf(lab, 'a.csv');
  let isFirst = true;
  let lists = 0;
  lab.trouble = request => {
    if (isList(request)) lists += 1;
    if (isFirst && lists > 0 && isTheMoment(request)) {
      isFirst = false;
      lab.service.colleague(0).editFile(file, bytes('theirs'));
    }
    return null;
  };
  lab.save(ada, { 'a.csv': 'mine' });
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  expect(isFirst).toBe(false);
  expect(lab.there()['a.csv']).toBe('theirs');
  expect(Object.values(lab.there()).sort()).toEqual(['mine', 'theirs']);
  expect(ada.texts()).toEqual(lab.there());
});

test('files that were only touched are not sent [T28, L3, L4]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}.csv`, `text ${index}`]));
  lab.save(ada, files);
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  lab.save(ada, files);
  let writes = 0;
  lab.trouble = ({ method }) => {
    if (method !== 'GET') writes += 1;
    return null;
  };
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 0 });
  expect(writes).toBe(0);
});

test('a file that vanishes while it is sent stops nothing and leaves nothing that people see [W23]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'moment.csv': 'gone soon', 'a.csv': 'one' });
  lab.trouble = ({ url }) => {
    if (isAnswer(url, ANNOUNCE) && ada.disk.tree.find(`${FOLDER}/moment.csv`) !== null) lab.remove(ada, 'moment.csv');
    return null;
  };
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, removed: 0, blocked: [], held: [] });
});

test('addresses that expire before their turn are asked for again, and every file arrives once [T5]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.service.change({ presignedTtlSeconds: 60 });
  const files = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}.csv`, `text ${index}`]));
  lab.save(ada, files);
  let sent = 0;
  lab.trouble = ({ method }) => {
    if (method !== 'PUT') return null;
    lab.clock.advanceBy(10_000);
    sent += 1;
    return null;
  };
  for (let turn = 0; turn < 20; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(sent).toBeGreaterThan(50);
  expect(lab.there()).toEqual(files);
  expect((await lab.sync(ada)).blocked).toEqual([]);
});

test.each([-7200, 7200])(
  'a service whose clock is %i seconds ahead of ours gets and gives every byte [T6]',
  async ahead => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    lab.service.change({ clockSkewSeconds: ahead });
    lab.save(ada, { 'a.csv': 'mine' });
    lab.service.colleague(0).createFile(lab.root, 'b.csv', bytes('theirs'));
    expect(await lab.sync(ada)).toMatchObject({ sent: 1, received: 1, blocked: [] });
    lab.save(ada, { 'a.csv': 'edited' });
    lab.service.colleague(0).editFile(idOf(lab, 'b.csv'), bytes('edited too'));
    expect(await lab.sync(ada)).toMatchObject({ sent: 1, received: 1, blocked: [], conflicted: [] });
    expect(lab.there()).toEqual({ 'a.csv': 'edited', 'b.csv': 'edited too' });
    expect(ada.texts()).toEqual(lab.there());
  },
);
