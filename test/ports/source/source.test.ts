import { chmodSync, lchownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createDirectSources } from '../../../main/node/source/node-sources.ts';
import type { Source, SourceEntry } from '../../../main/ports/read-only-folder.ts';
import { namesBelow } from '../../setup/run/test-files.ts';
import { expectFault } from '../disk/suite/disk-trial.ts';

/** A user that owns nothing of what an instrument writes. */
const [INSTRUMENT, NOBODY] = [65_533, 65_534];

let folder: string;
let source: Source;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'source-')));
  source = createDirectSources(process.platform).open(folder);
  mkdirSync(join(folder, 'closed'));
  writeFileSync(join(folder, 'closed', 'a.dat'), 'a');
  writeFileSync(join(folder, 'open.dat'), 'open');
  writeFileSync(join(folder, 'mine.dat'), 'mine');
  chmodSync(join(folder, 'mine.dat'), 0);
  chmodSync(join(folder, 'closed'), 0);
  chmodSync(folder, 0o555);
});

afterEach(() => {
  for (const path of ['', 'closed']) chmodSync(join(folder, path), 0o755);
  rmSync(folder, { recursive: true });
});

/** As root every file would pass as an instrument's, so the work runs as another user. */
async function asSomebodyElse(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  for (const path of ['', ...namesBelow(folder)]) lchownSync(join(folder, path), INSTRUMENT, INSTRUMENT);
  process.seteuid?.(NOBODY);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

async function listed(path: string): Promise<readonly SourceEntry[]> {
  const all: SourceEntry[] = [];
  for await (const entries of source.list(path)) all.push(...entries);
  return all;
}

test('a folder that nobody may write into is read, and what may not be read is refused with its word', () =>
  asSomebodyElse(async () => {
    expect(await source.survey()).toMatchObject({ is: 'folder' });
    expect((await listed('')).map(({ name, kind }) => `${name}: ${kind}`).toSorted()).toEqual([
      'closed: folder',
      'mine.dat: file',
      'open.dat: file',
    ]);
    await expectFault(listed('closed'), { kind: 'disk-refused', path: 'closed', code: 'EACCES' });
    await expectFault(source.stat('closed/a.dat'), { kind: 'disk-refused', path: 'closed/a.dat', code: 'EACCES' });
    await expectFault(source.read('mine.dat'), { kind: 'disk-refused', path: 'mine.dat', code: 'EACCES' });
    const file = await source.read('open.dat');
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    expect([Buffer.concat(chunks).toString(), await file.unchanged()]).toEqual(['open', true]);
    await file.close();
  }));

test('a folder whose names may be read but not what they are says so of each of them', () =>
  asSomebodyElse(async () => {
    if (process.getuid?.() === 0) process.seteuid?.(0);
    chmodSync(folder, 0o444);
    if (process.getuid?.() === 0) process.seteuid?.(NOBODY);
    expect((await listed('')).map(({ kind, fingerprint }) => `${kind} ${fingerprint}`)).toEqual(
      Array(3).fill('other EACCES'),
    );
  }));
