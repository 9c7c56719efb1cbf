import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { requirePresent } from '../../../shared/assert.ts';
import { asked, replies, saidIn } from '../builders/conversation.ts';
import { running, temporaryFolder } from '../builders/running.ts';
import { served } from '../builders/served.ts';
import { MEMBER } from '../conformance/subject.ts';
import type { Json, Tester } from '../conformance/subject.ts';
import { blot } from '../sample/pictures.ts';

const AT_ONCE = { agentStepMs: 0, extractionDelayMs: 0 };

const PLATE = 'Sample,Replicate,OD450\nVehicle,1,0.90\nVehicle,2,1.10\nKST-118,1,0.45\nKST-118,2,0.55\n';

const THAWING = '# Thawing cells\n\n## Procedure\n\n1. Warm the medium to 37 °C.\n2. Thaw the vial for one minute.\n';

async function attachmentsOf(tester: Tester, taskId: string): Promise<readonly (Json & { fileName: string })[]> {
  return (await tester.list(`/tasks/${taskId}/attachments`)) as readonly (Json & { fileName: string })[];
}

test('a table that comes with a message is analysed, and the results are files with description and tags', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const plate = await tester.upload(await tester.folder('Plates'), 'plate 7.csv', PLATE);
  const id = await asked(tester, 'Analyse this by sample relative to Vehicle', { referencedFileIds: [plate.id] });
  const [reply] = await replies(tester, id);
  expect(reply?.content).toContain(`(file:${plate.id})`);
  expect(reply?.attachments.map(each => each.fileName)).toEqual(['plate 7 statistics.csv', 'plate 7 analysis.xlsx']);
  const [csv] = requirePresent(reply, 'the reply').attachments;
  const file = await tester.expectStatus(200, tester.ask('GET', `/files/${csv?.fileId ?? ''}`));
  expect(file).toMatchObject({
    name: 'plate 7 statistics.csv',
    description: expect.stringContaining('plate 7.csv'),
    tags: ['statistics', 'agent'],
    extractionStatus: null,
    latestVersion: { changeSource: 'agent' },
  });
  expect(await tester.content(file.id)).toContain('plate 7.csv,Vehicle,OD450,2,1,');
  const folder = (await tester.expectStatus(200, tester.ask('GET', `/folders/${file.folderId}`))) as Json & {
    breadcrumbs: readonly Json[];
  };
  expect(folder.breadcrumbs.map(each => each.name)).toEqual(['tasks', 'Analyse this by sample relative to Vehicle']);
});

test('results are found by name among what agents made, by their owner alone', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const plate = await tester.upload(await tester.folder('Plates'), 'plate 7.csv', PLATE);
  const id = await asked(tester, 'Analyse this', { referencedFileIds: [plate.id] });
  await replies(tester, id);
  expect(await tester.list('/attachments/search?q=STATISTICS')).toMatchObject([
    { fileName: 'plate 7 statistics.csv', taskId: id, source: 'agent' },
  ]);
  expect(await tester.list('/attachments/search?q=statistics', MEMBER)).toEqual([]);
  expect((await tester.list('/files/search?q=plate%207%20stat')).map(file => file.name)).toEqual([
    'plate 7 statistics.csv',
  ]);
  expect(await tester.list('/files/search?q=plate%207%20stat', MEMBER)).toEqual([]);
});

test('the agent finds and cites what the asker may read, and nothing else', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const own = await tester.upload(await tester.folder('Protocols'), 'Thawing cells.md', THAWING);
  const theirs = await tester.folder('Private', null, MEMBER);
  const secret = await tester.upload(theirs, 'Thawing secrets.md', `${THAWING} secret`, MEMBER);
  await vi.waitFor(
    async () =>
      expect(await tester.ask('GET', `/files/${secret.id}`, undefined, MEMBER)).toMatchObject({
        json: { extractionStatus: 'done' },
      }),
    { timeout: 15_000 },
  );
  const [reply] = await replies(tester, await asked(tester, 'Find our protocol for thawing'));
  expect(reply?.content).toContain(`(file:${own.id})`);
  expect(reply?.content).not.toContain(secret.id);
  const [other] = await replies(tester, await asked(tester, 'Find thawing', {}, MEMBER), { user: MEMBER });
  expect(other?.content).toContain(`(file:${secret.id})`);
});

async function extracted(tester: Tester, fileId: string): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(await tester.ask('GET', `/files/${fileId}`)).toMatchObject({ json: { extractionStatus: 'done' } }),
    { timeout: 15_000 },
  );
}

