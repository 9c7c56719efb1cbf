import { expect, test } from 'vitest';
import type { z } from 'zod';

import {
  anyContent,
  anyFile,
  batchAnswer,
  contentAnswer,
  fileShape,
  folderShape,
  listOf,
  pageOf,
  uploadTarget,
  versionShape,
} from '../../../../main/remote/api/shapes.ts';

const ID = '0b9f2c7e-93d4-4c59-9a3b-2f7d1c0e5a61';
const OTHER = '6f1b8f4e-0a52-4b1e-8c7d-33a9d8a1b2c3';

/** What we read, or the path of the first thing that we could not. */
function read(shape: z.ZodType, answer: unknown): unknown {
  const result = shape.safeParse(answer);
  return result.success ? result.data : `no: ${result.error.issues[0]?.message}`;
}

const VALUES = [
  ...[
    undefined,
    null,
    '',
    'a',
    ID,
    ID.toUpperCase(),
    `${ID} `,
    `${ID}0`,
    'https://x.example.org',
    '2026-11-20T14:03:09Z',
  ],
  ...[0, -0, 7, -1, 1.5, 2 ** 53, true, false, [], {}, [ID]],
];
const NAMES = [
  ...['id', 'name', 'folderId', 'size', 'fileSizeBytes', 'sizeBytes', 'createdAt', 'updatedAt', 'latestVersionId'],
  ...['extractionStatus', 'isDeleted', 'deletedAt', 'isArchived', 'archivedAt', 'content', 'other'],
  ...['url', 'downloadUrl', 'presignedUrl', 'contentUrl', 'signedUrl'],
];

/** What a schema says of an answer: what it reads, or each thing that is wrong and where. */
function told(shape: z.ZodType, answer: unknown): unknown {
  const result = shape.safeParse(answer);
  return result.success ? result.data : result.error.issues.map(({ message, path }) => ({ message, path }));
}

test.each([
  ['a file', fileShape, anyFile],
  ['the place of bytes', contentAnswer, anyContent],
])(
  '%s is read by hand as its schema reads it, and what its schema refuses is refused in the same words',
  (_, quick, any) => {
    const usual = {
      id: ID,
      name: 'a.csv',
      folderId: OTHER,
      size: 7,
      latestVersionId: OTHER,
      url: 'https://x.example.org',
    };
    for (const value of VALUES) expect(told(quick, value)).toEqual(told(any, value));
    for (const name of NAMES)
      for (const value of VALUES) {
        const without = Object.fromEntries(Object.entries(usual).filter(([field]) => field !== name));
        for (const answer of [{ ...usual, [name]: value }, { [name]: value }, without])
          expect(told(quick, answer)).toEqual(told(any, answer));
        for (const other of NAMES) {
          const answer = { ...usual, [name]: value, [other]: null };
          expect(told(listOf(quick), { items: [usual, answer] })).toEqual(
            told(listOf(any), { items: [usual, answer] }),
          );
        }
      }
  },
);

const PLAIN_FILE = {
  id: ID,
  name: 'a.csv',
  folderId: null,
  sizeBytes: null,
  updatedAt: null,
  version: null,
  createdAt: null,
  extraction: null,
  isGone: false,
};

// prettier-ignore
test.each([
  ['id and name alone',                 { id: ID, name: 'a.csv' },                             {}],
  ['an id in capitals',                 { id: ID.toUpperCase(), name: 'a.csv' },               {}],
  ['fields we do not know',             { id: ID, name: 'a.csv', tags: ['x'], owner: {} },     {}],
  ['everything null',                   { id: ID, name: 'a.csv', folderId: null, size: null, fileSizeBytes: null, updatedAt: null, latestVersionId: null, extractionStatus: null, isDeleted: null, deletedAt: null }, {}],
  ['a size as `size`',                  { id: ID, name: 'a.csv', size: 7 },                    { sizeBytes: 7 }],
  ['a size as `fileSizeBytes`',         { id: ID, name: 'a.csv', fileSizeBytes: 7 },           { sizeBytes: 7 }],
  ['a size of nought beside none',      { id: ID, name: 'a.csv', size: 0, fileSizeBytes: 7 },  { sizeBytes: 0 }],
  ['a head version',                    { id: ID, name: 'a.csv', latestVersionId: OTHER.toUpperCase() }, { version: OTHER }],
  ['an extraction status of any kind',  { id: ID, name: 'a.csv', extractionStatus: 'Whatever' }, { extraction: 'Whatever' }],
  ['when it was made',                  { id: ID, name: 'a.csv', createdAt: '2026-11-20T14:03:09Z' }, { createdAt: '2026-11-20T14:03:09Z' }],
  ['a mark of removal',                 { id: ID, name: 'a.csv', isDeleted: true },            { isGone: true }],
  ['a time of removal',                 { id: ID, name: 'a.csv', deletedAt: '2026-11-20' },    { isGone: true }],
  ['a mark of archiving',               { id: ID, name: 'a.csv', isArchived: true },           { isGone: true }],
  ['a time of archiving',               { id: ID, name: 'a.csv', archivedAt: '2026-11-20' },   { isGone: true }],
  ['an empty time of removal',          { id: ID, name: 'a.csv', deletedAt: '' },              {}],
] as const)('a file with %s is read', (_, answer, expected) => {
  expect(read(fileShape, answer)).toEqual({ ...PLAIN_FILE, ...expected });
});

