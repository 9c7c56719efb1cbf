import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { openDatabase } from '../../../main/journal/storage/database.ts';
import { tablesOf } from '../../../main/journal/storage/query-cache.ts';
import { Facts } from '../../../main/journal/records/history.ts';
import { Items } from '../../../main/journal/items/items.ts';
import { MissingItems } from '../../../main/journal/items/missing-items.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { Dice } from '../../sim/fakes/dice.ts';
import { sha, uuid } from '../../builders/open-journal.ts';
import type { Db } from '../../../main/journal/storage/db.ts';

const MIRRORS = ['m1', 'm2'];
const ROOT = 1 as ItemId;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The same database, but each query is prepared again: each statement has a text of its own, so that no kept one fits. */
function asking(db: Db): Db {
  let count = 0;
  const fresh = (sql: string): string => `${sql} -- ${(count += 1)}`;
  return {
    ...db,
    all: (sql, ...parameters) => db.all(fresh(sql), ...parameters),
    one: (sql, ...parameters) => db.one(fresh(sql), ...parameters),
  };
}

/** What a reader sees: everything that the journal keeps of what it read. */
function seenBy(db: Db, items: Items, ids: readonly ItemId[]): unknown {
  const missing = new MissingItems(db);
  const facts = new Facts(db);
  return {
    trees: MIRRORS.map(mirror => [...items.tree(mirror, ROOT).items]),
    each: ids.map(id => items.get(id)),
    paths: ids.map(id => items.pathOf(id)),
    work: MIRRORS.map(mirror => [items.hasWork(mirror, ROOT), items.countResting(mirror), items.countWithBase(mirror)]),
    missing: MIRRORS.map(mirror => [...missing.of(mirror, 'remote')]),
    fact: facts.get('f'),
  };
}

interface Desk {
  readonly db: Db;
  readonly items: Items;
  readonly dice: Dice;
  readonly ids: ItemId[];
}

const CHANGES: readonly ((desk: Desk, id: ItemId) => void)[] = [
  ({ items, dice, ids }) => void ids.push(items.create(dice.pick(MIRRORS), dice.pick(['file', 'folder']))),
  ({ items, dice }, id) => {
    const sha256 = dice.pick([null, sha(`h${dice.below(3)}`) as Sha256]);
    const facts = { sizeBytes: 1, modifiedMs: 2, key: 'k', fingerprint: 's', sha256 };
    items.setLocal(id, 'present', { parent: ROOT, name: `n${id}-${dice.below(3)}`, ...facts });
  },
  ({ items, dice }, id) => items.setLocal(id, dice.pick(['unknown', 'absent'])),
  ({ items, dice }, id) => {
    const version = dice.pick([null, uuid(`v${dice.below(4)}`) as VersionId]);
    const facts = { name: 'r', sizeBytes: 1, version, sha256: null, updatedAt: null };
    items.setRemote(id, 'present', { id: uuid(`r${id}`) as ServiceId, parent: ROOT, ...facts });
  },
  ({ items, dice }, id) => {
    const base = { parent: ROOT, localName: 'a', remoteName: 'r', version: null, sha256: null };
    items.setBase(id, dice.pick([null, base]));
  },
  ({ items, dice }) => items.recordHash(uuid(`v${dice.below(4)}`) as VersionId, sha(`h${dice.below(3)}`) as Sha256),
  ({ items, dice }, id) => items.setLocalOnly(id, dice.pick([null, 'folder'])),
  ({ items, dice, ids }, id) =>
    items.setCreatedTimes(new Map([id, ...ids.slice(-2)].map(each => [each, dice.pick(['', 'then'])] as const))),
  ({ items, dice }, id) => {
    const version = uuid(`v${dice.below(4)}`) as VersionId;
    const here = {
      name: `n${id}-${dice.below(3)}`,
      sizeBytes: 1,
      modifiedMs: 2,
      key: 'k',
      fingerprint: 's',
      sha256: null,
    };
    const there = { id: uuid(`r${id}`) as ServiceId, name: 'r', sizeBytes: 1, version, sha256: null, updatedAt: null };
    items.record(id, { local: { parent: ROOT, ...here }, remote: { parent: ROOT, ...there }, localOnlyContent: null });
  },
  ({ items }, id) => items.vacate(id),
  ({ items, dice }, id) => items.setDigest(id, `d${dice.below(9)}`),
  ({ items }, id) => items.remove(id),
  ({ items, dice }, id) => items.adoptChildren(ROOT, dice.pick([ROOT, id])),
  ({ items, dice }) => (dice.chance(0.1) ? items.removeMirror(dice.pick(MIRRORS)) : undefined),
  ({ items, dice }) => void items.index(dice.pick(MIRRORS), ROOT).unfinished(100),
  // A writer that knows nothing of the kept rows.
  ({ db }, id) => void db.run(`UPDATE item SET kept = 'elsewhere' WHERE id = ?`, id),
  ({ db, dice }, id) => new MissingItems(db)[dice.pick(['note', 'clear'] as const)](id, 'remote', dice.below(100)),
  ({ db, dice }) => new Facts(db).set('f', dice.pick([null, 'x', 'y'])),
];

