import { expect, test } from 'vitest';

import { treeInTurns } from '../../../../main/engine/context/tree-to-plan.ts';
import { Items } from '../../../../main/journal/items/items.ts';
import { journalOn } from '../../../../main/journal/journal.ts';
import { openDatabase } from '../../../../main/journal/storage/database.ts';
import type { Mirror } from '../../../../main/journal/records/mirrors.ts';
import type { Clock } from '../../../../main/ports/clock.ts';
import type { MirrorId } from '../../../../shared/ids.ts';

const MANY = 1200;

/** A clock by which every question takes long, so that a computation is left after each of its parts. */
function slowClock(sleep: () => Promise<void>): Clock {
  let elapsed = 0;
  return { now: () => 0, elapsed: () => (elapsed += 100), minutesEast: () => 0, sleep };
}

test('a tree of which an item changed while it was read in turns is the tree of one moment', async () => {
  const db = openDatabase(':memory:');
  const journal = journalOn(db, new Items(db, { smallUpTo: 0 }));
  const mirror = 'm' as MirrorId;
  const root = journal.items.create(mirror, 'folder');
  const facts = (name: string) => {
    const rest = { parent: root, sizeBytes: 1, modifiedMs: 1, fingerprint: '1', sha256: null };
    return { presence: 'present' as const, facts: { ...rest, name, key: name } };
  };
  const [first] = Array.from({ length: MANY }, (_, at) =>
    journal.items.create(mirror, 'file', { local: facts(`${at}`) }),
  );
  let turns = 0;
  const clock = slowClock(async () => {
    turns += 1;
    // An answer of a person comes in the middle.
    if (turns === 3 && first !== undefined) journal.items.setLocal(first, 'absent', null);
  });
  const where = { journal, mirror: { id: mirror, rootItem: root } as Mirror, world: { clock } };
  const tree = await treeInTurns(where);
  expect(turns).toBeGreaterThan(3);
  expect([...tree.items.values()]).toEqual([...journal.items.tree(mirror, root).items.values()]);
  journal.close();
});
