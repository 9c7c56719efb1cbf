import { createHash, randomBytes } from 'node:crypto';

import { afterEach, expect, test } from 'vitest';

import { MIB } from '../../shared/units.ts';
import { type Lab, openLab } from './benchtop.ts';

let lab: Lab;
afterEach(() => lab.close());

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** More runs than any loss on the way could ask for. */
const MOST_RUNS = 12;

test('a large file arrives over a line that breaks after every 9 MiB, each time in a new run of the program', async () => {
  lab = await openLab({ faults: true, commandsHere: true });
  const content = randomBytes(10 * MIB).toString('hex');
  await lab.service.owner.upload(lab.service.knowledgeBase, 'run.raw', content);
  const rules = [{ match: { port: 'storage', method: 'GET' }, truncate: 9 * MIB }];
  await fetch(new URL('/faults', lab.service.baseUrl), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules }),
  });
  const computer = await lab.computer('ada');
  await computer.mirror(lab.service.knowledgeBase);
  // Never more than 9 MiB in a row come, so it arrives only by parts. What was on its way when the line broke may be lost.
  const received: number[] = [];
  while (received.at(-1) !== 1 && received.length < MOST_RUNS) received.push((await computer.sync()).received);
  expect(received.at(-1)).toBe(1);
  expect(received.length).toBeGreaterThan(2);
  expect(hashOf(await computer.read('run.raw'))).toBe(hashOf(content));
});
