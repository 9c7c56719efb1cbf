import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { answeringDisk, answeringGround, answeringSources } from '../../../main/node/patient-ports.ts';
import { Answers } from '../../../main/node/patient-calls.ts';
import { createNodeDisk } from '../../../main/node/node-disk.ts';
import type { Disk } from '../../../main/ports/disk.ts';
import type { FolderSurveyor } from '../../../main/ports/folder-survey.ts';
import type { Source, Sources } from '../../../main/ports/read-only-folder.ts';
import { HANGING_THREAD, HangingFolder } from '../../setup/hanging/hanging.ts';
import { ON_POSIX } from '../../setup/on-posix.ts';

// Folders of instruments, and folders that people save to, of which some let no call come back, in the real threads.

const MARKER = '11111111-1111-4111-8111-111111111111';
const PATIENCE_MS = 5000;
/** More than Node's pool has threads. */
const ZONES = 6;
const silence = { fault: { kind: 'disk-refused', code: 'ETIMEDOUT' } };

let base: string;
let hanging: HangingFolder;
let disk: Disk;
let sources: Sources;
let ground: FolderSurveyor;

beforeEach(async () => {
  if (!ON_POSIX) return;
  base = realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-zones-')));
  for (const name of ['data', 'mirror', 'well', 'share/saved', ...zones()])
    mkdirSync(join(base, name), { recursive: true });
  for (const zone of ['well', ...zones()]) writeFileSync(join(base, zone, 'a.dat'), 'a');
  const data = join(base, 'data');
  hanging = new HangingFolder(data);
  const real = createNodeDisk(data, { entry: HANGING_THREAD });
  const answers = new Answers(path => real.answer(path), { patienceMs: PATIENCE_MS, freshMs: 0 });
  disk = answeringDisk(real, answers, join(data, 'outbox'));
  sources = answeringSources(real.sources, answers);
  ground = answeringGround(real.ground, answers);
  // How long threads take to start is not what is looked at here.
  await Promise.all(['well', ...zones()].map(zone => real.sources.open(join(base, zone)).survey()));
  await Promise.all([real.answer(base), real.ground.clear(join(base, 'share/saved'), 'none')]);
});
afterEach(async () => {
  if (!ON_POSIX) return;
  hanging.end();
  await disk.close();
  rmSync(base, { recursive: true, force: true });
});

function zones(): string[] {
  return Array.from({ length: ZONES }, (_, zone) => `share/zone ${zone}`);
}

async function listed(source: Source): Promise<string[]> {
  const names: string[] = [];
  for await (const entries of source.list('')) names.push(...entries.map(({ name }) => name));
  return names;
}

async function textOf(source: Source, path: string): Promise<string> {
  const file = await source.read(path);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk);
  expect(await file.unchanged()).toBe(true);
  await file.close();
  return Buffer.concat(chunks).toString();
}

test.runIf(ON_POSIX)(
  'while more zones hang than the pool has threads, another zone, a mirror and the pool go on',
  async () => {
    const all = zones().map(zone => sources.open(join(base, zone)));
    const files = await Promise.all(all.map(source => source.read('a.dat')));
    hanging.begin(join(base, 'share'));
    const stopped = Promise.all(all.map(source => listed(source).catch((thrown: unknown) => thrown)));
    const well = sources.open(join(base, 'well'));
    expect([await listed(well), await textOf(well, 'a.dat')]).toEqual([['a.dat'], 'a']);
    const root = { path: join(base, 'mirror'), marker: MARKER, volume: '' };
    await disk.mark(root.path, MARKER);
    expect(await disk.inspect(root.path)).toMatchObject({ trouble: null, marker: MARKER });
    expect(await Promise.all(Array.from({ length: 20 }, () => lstat(base)))).toHaveLength(20);
    for (const thrown of await stopped) expect(thrown).toMatchObject(silence);
    for (const source of all) expect(await source.survey()).toMatchObject({ is: 'no-answer' });
    for (const file of files) await expect(file.close()).rejects.toMatchObject(silence);
    hanging.end();
    for (const source of all) await expect.poll(() => listed(source).catch(() => null)).toEqual(['a.dat']);
  },
);

test.runIf(ON_POSIX)(
  'a file of a zone that hangs in the midst of it is given up, and read when it answers',
  async () => {
    const source = sources.open(join(base, 'share/zone 0'));
    const file = await source.read('a.dat');
    hanging.begin(join(base, 'share'));
    const read = async (): Promise<void> => {
      for await (const _ of file.chunks()) throw new Error('it was read');
    };
    await expect(read()).rejects.toMatchObject(silence);
    hanging.end();
    await expect.poll(() => textOf(source, 'a.dat').catch(() => null)).toBe('a');
  },
);

test.runIf(ON_POSIX)(
  'saving to a folder that hangs is named, saving elsewhere goes on, and what was begun there goes when it answers',
  async () => {
    const folder = join(base, 'share/saved');
    const begun = await ground.begin(folder, 'one');
    await begun.write(Buffer.from('new'));
    hanging.begin(join(base, 'share'));
    const stopped = [
      begun.finish(),
      ground.begin(folder, 'two'),
      ground.clear(folder, 'two'),
      ground.make(join(base, 'share/made')),
      ground.read(join(base, 'share/zone 0/a.dat'), 10),
    ].map(call => call.catch((thrown: unknown) => thrown));
    const file = await ground.begin(join(base, 'well'), 'three', true);
    await file.write(Buffer.from('saved'));
    expect(await file.finish()).toMatchObject({ sizeBytes: 5 });
    expect([await file.become('a.dat'), await file.become('b.dat')]).toEqual([false, true]);
    expect(await ground.make(join(base, 'well/made'))).toBe(join(base, 'well/made'));
    for (const thrown of await Promise.all(stopped)) expect(thrown).toMatchObject(silence);
    expect(await ground.survey(folder)).toMatchObject({ is: 'no-answer' });
    expect(await ground.walk(folder, 10)).toEqual({ files: [], isWhole: false });
    await expect(begun.discard()).rejects.toMatchObject(silence);
    hanging.end();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    expect(existsSync(join(base, 'well/b.dat'))).toBe(true);
  },
);

test.runIf(ON_POSIX)(
  'what hung while a list was given up is let go of, and a disk is closed though zones hang',
  async () => {
    hanging.begin(join(base, 'share'));
    await Promise.all(zones().map(zone => listed(sources.open(join(base, zone))).catch(() => null)));
    const began = performance.now();
    await disk.close();
    expect(performance.now() - began).toBeLessThan(5000);
  },
);
