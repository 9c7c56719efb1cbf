import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { runCommandLine } from '../../../main/cli/command-line.ts';
import type { Parts } from '../../../main/cli/runner/engine-parts.ts';
import { realParts } from '../../../main/host-parts.ts';
import { openShellDoor } from '../../../main/server/shell-door.ts';
import { type Failure, FaultError } from '../../../shared/fault.ts';
import { engineTrouble } from '../../../shared/desktop/text.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'benchtop-engine-'));
});
afterEach(() => rm(data, { recursive: true }));

/** Starts the engine as `desktop-engine.ts` does, with one part that fails; what the shell is told of it. */
async function startWith(parts: Partial<Parts>): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  const door = openShellDoor({ on: () => undefined, postMessage: message => told.push(message) });
  await runCommandLine(
    {
      args: ['daemon', '--window-port', '0'],
      folder: data,
      dataDirectory: data,
      computer: 'bench',
      version: '0.0.0',
      print: () => door.tell({ kind: 'ready' }),
      tell: text => door.tell({ kind: 'trouble', text }),
      readInput: async () => '',
      stop: door.stop,
    },
    { ...realParts, openWindow: door.open, ...parts },
  );
  return told;
}

test.each<readonly [string, Failure, RegExp]>([
  ['a full disk', { kind: 'disk-full', path: '/lab/journal.db' }, /disk|room|space/i],
  ['a disk that refuses', { kind: 'disk-refused', path: '/lab/journal.db', code: 'EACCES' }, /\/lab\/journal\.db/],
  ['records of a newer Benchtop', { kind: 'bad-request', detail: 'Use the newer Benchtop.' }, /newer Benchtop/],
])('an engine that cannot start for %s tells the shell why, in whole sentences', async (_, fault, words) => {
  const told = await startWith({ buildApp: () => Promise.reject(new FaultError(fault)) });
  expect(told).toEqual([{ kind: 'trouble', text: expect.stringMatching(words) }]);
  const [{ text }] = told as readonly [{ readonly text: string }];
  expect(text).toMatch(/^[A-Z'‘“].*[.!]$/s);
  expect(text).not.toMatch(/\bat .*\.ts|FaultError|undefined/);
});

test('an engine that does not even say why is told of with what to do', () => {
  expect(engineTrouble(null)).toMatchObject({
    title: 'Benchtop cannot start',
    text: expect.stringMatching(/^Its engine ended again and again without saying why\. Restart the computer;/),
  });
});
