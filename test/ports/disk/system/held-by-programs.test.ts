import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { beginRealDisk } from '../suite/disk-on-trial.ts';
import { type DiskOnTrial, entryOf, expectFault, fresh, NOWHERE, stage } from '../suite/disk-trial.ts';

// Other programs, real ones, that have a file open while it is replaced or let go of.

let on: DiskOnTrial;
const programs: ChildProcess[] = [];

beforeEach(async () => {
  on = await beginRealDisk({ isInThreads: true });
});
afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
  await on.end();
});

const SCRIPT = `
const fs = require('node:fs');
const file = fs.openSync(process.argv[1], process.argv[2]);
process.stdout.write('open');
process.stdin.once('data', bytes => {
  if (process.argv[2] !== 'r') fs.writeSync(file, bytes, 0, bytes.length, 0);
  fs.closeSync(file);
  process.stdout.write('closed');
});`;

/** A program that opens a file of the root. @returns writes into it through its handle, and closes it. */
async function opens(path: string, flags: 'r' | 'r+'): Promise<(text: string) => Promise<void>> {
  const program = spawn(process.execPath, ['-e', SCRIPT, join(on.root.path, path), flags]);
  programs.push(program);
  await once(program.stdout, 'data');
  return async text => {
    program.stdin.write(text);
    await once(program.stdout, 'data');
  };
}

const isTold = process.platform === 'linux';
const IN_USE = { kind: 'disk-refused', path: 'a.csv', code: 'EBUSY' } as const;

test.runIf(isTold)(
  'what a program writes into a file that it opened before the file was replaced is reachable',
  async () => {
    on.person.write('a.csv', 'content 20');
    const { fingerprint } = await entryOf(on, 'a.csv');
    await stage(on, 's1', 'of the service');
    const write = await opens('a.csv', 'r+');
    await on.disk
      .place(on.root, { ...fresh('s1', 'a.csv'), expected: fingerprint, old: NOWHERE })
      .catch(() => undefined);
    await write('content 21');
    const stored = on.person.storedNames().map(name => on.person.stored(name));
    const beside = fs.readdirSync(on.root.path).filter(name => name.endsWith('.csv'));
    expect([...beside.map(name => on.person.read(name)), ...stored]).toContain('content 21');
  },
);

test.runIf(isTold)(
  'a program that only reads a file keeps it neither from being replaced nor from being let go of',
  async () => {
    on.person.write('a.csv', 'old');
    await stage(on, 's1', 'new');
    const close = await opens('a.csv', 'r');
    const old = await entryOf(on, 'a.csv');
    await on.disk.place(on.root, { ...fresh('s1', 'a.csv'), expected: old.fingerprint, old: NOWHERE });
    expect([on.person.read('a.csv'), on.person.stagedNames()]).toEqual(['new', []]);
    await on.disk.free(on.root, 'a.csv', (await entryOf(on, 'a.csv')).fingerprint);
    expect(on.person.read('a.csv')).toBeNull();
    await close('nothing');
  },
);

test.runIf(isTold)('a file into which a program writes is not let go of before it is closed', async () => {
  on.person.write('a.csv', 'content 20');
  const write = await opens('a.csv', 'r+');
  await expectFault(on.disk.free(on.root, 'a.csv', (await entryOf(on, 'a.csv')).fingerprint), IN_USE);
  await write('content 21');
  expect([on.person.read('a.csv'), on.person.stagedNames(), on.person.storedNames()]).toEqual(['content 21', [], []]);
  await on.disk.free(on.root, 'a.csv', (await entryOf(on, 'a.csv')).fingerprint);
  expect(on.person.read('a.csv')).toBeNull();
});

test.runIf(isTold)(
  'of a hundred files that are replaced at once, exactly those that programs write into keep their places',
  async () => {
    const names = Array.from({ length: 100 }, (_, index) => `${index}.csv`);
    for (const name of names) on.person.write(name, 'old');
    const stamps = await Promise.all(names.map(async name => (await entryOf(on, name)).fingerprint));
    await Promise.all(names.map((name, index) => stage(on, `s${index}`, `new ${name}`)));
    const held = ['7.csv', '70.csv'];
    const writes = await Promise.all(held.map(name => opens(name, 'r+')));
    const outcomes = await Promise.allSettled(
      names.map((name, index) =>
        on.disk.place(on.root, { ...fresh(`s${index}`, name), expected: stamps[index] ?? '', old: NOWHERE }),
      ),
    );
    expect(names.filter((_, index) => outcomes[index]?.status === 'rejected')).toEqual(held);
    await Promise.all(writes.map(write => write('mine')));
    expect(names.filter(name => on.person.read(name) !== `new ${name}`)).toEqual(held);
    expect(held.map(name => on.person.read(name))).toEqual(['mine', 'mine']);
  },
);
