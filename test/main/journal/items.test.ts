import { expect, test } from 'vitest';

import type { Base, Item, LocalFacts, RemoteFacts, Presence } from '../../../main/core/item.ts';
import { COUNT_WITHOUT_TEXT } from '../../../main/journal/items/item-rows.ts';
import { openDatabase } from '../../../main/journal/storage/database.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Mirror } from '../../../main/journal/records/mirrors.ts';
import type { ItemId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { addMirror, newJournal, sha, uuid } from '../../builders/open-journal.ts';

const HASH = sha('old') as Sha256;
const VERSION = uuid('v1') as VersionId;

function local(parent: ItemId, more: Partial<LocalFacts> = {}): LocalFacts {
  return { parent, name: 'a.csv', sizeBytes: 3, modifiedMs: 7, key: 'k', fingerprint: 's', sha256: HASH, ...more };
}

function remote(parent: ItemId, more: Partial<RemoteFacts> = {}): RemoteFacts {
  const id = uuid('remote') as ServiceId;
  return { id, parent, name: 'a.csv', sizeBytes: 3, version: VERSION, sha256: null, updatedAt: 't', ...more };
}

function base(parent: ItemId, more: Partial<Base> = {}): Base {
  return { parent, localName: 'a.csv', remoteName: 'a.csv', version: VERSION, sha256: HASH, ...more };
}

interface State {
  readonly localPresence?: Presence;
  readonly local?: Partial<LocalFacts> | null;
  readonly remotePresence?: Presence;
  readonly remote?: Partial<RemoteFacts> | null;
  readonly base?: Partial<Base> | null;
}

/** A mirror with one file in this state. */
function withFile(state: State): { journal: Journal; mirror: Mirror; id: ItemId } {
  const journal = newJournal();
  const mirror = addMirror(journal);
  const { rootItem } = mirror;
  const id = journal.items.create(mirror.id, 'file');
  if (state.local !== null) journal.items.setLocal(id, 'present', local(rootItem, state.local));
  if (state.remote !== null) journal.items.setRemote(id, 'present', remote(rootItem, state.remote));
  if (state.base !== null) journal.items.setBase(id, base(rootItem, state.base));
  if (state.localPresence !== undefined) journal.items.setLocal(id, state.localPresence);
  if (state.remotePresence !== undefined) journal.items.setRemote(id, state.remotePresence);
  return { journal, mirror, id };
}

test('what was recorded is read back whole', () => {
  const { journal, mirror, id } = withFile({});
  journal.items.recordHash(VERSION, sha('bytes') as Sha256);
  journal.items.setLocalOnly(id, 'folder');
  expect(journal.items.get(id)).toEqual({
    id,
    kind: 'file',
    localPresence: 'present',
    local: local(mirror.rootItem),
    remotePresence: 'present',
    remote: remote(mirror.rootItem, { sha256: sha('bytes') as Sha256 }),
    base: base(mirror.rootItem),
    localOnlyContent: 'folder',
    isDehydrated: false,
  });
  expect(journal.items.tree(mirror.id, mirror.rootItem).items.get(id)).toEqual(journal.items.get(id));
});

test('what was done with a file is recorded at one stroke as it is in single ones', () => {
  const single = withFile({});
  single.journal.items.setLocalOnly(single.id, null);
  single.journal.items.extractions.set(single.id, 'pending');
  single.journal.items.setWritten(single.id, 7);
  const { journal, id, mirror } = withFile({ local: null, remote: null, base: null });
  journal.items.setDehydrated(id, true);
  journal.items.setLocalOnly(id, 'folder');
  const { rootItem } = mirror;
  const news = { localOnlyContent: null, extraction: 'pending', writtenAtMs: 7 };
  journal.items.record(id, { ...news, local: local(rootItem), remote: remote(rootItem), base: base(rootItem) });
  const told = ({ journal: { items } }: { readonly journal: Journal }): unknown => {
    return [items.get(id), items.extractions.of(id), items.writtenAt(id), items.hasWork(mirror.id, rootItem)];
  };
  expect(told({ journal })).toEqual(told(single));
  expect(journal.items.get(id)?.isDehydrated).toBe(false);
});

test('times of creation that a listing tells later change nothing else, and no other item', () => {
  const { journal, mirror, id } = withFile({});
  const other = journal.items.create(mirror.id, 'file', {
    remote: { ...remote(mirror.rootItem), id: uuid('o') as ServiceId },
  });
  const [before, beforeOther] = [journal.items.get(id), journal.items.get(other)];
  const created = (item: Item | null, createdAt: string): unknown => ({
    ...item,
    remote: { ...item?.remote, createdAt },
  });
  journal.items.setCreatedTimes(new Map([[id, '2026-01-01']]));
  expect([journal.items.get(id), journal.items.get(other)]).toEqual([created(before, '2026-01-01'), beforeOther]);
  journal.items.setCreatedTimes(
    new Map<ItemId, string | null>([
      [other, '2026-01-02'],
      [id, null],
      [999 as ItemId, ''],
    ]),
  );
  expect([journal.items.get(id), journal.items.get(other)]).toEqual([before, created(beforeOther, '2026-01-02')]);
  journal.items.setCreatedTimes(new Map());
});

test('which ids of many are recorded is told in one question, of each mirror for itself', () => {
  const { journal, mirror, id } = withFile({});
  const other = addMirror(journal, 'two');
  const [known, sending, fresh] = ['remote', 'sending', 'fresh'].map(name => uuid(name) as ServiceId);
  const work = {
    kind: 'upload',
    parent: mirror.rootItem,
    localName: 'b',
    name: 'b',
    sha256: HASH,
    sizeBytes: 1,
  } as const;
  const now = { now: 0 };
  journal.intents.begin(mirror.id, id, { work: { ...work, file: sending as ServiceId, version: null }, ...now });
  journal.intents.begin(mirror.id, id, { work: { ...work, file: null, version: null }, ...now });
  journal.items.recordHash(VERSION, HASH);
  const all = [known, sending, fresh] as ServiceId[];
  expect(journal.named.itemsAmong(mirror.id, all)).toEqual([known]);
  expect(journal.named.itemsAmong(other.id, all)).toEqual([]);
  expect(journal.named.sendingAmong(all)).toEqual([sending]);
  expect(journal.named.versionsAmong([uuid('v2') as VersionId, VERSION])).toEqual([VERSION]);
});

test('what a record does not name stays, and a folder that a file comes to is listed anew', () => {
  const { journal, id, mirror } = withFile({});
  journal.items.setDigest(mirror.rootItem, 'd');
  journal.items.record(id, { remote: remote(mirror.rootItem, { name: 'b.csv' }) });
  const whole = { local: local(mirror.rootItem), base: base(mirror.rootItem), localOnlyContent: null };
  expect(journal.items.get(id)).toMatchObject({ ...whole, remote: { name: 'b.csv' } });
  expect(journal.items.digests(mirror.id, mirror.rootItem).missing()).toEqual([]);
  journal.items.record(id, { local: local(mirror.rootItem, { name: 'b.csv' }) });
  expect(journal.items.digests(mirror.id, mirror.rootItem).missing()).toEqual([mirror.rootItem]);
});

// prettier-ignore
const STATES: readonly (readonly [string, State, boolean])[] = [
  ['both sides as agreed',                    {},                                            false],
  ['another size or time here, same content', { local: { sizeBytes: 9, modifiedMs: 9, fingerprint: 'x', key: 'y' } }, false],
  ['another time at the service alone',       { remote: { updatedAt: 'later', sizeBytes: 9 } }, false],
  ['not agreed on',                           { base: null },                              true],
  ['not here',                                { local: null },                               true],
  ['not at the service',                      { remote: null },                              true],
  ['edited here',                             { local: { sha256: sha('new') as Sha256 } },   true],
  ['not read here',                           { local: { sha256: null } },                   true],
  ['renamed here',                            { local: { name: 'b.csv' } },                  true],
  ['moved here',                              { local: { parent: 99 as ItemId } },           true],
  ['a new version at the service',            { remote: { version: uuid('v2') as VersionId } }, true],
  ['a version not read at the service',       { remote: { version: null } },                 true],
  ['renamed at the service',                  { remote: { name: 'b.csv' } },                 true],
  ['moved at the service',                    { remote: { parent: 99 as ItemId } },          true],
  ['unknown here',                            { localPresence: 'unknown' },                     true],
  ['unknown at the service',                  { remotePresence: 'unknown' },                    true],
  ['agreed on another name here',             { base: { localName: 'b.csv' } },            true],
  ['agreed on another name there',            { base: { remoteName: 'b.csv' } },           true],
  ['agreed on another folder',                { base: { parent: 99 as ItemId } },          true],
  ['agreed on another version',               { base: { version: uuid('v0') as VersionId } }, true],
  ['agreed on another content',               { base: { sha256: sha('x') as Sha256 } },    true],
  ['a local name for another at the service', { local: { name: 'a (2).csv' }, base: { localName: 'a (2).csv' } }, false],
];

test.each(STATES)('a file that is %s %s', (_, state, hasWork) => {
  const { journal, mirror, id } = withFile(state);
  expect(journal.items.hasWork(mirror.id, mirror.rootItem)).toBe(hasWork);
  expect(journal.items.unfinished(mirror.id, mirror.rootItem)).toEqual(hasWork ? [journal.items.get(id)] : []);
  expect(journal.items.countResting(mirror.id)).toBe(hasWork ? 0 : 1);
});

test('a folder that both sides have rests without version and content', () => {
  const journal = newJournal();
  const { id: mirror, rootItem } = addMirror(journal);
  const id = journal.items.create(mirror, 'folder');
  journal.items.setLocal(id, 'present', local(rootItem, { sha256: null }));
  journal.items.setRemote(id, 'present', remote(rootItem, { version: null }));
  journal.items.setBase(id, base(rootItem, { version: null, sha256: null }));
  expect(journal.items.hasWork(mirror, rootItem)).toBe(false);
});

test('a mirror has no work because of another one', () => {
  const { journal } = withFile({ local: { name: 'b.csv' } });
  const other = addMirror(journal, 'two');
  expect(journal.items.hasWork(other.id, other.rootItem)).toBe(false);
});

test('two items never share a place here', () => {
  const { journal, mirror } = withFile({});
  const other = journal.items.create(mirror.id, 'file');
  expect(() => journal.items.setLocal(other, 'present', local(mirror.rootItem))).toThrow(/UNIQUE/);
  journal.items.setLocal(other, 'present', local(mirror.rootItem, { name: 'A.csv' }));
  expect(journal.items.get(other)?.local?.name).toBe('A.csv');
});

test('two files at the service may have one name in one folder, but not one id', () => {
  const { journal, mirror } = withFile({});
  const other = journal.items.create(mirror.id, 'file');
  expect(() => journal.items.setRemote(other, 'present', remote(mirror.rootItem))).toThrow(/UNIQUE/);
  journal.items.setRemote(other, 'present', remote(mirror.rootItem, { id: uuid('other') as ServiceId }));
  expect(journal.items.get(other)?.remote?.name).toBe('a.csv');
});

test('two items swap their places within one transaction', () => {
  const { journal, mirror, id } = withFile({});
  const other = journal.items.create(mirror.id, 'file');
  journal.items.setLocal(other, 'present', local(mirror.rootItem, { name: 'b.csv' }));
  journal.transaction(() => {
    for (const each of [id, other]) journal.items.vacate(each);
    journal.items.setLocal(id, 'present', local(mirror.rootItem, { name: 'b.csv' }));
    journal.items.setLocal(other, 'present', local(mirror.rootItem));
  });
  expect([id, other].map(each => journal.items.get(each)?.local?.name)).toEqual(['b.csv', 'a.csv']);
});

test('a transaction that fails leaves everything as it was, also when it is inside of another one', () => {
  const { journal, mirror, id } = withFile({});
  const failing = (): void => {
    journal.transaction(() => {
      journal.items.setLocalOnly(id, 'folder');
      journal.transaction(() => journal.items.remove(id));
      throw new Error('no');
    });
  };
  expect(failing).toThrow('no');
  expect(journal.items.get(id)).toMatchObject({ localOnlyContent: null, local: { parent: mirror.rootItem } });
});

test('the number of an item is never given again', () => {
  const { journal, mirror, id } = withFile({});
  journal.items.remove(id);
  expect(journal.items.create(mirror.id, 'file')).toBe(id + 1);
});

test('what is unknown keeps the facts that were seen last', () => {
  const { journal, mirror, id } = withFile({ localPresence: 'unknown', remotePresence: 'unknown' });
  expect(journal.items.get(id)).toMatchObject({
    localPresence: 'unknown',
    local: local(mirror.rootItem),
    remotePresence: 'unknown',
    remote: remote(mirror.rootItem),
  });
});

test('an item is found by its place here and by its id at the service', () => {
  const { journal, mirror, id } = withFile({});
  expect(journal.items.byLocalPlace(mirror.rootItem, 'a.csv')?.id).toBe(id);
  expect(journal.items.byLocalPlace(mirror.rootItem, 'b.csv')).toBeNull();
  expect(journal.items.byRemoteId(mirror.id, uuid('remote') as ServiceId)?.id).toBe(id);
  expect(journal.items.byRemoteId('m9', uuid('remote') as ServiceId)).toBeNull();
});

test('a folder that gets or loses something is listed again by the next look', () => {
  const { journal, mirror, id } = withFile({});
  const digests = (): readonly string[] => [...journal.items.digests(mirror.id, mirror.rootItem).all().keys()];
  journal.items.setDigest(mirror.rootItem, 'd');
  expect(digests()).toEqual(['']);
  journal.items.setLocal(id, 'present', local(mirror.rootItem, { fingerprint: 'other' }));
  expect(digests()).toEqual([]);
  journal.items.setDigest(mirror.rootItem, 'd');
  journal.items.remove(id);
  expect(digests()).toEqual([]);
});

test('the path of an item leads through its folders, as far as they are known', () => {
  const { journal, mirror, id } = withFile({});
  const folder = journal.items.create(mirror.id, 'folder');
  journal.items.setLocal(folder, 'present', local(mirror.rootItem, { name: 'plates', key: 'f' }));
  journal.items.setLocal(id, 'present', local(folder));
  expect(journal.pathOf(id)).toBe('plates/a.csv');
  expect(journal.pathOf(mirror.rootItem)).toBe('');
  journal.items.setLocal(folder, 'present', local(id, { name: 'ring', key: 'f' }));
  expect(journal.pathOf(id).split('/').length).toBeLessThanOrEqual(4096);
});

test('what was agreed can be taken back', () => {
  const { journal, id } = withFile({});
  journal.items.setBase(id, null);
  expect(journal.items.get(id)?.base).toBeNull();
});

test('how many files have no text is counted in two indexes, and no row of an item is read', () => {
  const db = openDatabase(':memory:');
  const plan = db.all(`EXPLAIN QUERY PLAN ${COUNT_WITHOUT_TEXT}`).map(({ detail }) => String(detail));
  const steps = db.all(`EXPLAIN ${COUNT_WITHOUT_TEXT}`).map(({ opcode }) => String(opcode));
  db.close();
  expect(plan.join('; ')).toMatch(/INDEX item_not_asked.*INDEX item_extracting/);
  // A column of a row is read with this step.
  expect(steps).not.toContain('Column');
});
