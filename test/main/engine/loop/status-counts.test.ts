import { expect, test } from 'vitest';

import { allCountsInTurns, mirrorCounts } from '../../../../main/engine/loop/open-items.ts';
import { readSettings } from '../../../../main/engine/context/settings.ts';
import type { Journal } from '../../../../main/journal/journal.ts';
import type { Mirror } from '../../../../main/journal/records/mirrors.ts';
import type { Clock } from '../../../../main/ports/clock.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import { makeItems } from '../../../bench/made-journal.ts';
import { journalPath, newJournal, sha } from '../../../builders/open-journal.ts';

const MANY = 2500;

/** A clock by which every question takes long, so that a computation is left after each of its parts. */
function slowClock(sleep: () => void): Clock {
  let elapsed = 0;
  return { now: () => 0, elapsed: () => (elapsed += 100), minutesEast: () => 0, sleep: async () => sleep() };
}

function addFile(journal: Journal, { id, rootItem }: Mirror, name: string): void {
  const facts = {
    parent: rootItem,
    name,
    sizeBytes: 1,
    modifiedMs: 1,
    key: name,
    fingerprint: '1',
    sha256: sha(name) as Sha256,
  };
  journal.items.create(id, 'file', { local: { presence: 'present', facts } });
}

test('a file that comes while other folders are counted is counted, so that nothing is called in step that is not', async () => {
  const path = journalPath();
  const quiet = makeItems(path, { files: 10, folders: 1 });
  const journal = newJournal(path);
  const busy = journal.mirrors.add({ ...quiet, remoteId: quiet.remoteId.replace(/^./, 'f') as typeof quiet.remoteId });
  for (let at = 0; at < MANY; at++) addFile(journal, busy, `${at}.csv`);
  let turns = 0;
  const clock = slowClock(() => {
    turns += 1;
    if (turns === 1) addFile(journal, quiet, 'late.csv');
  });
  const asking = { journal, world: { clock }, settings: readSettings(journal.facts) };
  const counts = await allCountsInTurns(asking);
  expect(turns).toBeGreaterThan(1);
  expect(counts.map(({ id }) => id)).toEqual([quiet.id, busy.id]);
  expect(counts).toEqual([quiet, busy].map(mirror => mirrorCounts(asking, mirror)));
  expect(counts[0]).toMatchObject({ waiting: 1 });
});

test('a file that comes after the others were planned is not called held', async () => {
  const path = journalPath();
  const mirror = makeItems(path, { files: 10, folders: 1 });
  const journal = newJournal(path);
  for (let at = 0; at < MANY; at++) addFile(journal, mirror, `${at}.csv`);
  const asked: boolean[] = [];
  const clock = slowClock(() => {
    asked.push(true);
    addFile(journal, mirror, `late ${asked.length}.csv`);
  });
  const asking = { journal, world: { clock }, settings: readSettings(journal.facts) };
  const [counts] = await allCountsInTurns(asking);
  expect(asked.length).toBeGreaterThan(2);
  expect(counts?.held).toBe(0);
  expect(counts?.waiting).toBeGreaterThanOrEqual(MANY);
});
