import { expect, test } from 'vitest';

import type { ChooseTrouble, HttpTrouble } from '../../fakes/fake-http.ts';
import { labWith, type QuietLab } from '../../lab/quiet-lab.ts';
import { altered, bytes, idOf, isList, rows } from '../../lab/altered-answers.ts';
import type { Json } from '../../lab/altered-answers.ts';

const TREE = { 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'c.csv': 'three' };
type Request = Parameters<ChooseTrouble>[0];

const isFiles = (request: Request): boolean => isList(request) && request.url.includes('/files');
const isDetail = ({ method, url }: Request): boolean => method === 'GET' && /\/api\/v1\/files\/[^/]+$/.test(url);
const isBytes = ({ method, url }: Request): boolean => method === 'GET' && url.startsWith('http://127.0.0.1:2');
const answer = (body: string, status = 200, headers: Record<string, string> = {}): HttpTrouble => {
  return { kind: 'instead', answer: { status, headers: { 'content-type': 'application/json', ...headers }, body } };
};
const eachRow =
  (change: (row: Json) => Json) =>
  (all: Json): unknown =>
    rows(all, given => given.map(change));

/** What a service that is broken or wants harm may answer, and to which requests. */
const HOSTILE: readonly (readonly [string, (lab: QuietLab, request: Request) => HttpTrouble | null])[] = [
  [
    'rows with the wrong types',
    (lab, request) => {
      const wrong = eachRow(row => ({ ...row, id: 7, name: null, size: 'big', updatedAt: {} }));
      return isFiles(request) ? altered(lab, request.url, wrong) : null;
    },
  ],
  ['a number where a list should be', (_, request) => (isList(request) ? answer('42') : null)],
  ['nothing where a list should be', (_, request) => (isList(request) ? answer('null') : null)],
  ['JSON that breaks off', (_, request) => (isList(request) ? answer('{"items":[{"id":"5f0') : null)],
  [
    'a web page',
    (_, request) => (isList(request) ? answer('<html>Hello</html>', 200, { 'content-type': 'text/html' }) : null),
  ],
  [
    'a list whose pages never end',
    (lab, request) => {
      const endless = (page: Json): unknown => ({ ...page, hasNextPage: true, totalCount: null });
      return isFiles(request) ? altered(lab, request.url, endless) : null;
    },
  ],
  [
    'ids in another case',
    (lab, request) => {
      const shouting = eachRow(row => ({ ...row, id: String(row['id']).toUpperCase() }));
      return isList(request) ? altered(lab, request.url, shouting) : null;
    },
  ],
  [
    'a redirect of a list to another host',
    (_, request) => (isList(request) ? answer('', 302, { location: 'http://evil.example/x' }) : null),
  ],
  [
    'a redirect of bytes to another host',
    (_, request) => (isBytes(request) ? answer('', 302, { location: 'http://evil.example/x' }) : null),
  ],
  [
    'every file in every folder',
    (lab, request) => {
      const all = lab.service.sights.tree(lab.root).filter(({ kind }) => kind === 'file');
      const everywhere = (page: Json): unknown => ({
        ...page,
        items: all.map(({ id, path }) => ({ id, name: path.split('/').at(-1), updatedAt: '2026-11-20T10:00:00.5Z' })),
        totalCount: all.length,
      });
      return isFiles(request) ? altered(lab, request.url, everywhere) : null;
    },
  ],
  [
    'the mirrored folder inside itself',
    (lab, request) => {
      const self = (all: Json): unknown => rows(all, given => [...given, { id: lab.root, name: 'self' }]);
      return isList(request) && !isFiles(request) ? altered(lab, request.url, self) : null;
    },
  ],
  [
    'a file as a folder',
    (lab, request) => {
      const file = lab.service.sights.tree(lab.root).find(({ path }) => path === 'c.csv')?.id ?? '';
      const asFolder = (all: Json): unknown => rows(all, given => [...given, { id: file, name: 'c' }]);
      return isList(request) && !isFiles(request) ? altered(lab, request.url, asFolder) : null;
    },
  ],
  [
    'details of another file',
    (lab, request) => {
      const other = lab.service.sights.tree(lab.root).find(({ path }) => path === 'c.csv')?.id ?? '';
      return isDetail(request) ? altered(lab, request.url.replace(/[^/]+$/, other), detail => detail) : null;
    },
  ],
];

