import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshSeed } from '../setup/run/effort.ts';
import { note } from '../setup/note.ts';
import { playHistory } from './history.ts';
import { Town } from './lab.ts';

// Real processes, real folders, real kills. A few with every test; `node test/histories/run.ts` plays as many as one likes.

const HISTORIES = 2;
const PEOPLE = ['ada', 'ben', 'cai'];
const first = freshSeed();

let town: Town;

beforeAll(async () => {
  town = await Town.open(PEOPLE);
}, 120_000);

afterAll(async () => {
  note(`L4: ${HISTORIES} histories from seed ${first}, kills ${town.kills}, faults ${town.faults}`);
  await town.close();
});

test.each(Array.from({ length: HISTORIES }, (_, index) => first + index))(
  'what people, faults and kills do to a shared folder loses nothing and ends in equal trees (seed %i)',
  async seed => {
    if (town.isKept) town = await Town.open(PEOPLE);
    await expect(playHistory(town, seed)).resolves.toBeGreaterThanOrEqual(0);
  },
  180_000,
);
