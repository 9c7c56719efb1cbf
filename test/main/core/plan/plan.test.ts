import { expect, test } from 'vitest';

import type { Item } from '../../../../main/core/item.ts';
import type { Operation } from '../../../../main/core/plan/operation.ts';
import { plan } from '../../../../main/core/plan/plan.ts';
import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import {
  baseFacts,
  agreedFile,
  agreedFolder,
  item,
  itemId,
  localFacts,
  remoteFacts,
  ROOT,
  treeOf,
} from '../../../builders/items.ts';

function planFor(...items: readonly Item[]): readonly Operation[] {
  return plan(treeOf(...items), { mode: 'two-way', isBlocked: () => false, isUnseen: () => false });
}

function planIn(mode: MirrorMode, ...items: readonly Item[]): readonly Operation[] {
  return plan(treeOf(...items), { mode, isBlocked: () => false, isUnseen: () => false });
}

function movedLocally(from: Item, to: { parent?: Item['id']; name?: string }): Item {
  return { ...from, local: from.local && { ...from.local, ...to } };
}

function movedRemotely(from: Item, to: { parent?: Item['id']; name?: string }): Item {
  return { ...from, remote: from.remote && { ...from.remote, ...to } };
}

function goneHere(from: Item): Item {
  return { ...from, local: null, localPresence: 'absent' };
}

function goneThere(from: Item): Item {
  return { ...from, remote: null, remotePresence: 'absent' };
}

test('two trees that agree need nothing', () => {
  expect(planFor(agreedFolder(2, 'plates'), agreedFile(3, 'a.csv', itemId(2)))).toEqual([]);
});

test('a new folder here with a file in it goes up in one plan, the folder first', () => {
  const folder = item(2, { kind: 'folder', local: localFacts({ name: 'plates' }) });
  const file = item(3, { local: localFacts({ name: 'a.csv', parent: itemId(2), content: 'c' }) });
  expect(planFor(file, folder)).toEqual([
    { kind: 'create-folder-remote', item: 2, to: { parent: ROOT, name: 'plates' } },
    { kind: 'upload', item: 3, to: { parent: 2, name: 'a.csv' } },
  ]);
});

test('nothing new goes into a folder of which nobody saw yet what is in it', () => {
  const shown = agreedFolder(2, 'plates');
  const file = item(3, { local: localFacts({ name: 'a.csv', parent: itemId(2), content: 'c' }) });
  const folder = item(4, { kind: 'folder', local: localFacts({ name: 'deep', parent: itemId(2) }) });
  const edited = agreedFile(5, 'b.csv', itemId(2));
  const edit = {
    ...edited,
    local: edited.local && { ...edited.local, ...localFacts({ name: 'b.csv', content: 'edit' }), parent: itemId(2) },
  };
  const rules = { mode: 'two-way', isBlocked: () => false, isUnseen: (id: Item['id']) => id === itemId(2) } as const;
  expect(plan(treeOf(shown, file, folder, edit), rules).map(({ kind, item: of }) => [kind, of])).toEqual([
    ['upload-version', 5],
  ]);
});

test('a new folder at the service with a file in it comes here in one plan, the folder first', () => {
  const folder = item(2, { kind: 'folder', remote: remoteFacts({ name: 'plates', id: 'f' }) });
  const file = item(3, { remote: remoteFacts({ name: 'a.csv', parent: itemId(2), id: 'a' }) });
  expect(planFor(file, folder)).toEqual([
    { kind: 'create-folder-local', item: 2, to: { parent: ROOT, name: 'plates' } },
    { kind: 'download', item: 3, to: { parent: 2, name: 'a.csv' } },
  ]);
});

test('a folder removed here is archived as a whole, by one operation', () => {
  const plates = goneHere(agreedFolder(2, 'plates'));
  const file = goneHere(agreedFile(3, 'a.csv', itemId(2)));
  expect(planFor(plates, file)).toEqual([{ kind: 'delete-remote', item: 2 }]);
});

