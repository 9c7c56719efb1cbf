import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { each, fileRow, folderRow, sha256, sourceOf, unpacked } from './reading.ts';
import type { BundleSource } from './rows.ts';
import { writeBundle } from './write-bundle.ts';

const NOW_MS = Date.parse('2026-11-20T15:00:00Z');
const MEBIBYTE = 1024 * 1024;

let folder = '';
let target = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  target = join(folder, 'export.zip');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FOLDERS = [folderRow('kb', null, 'Knowledge Base'), folderRow('plates', 'kb', 'Plates')];
const FILES = [
  fileRow('f1', 'plates', 'plate 7.csv'),
  fileRow('f2', 'plates', 'PLATE 7.csv'),
  fileRow('f3', null, 'loose.bin'),
];
const NOTE = {
  id: 'n1',
  userId: 7,
  kind: 'fact',
  subject: null,
  text: 'Incubator 2 runs warm',
  createdMs: NOW_MS,
} as const;

function lab(changes: Partial<BundleSource> = {}): BundleSource {
  const message = { role: 'user', content: '=HYPERLINK("x")\nsecond, line', metadata: null, createdAt: 'then' };
  return sourceOf({
    members: () => each([{ id: 'm1', userId: 7, email: 'mira@example.org', displayName: '+Mira', role: 'Owner' }]),
    folders: () => each(FOLDERS),
    files: () => each(FILES),
    tasks: () => each([{ id: 't1', creatorId: 7, title: 'Plate 7', status: 'active', createdAt: 'then' }]),
    messages: () => each([{ id: 'x1', taskId: 't1', sequence: 1, ...message }]),
    memory: () => each([{ userId: 7, notes: [NOTE] }]),
    original: file => Promise.resolve(file.id === 'f3' ? null : Readable.from([Buffer.from(`bytes of ${file.id}`)])),
    ...changes,
  });
}

function jsonIn(entries: ReadonlyMap<string, Buffer>, path: string): unknown {
  return JSON.parse(entries.get(path)?.toString() ?? 'null');
}

const textIn = (entries: ReadonlyMap<string, Buffer>, path: string): string | undefined =>
  entries.get(path)?.toString();

test('a bundle holds records as JSON and CSV, originals, memory and a manifest', async () => {
  await writeBundle(lab(), target, { nowMs: NOW_MS });
  const entries = await unpacked(target);
  const lists = ['members', 'folders', 'files', 'versions', 'shares', 'tasks', 'messages'];
  expect([...entries.keys()].sort()).toEqual(
    [
      'README.txt',
      'manifest.json',
      'json/organization.json',
      ...lists.flatMap(list => [`json/${list}.json`, `csv/${list}.csv`]),
      'memory/user-7.json',
      'files/Knowledge Base/Plates/plate 7.csv',
      'files/Knowledge Base/Plates/PLATE 7 (2).csv',
    ].sort(),
  );
  expect(textIn(entries, 'files/Knowledge Base/Plates/PLATE 7 (2).csv')).toBe('bytes of f2');
  expect(jsonIn(entries, 'json/files.json')).toEqual(FILES);
  expect(jsonIn(entries, 'json/shares.json')).toEqual([]);
  expect(jsonIn(entries, 'memory/user-7.json')).toEqual([NOTE]);
});

test('the manifest names every other entry with its size and SHA-256, and what is missing', async () => {
  const bundle = await writeBundle(lab(), target, { nowMs: NOW_MS });
  const entries = await unpacked(target);
  const counts = {
    members: 1,
    folders: 2,
    files: 3,
    versions: 0,
    shares: 0,
    tasks: 1,
    messages: 1,
    memoryNotes: 1,
    originals: 2,
  };
  const originals: Record<string, object> = {
    'files/Knowledge Base/Plates/plate 7.csv': { fileId: 'f1', versionId: 'version of f1' },
    'files/Knowledge Base/Plates/PLATE 7 (2).csv': { fileId: 'f2', versionId: 'version of f2' },
  };
  const described = [...entries]
    .filter(([path]) => path !== 'manifest.json')
    .map(([path, bytes]) => ({ path, sizeBytes: bytes.length, sha256: sha256(bytes), ...originals[path] }));
  expect(jsonIn(entries, 'manifest.json')).toEqual({
    format: 'lab-knowledge-base-export',
    formatVersion: 1,
    createdAt: '2026-11-20T15:00:00.000Z',
    organization: { id: 'organization', name: 'Kestrel Lab' },
    counts,
    missingOriginals: [{ fileId: 'f3', name: 'loose.bin' }],
    entries: described,
  });
  expect(bundle).toMatchObject({ path: target, sizeBytes: statSync(target).size, counts });
});

