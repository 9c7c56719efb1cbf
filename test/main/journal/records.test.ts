import { expect, test } from 'vitest';

import { toBlob, uuidIn } from '../../../main/journal/storage/row-values.ts';
import { requirePresent } from '../../../shared/assert.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/units.ts';
import type { ItemId, MirrorId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { addMirror, newJournal, sha, uuid } from '../../builders/open-journal.ts';

const NOW = 1_000 * DAY;

test('ids of mirrors count up and are never used twice', () => {
  const journal = newJournal();
  const first = addMirror(journal, 'one');
  const second = addMirror(journal, 'two');
  journal.mirrors.remove(second.id);
  expect([first.id, second.id, addMirror(journal, 'three').id]).toEqual(['m1', 'm2', 'm3']);
  expect(journal.mirrors.all().map(({ id }) => id)).toEqual(['m1', 'm3']);
});

test('a mirror remembers why it halts, and forgets it', () => {
  const journal = newJournal();
  const { id } = addMirror(journal);
  const fault = { kind: 'root-lost', path: '/mirrors/one', why: 'no-marker' } as const;
  journal.mirrors.setHalted(id, fault);
  expect(journal.mirrors.get(id)?.halted).toEqual(fault);
  journal.mirrors.setHalted(id, null);
  expect(journal.mirrors.get(id)?.halted).toBeNull();
});

test('whether there is any fact of a kind is told of that kind alone', () => {
  const { facts } = newJournal();
  facts.set('hollow', '1');
  facts.set('hollows.a', '1');
  facts.set('vanished.a', '1');
  expect([facts.hasAny('hollow.'), facts.hasAny('vanished.')]).toEqual([false, true]);
  facts.set('hollow.a', '1');
  facts.set('vanished.a', null);
  expect([facts.hasAny('hollow.'), facts.hasAny('vanished.')]).toEqual([true, false]);
});

test('complete looks that miss an item are counted since the first, until it is seen', () => {
  const journal = newJournal();
  const { id: mirror } = addMirror(journal);
  const item = journal.items.create(mirror, 'file');
  journal.missing.note(item, 'remote', NOW);
  journal.missing.note(item, 'remote', NOW + HOUR);
  journal.missing.note(item, 'local', NOW + HOUR, 'key of it');
  const asked = { times: 0, at: 0 };
  expect(journal.missing.of(mirror, 'remote')).toEqual(
    new Map([[item, { item, since: NOW, times: 2, key: null, asked }]]),
  );
  journal.missing.askedInVain(item, NOW + HOUR);
  journal.missing.heardOf(item, NOW + 2 * HOUR);
  const heard = { since: NOW + 2 * HOUR, times: 0, asked: { times: 1, at: NOW + HOUR } };
  expect(journal.missing.of(mirror, 'remote').get(item)).toMatchObject(heard);
  journal.missing.clear(item, 'remote');
  expect(journal.missing.of(mirror, 'remote').size).toBe(0);
  journal.missing.note(item, 'remote', NOW + 3 * HOUR);
  expect(journal.missing.of(mirror, 'remote').get(item)).toMatchObject({ times: 1, asked });
  expect(journal.missing.of(mirror, 'local').get(item)).toMatchObject({ times: 1, key: 'key of it' });
});

test('what is begun stays open until it is settled', () => {
  const journal = newJournal();
  const { id: mirror } = addMirror(journal);
  const item = journal.items.create(mirror, 'file');
  const work = { kind: 'move-local', from: 'a', to: 'b', key: 'k' } as const;
  const intent = journal.intents.begin(mirror, item, { work, now: NOW });
  expect(journal.intents.isOpen(item)).toBe(true);
  expect(journal.intents.all(mirror)).toEqual([{ id: intent, item, work, since: NOW }]);
  journal.intents.update(intent, { ...work, to: 'c' });
  expect(journal.intents.all(mirror)[0]?.work).toEqual({ ...work, to: 'c' });
  journal.intents.end(intent);
  expect(journal.intents.isOpen(item)).toBe(false);
});

test('many operations are begun together as they are one by one, and their ids are in the order asked for', () => {
  const journal = newJournal();
  const { id: mirror } = addMirror(journal);
  const [first, ...rest] = [1, 2, 3, 4].map(() => journal.items.create(mirror, 'file'));
  const item = requirePresent(first, 'an item');
  const work = (path: string) => ({ kind: 'free', path }) as const;
  const alone = journal.intents.begin(mirror, item, { work: work('alone'), now: NOW });
  const together = journal.intents.beginAll(
    mirror,
    rest.map((each, at) => [each, work(`a "quoted" näme ${at}`)] as const),
    NOW,
  );
  expect(journal.intents.beginAll(mirror, [], NOW)).toEqual([]);
  expect(journal.intents.all(mirror)).toEqual([
    { id: alone, item, work: work('alone'), since: NOW },
    ...rest.map((each, at) => ({ id: together[at], item: each, work: work(`a "quoted" näme ${at}`), since: NOW })),
  ]);
  for (const id of together) journal.intents.end(id);
  expect([item, ...rest].map(each => journal.intents.isOpen(each))).toEqual([true, false, false, false]);
  const next = journal.intents.begin(mirror, item, { work: work('next'), now: NOW });
  expect(journal.intents.all(mirror).map(({ id }) => id)).toEqual([alone, next]);
});

test('many begun operations are updated together, or none of them', () => {
  const journal = newJournal();
  const { id: mirror } = addMirror(journal);
  const items = [1, 2, 3].map(() => journal.items.create(mirror, 'file'));
  const work = (path: string) => ({ kind: 'free', path }) as const;
  const ids = items.map(item => journal.intents.begin(mirror, item, { work: work('before'), now: NOW }));
  const [first = 0, second = 0] = ids;
  journal.intents.updateAll([
    [second, work('a "quoted" näme')],
    [first, work('other')],
  ]);
  journal.intents.updateAll([]);
  const paths = (): unknown[] => journal.intents.all(mirror).map(intent => intent.work);
  expect(paths()).toEqual([work('other'), work('a "quoted" näme'), work('before')]);
  journal.intents.end(first);
  expect(items.map(item => journal.intents.isOpen(item))).toEqual([false, true, true]);
});

test('removals count for a day, for their mirror and direction alone', () => {
  const journal = newJournal();
  const [one, two] = ['m1', 'm2'] as MirrorId[];
  if (one === undefined || two === undefined) throw new Error('two mirrors');
  journal.guards.noteRemoval(one, 'here', NOW - DAY - 1);
  journal.guards.noteRemoval(one, 'here', NOW - DAY);
  journal.guards.noteRemoval(one, 'here', NOW);
  journal.guards.noteRemoval(one, 'service', NOW);
  journal.guards.noteRemoval(two, 'here', NOW);
  expect(journal.guards.recentRemovals(one, 'here', NOW)).toBe(2);
  expect(journal.guards.recentRemovals(one, 'service', NOW)).toBe(1);
});

test('a question that was asked is there after a restart, with everything it is about', () => {
  const journal = newJournal();
  const items = [7, 8, 8, 9] as ItemId[];
  const id = journal.guards.open({
    mirror: 'm1' as MirrorId,
    direction: 'here',
    reason: 'many',
    of: 40,
    at: NOW,
    items,
  });
  expect(journal.guards.get(id)).toEqual({
    id,
    mirror: 'm1',
    direction: 'here',
    reason: 'many',
    of: 40,
    at: NOW,
    answer: null,
    items: [7, 8, 9],
  });
  journal.guards.answer(id, 'keep');
  expect(journal.guards.all().map(({ answer }) => answer)).toEqual(['keep']);
  journal.guards.close(id);
  expect(journal.guards.get(id)).toBeNull();
});

test('a conflict is open until it is answered', () => {
  const journal = newJournal();
  const conflict = { mirror: 'm1' as MirrorId, item: 3 as ItemId, copy: 4 as ItemId, at: NOW };
  const id = journal.conflicts.add(conflict);
  expect(journal.conflicts.open()).toEqual([{ id, ...conflict, base: { version: null, sha256: null } }]);
  journal.conflicts.close(id, 'both');
  expect(journal.conflicts.open()).toEqual([]);
  expect(journal.conflicts.get(id)).toBeNull();
});

test('the store knows what it holds, how much, and the oldest first', () => {
  const journal = newJournal();
  const stored = {
    mirror: 'm1' as MirrorId,
    path: 'a.csv',
    sizeBytes: 5,
    sha256: sha('a') as Sha256,
    reason: 'replaced',
  };
  journal.trash.put({ ...stored, name: 'later', at: NOW + 1 });
  journal.trash.put({ ...stored, name: 'sooner', at: NOW, sizeBytes: null, sha256: null });
  expect(journal.trash.all().map(({ name }) => name)).toEqual(['sooner', 'later']);
  expect(journal.trash.totalBytes()).toBe(5);
  expect([journal.trash.withHash(sha('a') as Sha256).length, journal.trash.withHash(sha('b') as Sha256)]).toEqual([
    1,
    [],
  ]);
  journal.trash.put({ ...stored, name: 'other', at: NOW + 2, sizeBytes: 0, sha256: sha('b') as Sha256 });
  expect(journal.trash.withHash(sha('b') as Sha256).map(({ name }) => name)).toEqual(['other']);
  journal.trash.remove('later');
  expect(journal.trash.withHash(sha('a') as Sha256)).toEqual([]);
  expect(journal.trash.totalBytes()).toBe(0);
});

test('history is read from its newest line, page by page', () => {
  const journal = newJournal();
  const line = {
    at: NOW,
    mirror: 'm1' as MirrorId,
    path: 'a.csv',
    verb: 'sent',
    file: null,
    version: null,
    sizeBytes: null,
  };
  const ids = ['one', 'two', 'three'].map(cause => journal.history.add({ ...line, cause }));
  expect(journal.history.page(null, 2).map(({ cause }) => cause)).toEqual(['three', 'two']);
  expect(journal.history.page(ids[1] ?? 0, 2).map(({ cause }) => cause)).toEqual(['one']);
});

test('looks that show the same one after the other are told as one, each mirror for itself, the newest first', () => {
  const journal = newJournal();
  const [one, two] = [addMirror(journal, 'one'), addMirror(journal, 'two')];
  const look = (mirror: typeof one, minute: number): void => {
    journal.fullScans.add(mirror, { at: NOW + minute * MINUTE, tookMs: 1.6 });
  };
  const told = () =>
    journal.fullScans.page(null, 10).map(({ mirror, at, files }) => [mirror, (at - NOW) / MINUTE, files]);
  for (const minute of [0, 2, 4]) look(one, minute);
  look(two, 5);
  look(one, 6);
  expect(told()).toEqual([
    [one.id, 6, 0],
    [two.id, 5, 0],
  ]);
  const file = journal.items.create(one.id, 'file');
  const there = { id: uuid('f1') as ServiceId, parent: one.rootItem, name: 'a.csv' };
  journal.items.setRemote(file, 'present', { ...there, sizeBytes: 1, version: null, sha256: null, updatedAt: null });
  look(one, 7);
  look(one, 13);
  expect(told()).toEqual([
    [one.id, 13, 1],
    [one.id, 7, 1],
    [one.id, 6, 0],
    [two.id, 5, 0],
  ]);
  expect(journal.fullScans.page(null, 1)).toMatchObject([{ tookMs: 2, folders: 0, open: 1 }]);
});

test('removing a mirror leaves nothing of it but history and store', () => {
  const journal = newJournal();
  const { id, rootItem } = addMirror(journal);
  const item = journal.items.create(id, 'file');
  journal.missing.note(item, 'local', NOW);
  journal.intents.begin(id, item, { work: { kind: 'move-local', from: 'a', to: 'b', key: 'k' }, now: NOW });
  journal.guards.open({ mirror: id, direction: 'here', reason: 'many', of: 1, at: NOW, items: [item] });
  journal.conflicts.add({ mirror: id, item, copy: item, at: NOW });
  journal.transaction(() => {
    journal.items.removeMirror(id);
    journal.mirrors.remove(id);
  });
  expect([journal.items.get(rootItem), journal.items.get(item)]).toEqual([null, null]);
  expect([journal.intents.all(id), journal.guards.all(), journal.conflicts.open()]).toEqual([[], [], []]);
  expect(journal.missing.of(id, 'local').size).toBe(0);
});

test('of each file one merge waits, the newest, until it is forgotten', () => {
  const { mergeDrafts } = newJournal();
  const [file, head, newer] = ['f', 'h', 'n'].map(uuid) as [ServiceId, VersionId, VersionId];
  const draft = { file, head, note: null, bytes: new Uint8Array([0, 255, 10]), at: NOW };
  mergeDrafts.set(draft);
  expect(mergeDrafts.get(file)).toEqual(draft);
  const again = { file, head: newer, note: 'plate 7', bytes: new Uint8Array(), at: NOW + 1 };
  mergeDrafts.set(again);
  expect(mergeDrafts.get(file)).toEqual(again);
  mergeDrafts.remove(file);
  expect(mergeDrafts.get(file)).toBeNull();
});

test('ids and hashes are stored as bytes and come back as they were written', () => {
  const id = '0b9f2c7e-93d4-4c59-9a3b-2f7d1c0e5a61';
  expect(toBlob(id)).toHaveLength(16);
  expect(uuidIn({ id: toBlob(id) }, 'id')).toBe(id);
  expect(uuidIn({ id: toBlob(id.toUpperCase()) }, 'id')).toBe(id);
  expect(uuidIn({ id: null }, 'id')).toBeNull();
  expect(toBlob(null)).toBeNull();
  expect(uuidIn({ id: toBlob(uuid('x')) }, 'id')).toBe(uuid('x'));
});
