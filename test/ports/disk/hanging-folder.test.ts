import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { answeringDisk } from '../../../main/node/patient-ports.ts';
import { Answers } from '../../../main/node/patient-calls.ts';
import { createUndiciHttp, type RoutedHttp } from '../../../main/node/net/undici-http.ts';
import { createNodeDisk } from '../../../main/node/node-disk.ts';
import type { Disk, Root } from '../../../main/ports/disk.ts';
import { HANGING_THREAD, HangingFolder } from '../../setup/hanging/hanging.ts';
import { note } from '../../setup/note.ts';
import { ON_POSIX } from '../../setup/on-posix.ts';
import { entryOf, fresh, stage } from './suite/disk-trial.ts';

// Two mirrored folders, of which one lets no call come back, in the real threads of the real disk.

const MARKER = '11111111-1111-4111-8111-111111111111';
const PATIENCE_MS = 5000;

let base: string;
let hanging: HangingFolder;
let server: Server;
let url: string;
let http: RoutedHttp;
let disk: Disk;
let well: Root;
let hung: Root;

beforeEach(async () => {
  if (!ON_POSIX) return;
  base = realpathSync(mkdtempSync(join(tmpdir(), 'benchtop-hanging-')));
  for (const name of ['data', 'well', 'hung']) mkdirSync(join(base, name));
  const data = join(base, 'data');
  hanging = new HangingFolder(data);
  server = createServer((_, response) => response.end('new')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  http = createUndiciHttp();
  const real = createNodeDisk(data, { entry: HANGING_THREAD, http, few: 0, many: 0 });
  const answers = new Answers(path => real.answer(path), { patienceMs: PATIENCE_MS, freshMs: 0 });
  disk = answeringDisk(real, answers, join(data, 'outbox'));
  well = await rooted(join(base, 'well'));
  hung = await rooted(join(base, 'hung'));
  writeFileSync(join(well.path, 'a.csv'), 'a');
  writeFileSync(join(hung.path, 'a.csv'), 'a');
});
afterEach(async () => {
  if (!ON_POSIX) return;
  hanging.end();
  await disk.close();
  await http.close();
  server.close().closeAllConnections();
  rmSync(base, { recursive: true, force: true });
});

async function rooted(path: string): Promise<Root> {
  await disk.mark(path, MARKER);
  return { path, marker: MARKER, volume: (await disk.inspect(path)).volume };
}

type Call = (root: Root) => Promise<unknown>;

/** All that is asked of a root, and of a folder before it becomes one. */
const CALLS: Readonly<Record<string, Call>> = {
  scan: root => disk.scan(root, new Map()),
  entry: root => disk.entry(root, 'a.csv'),
  openForWriting: root => disk.openForWriting(root),
  hash: root => disk.hash(root, 'a.csv'),
  open: async root => (await disk.open(root, 'a.csv')).close(),
  send: async root => {
    const { fingerprint } = await entryOf({ disk, root }, 'a.csv');
    return disk.send?.(root, 'a.csv', { url, headers: {}, fingerprint, idleMs: PATIENCE_MS });
  },
  receive: async root => {
    const into = await disk.stage(root, 's0');
    return into.receive?.({ url, sizeBytes: 3, idleMs: PATIENCE_MS, onCame: () => undefined });
  },
  makeFolder: root => disk.makeFolder(root, 'made'),
  stage: root => stage({ disk, root }, 's1', 'new'),
  resume: root => disk.resume(root, 's2', { sizeBytes: 0, sha256: MARKER as never }),
  place: root => disk.place(root, fresh('s1', 'b.csv')),
  move: async root => disk.move(root, 'b.csv', 'c.csv', (await entryOf({ disk, root }, 'b.csv')).key),
  store: async root =>
    disk.store(root, 'c.csv', (await entryOf({ disk, root }, 'c.csv')).fingerprint, `from${root.path.length}`),
  restore: root => disk.restore(root, `from${root.path.length}`, 'd.csv'),
  free: async root => disk.free(root, 'd.csv', (await entryOf({ disk, root }, 'd.csv')).fingerprint),
  removeFolder: root => disk.removeFolder(root, 'made'),
  sweep: root => disk.sweep(root),
  mark: root => disk.mark(root.path, MARKER),
  space: root => disk.space(root.path),
  unmark: root => disk.unmark(root),
};

test.runIf(ON_POSIX)(
  'each call on a folder that hangs is named, and another folder is worked in all the time',
  async () => {
    hanging.begin(hung.path);
    const stopped = Promise.all(
      Object.entries(CALLS).map(
        async ([name, call]) => [name, await call(hung).catch((thrown: unknown) => thrown)] as const,
      ),
    );
    let latest = performance.now();
    let longestMs = 0;
    const beating = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - latest);
      latest = performance.now();
    }, 5);
    for (const call of Object.values(CALLS)) await call(well);
    for (const [name, thrown] of await stopped) {
      const isSurvey = name === 'mark' || name === 'space';
      expect([name, thrown]).toMatchObject([
        name,
        { fault: isSurvey ? { kind: 'disk-refused', code: 'ETIMEDOUT' } : { kind: 'root-lost', why: 'no-answer' } },
      ]);
    }
    clearInterval(beating);
    note(`nothing else ran for ${Math.round(longestMs)} ms at most`);
    expect(longestMs).toBeLessThan(PATIENCE_MS);
    expect(await disk.inspect(hung.path)).toMatchObject({ trouble: 'no-answer' });
    expect(await disk.claims(hung.path)).toEqual([]);
  },
);

test.runIf(ON_POSIX)(
  'a folder that hangs in the midst takes no thread of the pool, and what was begun goes on when it answers',
  async () => {
    const file = await disk.open(hung, 'a.csv');
    const staging = await disk.stage(hung, 's1');
    await staging.write(Buffer.from('new'));
    hanging.begin(hung.path);
    await expect(staging.finish()).rejects.toMatchObject({ fault: { why: 'no-answer' } });
    await expect(file.unchanged()).rejects.toMatchObject({ fault: { why: 'no-answer' } });
    // More than the pool has threads.
    expect(await Promise.all(Array.from({ length: 20 }, () => lstat(base)))).toHaveLength(20);
    hanging.end();
    await expect.poll(() => disk.entry(hung, 'a.csv').catch(() => null)).toMatchObject({ kind: 'file' });
    expect(await staging.finish()).toMatchObject({ sizeBytes: 3 });
    expect(await disk.place(hung, fresh('s1', 'b.csv'))).toMatchObject({ isAsStaged: true });
    await file.close();
  },
);

test.runIf(ON_POSIX)('a disk is closed though a folder of it hangs', async () => {
  hanging.begin(hung.path);
  await expect(disk.scan(hung, new Map())).rejects.toMatchObject({ fault: { why: 'no-answer' } });
  const began = performance.now();
  await disk.close();
  expect(performance.now() - began).toBeLessThan(5000);
});