test('a folder removed at the service is taken away here from the leaves upwards', () => {
  const plates = goneThere(agreedFolder(2, 'plates'));
  const file = goneThere(agreedFile(3, 'a.csv', itemId(2)));
  expect(planFor(plates, file)).toEqual([
    { kind: 'delete-local', item: 3 },
    { kind: 'delete-local', item: 2 },
  ]);
});

test('a folder goes into another one only when that is no longer inside of it, whatever fails meanwhile', () => {
  // Here 3 was taken out of 2 and 2 put into 3. If 3 could not be moved, the service would refuse 2 for good.
  const outer = movedLocally(agreedFolder(2, 'outer'), { parent: itemId(3) });
  const inner = movedLocally(agreedFolder(3, 'inner', itemId(2)), { parent: ROOT });
  expect(planFor(outer, inner)).toEqual([{ kind: 'move-remote', item: 3, to: { parent: ROOT, name: 'inner' } }]);
});

test('names swapped at the service: one file steps aside under a name that fits, however long its own is', () => {
  const long = `${'x'.repeat(251)}.csv`;
  const steps = planFor(
    movedRemotely(agreedFile(2, long), { name: 'b.csv' }),
    movedRemotely(agreedFile(3, 'b.csv'), { name: long }),
  );
  expect(steps).toHaveLength(1);
  const [step] = steps;
  expect(step).toMatchObject({ kind: 'move-local', isDetour: true });
  expect(step?.kind === 'move-local' ? new TextEncoder().encode(step.to.name).length : 0).toBeLessThanOrEqual(255);
});

test('names swapped at the service: who steps aside takes no name that somebody has', () => {
  const swapped = [
    movedRemotely(agreedFile(2, 'a.csv'), { name: 'b.csv' }),
    movedRemotely(agreedFile(3, 'b.csv'), { name: 'a.csv' }),
  ];
  // Another computer's passing names, which were sent.
  const others = [agreedFile(4, 'b.csv (moving 3)'), agreedFile(5, 'a.csv (moving 2)')];
  expect(planFor(...swapped, ...others)).toEqual([
    { kind: 'move-local', item: 3, to: { parent: ROOT, name: 'b.csv (moving 3-2)' }, isDetour: true },
  ]);
  const aside = movedLocally(movedRemotely(agreedFile(3, 'b.csv'), { name: 'a.csv' }), { name: 'b.csv (moving 3-2)' });
  expect(planFor(movedRemotely(agreedFile(2, 'a.csv'), { name: 'b.csv' }), aside, ...others)).toEqual([
    { kind: 'move-local', item: 2, to: { parent: ROOT, name: 'b.csv' }, isDetour: false },
  ]);
});

test('a file that stepped aside goes where the service has it, and its passing name never reaches the service', () => {
  // Two files of one name changed folders at the service; the first one stepped aside and the second is home already.
  const one = movedRemotely(movedLocally(agreedFile(4, 'f.csv', itemId(2)), { name: 'f.csv (moving 4)' }), {
    parent: itemId(3),
  });
  expect(planFor(agreedFolder(2, 'left'), agreedFolder(3, 'right'), one)).toEqual([
    { kind: 'move-local', item: 4, to: { parent: 3, name: 'f.csv' }, isDetour: false },
  ]);
});

test('a long name that was cut for stepping aside comes back whole', () => {
  const long = `${'x'.repeat(251)}.csv`;
  const aside = movedLocally(agreedFile(4, long), { name: `${'x'.repeat(244)} (moving 4)` });
  expect(planFor(aside)).toEqual([{ kind: 'move-local', item: 4, to: { parent: ROOT, name: long }, isDetour: false }]);
});

test('a name that looks like stepping aside but that the service has too is left alone', () => {
  expect(planFor(agreedFile(4, 'f.csv (moving 4)'))).toEqual([]);
});