const LIMITS = [undefined, 4, 0];

test.each([1, 2, 3, 4, 5, 6])(
  'what is kept of the journal is what is in it, whatever happens (seed %i)',
  async seed => {
    const dice = new Dice(seed);
    const db = openDatabase(':memory:');
    const mostKept = LIMITS[seed % LIMITS.length];
    const items = new Items(db, mostKept === undefined ? {} : { mostKept });
    const ids: ItemId[] = [];
    const change = (): void => dice.pick(CHANGES)({ db, items, dice, ids }, ids.length === 0 ? ROOT : dice.pick(ids));
    const mustBeRight = (): void => {
      const fresh = asking(db);
      expect(seenBy(db, items, ids)).toEqual(seenBy(fresh, new Items(fresh), ids));
    };
    for (let step = 0; step < 150; step++) {
      // Rows that are kept only while they are referenced go between two turns.
      await nextTurn();
      if (dice.chance(0.1)) collectGarbage();
      const given = items.tree('m1', ROOT).items;
      const before = [...given];
      const undone = dice.chance(0.3);
      try {
        db.transaction(() => {
          for (let count = 1 + dice.below(4); count > 0; count--) {
            change();
            if (dice.chance(0.4)) mustBeRight();
          }
          if (undone) throw new Error('undone');
        });
      } catch (error) {
        if (!String(error).includes('undone') && !String(error).includes('UNIQUE')) throw error;
      }
      mustBeRight();
      // A pass that waits between two steps goes on with the tree that it was given.
      expect([...given]).toEqual(before);
    }
    db.close();
  },
);

test.each([
  ['SELECT a FROM b WHERE c = ?', ['b'], null],
  ['SELECT a FROM b JOIN c ON d = e', ['b', 'c'], null],
  ['SELECT a FROM (SELECT f FROM g)', ['g'], null],
  ['SELECT a FROM b, c', null, null],
  ['SELECT random() FROM b', null, null],
  ["SELECT a FROM b WHERE t < datetime('now')", null, null],
  ['PRAGMA user_version', null, null],
  ['INSERT OR REPLACE INTO b (c) VALUES (?)', null, 'b'],
  ['UPDATE b SET c = (SELECT 1 FROM d)', null, 'b'],
  ['DELETE FROM b', null, 'b'],
])('the tables of %s are known, or known to be unknown', (sql, reads, writes) => {
  expect(tablesOf(sql)).toEqual({ reads, writes });
});

test('a trigger makes every change one that may have touched anything', () => {
  const db = openDatabase(':memory:');
  db.script(`CREATE TABLE a (n INTEGER); CREATE TABLE b (n INTEGER);
    CREATE TRIGGER t AFTER INSERT ON a BEGIN INSERT INTO b VALUES (new.n); END;`);
  expect(db.all('SELECT n FROM b')).toEqual([]);
  db.run('INSERT INTO a VALUES (1)');
  expect(db.all('SELECT n FROM b')).toEqual([{ n: 1 }]);
  db.close();
});
