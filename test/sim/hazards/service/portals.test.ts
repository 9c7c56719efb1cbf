import { expect, test } from 'vitest';

import type { Switches } from '../../../service/switches.ts';
import { INSTEAD } from '../../fakes/fake-http.ts';
import type { HttpTrouble } from '../../fakes/fake-http.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { altered, bytes, idOf, versionsOf } from '../../lab/altered-answers.ts';

const STORAGE = 'http://127.0.0.1:2';
const PORTAL = 'https://portal.example/login';
const REDIRECTS = [301, 302, 303, 307, 308].map((status): HttpTrouble => ({
  kind: 'instead',
  answer: { status, headers: { location: PORTAL, 'content-type': 'application/json' }, body: '{"login":true}' },
}));

const SILENCES: readonly (readonly [string, Switches['leftOut']])[] = [
  ['only the history tells sizes', ['fileSize']],
  ['nothing but the storage tells sizes', ['fileSize', 'versionDetails']],
];

/** A response of the storage, or of a portal that pretends to be it. */
const whole = (body: string): HttpTrouble => ({ kind: 'instead', answer: { status: 200, headers: {}, body } });

test.each(SILENCES)(
  'a portal page in the place of a file is not taken for it where %s [T11, T26]',
  async (_, leftOut) => {
    const lab = new QuietLab();
    lab.service.change({ leftOut });
    const ada = await lab.computer('Ada');
    lab.save(ada, { 'old.csv': 'old one' });
    await lab.sync(ada);
    lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes('one'));
    lab.service.colleague(0).createFile(lab.root, 'page.html', bytes('<html>ours</html>'));
    lab.service.colleague(0).createFile(lab.root, 'empty.csv', bytes(''));
    lab.service.colleague(0).editFile(idOf(lab, 'old.csv'), bytes('old two'));
    lab.trouble = ({ method, url }) => (method === 'GET' && url.startsWith(STORAGE) ? INSTEAD.captivePortal : null);
    for (let turn = 0; turn < 3; turn++) {
      expect((await lab.sync(ada)).sent).toBe(0);
      lab.clock.advanceBy(3_600_000);
    }
    expect(ada.texts()).toEqual({ 'old.csv': 'old one' });
    lab.trouble = () => null;
    await lab.sync(ada);
    lab.clock.advanceBy(3_600_000);
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, blocked: [] });
    expect(ada.texts()).toEqual({
      'a.csv': 'one',
      'old.csv': 'old two',
      'page.html': '<html>ours</html>',
      'empty.csv': '',
    });
    expect(lab.there()).toEqual(ada.texts());
  },
);

test('a page is refused, and text is not, where not even the storage tells a size [T26]', async () => {
  const lab = new QuietLab();
  lab.service.change({ leftOut: ['fileSize', 'versionDetails'] });
  const colleague = lab.service.colleague(0);
  const ada = await lab.computer('Ada');
  colleague.createFile(lab.root, 'a.csv', bytes('one'));
  lab.trouble = ({ url }) => (url.startsWith(STORAGE) ? whole('\uFEFF<!-- x -->\n<!DOCTYPE html><p>Sign in') : null);
  expect((await lab.sync(ada)).blocked).toMatchObject([{ path: 'a.csv', reason: 'failing' }]);
  expect(ada.texts()).toEqual({});
  lab.trouble = ({ url }) => (url.startsWith(STORAGE) ? whole('one') : null);
  lab.clock.advanceBy(3_600_000);
  expect(await lab.sync(ada)).toMatchObject({ received: 1, blocked: [] });
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
});

test('a portal page does not pass for a version when a lost answer is looked into [T26]', async () => {
  const lab = new QuietLab();
  lab.service.change({ leftOut: ['fileSize', 'versionDetails'] });
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'one and two' });
  lab.trouble = ({ method, url }) => {
    if (method === 'POST' && url.endsWith('/versions')) return { kind: 'lost-answer' };
    return method === 'GET' && url.startsWith(STORAGE) ? INSTEAD.captivePortal : null;
  };
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(3_600_000);
  }
  lab.trouble = () => null;
  for (let turn = 0; turn < 2; turn++) await lab.syncTwice(ada);
  expect(versionsOf(lab, idOf(lab, 'a.csv'))).toEqual(['one', 'one and two']);
  expect(ada.texts()).toEqual({ 'a.csv': 'one and two' });
});

test.each([
  ['of another length', '<html>Sign in</html>'],
  ['of the same length', 'two'],
])(
  'a page in the place of the bytes of a removed file, %s, does not come into the store, and nothing is removed [T26]',
  async (_, page) => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada', { deleteHoldSeconds: '0' });
    lab.save(ada, { 'a.csv': 'one' });
    await lab.sync(ada);
    lab.remove(ada, 'a.csv');
    lab.trouble = ({ method, url }) => (method === 'GET' && url.startsWith(STORAGE) ? whole(page) : null);
    await lab.syncTwice(ada);
    expect([ada.stored(), lab.there()]).toEqual([[], { 'a.csv': 'one' }]);
    expect(await lab.call(ada, 'store.list', null)).toEqual([]);
    lab.trouble = () => null;
    lab.clock.advanceBy(3_600_000);
    await lab.syncTwice(ada);
    expect([ada.stored(), lab.there()]).toEqual([['one'], {}]);
  },
);

