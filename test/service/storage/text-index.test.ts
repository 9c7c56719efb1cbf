import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { runs } from '../../setup/run/effort.ts';
import { prepareSchema } from './schema.ts';
import { TextIndex } from './text-index.ts';

const LAB = 'lab';
const ALL = { limit: 100 };

let texts: TextIndex;
let database: Sqlite.Database;

beforeEach(() => {
  const opened = new Sqlite(':memory:');
  onTestFinished(() => void opened.close());
  prepareSchema(opened);
  database = opened;
  texts = new TextIndex(database);
});

/** A file of the lab whose latest version is `<id>-v1`, unless something else is said. */
function file(id: string, change: { latestVersionId?: string; removedMs?: number; confirmed?: number } = {}): void {
  const { latestVersionId = `${id}-v1`, removedMs = null, confirmed = 1 } = change;
  const values = [id, LAB, 1, `${id}.md`, 'Document', '[]', 'private', 0, 0, removedMs, confirmed, latestVersionId, 0];
  const columns =
    'id, organizationId, ownerId, name, fileType, tags, visibility, createdMs, updatedMs, removedMs, confirmed, latestVersionId, sizeBytes';
  database.prepare(`INSERT OR REPLACE INTO file (${columns}) VALUES (${values.map(() => '?').join(', ')})`).run(values);
}

function written(id: string, text: string, organizationId = LAB): void {
  file(id);
  texts.put({ versionId: `${id}-v1`, fileId: id, organizationId, text });
}

function found(query: string): readonly string[] {
  return texts.search(LAB, query, ALL).map(hit => hit.fileId);
}

test('a file is found by the words of its text, in any case and order', () => {
  written('blot', 'Anti-pERK antibody, 1:2000 in TBST');
  written('qpcr', 'Master mix, primers and template');
  expect(found('antibody PERK')).toEqual(['blot']);
  expect(found('antibody primers')).toEqual([]);
});

test.each([
  ['µ and the Greek μ', 'Load 5 µL of lysate', '5 μL'],
  ['accents', 'Ångström résumé', 'angstrom resume'],
  ['decimals', 'Ct 17.3 in well A1', '17.3'],
  ['names with signs', 'Project KST-118 began', 'kst-118'],
  ['a phrase', 'the cell line grew', '"cell line"'],
  ['the beginning of a word', 'kinase activity', 'kin*'],
  ['a word that FTS5 knows', 'This AND that', 'and'],
])('%s are found', (_, text, query) => {
  written('one', text);
  expect(found(query)).toEqual(['one']);
});

test('a phrase needs its words next to each other', () => {
  written('one', 'the line of a cell');
  expect(found('"cell line"')).toEqual([]);
});

test('the best fit comes first and has the larger rank', () => {
  written('much', 'kinase kinase kinase');
  written('little', `kinase and ${'other words '.repeat(50)}`);
  const hits = texts.search(LAB, 'kinase', ALL);
  expect(hits.map(hit => hit.fileId)).toEqual(['much', 'little']);
  expect(hits[0]?.rank).toBeGreaterThan(hits[1]?.rank ?? Infinity);
});

test('hits come in parts that make the whole', () => {
  for (let number = 0; number < 7; number += 1) written(`file-${number}`, 'the same text');
  const parts = [0, 3, 6].flatMap(offset => texts.search(LAB, 'same', { limit: 3, offset }).map(hit => hit.fileId));
  expect(parts).toEqual(found('same'));
  expect(new Set(parts).size).toBe(7);
});

test('the snippet shows what was found in bold, and nothing of the text as markup', () => {
  written('page', 'Compare <script>alert("kinase")</script> & more\nof the same');
  expect(texts.search(LAB, 'kinase', ALL)[0]?.snippet).toBe(
    'Compare &lt;script&gt;alert(&quot;<b>kinase</b>&quot;)&lt;/script&gt; &amp; more of the same',
  );
});

test('signs of ours in a text cannot make markup', () => {
  written('sly', 'a \u0001kinase\u0002 b \u0000');
  expect(texts.search(LAB, 'kinase', ALL)[0]?.snippet).toBe('a <b>kinase</b> b ');
});

describe('what counts', () => {
  test('only the latest version of a file, whichever ended first', () => {
    file('plan', { latestVersionId: 'plan-v2' });
    texts.put({ versionId: 'plan-v2', fileId: 'plan', organizationId: LAB, text: 'the new plan' });
    texts.put({ versionId: 'plan-v1', fileId: 'plan', organizationId: LAB, text: 'the old plan' });
    expect(found('plan')).toEqual(['plan']);
    expect(found('new')).toEqual(['plan']);
    expect(found('old')).toEqual([]);
    expect(texts.textOf('plan-v1')).toBe('the old plan');
  });

  test('no version while a newer one has no text yet', () => {
    written('plan', 'the old plan');
    file('plan', { latestVersionId: 'plan-v2' });
    expect(found('plan')).toEqual([]);
  });

  test('no file of another organization', () => {
    written('theirs', 'secret kinase', 'other lab');
    expect(found('kinase')).toEqual([]);
    expect(texts.search('other lab', 'kinase', ALL)).toHaveLength(1);
  });

  test('no removed and no unconfirmed file', () => {
    written('one', 'kinase');
    written('two', 'kinase');
    file('one', { removedMs: 5 });
    file('two', { confirmed: 0 });
    expect(found('kinase')).toEqual([]);
  });

  test('no removed text', () => {
    written('one', 'kinase');
    texts.remove('one-v1');
    expect(found('kinase')).toEqual([]);
    expect(texts.textOf('one-v1')).toBeNull();
  });

  test('the later text of the same version', () => {
    written('one', 'first');
    written('one', 'second');
    expect([found('first'), found('second')]).toEqual([[], ['one']]);
  });
});

test('why a version could not be read is kept', () => {
  texts.putFailure('v', 'cut short');
  texts.putFailure('v', 'cut short again');
  expect([texts.failureOf('v'), texts.failureOf('other')]).toEqual(['cut short again', null]);
});

test('texts outlast the index that took them', () => {
  written('one', 'kinase');
  expect(new TextIndex(database).search(LAB, 'kinase', ALL)).toHaveLength(1);
});

test.each([
  '',
  ' ',
  '"',
  '""',
  '*',
  '**',
  'NEAR(',
  'NEAR(a b, 5',
  'AND',
  'OR OR',
  'NOT',
  '-',
  '^a',
  'text:',
  'a"b',
  "'",
  '(',
  ')',
  '{a b}',
  'text : kinase',
  'a + b',
  '\u0000',
  '\uD800',
  '°',
  "x'; DROP TABLE file; --",
])('the query %j is no mistake', query => {
  written('one', 'kinase');
  expect(Array.isArray(texts.search(LAB, query, ALL))).toBe(true);
});

test('no query at all is a mistake', () => {
  written('one', 'kinase and near or not "quoted" text');
  const signs = fc.constantFrom(
    '"',
    '*',
    '(',
    ')',
    '^',
    ':',
    '+',
    '-',
    '{',
    '}',
    'NEAR',
    'AND',
    'OR',
    'NOT',
    ' ',
    'a',
    '5',
    '\u0000',
    'µ',
    '\u0301',
  );
  const query = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(signs).map(parts => parts.join('')),
  );
  fc.assert(
    fc.property(query, text => {
      expect(Array.isArray(texts.search(LAB, text, ALL))).toBe(true);
    }),
    { seed: 42, numRuns: runs(2000) },
  );
});

test('a long query counts as far as its first words', () => {
  written('one', 'kinase');
  expect(found('kinase '.repeat(10_000))).toEqual(['one']);
});
