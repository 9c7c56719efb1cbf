import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Mention, WorkingCopy } from '../../../shared/features/chat/files-model.ts';
import type { ChatAttachment, OutboxMessage } from '../../../shared/features/chat/model.ts';
import { run, temporaryFolder } from '../../main/cli/run-here.ts';

const TASK = 'c1a5e2aa-0000-4000-8000-000000000001';
const FILE = 'c1a5e2aa-0000-4000-8000-000000000002';
const COPY = 'c1a5e2aa-0000-4000-8000-000000000003';
const AT = '2026-11-20T14:03:00.000Z';
const leaky = <T extends object>(model: T): T & { readonly secret: string } => ({ ...model, secret: 'leak' });

async function fileHere(name: string, text: string): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, text);
  return path;
}

const UNSENT: OutboxMessage = {
  id: 'm1',
  conversation: TASK,
  task: TASK,
  text: 'look',
  contextFiles: [],
  referencedFiles: [],
  openFile: null,
  attachmentIds: [],
  uploads: ['u1'],
  state: 'failed',
  note: 'The service did not take it.',
  missing: [],
  until: null,
  writtenAt: AT,
};
const UPLOAD = { id: 'u1', name: 'a.csv', sizeBytes: 3, state: 'failed', doneBytes: 0, note: 'Not taken.' };

const ATTACHMENT: ChatAttachment = {
  id: 'a9',
  file: FILE,
  name: 'view.csv',
  contentType: 'text/csv',
  sizeBytes: 3,
  source: 'rendered',
  sourceFile: FILE,
  sourceVersion: null,
  createdAt: AT,
};

test('chat ask --attach has the file kept first and names it in the message', async () => {
  const path = await fileHere('a.csv', 'abc');
  let looks = 0;
  const script = {
    'chat.asked': {
      answers: () => (looks++ === 0 ? null : { id: 'm1', conversation: TASK, task: TASK, standing: 'arrived' }),
    },
    'chat.reported': { gives: null },
    'chat.attach': { gives: { id: 'u1' } },
    'drops.part': { gives: { at: 'u1' } },
    'chat.send': { gives: { id: 'm1', conversation: TASK, task: TASK } },
    'chat.outbox': { gives: [] },
  } as const;
  const { exitCode, events } = await run(['chat', 'ask', 'look', '--attach', path, '--no-wait'], script);
  expect(exitCode).toBe(0);
  expect(events.filter(event => /^(chat|drops)\./.test(event)).map(event => event.split(' ')[0])).toEqual([
    'chat.asked',
    'chat.attach',
    'drops.part',
    'chat.send',
    'chat.asked',
    'chat.reported',
  ]);
  expect(events.find(event => event.startsWith('drops.part'))).toContain(`"base64":"${btoa('abc')}","isLast":true`);
  expect(events.find(event => event.startsWith('chat.send'))).toContain('"uploads":["u1"]');
});

test('a file that cannot be read ends it before anything is kept or sent', async () => {
  const there = await fileHere('a.csv', 'abc');
  const { exitCode, stderr, events } = await run(['chat', 'ask', 'look', '--attach', there, '/nowhere/b.csv']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "'/nowhere/b.csv' cannot be read. Nothing was sent.\n" });
  expect(events.join()).not.toContain('chat.');
});

test('chat outbox shows the files of each message, and detach takes one out', async () => {
  const script = {
    'chat.outbox': { gives: [leaky(UNSENT)] },
    'chat.uploads': { gives: [leaky(UPLOAD)] },
    'chat.edit': { gives: null },
    'chat.detach': { gives: null },
  } as const;
  expect((await run(['chat', 'outbox'], script)).stdout).toBe(
    'm1  failed  look  The service did not take it.\n  u1  failed  a.csv\n',
  );
  const { conversation: _, uploads: __, ...message } = UNSENT;
  expect(JSON.parse((await run(['chat', 'outbox', '--json'], script)).stdout)).toEqual({
    v: 1,
    messages: [{ ...message, conversation: TASK, uploads: [UPLOAD] }],
  });
  const { exitCode, events } = await run(['chat', 'detach', 'm1', 'u1'], script);
  expect(exitCode).toBe(0);
  expect(events.find(event => event.startsWith('chat.edit'))).toContain('"uploads":[]');
  expect((await run(['chat', 'detach', 'm1', 'u2'], script)).exitCode).toBe(1);
});

