import { afterAll, expect, test } from 'vitest';

import { remoteIndexOf, wholeIndexBefore } from '../../../../main/remote/observe/remote-index-before.ts';
import type { RemoteIndexBefore } from '../../../../main/remote/observe/remote-index-before.ts';
import { openDatabase } from '../../../../main/journal/storage/database.ts';
import { Items } from '../../../../main/journal/items/items.ts';
import { journalOn } from '../../../../main/journal/journal.ts';
import type { ItemId, ServiceId } from '../../../../shared/ids.ts';
import { addMirror, uuid } from '../../../builders/open-journal.ts';
import { Dice } from '../../../sim/fakes/dice.ts';

/** A journal whose mirror counts as large, however few items it has, with folders and files on one side or both. */
function anyJournal(dice: Dice) {
  const db = openDatabase(':memory:');
  afterAll(() => db.close());
  const journal = { ...journalOn(db), items: new Items(db, { smallUpTo: 0 }) };
  const [mirror, other] = [addMirror(journal), addMirror(journal, 'two')];
  const folders: ItemId[] = [mirror.rootItem];
  for (let at = 0; at < 40; at++) {
    const kind = dice.chance(0.4) ? 'folder' : 'file';
    const of = dice.chance(0.9) ? mirror : other;
    const parent = of === mirror ? dice.pick(folders) : of.rootItem;
    const id = journal.items.create(of.id, kind);
    const place = { parent, name: `${at}`, sizeBytes: 1 };
    if (dice.chance(0.8))
      journal.items.setRemote(id, dice.chance(0.8) ? 'present' : 'unknown', {
        ...place,
        ...{ id: uuid(`there ${at}`) as ServiceId, version: null, sha256: null, updatedAt: null },
      });
    if (dice.chance(0.5))
      journal.items.setLocal(id, 'present', { ...place, modifiedMs: 1, key: `${at}`, fingerprint: 's', sha256: null });
    if (kind === 'folder' && of === mirror) folders.push(id);
  }
  return { journal, mirror, folders };
}

/** Everything that can be asked. */
function all(known: RemoteIndexBefore, { folders, found }: { folders: readonly ItemId[]; found: ReadonlySet<ItemId> }) {
  const ids = Array.from({ length: 41 }, (_, at) => uuid(`there ${at}`) as ServiceId);
  const byNumber = (some: Iterable<{ id: ItemId }>) => [...some].toSorted((one, next) => one.id - next.id);
  return {
    items: [...folders, 1, 20, 50].map(id => known.items.get(id as ItemId)?.remote),
    byId: ids.map(id => known.byRemoteId(id)),
    inFolders: folders.flatMap(folder => ids.map(id => known.byRemoteId(id, folder)?.id)),
    folders: byNumber(known.folders()),
    others: [...known.unseen(found)],
  };
}

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'what is read little by little is what the whole tree holds (seed %i)',
  seed => {
    const dice = new Dice(seed);
    const { journal, mirror, folders } = anyJournal(dice);
    const tree = journal.items.tree(mirror.id, mirror.rootItem);
    const found = new Set([...tree.items.keys()].filter(() => dice.chance(0.5)));
    const asked = { folders, found };
    expect(all(wholeIndexBefore({ journal, mirror }), asked)).toEqual(all(remoteIndexOf(tree), asked));
  },
);

test('a folder stays what it was while its look is recorded', () => {
  const { journal, mirror, folders } = anyJournal(new Dice(3));
  const known = wholeIndexBefore({ journal, mirror });
  const [folder] = [...known.folders()];
  if (folder === undefined || folder.remote === null) throw new Error('the seed gives no folder');
  journal.items.setRemote(folder.id, 'present', {
    ...folder.remote,
    name: 'renamed',
    parent: folders.at(-1) as ItemId,
  });
  expect([known.byRemoteId(folder.remote.id), known.items.get(folder.id)]).toEqual([folder, folder]);
});
