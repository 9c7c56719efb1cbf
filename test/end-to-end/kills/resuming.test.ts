import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';

import { MIB } from '../../../shared/units.ts';
import { type Computer, type Lab, openLab, until } from '../benchtop.ts';

let lab: Lab;
afterEach(() => lab.close());

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What the storage does to everything that is fetched from it. */
async function fetched(how: { readonly truncate: number } | { readonly bytesPerSecond: number }): Promise<void> {
  await fetch(new URL('/faults', lab.service.baseUrl), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules: [{ match: { port: 'storage', method: 'GET' }, ...how }] }),
  });
}

/** More runs than any loss on the way could ask for. */
const MOST_RUNS = 12;

test('a large file arrives over a line that breaks after every 9 MiB, each time in a new run of the program', async () => {
  lab = await openLab({ faults: true, commandsHere: true });
  const content = randomBytes(10 * MIB).toString('hex');
  await lab.service.owner.upload(lab.service.knowledgeBase, 'run.raw', content);
  await fetched({ truncate: 9 * MIB });
  const computer = await lab.computer('ada');
  await computer.mirror(lab.service.knowledgeBase);
  // Never more than 9 MiB in a row come, so it arrives only by parts. What was on its way when the line broke may be lost.
  const received: number[] = [];
  while (received.at(-1) !== 1 && received.length < MOST_RUNS) received.push((await computer.sync()).received);
  expect(received.at(-1)).toBe(1);
  expect(received.length).toBeGreaterThan(2);
  expect(hashOf(await computer.read('run.raw'))).toBe(hashOf(content));
});

/** Whether the records say how far a download came; read beside the program that writes them. */
function isNoted({ data }: Computer): boolean {
  const records = new Database(join(data, 'journal.db'), { readonly: true });
  try {
    return records.prepare("SELECT 1 FROM fact WHERE name = 'partials'").get() !== undefined;
  } finally {
    records.close();
  }
}

test('a program that is killed while a large file comes goes on with it at its next start [T12]', async () => {
  lab = await openLab({ faults: true });
  const content = randomBytes(64 * MIB).toString('hex');
  await lab.service.owner.upload(lab.service.knowledgeBase, 'run.raw', content);
  const computer = await lab.computer('ada');
  await computer.mirror(lab.service.knowledgeBase);
  await fetched({ bytesPerSecond: 20 * MIB });
  const { child } = computer.begin(['sync', '--once']);
  // After every 64 MiB it notes how far it is.
  await until('the note', () => Promise.resolve(isNoted(computer) || undefined));
  expect(await child.kill()).toEqual({ code: null, signal: 'SIGKILL' });
  // All of its 128 MiB would not come over this line at once.
  await fetched({ truncate: 80 * MIB });
  expect(await computer.sync()).toMatchObject({ code: 0, received: 1 });
  expect(hashOf(await computer.read('run.raw'))).toBe(hashOf(content));
});