test('a file that went into a new folder of its own name at the service arrives there', () => {
  const folder = item(3, { kind: 'folder', remote: remoteFacts({ name: 'a.csv', id: 'f' }) });
  const file = movedRemotely(agreedFile(2, 'a.csv'), { parent: itemId(3) });
  expect(planFor(folder, file)).toEqual([
    { kind: 'move-local', item: 2, to: { parent: ROOT, name: 'a.csv (moving 2)' }, isDetour: true },
  ]);
});

test('a removed folder whose files went into a new one of its name gives way, though it cannot go before they do', () => {
  const old = goneThere(agreedFolder(2, 'plates'));
  const file = movedRemotely(agreedFile(3, 'a.csv', itemId(2)), { parent: itemId(4) });
  const fresh = item(4, { kind: 'folder', remote: remoteFacts({ name: 'plates', id: 'new' }) });
  expect(planFor(old, file, fresh)).toEqual([
    { kind: 'create-folder-local', item: 4, to: { parent: ROOT, name: 'plates (moving 4)' } },
    { kind: 'move-local', item: 3, to: { parent: 4, name: 'a.csv' }, isDetour: false },
  ]);
});

test('an item that is gone on both sides is forgotten even when its folder was forgotten before', () => {
  const orphan = goneThere(goneHere(agreedFile(3, 'a.csv', itemId(99))));
  expect(planFor(orphan)).toEqual([{ kind: 'forget', item: 3 }]);
});

test('a file that has a number here for its name is not numbered twice when it moves', () => {
  const alias = {
    ...agreedFile(4, 'a (2).csv', itemId(2)),
    base: baseFacts({
      name: 'a (2).csv',
      remoteName: 'a.csv',
      parent: itemId(2),
      version: 'v4',
      content: 'content 4',
    }),
  };
  const moved = movedRemotely(alias, { name: 'a.csv', parent: ROOT });
  expect(planFor(agreedFolder(2, 'left'), agreedFile(5, 'a.csv'), agreedFile(6, 'a (2).csv'), moved)).toEqual([
    { kind: 'move-local', item: 4, to: { parent: ROOT, name: 'a (3).csv' }, isDetour: false },
  ]);
});

test('a conflict is looked into only after the rename made here was sent, so that the rename is not forgotten', () => {
  const file = agreedFile(2, 'a.csv');
  const both = {
    ...file,
    local: localFacts({ name: 'b.csv', content: 'mine' }),
    remote: remoteFacts({ name: 'a.csv', id: 'remote 2', version: 'v9' }),
  };
  expect(planFor(both)).toEqual([{ kind: 'move-remote', item: 2, to: { parent: ROOT, name: 'b.csv' } }]);
});

test('a folder removed here is not archived while something taken out of it is still in it at the service', () => {
  const plates = goneHere(agreedFolder(2, 'plates'));
  const rescued = movedLocally(agreedFile(3, 'a.csv', itemId(2)), { parent: ROOT });
  expect(planFor(plates, rescued)).toEqual([{ kind: 'move-remote', item: 3, to: { parent: ROOT, name: 'a.csv' } }]);
});

test('a folder removed here is not archived while something in it cannot be seen', () => {
  const plates = goneHere(agreedFolder(2, 'plates'));
  const unsure: Item = {
    ...movedLocally(agreedFile(3, 'a.csv', itemId(2)), { parent: ROOT }),
    localPresence: 'unknown',
  };
  expect(planFor(plates, unsure)).toEqual([]);
});

test('a folder removed at the service stays while something in it cannot be seen', () => {
  const plates = goneThere(agreedFolder(2, 'plates'));
  const unsure: Item = { ...agreedFile(3, 'a.csv', itemId(2)), localPresence: 'unknown' };
  expect(planFor(plates, unsure)).toEqual([]);
});

test('nothing is fetched out of, or sent into, a folder that cannot be seen at the service', () => {
  const plates: Item = { ...agreedFolder(2, 'plates'), remotePresence: 'unknown' };
  const theirs = item(3, { remote: remoteFacts({ name: 'a.csv', id: 'a', parent: itemId(2) }) });
  const ours = item(4, { local: localFacts({ name: 'b.csv', content: 'c', parent: itemId(2) }) });
  expect(planFor(plates, theirs, ours)).toEqual([]);
});

