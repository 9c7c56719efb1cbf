import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { NodeSource } from '../../../../main/node/source/node-source.ts';
import { readOnlyFs } from '../../../../main/node/source/read-only-fs.ts';
import { createLedger } from '../../../../main/node/files/node-ledger.ts';
import type { SourceEntry } from '../../../../main/ports/read-only-folder.ts';
import { readSource } from '../../../architecture/source.ts';

let folder: string;
let source: NodeSource;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'source-')));
  mkdirSync(join(folder, 'zone', 'run'), { recursive: true });
  source = new NodeSource(join(folder, 'zone'), () => 'local');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function all(path: string): Promise<readonly SourceEntry[]> {
  const found: SourceEntry[] = [];
  for await (const entries of source.list(path)) found.push(...entries);
  return found.toSorted((one, other) => one.name.localeCompare(other.name));
}

async function textOf(path: string): Promise<string> {
  const file = await source.read(path);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk.slice());
  await file.close();
  return Buffer.concat(chunks).toString();
}

// S33: no call that writes is in reach of what reads instruments' folders.
test('what reads a source reaches the file system through calls that only read [S33]', () => {
  const calls = Object.keys(readOnlyFs).toSorted();
  expect(calls).toEqual([
    'close',
    'fstat',
    'isBeingWritten',
    'lstat',
    'lstatLater',
    'openForReading',
    'opendir',
    'read',
    'realpath',
    'statfs',
  ]);
  // It takes a path and nothing else: there are no flags to be given.
  expect(readOnlyFs.openForReading).toHaveLength(1);
  const path = 'main/node/source/node-source.ts';
  const text = readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url)), 'utf8');
  const imports = readSource(path, text)
    .imports.filter(({ typeOnly }) => !typeOnly)
    .map(({ specifier }) => specifier);
  expect(imports.filter(each => each.startsWith('node:'))).toEqual([]);
  expect(imports).toContain('./read-only-fs.ts');
});

test.skipIf(process.platform === 'win32')(
  'this system does not tell whether a single file is being written',
  async () => {
    writeFileSync(join(folder, 'zone', 'run', 'a'), 'x');
    expect([await source.isWritten('run/a'), await source.isWritten('run/gone')]).toEqual([null, null]);
    await expect(source.isWritten('../a')).rejects.toMatchObject({ fault: { kind: 'disk-refused', code: 'EINVAL' } });
  },
);

test('a folder is listed in parts, each name with what it is', async () => {
  for (let file = 0; file < 700; file++) writeFileSync(join(folder, 'zone', 'run', `f${file}`), 'x');
  symlinkSync('/etc', join(folder, 'zone', 'link'));
  let parts = 0;
  for await (const entries of source.list('run')) parts += entries.length > 0 ? 1 : 0;
  expect(parts).toBeGreaterThan(2);
  expect((await all('')).map(({ name, kind }) => [name, kind])).toEqual([
    ['link', 'other'],
    ['run', 'folder'],
  ]);
  await expect(all('nothing')).rejects.toMatchObject({ fault: { kind: 'stale' } });
});

test('no link is followed, not even on the way to a file', async () => {
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside', 'secret'), 's');
  symlinkSync(join(folder, 'outside'), join(folder, 'zone', 'out'));
  symlinkSync(join(folder, 'outside', 'secret'), join(folder, 'zone', 'secret'));
  await expect(source.read('secret')).rejects.toMatchObject({ fault: { kind: 'stale' } });
  await expect(source.read('out/secret')).rejects.toMatchObject({ fault: { kind: 'disk-refused', code: 'ELOOP' } });
  await expect(all('out')).rejects.toMatchObject({ fault: { kind: 'stale' } });
  for (const path of ['../outside/secret', 'run/../../outside/secret', '/etc/passwd', 'a//b'])
    await expect(source.read(path)).rejects.toMatchObject({ fault: { kind: 'disk-refused', code: 'EINVAL' } });
});

test('reading leaves even the time of the last access as it was [S33]', async () => {
  const path = join(folder, 'zone', 'run', 'a');
  writeFileSync(path, 'hello');
  utimesSync(path, 1000, 2000);
  const before = statSync(path, { bigint: true });
  expect(await textOf('run/a')).toBe('hello');
  const after = statSync(path, { bigint: true });
  expect([after.mtimeNs, after.ctimeNs, after.atimeNs]).toEqual([before.mtimeNs, before.ctimeNs, before.atimeNs]);
});

test('a file that changes while it is read, or is exchanged, is not unchanged', async () => {
  const path = join(folder, 'zone', 'run', 'a');
  writeFileSync(path, 'hello');
  const first = await source.read('run/a');
  expect(await first.unchanged()).toBe(true);
  writeFileSync(path, 'jello');
  expect(await first.unchanged()).toBe(false);
  await first.close();
  const second = await source.read('run/a');
  rmSync(path);
  writeFileSync(path, 'jello');
  expect(await second.unchanged()).toBe(false);
  await second.close();
});

test('a path that is longer than the system takes is refused by name', async () => {
  const long = Array.from({ length: 30 }, () => 'd'.repeat(200)).join('/');
  await expect(source.stat(`run/${long}`)).resolves.toBeNull();
  await expect(source.read('n'.repeat(5000))).rejects.toMatchObject({
    fault: { kind: 'disk-refused', code: 'ENAMETOOLONG' },
  });
});

test('a folder that is missing or no folder is said to be', async () => {
  expect(await source.survey()).toMatchObject({ is: 'folder', volume: 'local' });
  expect(await new NodeSource(join(folder, 'nowhere'), () => 'local').survey()).toMatchObject({ is: 'missing' });
});

test('a ledger only grows, goes on after a line that was cut off, and gives back every whole line', async () => {
  const ledger = createLedger(join(folder, 'ledger'));
  expect(await ledger.last()).toBeNull();
  await ledger.append(['{"a":1}', '{"a":2}']);
  const path = join(folder, 'ledger', 'audit-000001.jsonl');
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"a":3,"cut`);
  expect(await ledger.last()).toBe('{"a":2}');
  await createLedger(join(folder, 'ledger')).append(['{"a":4}']);
  const lines: string[] = [];
  for await (const line of ledger.lines()) lines.push(line);
  expect(lines).toEqual(['{"a":1}', '{"a":2}', '{"a":3,"cut', '{"a":4}']);
  expect(await ledger.last()).toBe('{"a":4}');
});