test.each([
  ['no id', { name: 'a.csv' }],
  ['an id that could lead elsewhere', { id: '../../account', name: 'a.csv' }],
  ['no name', { id: ID }],
  ['a negative size', { id: ID, name: 'a.csv', size: -1 }],
])('a file with %s is not believed', (_, answer) => {
  expect(read(fileShape, answer)).toMatch(/^no: /);
});

test('ids that are no UUID of the standard kinds are read too', () => {
  expect(read(fileShape, { id: 'a1b2c3d4-0000-0000-0000-00000000abcd', name: 'a.csv' })).toMatchObject({
    name: 'a.csv',
  });
});

test('a folder is read with what leads to it, and without', () => {
  const crumbs = [{ id: OTHER, name: 'Knowledge Base' }];
  expect(read(folderShape, { id: ID, name: 'Plates' })).toEqual({
    id: ID,
    name: 'Plates',
    parent: null,
    visibility: null,
    isGone: false,
    createdAt: null,
    archivedAt: null,
    breadcrumbs: [],
  });
  expect(read(folderShape, { id: ID, name: 'Plates', parentFolderId: OTHER, breadcrumbs: crumbs })).toMatchObject({
    parent: OTHER,
    breadcrumbs: crumbs,
  });
  expect(read(folderShape, { id: ID, name: 'Plates', archivedAt: '2026-11-20' })).toMatchObject({ isGone: true });
});

test('a version is read under each name of its size', () => {
  for (const field of ['size', 'sizeBytes', 'fileSizeBytes'])
    expect(read(versionShape, { id: ID, [field]: 7 })).toEqual({
      id: ID,
      createdAt: null,
      sizeBytes: 7,
      base: null,
      number: null,
      createdBy: null,
      summary: null,
      extraction: null,
    });
});

test('where to send bytes is read under both pairs of names', () => {
  const target = { url: 'https://storage.example.org/x', file: ID, version: null };
  expect(read(uploadTarget, { uploadUrl: target.url, fileId: ID })).toEqual(target);
  expect(read(uploadTarget, { url: target.url, id: ID, versionId: OTHER })).toEqual({ ...target, version: OTHER });
  expect(read(uploadTarget, { uploadUrl: target.url })).toBe('no: no upload address');
  expect(read(uploadTarget, { fileId: ID })).toBe('no: no upload address');
});

test('a batch tells each file apart: its target, or why not', () => {
  const data = { uploadUrl: 'https://storage.example.org/x', fileId: ID, fileName: 'a.csv' };
  const answers = [
    { status: 'ok', data },
    { status: 'failed', error: 'No .exe files.', data },
    { status: 'failed', error: { messages: ['No.', 'Never.'] } },
    { status: 'failed', error: { message: 'No.' } },
    { status: 'ok', data: { nothing: true } },
    {},
    { error: 'Too many.' },
  ];
  const expected = [
    { target: { url: data.uploadUrl, file: ID, version: null }, name: 'a.csv', refusal: null },
    { target: null, name: 'a.csv', refusal: ['No .exe files.'] },
    { target: null, name: null, refusal: ['No. Never.'] },
    { target: null, name: null, refusal: ['No.'] },
    { target: null, name: null, refusal: null },
    { target: null, name: null, refusal: null },
    { target: null, name: null, refusal: ['Too many.'] },
  ];
  expect(read(batchAnswer, answers)).toEqual(expected);
  expect(read(batchAnswer, { items: answers })).toEqual(expected);
});

test('a list is read bare or in an envelope', () => {
  const folders = [{ id: ID, name: 'Plates' }];
  expect(read(listOf(folderShape), folders)).toHaveLength(1);
  expect(read(listOf(folderShape), { items: folders, totalCount: 1 })).toHaveLength(1);
  expect(read(listOf(folderShape), { folders })).toMatch(/^no: /);
});

test.each([
  ['a bare list', [], { hasNextPage: false, totalCount: null }],
  ['items alone', { items: [] }, { hasNextPage: false, totalCount: null }],
  ['a mark of more', { items: [], hasNextPage: true, totalCount: 12 }, { hasNextPage: true, totalCount: 12 }],
  ['numbers of pages', { items: [], page: 1, totalPages: 3 }, { hasNextPage: true, totalCount: null }],
  ['the last number', { items: [], page: 3, totalPages: 3 }, { hasNextPage: false, totalCount: null }],
])('a page with %s tells whether more follows', (_, answer, expected) => {
  expect(read(pageOf(fileShape), answer)).toEqual({ items: [], ...expected });
});

test('one bad row spoils a page: half a list must never count as a whole one', () => {
  expect(
    read(pageOf(fileShape), {
      items: [
        { id: ID, name: 'a' },
        { id: 'x', name: 'b' },
      ],
    }),
  ).toMatch(/^no: /);
});

test.each(['url', 'downloadUrl', 'presignedUrl', 'contentUrl', 'signedUrl'])('bytes are found under `%s`', field => {
  expect(read(contentAnswer, { [field]: 'https://x.example.org' })).toEqual({
    url: 'https://x.example.org',
    inline: null,
  });
});

test('bytes are found as a bare address and inside of the answer, an empty text included', () => {
  expect(read(contentAnswer, 'https://x.example.org')).toEqual({ url: 'https://x.example.org', inline: null });
  expect(read(contentAnswer, { content: '' })).toEqual({ url: null, inline: '' });
  expect(read(contentAnswer, {})).toBe('no: no address and no content');
});
