import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';

import { tolerant } from '../../../../main/remote/api/tolerant.ts';
import { pageAnswer } from '../../../../shared/api/fields.ts';
import { contentLink, fileDetail, fileRow } from '../../../../shared/api/calls/files.ts';
import { uploadTarget } from '../../../../shared/api/calls/uploads.ts';

const ID = '0b9f2c7e-93d4-4c59-9a3b-2f7d1c0e5a61';
const OTHER = '6f1b8f4e-0a52-4b1e-8c7d-33a9d8a1b2c3';

/** What we read, or the place that we could not read. */
function read(declared: z.ZodType, answer: unknown): unknown {
  const result = tolerant(declared).safeParse(answer);
  return result.success ? result.data : `no: ${result.error.issues[0]?.message}`;
}

test('a file needs no more than its id, and what is not known is ignored', () => {
  expect(read(fileDetail, { id: ID, shelf: 'B3' })).toEqual({ id: ID });
  expect(read(fileDetail, { name: 'without id' })).toBe('no: answer.id');
});

test('values of closed sets may be new, and fields that make no sense are left out', () => {
  expect(read(fileDetail, { id: ID, extractionStatus: 'queued', size: 'many', tags: 'gel' })).toEqual({
    id: ID,
    extractionStatus: 'queued',
  });
});

test('fields are found under the names that clients have seen', () => {
  expect(read(fileRow, { id: ID, fileSizeBytes: 17, contentType: 'text/csv' })).toEqual({
    id: ID,
    size: 17,
    mimeType: 'text/csv',
  });
  expect(read(uploadTarget, { id: ID, url: 'https://storage.example.org/x' })).toEqual({
    fileId: ID,
    uploadUrl: 'https://storage.example.org/x',
  });
});

test('an address of bytes comes under five names, or as a bare text', () => {
  const url = 'https://storage.example.org/x';
  for (const name of ['url', 'downloadUrl', 'presignedUrl', 'contentUrl', 'signedUrl']) {
    expect(read(contentLink, { [name]: url })).toEqual({ url });
  }
  expect(read(contentLink, url)).toEqual({ url });
});

test('a list comes bare or as a page, whichever was declared', () => {
  const rows = [{ id: ID }, { id: OTHER }];
  expect(read(z.array(fileRow), { items: rows, totalCount: 2 })).toEqual(rows);
  expect(read(z.array(fileRow), rows)).toEqual(rows);
  expect(read(pageAnswer(fileRow), rows)).toEqual({ items: rows });
  expect(read(pageAnswer(fileRow), { items: rows, hasNextPage: true })).toEqual({ items: rows, hasNextPage: true });
});

test('one element that cannot be read makes the whole list unreadable', () => {
  expect(read(z.array(fileRow), [{ id: ID }, { name: 'no id' }])).toBe('no: answer.1.id');
  expect(read(pageAnswer(fileRow), { items: [{ id: ID }, 17] })).toBe('no: answer.items.1');
  expect(read(pageAnswer(fileRow), { page: 1 })).toBe('no: answer.items');
});

test('structured text may come as the structure itself', () => {
  const message = z.strictObject({ id: z.uuid(), metadata: z.string().nullable() });
  expect(read(message, { id: ID, metadata: { status: 'completed' } })).toEqual({
    id: ID,
    metadata: '{"status":"completed"}',
  });
});

test('structured text that is nested without end is left out like any other that makes no sense [S43]', () => {
  const nested: unknown = JSON.parse(`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`);
  expect(read(fileDetail, { id: ID, description: nested, name: 'a.csv' })).toEqual({ id: ID, name: 'a.csv' });
});

test('numbers may come as text, and nothing else as a number', () => {
  const counted = z.strictObject({ userId: z.int(), id: z.int() });
  expect(read(counted, { id: '12', userId: '7' })).toEqual({ id: 12, userId: 7 });
  expect(read(counted, { id: Number.NaN })).toBe('no: answer.id');
  expect(read(counted, { id: '' })).toBe('no: answer.id');
});

test('an answer that is no object is refused', () => {
  for (const answer of [null, 17, 'text', [], true]) expect(read(fileDetail, answer)).toBe('no: answer');
});

test('of several forms the one that keeps the most is read', () => {
  const one = z.strictObject({ status: z.literal('signed-in'), token: z.string() });
  const other = z.strictObject({ status: z.literal('registration-required'), email: z.string() });
  const declared = z.discriminatedUnion('status', [one, other]);
  const answer = { status: 'registration-required', email: 'noor@example.org' };
  expect(read(declared, answer)).toEqual(answer);
});

test('an id that may be missing by the declaration is not needed', () => {
  const declared = z.strictObject({ id: z.uuid().nullable(), role: z.string() });
  expect(read(declared, { id: null, role: 'admin' })).toEqual({ role: 'admin' });
});

test('the types say what may be missing', () => {
  const reader = tolerant(fileRow);
  type Row = z.output<typeof reader>;
  expectTypeOf<Row['id']>().toEqualTypeOf<string>();
  expectTypeOf<Row['name']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Row['tags']>().toEqualTypeOf<readonly string[] | null | undefined>();
});
