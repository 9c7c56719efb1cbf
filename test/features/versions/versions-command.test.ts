import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { diffHelp } from '../../../shared/features/versions/command-text.ts';
import type { VersionRow } from '../../../shared/features/versions/model.ts';
import { FORMATS } from '../../../shared/preview/formats/formats.ts';
import { isReadFirst } from '../../../shared/preview/kind.ts';
import { workbookOf } from '../../preview/files/office.ts';
import { run, temporaryFolder } from '../../main/cli/run-here.ts';

const [FIRST, SECOND] = ['1', '2'].map(digit => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [string, string];
const ROW = {
  kind: 'service',
  at: '2026-11-20T14:03:00.000Z',
  sizeBytes: 20,
  who: 'Jun Abe',
  summary: null,
  source: 'desktop',
  extraction: 'done',
  base: null,
  isCurrent: false,
  isHere: false,
} as const;
const newest: VersionRow = { ...ROW, ref: SECOND, number: 2, isCurrent: true, isHere: true };
const oldest: VersionRow = { ...ROW, ref: FIRST, number: 1, summary: 'first run' };
const list = { name: 'plate 7.csv', head: SECOND, hasMore: false, trouble: null, readOnly: null };

const TEXTS: { readonly [version: string]: string } = {
  [FIRST]: 'Well,Ct\nA1,21\nA2,22\n',
  [SECOND]: 'Well,Ct\nA1,21\nA2,23\nA3,24\n',
  local: 'Well,Ct\nA1,20\nA2,22\n',
};

const script = {
  'files.identify': { gives: { id: '7', kind: 'file', name: 'plate 7.csv' } },
  'versions.list': { gives: { ...list, versions: [newest, oldest], secret: 'leak' } },
  'versions.bytes': {
    answers: (input: unknown) => {
      const text = TEXTS[(input as { readonly version: string }).version] ?? '';
      return { name: 'plate 7.csv', sizeBytes: text.length, bytes: btoa(text) };
    },
  },
} as const;

test('versions list --json has the documented fields and no other, over all pages', async () => {
  const pages = (input: unknown) =>
    (input as { readonly page: number }).page === 1
      ? { ...list, hasMore: true, versions: [newest] }
      : { ...list, versions: [oldest] };
  const { stdout } = await run(['versions', 'list', 'plate 7.csv', '--json'], {
    ...script,
    'versions.list': { answers: pages },
  });
  const shown = ({ ref, ...row }: VersionRow) => ({ version: ref, ...row });
  expect(JSON.parse(stdout)).toEqual({
    v: 1,
    file: 'plate 7.csv',
    head: SECOND,
    versions: [shown(newest), shown(oldest)],
    trouble: null,
  });
});

test('versions diff compares a table by cell, the version before with the current one', async () => {
  const { stdout } = await run(['versions', 'diff', 'plate 7.csv', '--json'], script);
  expect(JSON.parse(stdout)).toEqual({
    v: 1,
    file: 'plate 7.csv',
    one: FIRST,
    other: SECOND,
    base: null,
    sizeBytes: { one: 20, other: 26 },
    sha256: { one: expect.stringMatching(/^[\da-f]{64}$/), other: expect.stringMatching(/^[\da-f]{64}$/) },
    kind: 'table',
    key: ['Well'],
    isReordered: false,
    changes: [
      { at: 'cell', origin: 'differs', key: ['A2'], column: 'Ct', base: null, one: '22', other: '23' },
      { at: 'row', origin: 'differs', key: ['A3'], inOne: false, inOther: true },
    ],
  });
  const forPeople = await run(['versions', 'diff', 'plate 7.csv', '1', 'current'], script);
  expect(forPeople.stdout).toBe('Rows are told apart by: Well\nA2, Ct: 22 → 23\n+ row A3\n');
});

test('versions diff reads workbooks first, and tells sizes and hashes where it can read neither', async () => {
  const wells = (value: string): string =>
    `<row><c t="inlineStr"><is><t>Well</t></is></c><c t="inlineStr"><is><t>Ct</t></is></c></row><row><c t="inlineStr"><is><t>A1</t></is></c><c><v>${value}</v></c></row>`;
  const books: { readonly [version: string]: Uint8Array } = {
    [FIRST]: workbookOf([{ name: 'Run', rows: wells('21') }]),
    [SECOND]: workbookOf([{ name: 'Run', rows: wells('23') }]),
    local: Uint8Array.of(1, 2, 3),
  };
  const given = {
    ...script,
    'files.identify': { gives: { id: '7', kind: 'file', name: 'run.xlsx' } },
    'versions.list': { gives: { ...list, name: 'run.xlsx', versions: [newest, oldest] } },
    'versions.bytes': {
      answers: (input: unknown) => {
        const bytes = books[(input as { readonly version: string }).version] ?? new Uint8Array();
        return { name: 'run.xlsx', sizeBytes: bytes.length, bytes: Buffer.from(bytes).toString('base64') };
      },
    },
  } as const;
  const { stdout } = await run(['versions', 'diff', 'run.xlsx', '1', '2'], given);
  expect(stdout).toMatch(
    /^Sheet “Run”\n  Rows are told apart by: Well\n  A1, Ct: 21 → 23\nCompared are the values and formulas that are stored\. Not compared: number formats, .*\n$/,
  );
  const json = JSON.parse((await run(['versions', 'diff', 'run.xlsx', '1', '2', '--json'], given)).stdout);
  expect(json).toMatchObject({ kind: 'parts', of: 'sheets', parts: [{ name: 'Run', inOne: true, kind: 'table' }] });
  const broken = await run(['versions', 'diff', 'run.xlsx', 'local', '2'], given);
  expect(broken.stdout).toMatch(/only their facts are compared\.\nSize: 3 bytes → .*\nSHA-256: 039058c6/);
});

test('versions diff prints lines with tabs as they are, and no character that a terminal obeys', async () => {
  const texts: { readonly [version: string]: string } = { [FIRST]: 'chr1\t5\n', [SECOND]: 'chr1\t9\t\u001b[31m\n' };
  const given = {
    ...script,
    'versions.list': { gives: { ...list, name: 'a.bed', versions: [newest, oldest] } },
    'versions.bytes': {
      answers: (input: unknown) => {
        const text = texts[(input as { readonly version: string }).version] ?? '';
        return { name: 'a.bed', sizeBytes: text.length, bytes: btoa(text) };
      },
    },
  } as const;
  const { stdout } = await run(['versions', 'diff', 'a.bed', '1', '2'], given);
  expect(stdout).toBe('@@ 1 → 1\n-chr1\t5\n+chr1\t9\t\\u{1b}[31m\n');
});

test('versions diff with what both were made from says who changed what', async () => {
  const { stdout } = await run(['versions', 'diff', 'plate 7.csv', 'local', '2', '--base', '1'], script);
  expect(stdout.split('\n')).toEqual([
    'Rows are told apart by: Well',
    'A1, Ct: 20 → 21  (changed on this side)',
    'A2, Ct: 22 → 23  (changed on the other side)',
    '+ row A3  (changed on the other side)',
    '',
  ]);
});

test('versions diff of a conflict begins with both sides and what they were made from', async () => {
  const place = (version: string) => ({ id: '7', version });
  const sides = { id: '7', name: 'plate 7.csv', mine: place('local'), theirs: place(SECOND), base: place(FIRST) };
  const given = { ...script, 'versions.ofConflict': { gives: sides } };
  const { stdout } = await run(['versions', 'diff', 'conflict:3', '--lines', '--json'], given);
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'lines',
    one: 'local',
    changes: [{ origin: 'conflict', oneLine: 2, base: ['A1,21\n', 'A2,22\n'], one: ['A1,20\n', 'A2,22\n'] }],
  });
});

