import { join } from 'node:path';

import Sqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';

import { running, temporaryFolder } from '../builders/running.ts';
import type { Json, Tester } from '../conformance/subject.ts';
import { TextIndex } from '../storage/text-index.ts';

const AT_ONCE = { switches: { extractionDelayMs: 0 } };

async function created(tester: Tester, body: object): Promise<Json> {
  const folderId = await tester.knowledgeBase();
  return tester.expectStatus(201, tester.ask('POST', '/files', { fileType: 'Document', folderId, ...body }));
}

/** The file once its extraction has ended so. */
async function ended(tester: Tester, file: Json, status: string | null): Promise<Json> {
  return vi.waitFor(
    async () => {
      const detail = await tester.expectStatus(200, tester.ask('GET', `/files/${file.id}`));
      expect(detail.extractionStatus).toBe(status);
      return detail;
    },
    { timeout: 25_000, interval: 50 },
  );
}

/** What a stopped service keeps about texts. */
async function kept<T>(folder: string, ask: (texts: TextIndex, database: Sqlite.Database) => T): Promise<T> {
  const database = new Sqlite(join(folder, 'service.db'));
  try {
    return ask(new TextIndex(database), database);
  } finally {
    database.close();
  }
}

test('a file that arrives without a word about itself gets a description and tags, and did not change by it', async () => {
  const { tester } = await running(AT_ONCE);
  const content = 'Well;Sample;Ct\nA1;untreated;17,3\nA2;KST-118;18,1\n';
  const file = await created(tester, { name: 'qPCR run 4.csv', content });
  const detail = await ended(tester, file, 'done');
  expect(detail).toMatchObject({
    description: 'Table with the columns Well, Sample, Ct (2 rows)',
    tags: ['qpcr', 'plate data', 'table', 'csv'],
    updatedAt: file.updatedAt,
  });
});

test.each([
  ['description', { description: 'Mine' }, { description: 'Mine', tags: [] }],
  ['tags', { tags: ['mine'] }, { tags: ['mine'] }],
])('what the caller says by its %s stays', async (_, said, expected) => {
  const { tester } = await running(AT_ONCE);
  const file = await created(tester, { name: 'notes.md', content: '# Notes about PCR', ...said });
  expect(await ended(tester, file, 'done')).toMatchObject(expected);
});

test('a file without a text is described by its name', async () => {
  const { tester } = await running(AT_ONCE);
  const file = await created(tester, { name: 'Confocal_stack_3.tif', content: 'II*' });
  expect(await ended(tester, file, 'deferred')).toMatchObject({
    description: 'Confocal stack 3 (image stack, without a text to search in)',
    tags: ['microscopy', 'image stack', 'tif'],
  });
});

test('nothing is extracted from what the agent wrote', async () => {
  const folder = await temporaryFolder();
  const service = await running({ ...AT_ONCE, folder });
  const { tester } = service;
  const file = await created(tester, { name: 'notes.md', content: '# kinase' });
  await ended(tester, file, 'done');
  const body = { content: '# phosphatase', changeSource: 'agent' };
  await tester.expectStatus(201, tester.ask('POST', `/files/${file.id}/versions`, body));
  expect((await tester.ask('GET', `/files/${file.id}`)).json.extractionStatus).toBeNull();
  await service.close();
  const hits = await kept(folder, (texts, database) => {
    const organizationId = database.prepare<[], string>('SELECT organizationId FROM file').pluck().get() ?? '';
    return ['kinase', 'phosphatase'].map(word => texts.search(organizationId, word, { limit: 5 }).length);
  });
  expect(hits).toEqual([0, 0]);
});

test('the texts of done versions are kept and found; failures keep their reason', async () => {
  const folder = await temporaryFolder();
  const service = await running({ ...AT_ONCE, folder });
  const { tester } = service;
  const good = await created(tester, { name: 'notes.md', content: '# Lysis at 4 °C' });
  const bad = await created(tester, { name: 'report.pdf', content: 'no PDF at all' });
  const { latestVersionId } = await ended(tester, good, 'done');
  const failed = await ended(tester, bad, 'failed');
  await service.close();
  const result = await kept(folder, (texts, database) => {
    const organizationId = database.prepare<[], string>('SELECT organizationId FROM file').pluck().get() ?? '';
    return {
      hits: texts.search(organizationId, 'lysis', { limit: 5 }).map(({ fileId, snippet }) => ({ fileId, snippet })),
      text: texts.textOf(latestVersionId),
      why: texts.failureOf(failed.latestVersionId),
    };
  });
  expect(result).toEqual({
    hits: [{ fileId: good.id, snippet: '# <b>Lysis</b> at 4 °C' }],
    text: '# Lysis at 4 °C',
    why: 'This PDF file cannot be read: it is not a PDF',
  });
});

test('a stop in the middle of an extraction says nothing about the file: the next start extracts it', async () => {
  const folder = await temporaryFolder();
  const first = await running({ folder, switches: { extractionDelayMs: 0 } });
  const files = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      created(first.tester, { name: `page ${index}.html`, content: `<h1>Page</h1>${'<p>kinase</p>'.repeat(5_000)}` }),
    ),
  );
  await ended(first.tester, files[0] ?? ({ id: '' } as Json), 'done');
  await first.close();
  const { tester } = await running({ ...AT_ONCE, folder });
  const details = await Promise.all(files.map(file => ended(tester, file, 'done')));
  expect(details.map(detail => detail.extractionStatus)).toEqual(files.map(() => 'done'));
});
