import { createHash } from 'node:crypto';
import type * as FileSystem from 'node:fs';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { hashTogether } from '../../../main/node/disk/read/hash-together.ts';
import { FaultError } from '../../../shared/fault.ts';
import { KIB } from '../../../shared/units.ts';
import { ON_LINUX, openHandles } from '../../setup/on-posix.ts';
import { beginRealDisk } from './suite/disk-on-trial.ts';
import { type DiskOnTrial, expectKind } from './suite/disk-trial.ts';

// Several small files are hashed by one question: what happens to one of them then is no matter of the others.

const opening = vi.hoisted((): { meet: (path: string) => void } => ({ meet: () => undefined }));
/** How many bytes one reading gives at most. */
const reading = vi.hoisted(() => ({ most: Infinity }));

vi.mock('node:fs', async original => {
  const real = await original<typeof FileSystem>();
  const openSync: typeof real.openSync = (path, ...rest) => {
    opening.meet(String(path));
    return real.openSync(path, ...rest);
  };
  const readSync = ((file: number, buffer: Uint8Array, ...rest: [number?, number?, (number | null)?]) => {
    const [offset = 0, length = buffer.byteLength, position = null] = rest;
    return real.readSync(file, buffer, offset, Math.min(length, reading.most), position);
  }) as typeof real.readSync;
  return { ...real, openSync, readSync };
});

let on: DiskOnTrial;

beforeEach(async () => {
  on = await beginRealDisk();
  for (const name of ['a', 'b', 'c']) on.person.write(`p/${name}.csv`, name);
});
afterEach(async () => {
  opening.meet = () => undefined;
  reading.most = Infinity;
  await on.end();
});

/** Acts once, right before a file of this name is opened. */
function before(name: string, act: () => void): void {
  opening.meet = path => {
    if (basename(path) !== name) return;
    opening.meet = () => undefined;
    act();
  };
}

const sumOf = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

/** Of `a`, `b` and `c`: the hash, null, or what was wrong. */
async function hashed(isHolding?: boolean): Promise<readonly unknown[]> {
  const answers = await hashTogether(on.root, ['p/a.csv', 'p/b.csv', 'p/c.csv'], isHolding);
  return answers.map(answer => (answer === null || 'fault' in answer ? answer : answer.sha256));
}

test('each file has the hash of its own bytes and tells what it is; what is no file has none', async () => {
  const paths = ['p/b.csv', 'p', 'gone.csv', 'p/a.csv', 'p/a.csv/in/it'];
  const [b, ...others] = await hashTogether(on.root, paths);
  const entry = await on.disk.entry(on.root, 'p/b.csv');
  expect(b).toEqual({ sha256: sumOf('b'), entry });
  expect(others).toEqual([null, null, expect.objectContaining({ sha256: sumOf('a') }), null]);
});

test('a file that cannot be read is told by its name, and the others are hashed', async () => {
  before('b.csv', () => {
    throw Object.assign(new Error('refused'), { code: 'EACCES' });
  });
  const fault = { kind: 'disk-refused', path: 'p/b.csv', code: 'EACCES' };
  expect(await hashed()).toEqual([sumOf('a'), { fault }, sumOf('c')]);
});

test('a file that changes after it was read has no hash, and the next one has', async () => {
  before('b.csv', () => on.person.write('p/a.csv', 'another'));
  expect(await hashed()).toEqual([null, sumOf('b'), sumOf('c')]);
});

test('a file that became large since it was seen is hashed whole', async () => {
  const text = '0123456789abcdef'.repeat(64 * KIB);
  on.person.write('p/b.csv', text);
  expect(await hashed()).toEqual([sumOf('a'), sumOf(text), sumOf('c')]);
});

test('a file of a volume that gives its bytes in pieces is hashed whole', async () => {
  on.person.write('p/b.csv', 'well,od');
  reading.most = 3;
  expect(await hashed()).toEqual([sumOf('a'), sumOf('well,od'), sumOf('c')]);
});

test.runIf(ON_LINUX).each([undefined, false])(
  'nothing behind a link counts for a file of ours when its folder is exchanged for one (held open: %s)',
  async isHolding => {
    const outside = `${on.root.path}-outside`;
    fs.cpSync(join(on.root.path, 'p'), outside, { recursive: true });
    before('b.csv', () => {
      on.person.rename('p', 'before');
      on.person.symlink('p', outside);
    });
    expect(await hashed(isHolding)).toEqual([null, null, null]);
    fs.rmSync(outside, { recursive: true });
  },
);

test('a folder that is lost meanwhile is told for all of them', async () => {
  before('b.csv', () => fs.renameSync(join(on.root.path, '.benchtop'), join(on.root.path, 'elsewhere')));
  await expectKind(hashed(), 'root-lost');
});

test.runIf(ON_LINUX)('nothing stays open, whatever went wrong', async () => {
  const handles = openHandles();
  before('c.csv', () => {
    throw Object.assign(new Error('refused'), { code: 'EIO' });
  });
  await hashed();
  await expectKind(hashTogether({ ...on.root, marker: 'another' }, ['p/a.csv']), 'root-lost');
  expect(openHandles()).toBe(handles);
});

test('files of a folder whose marker is another one fail by themselves where many wait', async () => {
  const there = await beginRealDisk({ isInThreads: true });
  const lost = { ...there.root, marker: '99999999-9999-4999-8999-999999999999' };
  const isLost = (at: number): boolean => at % 3 === 0;
  const asked = Array.from({ length: 60 }, async (_, at) => {
    there.person.write(`${at}.csv`, `${at}`);
    const answer = there.disk.hash(isLost(at) ? lost : there.root, `${at}.csv`, 8);
    return answer.then(
      hashed => hashed?.sha256,
      (error: unknown) => error instanceof FaultError && error.fault.kind,
    );
  });
  const answers = await Promise.all(asked);
  await there.end();
  expect(answers).toEqual(answers.map((_, at) => (isLost(at) ? 'root-lost' : sumOf(`${at}`))));
});