test('without files, the agent takes the one that fits, names it as its reference and goes on with it', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const folder = await tester.folder('Plates');
  const other = await tester.upload(folder, 'ELISA plate 3.csv', PLATE);
  const plate = await tester.upload(folder, 'ELISA plate 7.csv', PLATE);
  await extracted(tester, other.id);
  await extracted(tester, plate.id);
  const id = await asked(tester, 'Analyse ELISA plate 7 relative to Vehicle');
  const [reply] = await replies(tester, id);
  expect(reply?.content).toContain(`so I took [ELISA plate 7.csv](file:${plate.id})`);
  expect(reply?.content).not.toContain(other.id);
  expect(reply).toMatchObject({ referencedFileIds: [plate.id] });
  expect(await tester.content(reply?.attachments[0]?.fileId ?? '')).toContain('ELISA plate 7.csv,Vehicle,OD450,2,1,');
  await tester.expectStatus(201, tester.ask('POST', `/tasks/${id}/messages`, { content: 'Now by Replicate' }));
  const [, second] = await replies(tester, id, { count: 2 });
  expect(second?.content).toContain(`**[ELISA plate 7.csv](file:${plate.id})**`);
  expect(second?.attachments.map(each => each.fileName)).toEqual([
    'ELISA plate 7 statistics (2).csv',
    'ELISA plate 7 analysis (2).xlsx',
  ]);
});

test('the stand-in for the caption of a picture is neither found nor quoted', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const folder = await tester.folder('Blots');
  const picture = await tester.upload(folder, 'Western 14.png', blot([[0.2, 0.8]], 1));
  const notes = await tester.upload(folder, 'Western 14 notes.md', '# Western 14\n\nNo vision of bands yet.\n');
  await extracted(tester, picture.id);
  await extracted(tester, notes.id);
  const [byName] = await replies(tester, await asked(tester, 'Find the western'));
  expect(byName?.content).toContain(`(file:${picture.id}) (a picture, found by its name)`);
  expect(byName?.content).not.toMatch(/stand-in/i);
  const [byText] = await replies(tester, await asked(tester, 'Find vision'));
  expect(byText?.content).toContain(notes.id);
  expect(byText?.content).not.toContain(picture.id);
  const [draft] = await replies(tester, await asked(tester, 'Draft a protocol for a western'));
  expect(await tester.content(draft?.attachments[0]?.fileId ?? '')).not.toMatch(/stand-in|pixels/i);
});

test('a reply tells its progress while it is written, and messages are answered in their order', async () => {
  const { tester, panel } = await running({ switches: { agentStepMs: 300, extractionDelayMs: 0 } });
  const id = await asked(tester, 'Find thawing');
  await tester.expectStatus(201, tester.ask('POST', `/tasks/${id}/messages`, { content: 'Find western' }));
  const [first] = await replies(tester, id, { status: 'running' });
  expect(first).toMatchObject({ role: 'assistant', content: '', sequence: 3 });
  expect(first?.told).toEqual({ status: 'running', progress: expect.stringMatching(/\w/), step: 1, steps: 2 });
  panel.change({ switches: { agentStepMs: 0 } });
  await replies(tester, id, { count: 2 });
  const said = await saidIn(tester, id);
  expect(said.map(({ role, sequence }) => `${sequence} ${role}`)).toEqual([
    '1 user',
    '2 user',
    '3 assistant',
    '4 assistant',
  ]);
  expect(said[2]?.content).toContain('thawing');
  expect(said[3]?.content).toContain('western');
  const task = await tester.expectStatus(200, tester.ask('GET', `/tasks/${id}`));
  expect(task).toMatchObject({ messageCount: 4 });
});

test('the agent remembers for whoever said it, from task to task', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  await replies(tester, await asked(tester, 'Remember that the freezer code is 4711.'));
  const [own] = await replies(tester, await asked(tester, 'What do you remember?'));
  expect(own?.content).toContain('4711');
  const [other] = await replies(tester, await asked(tester, 'What do you remember?', {}, MEMBER), { user: MEMBER });
  expect(other?.content).not.toContain('4711');
});