const ORIGIN = { task: TASK, title: 'Plate 7', at: AT, text: "From the task 'Plate 7', 20 November 2026" };

test('chat save puts a file of a task into a folder with its provenance, or to a place on this computer', async () => {
  const script = {
    'files.identify': { gives: { id: '4', kind: 'folder', name: 'Lab' } },
    'chat.saveAttachment': { gives: { file: FILE, name: 'fit (2).csv', origin: leaky(ORIGIN), note: null } },
    'chat.downloadAttachment': { gives: { path: '/bench/fit.csv', sizeBytes: 3 } },
  } as const;
  const saved = await run(['chat', 'save', TASK, FILE, '--to', 'Lab'], script);
  expect(saved).toMatchObject({
    exitCode: 0,
    stdout: `${FILE}\n`,
    stderr: `Saved as 'fit (2).csv'. ${ORIGIN.text}.\n`,
  });
  expect(saved.events.find(event => event.startsWith('chat.saveAttachment'))).toContain(
    '"to":{"mirror":"","folder":"4"}',
  );
  const { stdout } = await run(['chat', 'save', TASK, FILE, '--to', 'Lab', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({ v: 1, file: FILE, name: 'fit (2).csv', origin: ORIGIN, note: null });
  expect((await run(['chat', 'save', TASK, FILE, '--local', 'fit.csv'], script)).stdout).toBe('/bench/fit.csv\n');
  expect((await run(['chat', 'save', TASK, FILE], script)).exitCode).toBe(2);
  expect((await run(['chat', 'save', TASK, FILE, '--to', 'Lab', '--local', '.'], script)).exitCode).toBe(2);
});

test('chat keep, origin and preview speak of files of tasks', async () => {
  const script = {
    'files.identify': { gives: { id: '7', kind: 'file', name: 'fit.csv' } },
    'chat.keepAttachment': { gives: { file: FILE, note: null } },
    'chat.origin': { gives: leaky(ORIGIN) },
    'chat.openAttachment': { fault: { kind: 'bad-request', detail: 'This file is no longer available in the task.' } },
  } as const;
  expect(await run(['chat', 'keep', TASK, FILE], script)).toMatchObject({ exitCode: 0, stdout: `${FILE}\n` });
  expect((await run(['chat', 'origin', 'fit.csv'], script)).stdout).toBe(`${ORIGIN.text}\n`);
  expect(JSON.parse((await run(['chat', 'origin', 'fit.csv', '--json'], script)).stdout)).toEqual({
    v: 1,
    origin: ORIGIN,
  });
  expect(await run(['chat', 'preview', TASK, FILE, '--text'], script)).toMatchObject({
    exitCode: 1,
    stderr: 'This file is no longer available in the task.\n',
  });
});

test('a file of a task is found by its name; one that is not there, or there twice, is told', async () => {
  const named = (id: string, name: string) => ({ ...ATTACHMENT, id, name });
  const script = {
    'chat.attachments': { gives: [named('a1', 'fit.csv'), named('a2', 'raw.csv'), named('a3', 'raw.csv')] },
    'chat.keepAttachment': { gives: { file: FILE, note: null } },
  } as const;
  const kept = await run(['chat', 'keep', TASK, 'fit.csv'], script);
  expect(kept).toMatchObject({ exitCode: 0, stdout: `${FILE}\n` });
  expect(kept.events.find(event => event.startsWith('chat.keepAttachment'))).toContain('"attachment":"a1"');
  expect(await run(['chat', 'keep', TASK, 'plan.csv'], script)).toMatchObject({
    exitCode: 1,
    stderr: "No file of this task is called 'plan.csv'. See: benchtop chat files TASK\n",
  });
  const twice = await run(['chat', 'remove-file', TASK, 'raw.csv', '--yes'], script);
  expect(twice).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('2 files of this task') });
  expect(twice.events.join()).not.toContain('chat.removeAttachment');
});