test('versions restore names the current version that it saw', async () => {
  const heard: unknown[] = [];
  const { stdout, exitCode } = await run(['versions', 'restore', 'plate 7.csv', '1'], {
    ...script,
    'versions.restore': { answers: input => (heard.push(input), { version: 'new' }) },
  });
  expect({ stdout, exitCode, heard }).toEqual({
    stdout: 'new\n',
    exitCode: 0,
    heard: [{ id: '7', version: FIRST, head: SECOND }],
  });
});

test('versions save says when somebody was first, and what it wrote waits', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'merged.csv'), 'merged');
  const heard: unknown[] = [];
  const { stdout, stderr, exitCode } = await run(
    ['versions', 'save', 'plate 7.csv', join(folder, 'merged.csv'), '--on', '1', '--note', 'both'],
    { ...script, 'versions.save': { answers: input => (heard.push(input), { is: 'moved', head: SECOND }) } },
  );
  expect(heard).toEqual([{ id: '7', head: FIRST, bytes: btoa('merged'), note: 'both', overDraft: false }]);
  expect({ stdout, exitCode }).toEqual({ stdout: 'draft\n', exitCode: 3 });
  expect(stderr).toContain('kept as a draft');
});

test('a version that is not there is named, and offline nothing is restored', async () => {
  const { stderr, exitCode } = await run(['versions', 'get', 'plate 7.csv', '9'], script);
  expect({ stderr, exitCode }).toEqual({
    stderr: "There is no version '9' of it. See: benchtop versions list\n",
    exitCode: 1,
  });
  const offline = { ...script, 'versions.list': { gives: { ...list, versions: [newest], trouble: 'Offline.' } } };
  const answer = await run(['versions', 'restore', 'plate 7.csv', 'local'], offline);
  expect({ stderr: answer.stderr, exitCode: answer.exitCode }).toEqual({
    stderr: 'Offline. Nothing was changed.\n',
    exitCode: 75,
  });
});

test('the help of versions diff names just those files of measurements that are read before they are compared', () => {
  const named = /read of them, by line \(([^)]*)\)/.exec(diffHelp)?.[1]?.split(' ') ?? [];
  const endings = Object.values(FORMATS).flatMap(format => format.endings.split(' '));
  expect(named).toEqual(endings.filter(ending => isReadFirst(`a.${ending}`)));
});
