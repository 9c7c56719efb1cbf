import { expect, test } from 'vitest';

import { PROGRAM } from '../../builders/program.ts';
import { run } from '../../main/cli/run-here.ts';
import { AT } from '../../main/cli/samples.ts';
import type { Script } from '../../main/cli/scripted-app.ts';

const OPEN = { id: '1', mirror: 'm1', path: 'a\u202E.csv', reason: 'settling', text: 'It still changes.', until: null };
const WAITING = {
  queued: [OPEN],
  queuedTotal: 3,
  held: [{ ...OPEN, until: AT }],
  blocked: [],
  conflicted: [],
  standing: 'open' as const,
};

test('waiting says what is not done yet, in groups, with its reasons', async () => {
  const script = { 'activity.waiting': { gives: WAITING } } as const;
  const told = await run(['waiting'], script);
  expect(told.stdout).toMatch(
    /^Held back for a while\n {2}m1 {2}a.*\.csv {2}It still changes\. \(.*\)\nIn the queue\n/,
  );
  expect(told.stdout).toContain('and 2 more in the queue');
  expect(told.stdout).not.toContain('\u202E');
  const { stdout } = await run(['waiting', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({
    v: 1,
    conflicted: [],
    blocked: [],
    held: [{ ...OPEN, until: AT }],
    queued: [OPEN],
    queuedTotal: 3,
    standing: 'open',
  });
  const none = { queued: [], queuedTotal: 0, held: [], blocked: [], conflicted: [], standing: 'in-step' as const };
  const still = await run(['waiting'], { 'activity.waiting': { gives: none } });
  expect(still.stdout).toBe('Everything is in step, as of the last look at both sides. Nothing waits.\n');
});

test('check needs a running Benchtop, and says what else does it', async () => {
  expect(await run(['check'], { 'sync.checkNow': { gives: null } })).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('benchtop sync --once') as string,
  });
});

test('about, a line of history and a place say what the window says', async () => {
  const about = {
    ...PROGRAM,
    version: '1.2.3',
    computer: 'Lab PC',
    dataDirectory: '/d',
    command: '/n /c --data /d',
    storeBytes: 2000,
    storeFiles: 1,
  };
  expect(JSON.parse((await run(['about', '--json'], { 'about.get': { gives: about } })).stdout)).toEqual({
    v: 1,
    ...about,
  });
  const { stdout } = await run(['about'], { 'about.get': { gives: about } });
  expect(stdout).toContain('holds 1 file, 2 kB');
  expect(stdout).toContain('called with /n /c --data /d');
  const found = {
    path: '/usr/x',
    exists: false,
    isEmpty: true,
    freeBytes: null,
    findings: [{ level: 'stop', code: 'system', text: 'It belongs to the system.' }],
  };
  const place = await run(['mirror', 'place', '/usr/x'], { 'setUp.checkPlace': { gives: found } });
  expect(place).toMatchObject({ exitCode: 1, stdout: 'not possible: It belongs to the system.\n' });
});

const upload = {
  id: 7,
  kind: 'upload',
  name: 'a.csv',
  since: AT,
  sizeBytes: 1,
  versions: null,
  text: 'refused',
  isStuck: true,
};
const script = {
  'drops.waiting': { gives: [upload, { ...upload, id: 8, kind: 'describe', sizeBytes: null }] },
  'drops.answer': { gives: null },
  'files.describeAnswer': { gives: null },
} as const;

test.each([
  ['7', 'store', 0, 'drops.answer {"id":7,"answer":"store"}'],
  ['8', 'mine', 0, 'files.describeAnswer {"id":8,"answer":"mine"}'],
  ['7', 'mine', 2, null],
  ['8', 'store', 2, null],
  ['9', 'again', 1, null],
] as const)('an answer for what waits goes where it belongs: %s %s', async (id, answer, exitCode, asked) => {
  const told = await run(['files', 'answer', id, answer], script);
  expect(told.exitCode).toBe(exitCode);
  expect(told.events.filter(event => /nswer /.test(event))).toEqual(asked === null ? [] : [asked]);
});

