import { expect, test } from 'vitest';

import type { HttpTrouble } from '../fakes/fake-http.ts';
import { QuietLab } from '../lab/quiet-lab.ts';
import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const EMPTY: HttpTrouble = { kind: 'instead', answer: { status: 200, headers: JSON_TYPE, body: '[]' } };
const refused = (status: number): HttpTrouble => ({
  kind: 'instead',
  answer: { status, headers: JSON_TYPE, body: JSON.stringify({ errorCode: 'X', messages: ['No.'] }) },
});

/** A computer at rest with one file in a folder. */
async function atRest(): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'folder/a.csv': 'a' });
  await lab.syncTwice(ada);
  return { lab, ada };
}

test('what is in a folder that may not be read any more is not even missed [R4]', async () => {
  const { lab, ada } = await atRest();
  const [folder] = lab.service.sights.tree(lab.root);
  lab.trouble = ({ url }) => (url.includes(`/folders/${folder?.id}/`) ? refused(403) : null);
  const { held } = await lab.syncTwice(ada);
  // It is told as out of sight, with no moment at which it would count as removed.
  expect(held).toMatchObject([{ path: 'folder/a.csv', reason: 'out-of-sight', until: null }]);
  expect(ada.texts()).toEqual({ 'folder/a.csv': 'a' });
});

test('what is in a folder that may not be read any more is not gone, though the service denies that it knows it [R4]', async () => {
  const { lab, ada } = await atRest();
  const [folder] = lab.service.sights.tree(lab.root);
  lab.trouble = ({ method, url }) => {
    if (url.includes(`/folders/${folder?.id}/`)) return refused(403);
    return method === 'GET' && /\/files\/[^/]+$/.test(url) ? refused(404) : null;
  };
  for (let look = 0; look < 3; look++) await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'folder/a.csv': 'a' });
  expect(ada.stored()).toEqual([]);
});

test.each([403, 404])(
  'what is new here waits while a folder of its name was never shown (%i), and is sent only if it is not there [R4]',
  async status => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    const colleague = lab.service.colleague(0);
    const folder = colleague.createFolder(lab.root, 'raw');
    colleague.createFile(folder, 'both.csv', new TextEncoder().encode('both'));
    lab.save(ada, { 'raw/both.csv': 'both', 'raw/deep/new.csv': 'new' });
    lab.trouble = ({ url }) => (url.includes(`/folders/${folder}/`) ? refused(status) : null);
    const { held, sent } = await lab.syncTwice(ada);
    expect(sent).toBe(0);
    expect(held.map(({ path }) => path).toSorted()).toEqual(['raw/both.csv', 'raw/deep', 'raw/deep/new.csv']);
    expect(held[0]?.text).toContain('until the service shows what is in its folder');
    expect(Object.keys(lab.there())).toEqual(['raw/both.csv']);
    const why = await lab.call(ada, 'why.path', { path: 'raw/both.csv', absolute: null, mirror: null });
    expect(why.item).toMatchObject({ steps: [], waits: 'folder unseen' });

    lab.trouble = () => null;
    lab.clock.advanceBy(600_000);
    await lab.syncTwice(ada);
    expect(lab.there()).toEqual({ 'raw/both.csv': 'both', 'raw/deep/new.csv': 'new' });
    expect(ada.texts()).toEqual(lab.there());
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, held: [], blocked: [] });
  },
);

test('a file that somebody moved into a folder that no list shows at the moment is not gone [R4]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'folder/a.csv': 'a', 'raw/deep/b.csv': 'b' });
  await lab.syncTwice(ada);
  const tree = lab.service.sights.tree(lab.root);
  const at = (path: string): string => tree.find(entry => entry.path === path)?.id ?? path;
  lab.service.colleague(0).moveFile(at('folder/a.csv'), at('raw/deep'));
  lab.trouble = ({ url }) => (url.includes(`/folders/${at('raw')}/`) ? refused(403) : null);
  ada.disk.tree.rename(`${FOLDER}/folder/a.csv`, `${FOLDER}/mine.csv`);
  for (let look = 0; look < 3; look++) await lab.syncTwice(ada);
  expect(lab.there()).toEqual({ 'raw/deep/a.csv': 'a', 'raw/deep/b.csv': 'b' });
  expect(ada.texts()).toEqual({ 'mine.csv': 'a', 'raw/deep/b.csv': 'b' });

  lab.trouble = () => null;
  lab.clock.advanceBy(600_000);
  await lab.syncTwice(ada);
  // Their folder and our name.
  expect(lab.there()).toEqual({ 'raw/deep/mine.csv': 'a', 'raw/deep/b.csv': 'b' });
  expect(ada.texts()).toEqual(lab.there());
  expect(ada.stored()).toEqual([]);
});

