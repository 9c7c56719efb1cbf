import { beforeEach, expect, test } from 'vitest';

import { MIB } from '../../../shared/units.ts';
import type { Computer } from '../world/computer.ts';
import { FOLDER } from '../world/computer.ts';
import { QuietLab } from '../lab/quiet-lab.ts';
import type { Verdict } from '../fakes/scheduler.ts';

// Downloads that break off go on where they were, when the version is the same; what came before is proved first.

const STAGE = `${FOLDER}/.benchtop/stage`;
const LARGE = 8 * MIB;

let lab: QuietLab;
let ada: Computer;
/** The ranges asked for, in order; null: all of it. */
let asked: (string | null)[];
/** How many of the next answers break off in their middle. */
let cuts: number;

beforeEach(async () => {
  lab = new QuietLab();
  ada = await lab.computer('Ada');
  asked = [];
  cuts = 0;
  lab.trouble = ({ method, url, headers }) => {
    if (method !== 'GET' || !new URL(url).pathname.startsWith('/objects/')) return null;
    asked.push(headers['Range'] ?? null);
    cuts -= 1;
    return cuts >= 0 ? { kind: 'truncated' } : null;
  };
});

/** Bytes that are the same nowhere. */
function bytes(sizeBytes: number, seed: number): Uint8Array {
  const all = new Uint32Array(sizeBytes / 4);
  for (let at = 0, state = seed; at < all.length; at += 1) all[at] = state = Math.imul(state, 1664525) + 1013904223;
  return new Uint8Array(all.buffer);
}

function here(): Buffer | null {
  const node = ada.disk.tree.find(`${FOLDER}/run.raw`);
  return node?.kind === 'file' ? Buffer.from(node.bytes) : null;
}

function staged(): readonly string[] {
  const stage = ada.disk.tree.find(STAGE);
  return stage?.kind === 'folder' ? [...stage.names.keys()] : [];
}

/** The colleague adds a large file, and its download breaks off. */
async function breakOff(content: Uint8Array, times = 1): Promise<string> {
  const id = lab.service.colleague(0).createFile(lab.root, 'run.raw', content);
  cuts = times;
  await lab.sync(ada);
  return id;
}

async function restart(): Promise<void> {
  ada.crash();
  await lab.drive(ada.start());
}

/** Waits out what a failed try waits for, and looks again. */
async function again(): Promise<void> {
  lab.clock.advanceBy(3_600_000);
  await lab.syncTwice(ada);
}

const BROKEN_AT = LARGE / 2;

test('a download that broke off goes on where it was', async () => {
  const content = bytes(LARGE, 1);
  await breakOff(content);
  expect([here(), staged().length]).toEqual([null, 1]);
  await again();
  expect(here()?.equals(content)).toBe(true);
  expect(asked).toEqual([null, `bytes=${BROKEN_AT}-`]);
  expect(staged()).toEqual([]);
});

test('it goes on after a restart, too, and after as many breaks as there are', async () => {
  const content = bytes(LARGE, 2);
  await breakOff(content, 2);
  await again();
  await restart();
  await again();
  expect(here()?.equals(content)).toBe(true);
  expect(asked).toEqual([null, `bytes=${BROKEN_AT}-`, `bytes=${BROKEN_AT + BROKEN_AT / 2}-`]);
});

test.each([
  ['as long', LARGE],
  ['a small one', 4000],
])('when the file got another version meanwhile (%s), nothing of the old one is used [T12]', async (_, sizeBytes) => {
  const id = await breakOff(bytes(LARGE, 3));
  const content = bytes(sizeBytes, 4);
  lab.service.colleague(0).editFile(id, content);
  await again();
  expect(here()?.equals(content)).toBe(true);
  expect(asked).toEqual([null, null]);
  expect(staged()).toEqual([]);
});

test('what was left and is not what it was is not gone on with [T12]', async () => {
  const content = bytes(LARGE, 5);
  await breakOff(content);
  ada.disk.tree.write(`${STAGE}/${staged()[0]}`, bytes(LARGE / 2, 6));
  await again();
  expect(here()?.equals(content)).toBe(true);
  expect(asked).toEqual([null, null]);
});

test('a storage that knows no ranges gives all of it once more', async () => {
  const content = bytes(LARGE, 7);
  await breakOff(content);
  const handle = lab.service.handle.bind(lab.service);
  lab.service.handle = request => {
    const { Range: _, range: __, ...headers } = request.headers;
    return handle({ ...request, headers });
  };
  await again();
  expect(here()?.equals(content)).toBe(true);
});

test('what came under another length than that of the file is not kept: it may be anything', async () => {
  const content = bytes(LARGE, 11);
  const handle = lab.service.handle.bind(lab.service);
  lab.service.handle = request => {
    if (request.method !== 'GET' || !request.url.includes('/objects/')) return handle(request);
    return { status: 200, headers: new Map(), body: bytes(LARGE - 4, 12) };
  };
  await breakOff(content);
  expect([asked, staged()]).toEqual([[null], []]);
  lab.service.handle = handle;
  await again();
  expect(here()?.equals(content)).toBe(true);
});

test('a small file is simply fetched anew', async () => {
  const content = bytes(MIB, 8);
  await breakOff(content);
  expect(staged()).toEqual([]);
  await again();
  expect(here()?.equals(content)).toBe(true);
  expect(asked).toEqual([null, null]);
});

test('a computer that dies in the middle goes on from what it had noted', async () => {
  const content = bytes(130 * MIB, 9);
  lab.service.colleague(0).createFile(lab.root, 'run.raw', content);
  let flushes = 0;
  lab.scheduler.mischief = ({ label, when }): Verdict => {
    if (label.startsWith('disk.checkpoint') && when === 'before') flushes += 1;
    return flushes === 2 ? { do: 'crash' } : undefined;
  };
  void ada.app.handlers['sync.once'](null);
  await lab.scheduler.run(() => !ada.isAlive, 100_000);
  expect(ada.isAlive).toBe(false);
  lab.scheduler.mischief = () => undefined;
  await lab.drive(ada.start());
  await again();
  expect(here()?.equals(content)).toBe(true);
  expect(asked).toEqual([null, `bytes=${65 * MIB}-`]);
});

test('what is left of a download that nobody wants any more goes after a week', async () => {
  const id = await breakOff(bytes(LARGE, 10));
  lab.service.colleague(0).removeFile(id);
  lab.clock.advanceBy(8 * 24 * 3_600_000);
  await restart();
  expect(staged()).toEqual([]);
});
