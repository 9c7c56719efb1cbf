import { expect, test } from 'vitest';

import { run } from '../../main/cli/run-here.ts';
import { AT } from '../../main/cli/samples.ts';

const FOLDER_ROW = {
  id: '0b7e3c52-5f0e-4d0a-9d41-6f6a1d2f8a11',
  kind: 'folder',
  name: 'Old\u202Eruns',
  serviceName: null,
  badge: 'remote',
  note: null,
  extraction: null,
  sizeBytes: null,
  modifiedAt: AT,
  hasFolders: true,
};
const HEAD = {
  place: { base: null },
  trail: [{ place: { base: null }, name: 'Knowledge base' }],
  standing: 'ready',
  got: null,
  of: null,
  reading: null,
  fault: null,
  archived: null,
  checkedAt: AT,
  isIncomplete: false,
};
const windowOf = (rows: readonly object[], head: object = {}) => ({
  gives: {
    head: { ...HEAD, ...head },
    order: '1',
    folders: rows.length,
    files: 0,
    all: rows.length,
    from: 0,
    rows,
    anchorAt: null,
    gone: [],
  },
});

test('files list shows a line for each thing, and no character that a terminal obeys', async () => {
  const ran = await run(['files', 'list', 'Knowledge Base/Plates'], {
    'files.locate': { gives: { base: FOLDER_ROW.id } },
    'files.check': { gives: null },
    'files.window': windowOf([FOLDER_ROW]),
  });
  expect(ran).toMatchObject({
    exitCode: 0,
    stdout: `${FOLDER_ROW.id}  Old\\u{202e}runs/  (Online only)\n`,
    stderr: '',
  });
  expect(ran.events[0]).toBe('files.locate {"path":"Knowledge Base/Plates"}');
});

test('files list of a list that is not whole says so, and is not 0', async () => {
  const ran = await run(['files', 'list', '--id', FOLDER_ROW.id], {
    'files.locate': { gives: { base: FOLDER_ROW.id } },
    'files.check': { gives: null },
    'files.window': windowOf([FOLDER_ROW], {
      standing: 'partial',
      got: 300,
      of: 412,
      fault: { kind: 'offline', detail: '' },
    }),
  });
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toContain('Showing 300 of about 412');
});

test('removed restore knows archived folders from files of the store', async () => {
  const script = {
    'files.window': windowOf([FOLDER_ROW]),
    'files.restoreFolder': { gives: null },
    'store.restore': { gives: { mirror: 'm1', path: 'a.csv', older: 0 } },
  };
  const folder = await run(['removed', 'restore', FOLDER_ROW.id.toUpperCase()], script);
  expect(folder.events).toContain(`files.restoreFolder {"id":"${FOLDER_ROW.id}"}`);
  const file = await run(['removed', 'restore', 'a.csv 17'], script);
  expect(file).toMatchObject({ exitCode: 0, stdout: 'a.csv\n' });
  expect(file.events).toContain('store.restore {"id":"a.csv 17"}');
});

test('files list says of a folder what is in it, and of one that was seen in part only how many there are at least', async () => {
  const inside = { files: 1284, sizeBytes: 2_000_000, changedAt: AT, isWhole: true };
  const rows = [
    { ...FOLDER_ROW, name: 'Plates', inside },
    { ...FOLDER_ROW, name: 'Reads', inside: { ...inside, files: 12, isWhole: false } },
  ];
  const script = {
    'files.locate': { gives: { base: FOLDER_ROW.id } },
    'files.check': { gives: null },
    'files.window': windowOf(rows),
  };
  expect((await run(['files', 'list', 'Lab'], script)).stdout).toBe(
    `${FOLDER_ROW.id}  Plates/  (Online only, 1,284 files, 2 MB)\n${FOLDER_ROW.id}  Reads/  (Online only, 12+ files)\n`,
  );
  const json: unknown = JSON.parse((await run(['files', 'list', 'Lab', '--json'], script)).stdout);
  expect(json).toMatchObject({
    items: [
      { inside: { files: 1284, sizeBytes: 2_000_000, changedAt: AT, whole: true } },
      { inside: { whole: false } },
    ],
  });
});
