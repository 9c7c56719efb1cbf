import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

import { Dice } from '../sim/fakes/dice.ts';
import { Book } from './written-contents.ts';
import { moveTo, saveBeside, saveInPlace, takeAway } from './person-programs.ts';
import { Story } from './story.ts';

// The judge of histories believes that people lose nothing by themselves. Here they meet a program that is in their way.

const NAMES = ['plate.csv', 'notes.md'];
const MEDDLINGS = 3000;

let place: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'benchtop-grip-'));
  for (const name of ['mirrored', 'kept']) await mkdir(join(place, name));
});

afterEach(() => rm(place, { recursive: true }));

test('whatever another program does meanwhile, people give up exactly what they took away', async () => {
  const seed = Date.now() % 1_000_000;
  const dice = new Dice(seed);
  const [book, story, folder] = [new Book(), new Story(), join(place, 'mirrored')];
  const contents = Array.from({ length: MEDDLINGS }, () => book.write('meddler', 1));
  const workerData = { folder, kept: join(place, 'kept'), names: NAMES, contents };
  const meddler = new Worker(new URL('meddler.ts', import.meta.url), { workerData });
  const answer = once(meddler, 'message');
  const person = { bin: join(place, 'bin'), book, story };
  let isOver = false;
  const over = answer.then(() => (isOver = true));
  for (; !isOver; await turn()) deed();
  await over;
  const placed = new Set(z.tuple([z.array(z.string())]).parse(await answer)[0]);
  const there = new Set((await Promise.all(['mirrored', 'kept'].map(textsIn))).flat());
  const neverThere = new Set(contents.filter(content => !placed.has(content)).map(content => book.textOf(content)));
  const lost = book.live.filter(text => !there.has(text) && !neverThere.has(text));
  expect(lost, `seed ${seed}`).toEqual([]);

  function deed(): void {
    const path = join(folder, dice.pick(NAMES));
    const kind = dice.below(20);
    try {
      if (kind < 9) saveInPlace(person, path, book.write('ada', 1));
      else if (kind < 17) saveBeside(person, path, book.write('ada', 1));
      else if (kind < 19) takeAway(person, path);
      else moveTo(path, join(folder, dice.pick(NAMES)));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  async function textsIn(name: string): Promise<readonly (string | null)[]> {
    const names = await readdir(join(place, name));
    return Promise.all(names.map(async inner => book.textOf(await readFile(join(place, name, inner), 'utf8'))));
  }
}, 60_000);
