import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { hunt } from './hunt.ts';
import type { Kind } from './kind.ts';
import { KINDS, kindNamed } from './kinds.ts';
import type { Failure } from './reports.ts';
import { playSlice } from './slice.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-hunt-'));
afterAll(() => rmSync(folder, { recursive: true }));

const kind: Kind = { name: 'tries', what: '', mostSeconds: 1, open: () => Promise.reject(new Error('not here')) };

/** A player of seeds in a process of its own that does as `script` says. */
function player(name: string, script: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, `const first = Number(process.argv[3]);\nconst tell = said => process.send(said);\n${script}`);
  return path;
}

test('all simulations that draw from a seed are hunted, each under a name of its own', () => {
  expect(KINDS.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['worlds', 'looks', 'meetings', 'histories', 'kills', 'chat kills', 'instruments']),
  );
  expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length);
  expect(() => kindNamed('wars')).toThrow("There is no kind 'wars'. There are: worlds, ");
});

test('a world and a meeting are played from a seed', { timeout: 60_000 }, async () => {
  const played = await Promise.all(
    ['worlds', 'meetings'].map(name => playSlice(kindNamed(name), { first: 101, until: 0 })),
  );
  expect(played).toEqual(played.map(() => ({ next: 102, played: 1, failures: [] })));
});

test('a seed that fails is kept with its story, and the next ones are played', async () => {
  const program = player(
    'fails',
    `for (const seed of [first, first + 1]) {
       tell({ seed, is: 'begun' });
       tell(seed === first ? { seed, is: 'failed', why: 'lost a file', story: ['Ada saves'] } : { seed, is: 'well' });
     }
     process.disconnect();`,
  );
  expect(await playSlice(kind, { first: 7, until: 0, program })).toEqual({
    next: 9,
    played: 2,
    failures: [{ kind: 'tries', seed: 7, why: 'lost a file', story: ['Ada saves'] }],
  });
});

test('a seed that takes its process with it has failed, with what that said last', async () => {
  const program = player('dies', "tell({ seed: first, is: 'begun' }); console.error('no memory'); process.exit(9);");
  const { failures } = await playSlice(kind, { first: 7, until: 0, program });
  expect(failures).toMatchObject([
    { seed: 7, why: 'Its process ended with 9.', story: expect.arrayContaining(['no memory']) },
  ]);
});

test('a seed that never ends has failed once its time is over', async () => {
  const program = player('hangs', "tell({ seed: first, is: 'begun' }); setInterval(() => {}, 1000);");
  const { failures, next } = await playSlice(kind, { first: 7, until: 0, program });
  expect(failures).toMatchObject([{ seed: 7, why: 'It did not end within 1 s.' }]);
  expect(next).toBe(8);
});

test('a simulation that cannot be started ends the hunt with what it said', async () => {
  const program = player('missing', "throw new Error('no such file');");
  await expect(playSlice(kind, { first: 7, until: 0, program })).rejects.toThrow(
    /'tries' could not be started[^]*no such file/,
  );
});

test('kinds are played in turn from one first seed on, and each failure is told at once', async () => {
  const played: string[] = [];
  const failures: Failure[] = [];
  const play = async ({ name }: Kind, { first }: { first: number }) => {
    played.push(`${name} ${first}`);
    const failed = name === 'b' ? [{ kind: name, seed: first, why: 'no', story: [] }] : [];
    return { next: first + 10, played: 10, failures: failed };
  };
  const kinds = ['a', 'b', 'c'].map(name => ({ ...kind, name }));
  const onFailure = (failure: Failure): void => void failures.push(failure);
  const found = await hunt(kinds, { first: 100, minutes: 0, jobs: 2, onFailure, play });
  expect(played).toEqual(['a 100', 'b 100', 'c 100']);
  expect(failures.map(({ seed }) => seed)).toEqual([100]);
  expect(found).toEqual([
    { kind: 'a', next: 110, failed: 0 },
    { kind: 'b', next: 110, failed: 1 },
    { kind: 'c', next: 110, failed: 0 },
  ]);
});
