import { expect, test } from 'vitest';

import type { HttpTrouble } from '../../fakes/fake-http.ts';
import { bytes, instead } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

type Asked = Parameters<QuietLab['trouble']>[0];

async function elsewhere() {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  const mira = lab.service.colleague(0);
  const folder = mira.createFolder(null, 'Elsewhere');
  const note = (name: string, text: string, place: { base: string } | { mirror: string; folder: null }) =>
    lab.call(ada, 'files.newNote', { place, name, text });
  const textsThere = () =>
    lab.service.sights
      .tree(folder)
      .flatMap(({ id, path }) =>
        lab.service.sights.versionsOf(id).map(each => [path, new TextDecoder().decode(each.bytes)]),
      );
  return { lab, ada, mira, folder, note, textsThere };
}

const isMade = ({ method, url }: Asked): boolean => method === 'POST' && url.endsWith('/files');

function jsonIn(body: string | Uint8Array): unknown {
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

/** Answers one call of a kind otherwise, and counts it. */
function answering(lab: QuietLab, isMeant: (asked: Asked) => boolean, answer: () => HttpTrouble | null) {
  const count = { asked: 0 };
  lab.trouble = asked => {
    if (!isMeant(asked)) return null;
    count.asked += 1;
    return answer();
  };
  return count;
}

test('a note for a folder on this computer is a file there, and is sent like any other', async () => {
  const { lab, ada, note } = await elsewhere();
  const made = await note('Day 1', 'pipette 3 drips', { mirror: 'm1', folder: null });
  expect(made).toEqual({ name: 'Day 1.md', path: 'Day 1.md', isSent: false });
  expect(ada.texts()).toMatchObject({ 'Day 1.md': 'pipette 3 drips' });
  await lab.sync(ada);
  expect(lab.there()).toMatchObject({ 'Day 1.md': 'pipette 3 drips' });
  await expect(note('a.csv', 'two', { mirror: 'm1', folder: null })).rejects.toMatchObject({
    fault: { kind: 'bad-request' },
  });
});

test('a note for a folder of the service is made there by one call, and nothing is replaced', async () => {
  const { lab, folder, note, textsThere } = await elsewhere();
  const count = answering(lab, isMade, () => null);
  expect(await note('Day 1', 'drips', { base: folder })).toMatchObject({ name: 'Day 1.md', isSent: true });
  expect(textsThere()).toEqual([['Day 1.md', 'drips']]);
  await expect(note('Day 1.md', 'other', { base: folder })).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  expect([count.asked, textsThere()]).toEqual([1, [['Day 1.md', 'drips']]]);
});

test.each([
  ['is away', (asked: Asked) => asked.method === 'GET', () => ({ kind: 'no-connection' }) as const],
  ['has no such call', isMade, () => instead(405, {})],
])(
  'a note that the service cannot make, because it %s, waits in the outbox and arrives',
  async (_, isMeant, answer) => {
    const { lab, ada, folder, note, textsThere } = await elsewhere();
    answering(lab, isMeant, answer);
    expect(await note('Day 1', 'drips', { base: folder })).toMatchObject({ isSent: false });
    lab.trouble = () => null;
    lab.clock.advanceBy(600_000);
    await lab.sync(ada);
    expect(textsThere()).toEqual([['Day 1.md', 'drips']]);
  },
);

test('a note whose text the service did not take with the file gets it as its first version', async () => {
  const { lab, folder, note, textsThere } = await elsewhere();
  const headers = { 'x-api-key': lab.service.users[0]?.apiKey ?? '', 'content-type': 'application/json' };
  const body = bytes(JSON.stringify({ name: 'Day 1.md', fileType: 'Document', folderId: folder }));
  const empty = () => lab.service.handle({ method: 'POST', url: `${lab.service.baseUrl}/files`, headers, body });
  answering(lab, isMade, () => instead(201, jsonIn(empty().body)));
  await note('Day 1', 'drips', { base: folder });
  expect(textsThere()).toEqual([['Day 1.md', 'drips']]);
});

test('everything is searched for in one question, and in three where the service has no such search', async () => {
  const { lab, ada, mira, folder } = await elsewhere();
  mira.createFile(folder, 'gel.txt', bytes('a gel of plate 7'));
  const asked: string[] = [];
  let lacks = false;
  lab.trouble = ({ url }) => {
    const path = url.slice(lab.service.baseUrl.length).replace(/\?.*/, '');
    if (path.startsWith('/search')) asked.push(path);
    return lacks && path === '/search' ? instead(404, {}) : null;
  };
  const find = () => lab.call(ada, 'search.there', { text: 'gel', scopes: ['texts', 'names', 'tasks'] });
  const { finds } = await find();
  expect(finds.map(({ name }) => name)).toEqual(['gel.txt']);
  expect(asked.splice(0)).toEqual(['/search']);
  lacks = true;
  expect((await find()).finds.map(({ name }) => name)).toEqual(['gel.txt']);
  await find();
  const three = ['/search/file-content', '/search/files', '/search/tasks'];
  expect(asked.toSorted()).toEqual(['/search', ...three, ...three].toSorted());
});
