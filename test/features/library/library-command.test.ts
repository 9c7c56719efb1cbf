import { expect, test } from 'vitest';

import { run } from '../../main/cli/run-here.ts';
import { AT } from '../../main/cli/samples.ts';

const FILE = '33333333-0000-4000-8000-000000000001';
const FOLDER = '33333333-0000-4000-8000-000000000002';
const HEAD = {
  place: { library: null },
  trail: [{ place: { library: null }, name: 'Library' }],
  standing: 'ready',
  got: null,
  of: null,
  reading: null,
  fault: null,
  archived: null,
  checkedAt: AT,
  isIncomplete: false,
};
const row = (id: string, kind: 'file' | 'folder', name: string, badge = 'remote') => ({
  id,
  kind,
  name,
  serviceName: null,
  badge,
  note: null,
  extraction: null,
  sizeBytes: kind === 'file' ? 277 : null,
  modifiedAt: AT,
  hasFolders: false,
});
const windowOf = (rows: readonly object[], head: object = {}) => ({
  gives: {
    head: { ...HEAD, ...head },
    order: '1',
    folders: 0,
    files: rows.length,
    all: rows.length,
    from: 0,
    rows,
    anchorAt: null,
    gone: [],
  },
});

test('library list shows folders and files, and no character that a terminal obeys', async () => {
  const rows = [row(FOLDER, 'folder', 'Trai\u202Ening'), row(FILE, 'file', 'Buffers.csv', 'pinned')];
  const ran = await run(['library', 'list'], { 'files.check': { gives: null }, 'files.window': windowOf(rows) });
  expect(ran).toMatchObject({
    exitCode: 0,
    stdout: `${FOLDER}  Trai\\u{202e}ning/  (Online only)\n${FILE}  Buffers.csv  (Always on this computer, 277 B)\n`,
  });
  const json = await run(['library', 'list', '--json'], {
    'files.check': { gives: null },
    'files.window': windowOf(rows),
  });
  expect(JSON.parse(json.stdout)).toMatchObject({
    v: 1,
    path: ['Library'],
    standing: 'ready',
    items: [
      { id: FOLDER, kind: 'folder' },
      { id: FILE, state: 'pinned' },
    ],
  });
});

test('library list says when nothing is published, when there is no library, and when it may not be seen', async () => {
  const said = async (head: object): Promise<{ exitCode: number; stderr: string }> =>
    run(['library', 'list'], { 'files.check': { gives: null }, 'files.window': windowOf([], head) });
  expect(await said({})).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/hasn’t published anything/) });
  expect(await said({ standing: 'gone', fault: { kind: 'gone', messages: [] } })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/no library to show/),
  });
  expect(await said({ standing: 'closed', fault: { kind: 'not-allowed', messages: [] } })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/can’t see the library/),
  });
});

test('library keep waits until the bytes are here, and names what did not come', async () => {
  const left = [{ id: FILE, path: 'Buffers.csv', text: 'It is gone.' }];
  const ran = await run(['library', 'keep', 'Buffers.csv', '--json'], {
    'library.locate': { gives: { id: FILE, kind: 'file', name: 'Buffers.csv' } },
    'library.keep': { gives: { files: 1, left } },
  });
  expect(ran.exitCode).toBe(3);
  expect(JSON.parse(ran.stdout)).toEqual({ v: 1, files: 1, left });
  expect(ran.events).toContain(`library.keep {"ids":["${FILE}"],"wait":true}`);
  expect(ran.stderr).toContain('“Buffers.csv”: It is gone.');
});

test('library kept lists copies with what they are', async () => {
  const kept = { id: FILE, name: 'Buffers.csv', state: 'older', note: null, version: FOLDER, sizeBytes: 277 };
  const files = [{ ...kept, sha256: 'ab', at: AT }];
  const ran = await run(['library', 'kept'], { 'library.kept': { gives: files } });
  expect(ran.stdout).toBe(`${FILE}  Buffers.csv  (an older version is here, 277 B)\n`);
  const json = await run(['library', 'kept', '--json'], { 'library.kept': { gives: files } });
  expect(JSON.parse(json.stdout)).toEqual({ v: 1, files });
});

test('library copy puts files into a folder, and refuses a folder of the library', async () => {
  const script = {
    'library.locate': { gives: { id: FILE, kind: 'file', name: 'Buffers.csv' } },
    'files.identify': { gives: { id: '7', kind: 'folder', name: 'Plates' } },
    'files.copy': { gives: { done: [{ id: FILE, copy: FOLDER, name: 'Buffers (2).csv' }], left: [] } },
  };
  const ran = await run(['library', 'copy', 'Buffers.csv', '--to', 'Plates', '--json'], script);
  expect(JSON.parse(ran.stdout)).toEqual({
    v: 1,
    copied: [{ id: FILE, copy: FOLDER, name: 'Buffers (2).csv' }],
    left: [],
  });
  const folder = await run(['library', 'copy', 'Training', '--to', 'Plates'], {
    'library.locate': { gives: { id: FOLDER, kind: 'folder', name: 'Training' } },
  });
  expect(folder).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/is a folder of the library/) });
});

test('a folder of the library is removed only with --yes', async () => {
  const script = {
    'library.locate': { gives: { id: FOLDER, kind: 'folder', name: 'Training' } },
    'library.removeFolder': { gives: null },
  };
  const asked = await run(['library', 'remove', 'Training'], script);
  expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/Its files stay published/) });
  expect(asked.events.join()).not.toContain('library.removeFolder');
  const done = await run(['library', 'remove', 'Training', '--yes', '--json'], script);
  expect(JSON.parse(done.stdout)).toEqual({ v: 1, id: FOLDER, name: 'Training', removed: true });
});

test('library publish says who would read it, and publishes only with --yes', async () => {
  const script = {
    'files.identify': { gives: { id: FILE, kind: 'file', name: 'SOP 1.md' } },
    'library.readers': { gives: { organization: 'Institute', people: 24 } },
    'library.locate': { gives: { id: FOLDER, kind: 'folder', name: 'Training' } },
    'library.publish': { gives: { done: [{ id: FILE, name: 'SOP 1.md' }], left: [] } },
    'library.withdraw': { gives: { done: [], left: [{ id: FILE, path: 'SOP 1.md', text: 'It is not yours.' }] } },
  };
  const asked = await run(['library', 'publish', 'SOP 1.md'], script);
  expect(asked).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/“Institute”, 24 people now/) });
  expect(asked.events.join()).not.toContain('library.publish');
  const done = await run(['library', 'publish', 'SOP 1.md', '--in', 'Training', '--yes', '--json'], script);
  expect(done.exitCode).toBe(0);
  expect(JSON.parse(done.stdout)).toMatchObject({ v: 1, readers: { people: 24 }, done: [{ name: 'SOP 1.md' }] });
  expect(done.events).toContain(`library.publish {"ids":["${FILE}"],"folder":"${FOLDER}","visibility":"library"}`);
  const out = await run(['library', 'withdraw', FILE, '--yes'], script);
  expect(out).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/It is not yours/) });
});