test('in a download mirror a file that was moved on both sides follows the service and keeps its name from here', () => {
  const moved = movedRemotely(movedLocally(agreedFile(3, 'a.csv'), { name: 'b.csv' }), { parent: itemId(2) });
  const theirs = item(4, { remote: remoteFacts({ name: 'b.csv', id: 'b' }) });
  expect(planIn('download', agreedFolder(2, 'plates'), moved, theirs)).toEqual([
    { kind: 'move-local', item: 3, to: { parent: 2, name: 'b.csv' }, isDetour: false },
  ]);
});

test('a rename made here between joining a new pair and comparing it gives way to the name at the service', () => {
  const joined = item(3, {
    local: localFacts({ name: 'mine.csv', content: 'c' }),
    remote: remoteFacts({ name: 'theirs.csv', id: 'a' }),
  });
  expect(planFor(joined)).toEqual([
    { kind: 'move-local', item: 3, to: { parent: ROOT, name: 'theirs.csv' }, isDetour: false },
  ]);
});

test('a new pair whose name had to be numbered here is compared, not renamed for ever', () => {
  const joined = item(3, {
    local: localFacts({ name: 'a (2).csv', content: 'c' }),
    remote: remoteFacts({ name: 'a.csv', id: 'a' }),
  });
  expect(planFor(agreedFile(2, 'a.csv'), joined)).toEqual([{ kind: 'keep-both', item: 3, copyIsSent: true }]);
});

test('nobody gets another name because of a file that leaves as soon as it is read', () => {
  const leaving = movedRemotely(agreedFile(2, 'a.csv'), { name: 'b.csv' });
  const unread: Item = { ...leaving, local: leaving.local && { ...leaving.local, sha256: null } };
  const fresh = item(3, { remote: remoteFacts({ name: 'a.csv', id: 'a' }) });
  expect(planFor(unread, fresh)).toEqual([]);
});

test('a file that cannot be read yet is waited for by whoever it may be, also when another one has its name there', () => {
  const unread = (id: number, name: string): Item => item(id, { local: { ...localFacts({ name }), sha256: null } });
  const there = (id: number, name: string): Item => item(id, { remote: remoteFacts({ name, id: name }) });
  const ours = [unread(2, 'a (2).csv'), unread(3, 'a (2) (2).csv')];
  expect(planFor(...ours, there(4, 'a.csv'), there(5, 'a (2).csv'))).toEqual([]);
});

test('a file that cannot be seen keeps its name, and who wants the name gets another one', () => {
  const leaving = movedRemotely(agreedFile(2, 'a.csv'), { name: 'b.csv' });
  const fresh = item(3, { remote: remoteFacts({ name: 'a.csv', id: 'a' }) });
  expect(planFor({ ...leaving, localPresence: 'unknown' }, fresh)).toEqual([
    { kind: 'download', item: 3, to: { parent: ROOT, name: 'a (2).csv' } },
  ]);
});

test('a file moved here whose new name from the service is a number that it has by chance moves there too', () => {
  const folder = agreedFolder(2, 'plates');
  const moved = movedRemotely(movedLocally(agreedFile(3, 'a.csv'), { parent: itemId(2), name: 'b (2).csv' }), {
    name: 'b.csv',
  });
  expect(planFor(folder, agreedFile(4, 'b.csv', itemId(2)), moved)).toEqual([
    { kind: 'move-remote', item: 3, to: { parent: 2, name: 'b.csv' } },
  ]);
});

test('a folder moved into a new one that takes its name steps aside', () => {
  const outer = item(3, { kind: 'folder', remote: remoteFacts({ name: 'plates', id: 'new' }) });
  const inner = movedRemotely(agreedFolder(2, 'plates'), { parent: itemId(3) });
  expect(planFor(outer, inner)).toEqual([
    { kind: 'move-local', item: 2, to: { parent: ROOT, name: 'plates (moving 2)' }, isDetour: true },
  ]);
});

