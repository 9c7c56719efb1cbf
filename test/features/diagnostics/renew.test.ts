import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openSafely } from '../../../main/journal/storage/open-or-restore.ts';

const program = fileURLToPath(new URL('renewing-process.ts', import.meta.url));
let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'benchtop-renew-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lets it run, and kills it so long after it said that it begins; null: it may come to its end. */
async function run(afterMs: number | null): Promise<void> {
  const child = spawn(process.execPath, [program, join(folder, 'journal.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  if (afterMs !== null) setTimeout(() => child.kill('SIGKILL'), afterMs);
  await ended;
}

/** How many files of the record are agreed on. */
function agreed(): number {
  const { journal, mended } = openSafely(join(folder, 'journal.db'));
  expect(mended).toBeNull();
  const [mirror] = journal.mirrors.all();
  const items = mirror === undefined ? [] : [...journal.items.tree(mirror.id, mirror.rootItem).items.values()];
  const files = items.filter(({ kind }) => kind === 'file');
  expect(files).toHaveLength(FILES);
  journal.close();
  return files.filter(item => item.base !== null).length;
}

const FILES = 600;

test('killed at any moment, there is the old record or the new one, whole', { timeout: 60_000 }, async () => {
  const seen: number[] = [];
  for (const afterMs of [2, 8, 14, 20, 30]) {
    await run(afterMs);
    seen.push(agreed());
  }
  expect(seen.filter(count => count !== 0 && count !== FILES)).toEqual([]);
  await run(null);
  expect(agreed()).toBe(0);
  expect(readdirSync(folder)).toContain('journal.db.before-rebuild');
});