test('tables follow RFC 4180 and carry no formula; the exact text stands in the JSON', async () => {
  await writeBundle(lab(), target, { nowMs: NOW_MS });
  const entries = await unpacked(target);
  expect(textIn(entries, 'csv/members.csv')).toBe(
    "id,userId,email,displayName,role\r\nm1,7,mira@example.org,'+Mira,Owner\r\n",
  );
  expect(textIn(entries, 'csv/messages.csv')).toBe(
    'id,taskId,sequence,role,content,metadata,createdAt\r\n' +
      `x1,t1,1,user,"'=HYPERLINK(""x"")\nsecond, line",,then\r\n`,
  );
  expect(jsonIn(entries, 'json/messages.json')).toMatchObject([{ content: '=HYPERLINK("x")\nsecond, line' }]);
  expect(textIn(entries, 'csv/files.csv')).toContain('plate 7.csv,Document,,,one; two,private,1,3,version of f1');
});

test('the same export gives the same bytes', async () => {
  await writeBundle(lab(), target, { nowMs: NOW_MS });
  const other = join(folder, 'other.zip');
  await writeBundle(lab(), other, { nowMs: NOW_MS });
  const [one, two] = [await unpacked(target), await unpacked(other)];
  expect([...two].map(([path, bytes]) => [path, sha256(bytes)])).toEqual(
    [...one].map(([path, bytes]) => [path, sha256(bytes)]),
  );
  expect(statSync(other).size).toBe(statSync(target).size);
});

test('an original goes to the disk while it is read: never much of it is held in memory', async () => {
  const [size, piece] = [48 * MEBIBYTE, MEBIBYTE / 4];
  let given = 0;
  let most = 0;
  const large = new Readable({
    highWaterMark: piece,
    read() {
      if (given === size) return void this.push(null);
      // Stored as it is (the name says it is packed), so what is not in the file yet must be in memory.
      most = Math.max(most, given - statSync(`${target}.part`).size);
      given += piece;
      this.push(Buffer.alloc(piece, given / piece));
    },
  });
  const source = sourceOf({
    files: () => each([fileRow('f1', null, 'raw.zip')]),
    original: () => Promise.resolve(large),
  });
  const bundle = await writeBundle(source, target, { nowMs: NOW_MS });
  expect(given).toBe(size);
  expect(bundle.sizeBytes).toBeGreaterThan(size);
  expect(most).toBeLessThan(4 * MEBIBYTE);
});

test('originals are opened one after the other', async () => {
  let open = 0;
  let most = 0;
  const opened = (): Promise<Readable> => {
    most = Math.max(most, (open += 1));
    return Promise.resolve(Readable.from([Buffer.from('abc')]).on('close', () => (open -= 1)));
  };
  const files = Array.from({ length: 20 }, (_, index) => fileRow(`f${index}`, null, `${index}.txt`));
  await writeBundle(sourceOf({ files: () => each(files), original: opened }), target, { nowMs: NOW_MS });
  expect([open, most]).toEqual([0, 1]);
});

test('an original that breaks off leaves no bundle behind, and an older one as it was', async () => {
  writeFileSync(target, 'older');
  const broken = (): Promise<Readable> =>
    Promise.resolve(
      Readable.from(
        (async function* () {
          yield await Promise.resolve(Buffer.from('half'));
          throw new Error('the disk is gone');
        })(),
      ),
    );
  await expect(writeBundle(lab({ original: broken }), target, { nowMs: NOW_MS })).rejects.toThrow('the disk is gone');
  expect(readdirSync(folder)).toEqual(['export.zip']);
  expect(statSync(target).size).toBe(5);
});

test('an export that is aborted while an original stands still ends at once and leaves nothing', async () => {
  const controller = new AbortController();
  const stalled = new Readable({ read: () => void setImmediate(() => controller.abort(new Error('enough'))) });
  const source = lab({ original: () => Promise.resolve(stalled) });
  await expect(writeBundle(source, target, { nowMs: NOW_MS, signal: controller.signal })).rejects.toThrow('enough');
  expect(stalled.destroyed).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that cannot be written to is told as what it is', async () => {
  const nowhere = join(folder, 'none', 'export.zip');
  await expect(writeBundle(lab(), nowhere, { nowMs: NOW_MS })).rejects.toMatchObject({ code: 'ENOENT' });
  expect(existsSync(nowhere)).toBe(false);
});

test('what an earlier, killed export left is replaced', async () => {
  writeFileSync(`${target}.part`, 'left over');
  await writeBundle(lab(), target, { nowMs: NOW_MS });
  expect(readdirSync(folder)).toEqual(['export.zip']);
});