test('a file that lists do not show and that may not be asked for stays [R3, R4]', async () => {
  const { lab, ada } = await atRest();
  lab.trouble = ({ method, url }) => {
    if (method === 'GET' && /\/folders\/[^/]+\/files/.test(url)) return EMPTY;
    return method === 'GET' && /\/files\/[^/]+$/.test(url) ? refused(403) : null;
  };
  for (let look = 0; look < 3; look++) await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'folder/a.csv': 'a' });
});

test('a single look that misses a file proves nothing, whatever else is said of it [R3]', async () => {
  const { lab, ada } = await atRest();
  lab.trouble = ({ method, url }) => {
    if (method === 'GET' && /\/folders\/[^/]+\/files/.test(url)) return EMPTY;
    return method === 'GET' && /\/files\/[^/]+$/.test(url) ? refused(404) : null;
  };
  await lab.sync(ada);
  lab.trouble = () => null;
  expect(ada.texts()).toEqual({ 'folder/a.csv': 'a' });
  expect(ada.stored()).toEqual([]);
});

test.each([1, 2, 3])(
  'a folder that was removed here and added to there is not archived when listing %i of it shows nothing [P36]',
  async lie => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    const colleague = lab.service.colleague(0);
    const folder = colleague.createFolder(lab.root, 'raw');
    await lab.syncTwice(ada);
    ada.disk.tree.remove(`${FOLDER}/raw`);
    let listings = 0;
    lab.trouble = ({ method, url }) => {
      if (method !== 'GET' || !url.includes(`/folders/${folder}/files`)) return null;
      listings += 1;
      // The first listing is the look’s, all others are made right before the archiving.
      if (listings === Math.min(lie, 2)) colleague.createFile(folder, 'new.csv', new TextEncoder().encode('new'));
      return listings === lie ? EMPTY : null;
    };
    for (let turn = 0; turn < 6; turn++) {
      await lab.syncTwice(ada);
      lab.clock.advanceBy(600_000);
    }
    expect(listings).toBeGreaterThanOrEqual(lie);
    expect(lab.there()).toEqual({ 'raw/new.csv': 'new' });
    expect(ada.texts()).toEqual(lab.there());
  },
);

test('a folder that is full on both sides is linked without sending anything, whichever listing shows nothing at first [R3]', async () => {
  let requests = 1;
  for (let lie = 0; lie < requests; lie++) {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    const both = { 'a.csv': 'a', 'raw/b.csv': 'b', 'raw/deep/c.csv': 'c' };
    const colleague = lab.service.colleague(0);
    const raw = colleague.createFolder(lab.root, 'raw');
    const deep = colleague.createFolder(raw, 'deep');
    for (const [folder, name, text] of [
      [lab.root, 'a.csv', 'a'],
      [raw, 'b.csv', 'b'],
      [deep, 'c.csv', 'c'],
    ] as const)
      colleague.createFile(folder, name, new TextEncoder().encode(text));
    lab.save(ada, both);
    requests = 0;
    lab.trouble = ({ method, url }) =>
      method === 'GET' && /\/folders\/[^/]+\/(files|children)/.test(url) && requests++ === lie ? EMPTY : null;
    expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0 });
    expect([lab.there(), ada.texts()]).toEqual([both, both]);
    expect(lab.service.sights.tree(lab.root)).toHaveLength(5);
  }
  expect(requests).toBeGreaterThan(6);
});

test('a single 401 does not sign anybody out [R5]', async () => {
  const { lab, ada } = await atRest();
  let isDue = true;
  lab.trouble = ({ url }) => {
    if (!isDue || !url.includes('/children')) return null;
    isDue = false;
    return refused(401);
  };
  const { stopped } = await lab.sync(ada);
  expect(stopped?.kind).not.toBe('signed-out');
});