test('an attachment is read even when its file is gone', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const { id } = await tester.expectStatus(201, tester.ask('POST', '/tasks', { title: 'Plate' }));
  const bytes = new TextEncoder().encode(PLATE);
  const folder = await tester.folder('Plates');
  const body = { fileName: 'gone.csv', contentType: 'text/plain', fileSizeBytes: bytes.length, taskId: id };
  const target = await tester.expectStatus(200, tester.ask('POST', `/folders/${folder}/files/upload`, body));
  await tester.expectStatus(200, tester.put(target.uploadUrl, bytes));
  await tester.expectStatus(200, tester.ask('POST', `/files/${target.fileId}/upload/confirm`));
  await tester.expectStatus(204, tester.ask('DELETE', `/files/${target.fileId}`));
  const message = { content: 'Analyse this by sample', attachmentIds: [target.fileId] };
  await tester.expectStatus(201, tester.ask('POST', `/tasks/${id}/messages`, message));
  const [reply] = await replies(tester, id);
  expect(reply?.attachments.map(each => each.fileName)).toContain('gone statistics.csv');
});

test('what was attached can be deleted, and the file in the knowledge base stays', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const plate = await tester.upload(await tester.folder('Plates'), 'plate 7.csv', PLATE);
  const id = await asked(tester, 'Analyse this', { referencedFileIds: [plate.id] });
  await replies(tester, id);
  const [csv] = await attachmentsOf(tester, id);
  await tester.expectStatus(204, tester.ask('DELETE', `/tasks/${id}/attachments/${csv?.id ?? ''}`));
  expect((await attachmentsOf(tester, id)).map(each => each.fileName)).toEqual(['plate 7 analysis.xlsx']);
  expect(await tester.content(csv?.fileId ?? '')).toContain('plate 7.csv');
  expect((await saidIn(tester, id)).at(-1)?.attachments).toHaveLength(1);
});

test('a second result of the same name gets a number', async () => {
  const { tester } = await running({ switches: AT_ONCE });
  const plate = await tester.upload(await tester.folder('Plates'), 'plate 7.csv', PLATE);
  const id = await asked(tester, 'Analyse this', { referencedFileIds: [plate.id] });
  await replies(tester, id);
  const again = { content: 'Analyse this again by sample', referencedFileIds: [plate.id] };
  await tester.expectStatus(201, tester.ask('POST', `/tasks/${id}/messages`, again));
  await replies(tester, id, { count: 2 });
  expect((await attachmentsOf(tester, id)).map(each => each.fileName)).toEqual([
    'plate 7 statistics.csv',
    'plate 7 analysis.xlsx',
    'plate 7 statistics (2).csv',
    'plate 7 analysis (2).xlsx',
  ]);
});

test('a reply that cannot be written says so and leaves no files', async () => {
  const folder = await temporaryFolder();
  const { tester } = await running({ folder, switches: AT_ONCE });
  const plate = await tester.upload(await tester.folder('Plates'), 'plate 7.csv', PLATE);
  await replies(tester, await asked(tester, 'Analyse this', { referencedFileIds: [plate.id] }));
  const objects = join(folder, 'content', 'objects');
  for (const name of await readdir(objects)) await rm(join(objects, name));
  // What the agent wrote was never extracted, so that its lost bytes are missed when it is opened.
  const id = await asked(tester, 'Find the plate');
  const [reply] = await replies(tester, id, { status: 'failed' });
  expect(reply).toMatchObject({ content: 'The knowledge base could not be searched.' });
  expect(reply?.told).toEqual({ status: 'failed', reason: 'The knowledge base could not be searched.' });
  expect(await attachmentsOf(tester, id)).toEqual([]);
});

test('a service that is killed while the agent works goes on, and answers once', async () => {
  const folder = await temporaryFolder();
  const first = await served('--port', '0', '--data', folder, '--faults');
  await setPace(first.ready.baseUrl, 1000);
  const plate = await first.tester.upload(await first.tester.folder('Plates'), 'plate 7.csv', PLATE);
  const id = await asked(first.tester, 'Analyse this and find thawing', { referencedFileIds: [plate.id] });
  await replies(first.tester, id, { status: 'running' });
  first.child.kill('SIGKILL');
  const second = await served('--port', '0', '--data', folder, '--faults');
  await setPace(second.ready.baseUrl, 0);
  const own = await replies(second.tester, id);
  expect(own).toHaveLength(1);
  expect((await attachmentsOf(second.tester, id)).map(each => each.fileName)).toEqual([
    'plate 7 statistics.csv',
    'plate 7 analysis.xlsx',
  ]);
  expect((await saidIn(second.tester, id)).map(message => message.role)).toEqual(['user', 'assistant']);
});

async function setPace(baseUrl: string, agentStepMs: number): Promise<void> {
  const body = JSON.stringify({ switches: { agentStepMs, extractionDelayMs: 0 } });
  const answer = await fetch(`${baseUrl}/faults`, { method: 'PUT', body });
  expect(answer.status).toBe(200);
}
