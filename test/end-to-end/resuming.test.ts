import { createHash, randomBytes } from 'node:crypto';

import { afterEach, expect, test } from 'vitest';

import { MIB } from '../../shared/units.ts';
import { type Lab, openLab } from './benchtop.ts';

let lab: Lab;
afterEach(() => lab.close());

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

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
  const received: number[] = [];
  for (let run = 0; run < 3; run += 1) received.push((await computer.sync()).received);
  expect(received).toEqual([0, 0, 1]);
  expect(hashOf(await computer.read('run.raw'))).toBe(hashOf(content));
});