test.each(HOSTILE)('hostile answers lose nothing and end with them: %s', async (_, hostile) => {
  const { lab, ada } = await labWith(TREE);
  lab.service.colleague(0).editFile(idOf(lab, 'raw/a.csv'), bytes('edited there'));
  lab.save(ada, { 'raw/deep/b.csv': 'edited here', 'new.csv': 'new' });
  let count = 0;
  lab.trouble = request => {
    count += 1;
    return hostile(lab, request);
  };
  for (let turn = 0; turn < 5; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(count).toBeLessThan(2000);
  lab.trouble = () => null;
  for (let turn = 0; turn < 6; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(3_600_000);
  }
  expect(lab.there()).toEqual({
    'raw/a.csv': 'edited there',
    'raw/deep/b.csv': 'edited here',
    'c.csv': 'three',
    'new.csv': 'new',
  });
  expect(ada.texts()).toEqual(lab.there());
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, blocked: [], stopped: null });
});

test('sizes that lie are a problem of those files, told of, and all others arrive', async () => {
  const { lab, ada } = await labWith(TREE);
  const colleague = lab.service.colleague(0);
  const lies = ['x', 'y', 'z', 'w'].map(name =>
    colleague.createFile(lab.root, `${name}.csv`, bytes(`content ${name}`)),
  );
  colleague.createFile(lab.root, 'honest.csv', bytes('honest'));
  const liar = (row: Json): Json => (lies.includes(String(row['id'])) ? { ...row, size: 5_000_000 } : row);
  lab.trouble = request => {
    if (isFiles(request)) return altered(lab, request.url, eachRow(liar));
    return isDetail(request) ? altered(lab, request.url, liar) : null;
  };
  for (let turn = 0; turn < 4; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  const report = await lab.sync(ada);
  expect(ada.texts()).toEqual({ ...TREE, 'honest.csv': 'honest' });
  expect(report.stopped).toBeNull();
  expect(report.blocked.map(({ path }) => path).sort()).toEqual(['w.csv', 'x.csv', 'y.csv', 'z.csv']);
});

test('a name of a million characters comes here under a short one, and the others beside it', async () => {
  const { lab, ada } = await labWith(TREE);
  const id = lab.service.colleague(0).createFile(lab.root, 'long.csv', bytes('long'));
  const name = `${'ä'.repeat(1_000_000)}.csv`;
  const long = (row: Json): Json => (row['id'] === id ? { ...row, name } : row);
  lab.trouble = request => {
    if (isFiles(request)) return altered(lab, request.url, eachRow(long));
    return isDetail(request) ? altered(lab, request.url, long) : null;
  };
  for (let turn = 0; turn < 2; turn++) expect(await lab.sync(ada)).toMatchObject({ stopped: null, sent: 0 });
  expect(Object.values(ada.texts()).sort()).toEqual(['long', 'one', 'three', 'two']);
  expect(Math.max(...Object.keys(ada.texts()).map(path => bytes(path).length))).toBeLessThan(256);
});

test('a list of 20,000 rows of one file is one file', async () => {
  const { lab, ada } = await labWith(TREE);
  const many = (page: Json): unknown => {
    const items = (page['items'] as Json[]).flatMap(row => Array.from({ length: 20_000 }, () => row));
    return { ...page, items, totalCount: items.length };
  };
  const of = `/folders/${idOf(lab, 'raw')}/files`;
  lab.trouble = request => (request.url.includes(of) ? altered(lab, request.url, many) : null);
  await lab.sync(ada);
  lab.trouble = () => null;
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, blocked: [] });
  expect(ada.texts()).toEqual(TREE);
});