test('files waiting names what was not added, ends with 3 then, and forgets it when that is said', async () => {
  const left = [{ path: 'run 7/c.csv', text: 'it did not come to its end.' }];
  const job = { id: 't', since: AT, folder: 'Plates', state: 'interrupted', files: 3, added: 2, addedBytes: 9, left };
  const told = await run(['files', 'waiting', '--seen'], {
    'drops.waiting': { gives: [] },
    'drops.jobs': { gives: [{ ...job, leftTotal: 1 }] },
    'drops.seen': { gives: null },
  });
  expect(told.exitCode).toBe(3);
  expect(told.stdout).toContain('Adding to “Plates” was broken off');
  expect(told.stdout).toContain('“run 7/c.csv” was not added: it did not come to its end.');
  expect(told.events).toContain('drops.seen {"ticket":"t"}');
});

test('files put without a folder goes to the drafts', async () => {
  const told = await run(['files', 'put', import.meta.filename], {
    'setUp.drafts': { gives: { id: '0b7e3c52-5f0e-4d0a-9d41-6f6a1d2f8a11', name: 'Drafts' } },
    'drops.begin': {
      gives: { ticket: 't', where: 'service', folder: 'Drafts', renamed: [], refused: [], roomBytes: null },
    },
    'drops.expect': { gives: null },
    'drops.seen': { gives: null },
    'drops.part': { gives: { at: 'x' } },
    'drops.end': { gives: { files: 1, sizeBytes: 5, left: [] } },
  });
  expect(told).toMatchObject({ exitCode: 0, stderr: "1 file (5 B) added to 'Drafts'.\n" });
});

test('what is done with one thing is told as versioned JSON, too', async () => {
  const identify = { 'files.identify': { gives: { id: '5', kind: 'folder', name: 'Plates' } } } as const;
  const placed = { gives: { name: 'Day 1', path: 'Plates/Day 1', isSent: false } };
  const shown = { v: 1, name: 'Day 1', path: 'Plates/Day 1', sent: false };
  const made = await run(['files', 'new-folder', 'Plates', 'Day 1', '--json'], {
    ...identify,
    'files.newFolder': placed,
  });
  expect(JSON.parse(made.stdout)).toEqual(shown);
  const renamed = await run(['files', 'rename', 'Plates', 'Day 1', '--json'], { ...identify, 'files.rename': placed });
  expect(JSON.parse(renamed.stdout)).toEqual(shown);
  const out = await run(['files', 'take-out', 'Plates', '--json'], {
    ...identify,
    'files.clearFolder': { gives: { done: [{ id: '5', ...placed.gives }], left: [] } },
  });
  expect(JSON.parse(out.stdout)).toEqual({ v: 1, takenOut: [{ id: '5', path: 'Plates/Day 1' }], left: [] });
});

test('a path of the knowledge base names what is in no mirror; several of one name are told apart by id', async () => {
  const bad = { kind: 'bad-request', detail: 'neither here nor there' } as const;
  const row = (id: string, name: string) => ({
    id,
    kind: 'file',
    name,
    serviceName: null,
    badge: 'remote',
    note: null,
    extraction: null,
    sizeBytes: 1,
    modifiedAt: null,
    hasFolders: false,
  });
  const windowOf = (...rows: readonly object[]) => ({
    gives: {
      head: {
        place: { base: 'x' },
        trail: [],
        standing: 'ready',
        got: null,
        of: null,
        reading: null,
        fault: null,
        archived: null,
        checkedAt: null,
        isIncomplete: false,
      },
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
  const asked = (...rows: readonly object[]): Script => ({
    'files.identify': { fault: bad },
    'files.locate': { gives: { base: 'x' } },
    'files.check': { gives: null },
    'files.window': windowOf(...rows),
    'files.downloadTo': { gives: { saved: [{ id: 'u1', path: '/out/a.csv', sizeBytes: 1, version: 'v' }], left: [] } },
  });
  const one = await run(['files', 'get', 'Knowledge Base/a.csv'], asked(row('u1', 'a.csv'), row('u2', 'aa.csv')));
  expect(one).toMatchObject({ exitCode: 0, stdout: '/out/a.csv\n' });
  expect(one.events.find(event => event.startsWith('files.downloadTo'))).toContain('"ids":["u1"]');
  const two = await run(['files', 'get', 'Knowledge Base/a.csv'], asked(row('u1', 'a.csv'), row('u2', 'a.csv')));
  expect(two).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('u1, u2') as string });
  const none = await run(['files', 'get', 'Knowledge Base/b.csv'], asked(row('u1', 'a.csv')));
  expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('neither here nor there') as string });
});