test('chat save-view sends the bytes with the file that they were made from', async () => {
  const script = {
    'files.identify': { gives: { id: '7', kind: 'file', name: 'plate.csv' } },
    'chat.saveView': { gives: leaky(ATTACHMENT) },
  } as const;
  const path = await fileHere('view.csv', 'abc');
  const { stdout, events } = await run(['chat', 'save-view', TASK, path, '--source', 'plate.csv', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({ v: 1, file: ATTACHMENT });
  expect(events.find(event => event.startsWith('chat.saveView'))).toContain(
    `"contentType":null,"bytes":"${btoa('abc')}","source":"7","version":null`,
  );
});

const EDITED: WorkingCopy = {
  copy: COPY,
  original: FILE,
  name: 'protocol.md',
  task: TASK,
  taskTitle: 'Plate 7',
  at: AT,
  state: 'edited',
  text: "Edited by the agent in the task 'Plate 7'.",
  sides: {
    copy: { id: COPY, version: 'v2' },
    original: { id: FILE, version: 'v1' },
    base: { id: FILE, version: 'v1' },
  },
};

test('chat copy starts, lists and commits working copies, each with the versions that were seen', async () => {
  const script = {
    'files.identify': { gives: { id: '7', kind: 'file', name: 'protocol.md' } },
    'chat.startWorkingCopy': { gives: leaky(EDITED) },
    'chat.workingCopies': { gives: [leaky(EDITED)] },
    'chat.commitWorkingCopy': { gives: leaky({ ...EDITED, state: 'committed' }) },
  } as const;
  expect((await run(['chat', 'copy', 'start', TASK, 'protocol.md'], script)).stdout).toBe(`${COPY}\n`);
  expect((await run(['chat', 'copy', 'list'], script)).stdout).toBe(
    `${COPY}  edited  protocol.md  Edited by the agent in the task 'Plate 7'.\n`,
  );
  const { sides: _, ...shown } = EDITED;
  expect(JSON.parse((await run(['chat', 'copy', 'list', '--json'], script)).stdout)).toEqual({
    v: 1,
    copies: [{ ...shown, versions: { copy: 'v2', original: 'v1' }, base: 'v1' }],
  });
  const { exitCode, events } = await run(['chat', 'copy', 'commit', COPY], script);
  expect(exitCode).toBe(0);
  expect(events.find(event => event.startsWith('chat.commitWorkingCopy'))).toContain(
    '"seen":{"copy":"v2","original":"v1"}',
  );
  const both = { ...script, 'chat.workingCopies': { gives: [{ ...EDITED, state: 'both', text: 'Compare them.' }] } };
  expect(await run(['chat', 'copy', 'commit', COPY], both)).toMatchObject({ exitCode: 3, stderr: 'Compare them.\n' });
});

test('versions diff copy:ID compares a working copy with its original', async () => {
  const script = {
    'chat.workingCopies': { gives: [EDITED] },
    'versions.bytes': {
      answers: (input: unknown) => {
        const isCopy = JSON.stringify(input).includes(COPY);
        return { name: 'protocol.md', sizeBytes: 4, bytes: btoa(isCopy ? 'new\n' : 'old\n') };
      },
    },
  };
  const { stdout } = await run(['versions', 'diff', `copy:${COPY}`], script);
  expect(stdout).toBe('@@ 1 → 1\n-old\n+new\n');
});

test('chat mention says where each file was found', async () => {
  const here: Mention = {
    id: '7',
    file: FILE,
    name: 'plate 7.csv',
    from: 'here',
    path: 'Lab / Plates',
    task: null,
    extraction: 'pending',
  };
  const script = { 'chat.mention': { gives: { mentions: [leaky(here)], note: 'The service could not be asked.' } } };
  const { stdout, stderr, events } = await run(['chat', 'mention', 'plate', '--here'], script);
  expect(stdout).toBe(`${FILE}  here  Lab / Plates  plate 7.csv\n`);
  expect(stderr).toBe('The service could not be asked.\n');
  expect(events.find(event => event.startsWith('chat.mention'))).toContain('"where":"here"');
  expect(JSON.parse((await run(['chat', 'mention', 'plate', '--json'], script)).stdout)).toEqual({
    v: 1,
    mentions: [here],
    note: 'The service could not be asked.',
  });
});
