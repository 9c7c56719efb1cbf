import { expect, test } from 'vitest';

import type { ItemId, MirrorId } from '../../../shared/ids.ts';
import { Items } from '../../../main/journal/items/items.ts';
import { Intents } from '../../../main/journal/records/intents.ts';
import type { Db } from '../../../main/journal/storage/db.ts';
import { openDatabase } from '../../../main/journal/storage/database.ts';
import { Dice } from '../../sim/fakes/dice.ts';

// What is kept in memory beside a table is what is in it, also after writers that know nothing of it, and after
// transactions that were undone.

const MIRROR = 'm1' as MirrorId;
const ROOT = 1 as ItemId;
const SEEDS = [1, 2, 3, 4, 5, 6];

interface Play {
  readonly change: () => void;
  /** Remembers what is expected. @returns what restores it. */
  readonly save: () => () => void;
  /** What must hold after each change. */
  readonly check: () => void;
}

/** Some changes, in transactions of which some are undone. */
function inTransactions(db: Db, dice: Dice, work: Play): void {
  for (let step = 0; step < 150; step++) {
    const isUndone = dice.chance(0.3);
    const restore = work.save();
    try {
      db.transaction(() => {
        for (let count = 1 + dice.below(4); count > 0; count--) {
          work.change();
          if (dice.chance(0.4)) work.check();
        }
        if (isUndone) throw new Error('undone');
      });
    } catch (error) {
      if (!String(error).includes('undone')) throw error;
      restore();
    }
    work.check();
  }
}

test.each(SEEDS)('an item has open intents as long as the table has them (seed %i)', seed => {
  const dice = new Dice(seed);
  const db = openDatabase(':memory:');
  const intents = new Intents(db);
  const items = [1, 2, 3] as ItemId[];
  const work = { kind: 'free', path: 'a' } as const;
  const ids = (): readonly number[] => db.all('SELECT id FROM intent').map(row => Number(row['id']));
  const changes: readonly (() => void)[] = [
    () => void intents.begin(MIRROR, dice.pick(items), { work, now: 7 }),
    () =>
      void intents.beginAll(
        MIRROR,
        [dice.pick(items), dice.pick(items)].map(item => [item, work] as const),
        7,
      ),
    () => intents.end(dice.pick([...ids(), 99])),
    () => intents.end(dice.pick([...ids(), 99])),
    () => intents.update(dice.pick([...ids(), 99]), { ...work, path: 'b' }),
    () => void db.run('DELETE FROM intent WHERE item = ?', dice.pick(items)),
  ];
  inTransactions(db, dice, {
    change: () => dice.pick(changes)(),
    save: () => () => undefined,
    check: () => {
      const isOpen = (item: ItemId): boolean => db.one('SELECT 1 FROM intent WHERE item = ?', item) !== null;
      expect(items.map(item => intents.isOpen(item))).toEqual(items.map(isOpen));
    },
  });
  db.close();
});

test.each(SEEDS)('each file that comes to a folder or leaves it takes its digest away (seed %i)', seed => {
  const dice = new Dice(seed);
  const db = openDatabase(':memory:');
  const items = new Items(db);
  const folders = [1, 2, 3].map(() => items.create(MIRROR, 'folder'));
  const files = [1, 2, 3, 4].map(() => items.create(MIRROR, 'file'));
  let expected = new Map(folders.map((folder): [ItemId, string | null] => [folder, null]));
  const placeOf = (file: ItemId): ItemId => {
    return Number(db.one('SELECT l_parent FROM item WHERE id = ?', file)?.['l_parent'] ?? 0) as ItemId;
  };
  const touch = (file: ItemId, to: ItemId | null): void => {
    for (const folder of [placeOf(file), to]) if (folder !== null && folder > 0) expected.set(folder, null);
  };
  const local = (parent: ItemId, file: ItemId) => {
    return { parent, name: `n${file}`, sizeBytes: 1, modifiedMs: 2, key: 'k', fingerprint: 's', sha256: null };
  };
  const changes: readonly ((file: ItemId, folder: ItemId) => void)[] = [
    (file, folder) => (touch(file, folder), items.setLocal(file, 'present', local(folder, file))),
    (file, folder) => (touch(file, folder), items.record(file, { local: local(folder, file) })),
    file => (touch(file, null), items.setLocal(file, 'absent', null)),
    file => (touch(file, null), items.vacate(file)),
    (_, folder) => (items.setDigest(folder, `d${folder}`), expected.set(folder, `d${folder}`)),
    (_, folder) => (items.setDigest(folder, `d${folder}`), expected.set(folder, `d${folder}`)),
    // A writer that knows nothing of what is kept.
    (_, folder) => (db.run(`UPDATE item SET digest = 'e' WHERE id = ?`, folder), expected.set(folder, 'e')),
    () => items.tree(MIRROR, ROOT),
  ];
  inTransactions(db, dice, {
    change: () => dice.pick(changes)(dice.pick(files), dice.pick(folders)),
    save: () => {
      const before = new Map(expected);
      return () => (expected = before);
    },
    check: () => {
      const digestOf = (folder: ItemId): unknown => db.one('SELECT digest FROM item WHERE id = ?', folder)?.['digest'];
      expect(folders.map(digestOf)).toEqual([...expected.values()]);
    },
  });
  db.close();
});