test('text that came inline with signs of lost bytes is not taken where nothing tells its size', async () => {
  const lab = new QuietLab();
  lab.service.change({ leftOut: ['fileSize', 'versionDetails'], inlineContentBytes: 100 });
  const ada = await lab.computer('Ada');
  lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes('one'));
  lab.service.colleague(0).createFile(lab.root, 'b.csv', bytes('whole'));
  const broken = idOf(lab, 'a.csv');
  lab.trouble = ({ url }) => {
    const isBroken = url.includes(broken) && url.endsWith('/content');
    return isBroken ? altered(lab, url, () => ({ content: 'o\uFFFDe' })) : null;
  };
  expect((await lab.sync(ada)).blocked).toMatchObject([{ path: 'a.csv', reason: 'failing' }]);
  expect(ada.texts()).toEqual({ 'b.csv': 'whole' });
  lab.trouble = () => null;
  lab.clock.advanceBy(3_600_000);
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one', 'b.csv': 'whole' });
});

test.each([
  ['of the API', (url: string): boolean => url.includes('/api/')],
  ['of one call', (url: string): boolean => /\/upload\/confirm|\/versions/.test(url)],
  ['of the storage', (url: string): boolean => url.startsWith(STORAGE)],
  ['of everything', (): boolean => true],
])(
  'redirects %s are followed nowhere, refuse nothing for good, and are over when they are over [T26]',
  async (_, what) => {
    for (const redirect of REDIRECTS) {
      const lab = new QuietLab();
      const ada = await lab.computer('Ada');
      lab.save(ada, { 'a.csv': 'one', 'raw/b.csv': 'two' });
      await lab.sync(ada);
      lab.service.colleague(0).createFile(lab.root, 'theirs.csv', bytes('three'));
      lab.save(ada, { 'a.csv': 'one, edited', 'new.csv': 'four' });
      const asked: string[] = [];
      lab.trouble = ({ url }) => (asked.push(url), what(url) ? redirect : null);
      for (let turn = 0; turn < 4; turn++) {
        const { blocked } = await lab.sync(ada);
        expect(blocked.filter(({ reason }) => reason === 'refused')).toEqual([]);
        lab.clock.advanceBy(3_600_000);
      }
      expect(asked.filter(url => url.startsWith(PORTAL))).toEqual([]);
      lab.trouble = () => null;
      lab.clock.advanceBy(3_600_000);
      for (let turn = 0; turn < 2; turn++) await lab.syncTwice(ada);
      const all = { 'a.csv': 'one, edited', 'raw/b.csv': 'two', 'theirs.csv': 'three', 'new.csv': 'four' };
      expect(lab.there()).toEqual(all);
      expect(ada.texts()).toEqual(all);
      expect((await lab.sync(ada)).blocked).toEqual([]);
    }
  },
);

const GATEWAY = {
  kind: 'instead',
  answer: {
    status: 413,
    headers: { 'content-type': 'text/html' },
    body: '<html><head><title>413 Request Entity Too Large</title></head></html>',
  },
} as const;

test('a page in the place of the answer to one write holds up that file alone, and says which page [T26]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'one, edited', 'b.csv': 'two' });
  lab.service.colleague(0).createFile(lab.root, 'c.csv', bytes('three'));
  let met = 0;
  lab.trouble = ({ method, url }) => {
    if (method !== 'POST' || !url.endsWith('/versions')) return null;
    met += 1;
    return GATEWAY;
  };
  const { stopped, blocked } = await lab.sync(ada);
  expect(stopped).toBeNull();
  expect(blocked).toMatchObject([{ path: 'a.csv', reason: 'failing' }]);
  expect(blocked[0]?.text).toContain('413 Request Entity Too Large');
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' });
  expect(ada.texts()).toEqual({ 'a.csv': 'one, edited', 'b.csv': 'two', 'c.csv': 'three' });
  expect(met).toBeLessThan(4);
  lab.trouble = () => null;
  lab.clock.advanceBy(3_600_000);
  expect(await lab.sync(ada)).toMatchObject({ blocked: [], stopped: null });
  expect(lab.there()['a.csv']).toBe('one, edited');
});

test('pages in the place of the answers to any number of uploads leave the others on their way [T26]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const names = ['a', 'b', 'c', 'd', 'e'];
  lab.save(ada, Object.fromEntries(names.map(name => [`${name}.csv`, name])));
  await lab.sync(ada);
  lab.save(ada, Object.fromEntries(names.map(name => [`${name}.csv`, `${name}, edited`])));
  const last = idOf(lab, 'e.csv');
  const unavailable = { kind: 'instead', answer: { ...GATEWAY.answer, status: 502 } } as const;
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.includes('/versions') && !url.includes(last) ? unavailable : null;
  expect(await lab.sync(ada)).toMatchObject({
    stopped: null,
    blocked: names.slice(0, 4).map(name => ({ path: `${name}.csv` })),
  });
  expect(lab.there()['e.csv']).toBe('e, edited');
});
