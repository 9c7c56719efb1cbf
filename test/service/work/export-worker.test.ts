import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';
import { z } from 'zod';

import { asked, replies } from '../builders/conversation.ts';
import { running, temporaryFolder } from '../builders/running.ts';
import { served } from '../builders/served.ts';
import { unpacked } from '../bundle/reading.ts';
import { MEMBER } from '../conformance/subject.ts';
import type { Json, Tester } from '../conformance/subject.ts';
import { compare } from '../rules/ground/fields.ts';

const AT_ONCE = { agentStepMs: 0, extractionDelayMs: 0, exportDelayMs: 0 };

const rowsSchema = z.array(z.looseObject({ id: z.string() }));

async function exportsPath(tester: Tester): Promise<string> {
  const [organization] = await tester.list('/organizations');
  return `/organizations/${organization?.id ?? ''}/exports`;
}

/** Asks for an export and waits for its end. */
async function exported(tester: Tester, path: string, jobId?: string): Promise<Json> {
  const id = jobId ?? (await tester.expectStatus(202, tester.ask('POST', path))).id;
  return vi.waitFor(
    async () => {
      const job = await tester.expectStatus(200, tester.ask('GET', `${path}/${id}`));
      if (job.status !== 'completed' && job.status !== 'failed') throw new Error(`the export is ${job.status}`);
      return job;
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** The bundle of an export, by path. */
async function bundle(tester: Tester, address: string): Promise<ReadonlyMap<string, Buffer>> {
  const reply = await tester.ask('GET', address);
  expect(reply.status).toBe(302);
  const zip = await fetch(reply.headers.get('location') ?? '');
  expect(zip.headers.get('content-type')).toBe('application/zip');
  const path = join(await temporaryFolder(), 'bundle.zip');
  await writeFile(path, new Uint8Array(await zip.arrayBuffer()));
  return unpacked(path);
}

function rowsOf(entries: ReadonlyMap<string, Buffer>, list: string): z.infer<typeof rowsSchema> {
  return rowsSchema.parse(JSON.parse(entries.get(`json/${list}.json`)?.toString() ?? 'null'));
}

test('an export holds records, original files and the memory of who asked, and leads to them by a short address', async () => {
  const { tester, storageUrl } = await running({ switches: AT_ONCE });
  const folder = await tester.folder('Plates');
  const file = await tester.upload(folder, 'plate 7.csv', 'well,od\nA1,0.5\n');
  await tester.expectStatus(201, tester.ask('POST', `/files/${file.id}/versions`, { content: 'well,od\nA1,0.6\n' }));
  const task = await asked(tester, 'Remember that the control is Vehicle.');
  await replies(tester, task);
  const theirs = await asked(tester, 'Remember my secret.', {}, MEMBER);
  await replies(tester, theirs, { user: MEMBER });

  const path = await exportsPath(tester);
  const job = await exported(tester, path);
  expect(job).toMatchObject({ status: 'completed', sizeBytes: expect.any(Number) });
  const reply = await tester.ask('GET', `${path}/${job.id}/download`);
  expect(reply.headers.get('location')?.startsWith(storageUrl)).toBe(true);

  const entries = await bundle(tester, `${path}/${job.id}/download`);
  expect(entries.get('files/Knowledge Base/Plates/plate 7.csv')?.toString()).toBe('well,od\nA1,0.6\n');
  expect(entries.get('csv/files.csv')?.toString()).toContain('plate 7.csv');
  expect(rowsOf(entries, 'versions').filter(row => row['fileId'] === file.id)).toHaveLength(2);
  expect(rowsOf(entries, 'tasks').map(row => row.id)).toEqual([task]);
  expect(rowsOf(entries, 'messages').map(row => row['role'])).toEqual(['user', 'assistant']);
  expect(rowsOf(entries, 'folders').map(row => row['name'])).toContain('Plates');
  expect([...entries.keys()].filter(name => name.startsWith('memory/'))).toEqual(['memory/user-1.json']);
  expect(entries.get('memory/user-1.json')?.toString()).toContain('Vehicle');
});

test('with the switch everybody’s tasks are in the export', async () => {
  const { tester } = await running({ switches: { ...AT_ONCE, exportTasks: 'all' } });
  const ids = [await asked(tester, 'One'), await asked(tester, 'Two', {}, MEMBER)];
  const path = await exportsPath(tester);
  const { id } = await exported(tester, path);
  const entries = await bundle(tester, `${path}/${id}/download`);
  expect(
    rowsOf(entries, 'tasks')
      .map(row => row.id)
      .toSorted(compare),
  ).toEqual(ids.toSorted(compare));
});

test('the address of a bundle runs out, and a new one is signed each time', async () => {
  let aheadMs = 0;
  const { tester } = await running({ switches: AT_ONCE, nowMs: () => Date.now() + aheadMs });
  const path = await exportsPath(tester);
  const { id } = await exported(tester, path);
  const address = async (): Promise<string> =>
    (await tester.ask('GET', `${path}/${id}/download`)).headers.get('location') ?? '';
  const first = await address();
  expect((await fetch(first)).status).toBe(200);
  aheadMs += 61_000;
  expect((await fetch(first)).status).toBe(403);
  expect((await fetch(await address())).status).toBe(200);
});

test('an export that cannot be built has failed and leads nowhere', async () => {
  const folder = await temporaryFolder();
  const { tester } = await running({ folder, switches: { ...AT_ONCE, exportDelayMs: 400 } });
  const file = await tester.upload(await tester.folder('Files'), 'a.md', 'a');
  const path = await exportsPath(tester);
  const { id } = await tester.expectStatus(202, tester.ask('POST', path));
  await spoil(join(folder, 'content', 'objects'));
  expect(await exported(tester, path, id)).toMatchObject({ status: 'failed', sizeBytes: null });
  expect((await tester.ask('GET', `${path}/${id}/download`)).status).toBe(404);
  expect((await tester.ask('GET', `/files/${file.id}`)).status).toBe(200);
});

/** Puts folders in the place of all objects, so that they are there and cannot be read. */
async function spoil(objects: string): Promise<void> {
  for (const name of await readdir(objects)) {
    await rm(join(objects, name));
    await mkdir(join(objects, name));
  }
}

test('a service that is killed before an export is built builds it after its restart', async () => {
  const folder = await temporaryFolder();
  const first = await served('--port', '0', '--data', folder);
  const path = await exportsPath(first.tester);
  const { id } = await first.tester.expectStatus(202, first.tester.ask('POST', path));
  first.child.kill('SIGKILL');
  const second = await served('--port', '0', '--data', folder);
  expect(await exported(second.tester, path, id)).toMatchObject({ status: 'completed' });
  const entries = await bundle(second.tester, `${path}/${id}/download`);
  const manifest = z
    .object({ entries: z.array(z.object({ path: z.string(), sha256: z.string() })) })
    .parse(JSON.parse(entries.get('manifest.json')?.toString() ?? ''));
  for (const entry of manifest.entries) {
    const bytes = entries.get(entry.path) ?? Buffer.alloc(0);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.sha256);
  }
  expect(manifest.entries.length).toBeGreaterThan(10);
});