test('a passing name is one segment, also when the name at the service holds a separator', () => {
  const folder = item(3, { kind: 'folder', remote: remoteFacts({ name: 'a/b', id: 'f' }) });
  const old = goneThere(agreedFolder(2, 'a\u2215b'));
  const file = movedRemotely(agreedFile(4, 'x.csv', itemId(2)), { parent: itemId(3) });
  expect(planFor(folder, old, file)[0]).toEqual({
    kind: 'create-folder-local',
    item: 3,
    to: { parent: ROOT, name: 'a\u2215b (moving 3)' },
  });
});

test('folders put into each other on the two sides in a long ring still all get a plan', () => {
  // Here 4 went into 3 and 2 into 3; at the service 3 went into 4, which is still in 2 there.
  const two = movedLocally(agreedFolder(2, 'two'), { parent: itemId(3) });
  const three = movedRemotely(agreedFolder(3, 'three'), { parent: itemId(4) });
  const four = movedLocally(agreedFolder(4, 'four', itemId(2)), { parent: itemId(3) });
  expect(planFor(two, three, four)).toEqual([
    { kind: 'move-local', item: 2, to: { parent: ROOT, name: 'two' }, isDetour: false },
    { kind: 'move-local', item: 4, to: { parent: 2, name: 'four' }, isDetour: false },
  ]);
});

test('a folder that may go now goes, though another one wants to go into it and cannot yet', () => {
  // 5 has to leave a name for 3, and can only go into 9 when 9 went into 3: the first step is that of 9.
  const three = movedLocally(agreedFolder(3, 'three'), { parent: itemId(5), name: 'five' });
  const five = movedRemotely(agreedFolder(5, 'five'), { parent: itemId(9) });
  const nine = movedLocally(agreedFolder(9, 'nine', itemId(3)), { parent: itemId(5) });
  expect(planFor(three, five, nine)).toEqual([
    { kind: 'move-local', item: 9, to: { parent: 3, name: 'nine' }, isDetour: false },
  ]);
});

test('an upload mirror takes a folder and a file that the service has already for the same ones', () => {
  const ours = item(2, { kind: 'folder', local: localFacts({ name: 'plates' }) });
  const theirs = item(3, { kind: 'folder', remote: remoteFacts({ name: 'plates', id: 'f' }) });
  expect(planIn('upload', ours, theirs)).toEqual([{ kind: 'join', item: 2, remoteItem: 3 }]);
  const file = item(4, { local: localFacts({ name: 'a.csv', content: 'c', parent: itemId(5) }) });
  const twin = item(6, { remote: remoteFacts({ name: 'a.csv', id: 'a', parent: itemId(5) }) });
  expect(planIn('upload', agreedFolder(5, 'plates'), file, twin)).toEqual([{ kind: 'join', item: 4, remoteItem: 6 }]);
});

test('an upload mirror puts its bytes on top of those of a new pair', () => {
  const pair = item(4, {
    local: localFacts({ name: 'a.csv', content: 'mine' }),
    remote: remoteFacts({ name: 'a.csv', id: 'a' }),
  });
  expect(planIn('upload', pair)).toEqual([{ kind: 'upload-version', item: 4, onTop: true }]);
});

test('a folder does not go into a new folder that is made inside of it', () => {
  // Here 2 went into 3, at the service 3 went into a new folder in 2: the service wins, and 2 comes out first.
  const outer = movedLocally(agreedFolder(2, 'outer'), { parent: itemId(3) });
  const inner = movedRemotely(agreedFolder(3, 'inner'), { parent: itemId(4) });
  const fresh = item(4, { kind: 'folder', remote: remoteFacts({ name: 'fresh', id: 'f', parent: itemId(2) }) });
  expect(planFor(outer, inner, fresh)).toEqual([
    { kind: 'move-local', item: 2, to: { parent: ROOT, name: 'outer' }, isDetour: false },
    { kind: 'create-folder-local', item: 4, to: { parent: 2, name: 'fresh' } },
  ]);
});
