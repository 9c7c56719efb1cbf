import { expect, test } from 'vitest';

import type { Computer } from '../world/computer.ts';
import { bytes, idOf, instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

/** What looking costs is another matter (`partial-scans.test.ts`). */
const LOOKS = /GET \/(folders\/\{id\}\/(children|files)|version$)/;

/** Syncs once and counts the requests by what they ask, beside those of the look itself. */
async function requestsOf(lab: QuietLab, ada: Computer): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  lab.trouble = ({ method, url }) => {
    const { pathname, origin } = new URL(url);
    const isApi = origin === new URL(lab.service.baseUrl).origin;
    const path = pathname.replace('/api/v1', '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}');
    const what = isApi ? `${method} ${path}` : `${method} storage`;
    if (!LOOKS.test(what)) counts[what] = (counts[what] ?? 0) + 1;
    return null;
  };
  await lab.sync(ada);
  lab.trouble = () => null;
  return counts;
}

/** A lab in which is known what can be learnt of the service: a refused base, and what a removed file answers. */
async function labThatKnows(files: Readonly<Record<string, string>>): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { ...files, 'first.csv': 'one', 'second.csv': 'one' });
  await lab.sync(ada);
  lab.save(ada, { 'first.csv': 'two' });
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.endsWith('/versions')
      ? instead(409, { errorCode: 'VERSION_CONFLICT', messages: [] })
      : null;
  await lab.sync(ada);
  lab.trouble = () => null;
  lab.remove(ada, 'second.csv');
  await lab.sync(ada);
  await lab.sync(ada);
  return { lab, ada };
}

test('200 new files cost 204 requests and 200 transfers, and a pass without changes none', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}.csv`, `text ${index}`])));
  expect(await requestsOf(lab, ada)).toEqual({
    'POST /folders/{id}/files/upload/batch': 4,
    'PUT storage': 200,
    'POST /files/{id}/upload/confirm': 200,
  });
  expect(await requestsOf(lab, ada)).toEqual({});
});

test('a new folder is one call, and what is in it travels as anywhere else', async () => {
  const { lab, ada } = await labThatKnows({ 'raw/a.csv': 'one' });
  lab.save(ada, { 'raw/new/b.csv': 'two' });
  const { 'POST /folders': made, ...rest } = await requestsOf(lab, ada);
  expect(made).toBe(1);
  expect(rest).toEqual({
    'POST /folders/{id}/files/upload': 1,
    'PUT storage': 1,
    'POST /files/{id}/upload/confirm': 1,
  });
});

test('an edit is one request', async () => {
  const { lab, ada } = await labThatKnows({ 'a.csv': 'one' });
  lab.save(ada, { 'a.csv': 'two' });
  expect(await requestsOf(lab, ada)).toEqual({ 'POST /files/{id}/versions': 1 });
});

test('a rename is a look and a call, and a move asks in addition who may read in the two folders', async () => {
  const { lab, ada } = await labThatKnows({ 'a.csv': 'one', 'raw/b.csv': 'two', 'done/c.csv': 'three' });
  ada.disk.tree.rename('/home/lab/a.csv', '/home/lab/renamed.csv');
  expect(await requestsOf(lab, ada)).toEqual({ 'GET /files/{id}': 1, 'PUT /files/{id}': 1 });
  ada.disk.tree.rename('/home/lab/raw/b.csv', '/home/lab/done/b.csv');
  expect(await requestsOf(lab, ada)).toEqual({
    'GET /files/{id}': 1,
    'GET /folders/{id}/access': 2,
    'PATCH /files/{id}/move': 1,
  });
});

test('a removal is a look at the file, one at its history and a call; its bytes are fetched into the store before', async () => {
  const { lab, ada } = await labThatKnows({ 'a.csv': 'only here', 'b.csv': 'two' });
  lab.remove(ada, 'a.csv');
  expect(await requestsOf(lab, ada)).toEqual({
    'GET /files/{id}': 1,
    'GET /files/{id}/versions': 1,
    'GET /files/{id}/versions/{id}/content': 1,
    'GET storage': 1,
    'DELETE /files/{id}': 1,
  });
});

test('a removed folder is one call, after its files and a fresh list of what is left in it', async () => {
  const { lab, ada } = await labThatKnows({ 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two' });
  lab.remove(ada, 'raw');
  const counts = await requestsOf(lab, ada);
  expect(counts['POST /folders/{id}/archive']).toBe(1);
  expect(counts['DELETE /files/{id}'] ?? 0).toBe(0);
});

test('a colleague’s edit is a look at its version, an address and the bytes', async () => {
  const { lab, ada } = await labThatKnows({ 'a.csv': 'one' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  expect(await requestsOf(lab, ada)).toEqual({
    'GET /files/{id}': 2,
    'GET /files/{id}/versions/{id}/content': 1,
    'GET storage': 1,
  });
});
