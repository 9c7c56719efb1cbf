import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Item } from '../../../../main/core/item.ts';
import type { ScannedEntry, ScannedFolder } from '../../../../main/core/scan/scan-result.ts';
import { assert } from '../../../../shared/assert.ts';
import { matchByBoth } from '../../../builders/item-index.ts';
import { agreedFile, agreedFolder, item, itemId, localFacts, ROOT, treeOf } from '../../../builders/items.ts';
import { runs, seedOr } from '../../../setup/run/effort.ts';

const SEED = seedOr(1);
const OPTIONS = { numRuns: runs(3000), seed: SEED };

/** One thing on a disk: who it is, where it is, and what state it is in. Folder 0 is the root. */
interface Thing {
  readonly key: number;
  readonly isFolder: boolean;
  parent: number;
  name: string;
  state: number;
}

const NAMES = ['a', 'b', 'c'];
const VERBS = ['rename', 'move', 'delete', 'create', 'save by replacing', 'edit', 'swap'] as const;
const small = fc.nat({ max: 11 });
const begun = fc.array(fc.record({ isFolder: fc.boolean(), parent: small, name: small }), { maxLength: 9 });
const deeds = fc.array(fc.record({ verb: fc.constantFrom(...VERBS), thing: small, other: small }), { maxLength: 6 });

class SmallDisk {
  things: Thing[] = [];
  #last = 1;

  create(isFolder: boolean, parent: number, name: number): void {
    const folders = [0, ...this.things.filter(thing => thing.isFolder).map(({ key }) => key)];
    const into = folders[parent % folders.length] ?? 0;
    const called = NAMES[name % NAMES.length] ?? 'a';
    if (this.at(into, called) === undefined)
      this.things.push({ key: ++this.#last, isFolder, parent: into, name: called, state: 0 });
  }

  at(parent: number, name: string): Thing | undefined {
    return this.things.find(thing => thing.parent === parent && thing.name === name);
  }

  remove(gone: Thing): void {
    for (const inside of this.things.filter(({ parent }) => parent === gone.key)) this.remove(inside);
    this.things = this.things.filter(thing => thing !== gone);
  }

  isInside(key: number, of: Thing): boolean {
    for (let at: number | undefined = key; at !== undefined; at = this.things.find(thing => thing.key === at)?.parent)
      if (at === of.key) return true;
    return false;
  }

  do({ verb, thing, other }: { verb: (typeof VERBS)[number]; thing: number; other: number }): void {
    const it = this.things[thing % Math.max(1, this.things.length)];
    const second = this.things[other % Math.max(1, this.things.length)];
    if (verb === 'create' || it === undefined || second === undefined)
      return this.create(thing % 2 === 0, other, thing);
    const name = NAMES[other % NAMES.length] ?? 'a';
    if (verb === 'delete') this.remove(it);
    if (verb === 'edit' && !it.isFolder) it.state += 1;
    if (verb === 'rename' && this.at(it.parent, name) === undefined) it.name = name;
    const canMove = second.isFolder && !this.isInside(second.key, it) && this.at(second.key, it.name) === undefined;
    if (verb === 'move' && canMove) it.parent = second.key;
    if (verb === 'save by replacing' && !it.isFolder) {
      this.remove(it);
      this.things.push({ ...it, key: ++this.#last, state: 0 });
    }
    if (verb === 'swap' && !this.isInside(second.key, it) && !this.isInside(it.key, second)) {
      [it.parent, second.parent] = [second.parent, it.parent];
      [it.name, second.name] = [second.name, it.name];
    }
  }

  listings(): ScannedFolder[] {
    const visit = (key: number, path: string): ScannedFolder[] => {
      const inside = this.things.filter(({ parent }) => parent === key).toSorted((one, two) => one.key - two.key);
      const below = inside.filter(thing => thing.isFolder);
      return [
        { path, digest: JSON.stringify(inside.map(entryOf)), entries: inside.map(entryOf) },
        ...below.flatMap(thing => visit(thing.key, path === '' ? thing.name : `${path}/${thing.name}`)),
      ];
    };
    return visit(0, '');
  }
}

function entryOf({ key, isFolder, name, state }: Thing): ScannedEntry {
  return {
    name,
    kind: isFolder ? 'folder' : 'file',
    sizeBytes: 0,
    modifiedMs: 0,
    changedMs: 0,
    key: `${key}`,
    fingerprint: `${key} ${state}`,
    links: 1,
  };
}

/** The items for what is on the disk, all agreed; the item of a thing has its key for a number. */
function itemsOf(disk: SmallDisk): Item[] {
  return disk.things.map(({ key, isFolder, parent, name }) => {
    const at = parent === 0 ? ROOT : itemId(parent);
    const base = isFolder ? agreedFolder(key, name, at) : agreedFile(key, name, at);
    return { ...base, local: base.local && { ...base.local, key: `${key}`, fingerprint: `${key} 0` } };
  });
}

/** How many looks were understood by a part of the tree, and by a smaller one. */
const PARTS = { looks: 0, taken: 0, smaller: 0 };

/** What is recorded of a disk: its items, and the digest of each folder as last listed. */
class Records {
  readonly items: Map<number, Item>;
  readonly #digests = new Map<number, string>();
  #last = 1000;

  constructor(disk: SmallDisk) {
    this.items = new Map(itemsOf(disk).map(each => [each.id, each]));
    for (const { path, digest } of disk.listings()) {
      const at = [ROOT, ...this.items.keys()].find(id => this.#pathOf(id) === path);
      if (at !== undefined) this.#digests.set(at, digest);
    }
  }

  /** Looks until nothing is unknown any more: mostly once, at most a few times. */
  look(disk: SmallDisk): void {
    for (let times = 0; times === 0 || this.#unknown().length > 0; times++) {
      assert(times < 5, 'a few looks are enough');
      this.#lookOnce(disk);
    }
  }

  here(): Item[] {
    return [...this.items.values()].filter(({ local }) => local !== null);
  }

  #unknown(): Item[] {
    return [...this.items.values()].filter(({ localPresence }) => localPresence === 'unknown');
  }

  /** As the disk and the engine do: only folders are listed that differ from what is known of their path. */
  #lookOnce(disk: SmallDisk): void {
    const known = new Map([...this.#digests].map(([id, digest]) => [this.#pathOf(id), digest]));
    const listings = disk.listings();
    const changed = listings.filter(({ path, digest }) => known.get(path) !== digest);
    const digests = new Map(listings.map(({ path, digest }) => [path, digest]));
    const tree = treeOf(...this.items.values());
    const look = { changed, digests, unreadable: [], isRestless: false };
    const { matched, part } = matchByBoth(tree, look);
    PARTS.looks += 1;
    if (part !== null) PARTS.taken += 1;
    if (part !== null && part.items.size < tree.items.size) PARTS.smaller += 1;
    const made = new Map<number, number>();
    for (const id of matched.gone) this.#patch(id, { local: null, localPresence: 'absent' });
    for (const { scanId, parent, entry } of matched.observations) {
      assert(!matched.gone.some(id => id === scanId), 'what was found is not gone');
      if (scanId < 0) made.set(scanId, ++this.#last);
      const id = made.get(scanId) ?? scanId;
      const at = itemId(made.get(parent) ?? parent);
      const local = localFacts({ name: entry.name, parent: at, key: entry.key, content: entry.fingerprint });
      if (!this.items.has(id)) this.items.set(id, item(id, { kind: entry.kind }));
      this.#patch(id, { local: { ...local, fingerprint: entry.fingerprint }, localPresence: 'present' });
    }
    for (const id of [...matched.unknown, ...matched.gone]) this.#digests.delete(id);
    for (const id of matched.unknown) this.#patch(id, { localPresence: 'unknown' });
    for (const { scanId, digest } of matched.digests) this.#digests.set(made.get(scanId) ?? scanId, digest);
  }

  #patch(id: number, change: Partial<Omit<Item, 'id'>>): void {
    const before = this.items.get(id);
    if (before !== undefined) this.items.set(id, { ...before, ...change });
  }

  #pathOf(id: number): string {
    const local = this.items.get(id)?.local;
    if (local === null || local === undefined) return id === ROOT ? '' : `nowhere/${id}`;
    return local.parent === ROOT ? local.name : `${this.#pathOf(local.parent)}/${local.name}`;
  }
}

function diskOf(things: readonly { isFolder: boolean; parent: number; name: number }[]): SmallDisk {
  const disk = new SmallDisk();
  for (const { isFolder, parent, name } of things) disk.create(isFolder, parent, name);
  return disk;
}

test(
  `after looking, the items are what is on the disk, whatever was done to it (seed ${SEED})`,
  { timeout: 60_000 },
  () => {
    const property = fc.property(begun, deeds, deeds, (things, done, doneLater) => {
      const disk = diskOf(things);
      const records = new Records(disk);
      for (const group of [done, doneLater]) {
        for (const deed of group) disk.do(deed);
        records.look(disk);
        const keyOf = (id: number): string => (id === ROOT ? '0' : (records.items.get(id)?.local?.key ?? 'nowhere'));
        const places = records
          .here()
          .map(({ local }) => `${keyOf(local?.parent ?? 0)}/${local?.name} ${local?.fingerprint}`);
        expect(places.toSorted()).toEqual(
          disk.things.map(({ parent, name, key, state }) => `${parent}/${name} ${key} ${state}`).toSorted(),
        );
      }
    });
    fc.assert(property, OPTIONS);
    // Each of these looks meant the same by a part of the tree, where a part will do.
    expect(PARTS.taken).toBeGreaterThan(PARTS.looks / 5);
    expect(PARTS.smaller).toBeGreaterThan(PARTS.looks / 20);
  },
);

test(
  `what was renamed or moved, with whatever is in it, stays the same item (seed ${SEED})`,
  { timeout: 60_000 },
  () => {
    const verb = fc.constantFrom('rename', 'move', 'swap', 'edit' as const);
    const moves = fc.array(fc.record({ verb, thing: small, other: small }), { maxLength: 6 });
    const property = fc.property(begun, moves, (things, done) => {
      const disk = diskOf(things);
      fc.pre(disk.things.length > 0);
      const records = new Records(disk);
      for (const deed of done) disk.do(deed);
      records.look(disk);
      expect([...records.items.values()].map(({ id, local }) => `${id} ${local?.key}`)).toEqual(
        itemsOf(disk).map(({ id }) => `${id} ${id}`),
      );
    });
    fc.assert(property, OPTIONS);
  },
);

test('what was found in a folder that is not known yet is not gone', () => {
  const folder = { isFolder: true };
  const disk = diskOf([
    { ...folder, parent: 0, name: 0 },
    { ...folder, parent: 0, name: 1 },
    { ...folder, parent: 4, name: 0 },
  ]);
  const records = new Records(disk);
  disk.do({ verb: 'move', thing: 8, other: 4 });
  disk.do({ verb: 'swap', thing: 4, other: 0 });
  disk.do({ verb: 'move', thing: 0, other: 2 });
  records.look(disk);
  const keys = records.here().map(({ id, local }) => `${id} ${local?.key}`);
  expect(keys).toEqual(itemsOf(disk).map(({ id }) => `${id} ${id}`));
});

test('what went where nothing was listed is not taken for what stands in its place', () => {
  const folder = { isFolder: true };
  const disk = diskOf([
    { ...folder, parent: 0, name: 0 },
    { ...folder, parent: 0, name: 4 },
    { ...folder, parent: 4, name: 0 },
    { ...folder, parent: 2, name: 0 },
    { isFolder: false, parent: 2, name: 1 },
  ]);
  const records = new Records(disk);
  disk.do({ verb: 'create', thing: 0, other: 9 });
  disk.do({ verb: 'swap', thing: 2, other: 5 });
  disk.do({ verb: 'swap', thing: 0, other: 3 });
  records.look(disk);
  const keys = records.here().map(({ id, local }) => `${id} ${local?.key}`);
  expect(keys).toEqual(['2 2', '3 3', '4 4', '5 5', '6 6', '1001 7']);
});

test('a thing out of sight does not hide the folder that stands where it once was', () => {
  const file = { isFolder: false, parent: 0 };
  const folder = { isFolder: true };
  const disk = diskOf([
    { ...file, name: 1 },
    { ...folder, parent: 0, name: 2 },
    { ...file, name: 0 },
    { ...folder, parent: 1, name: 5 },
    { ...file, parent: 8, name: 11 },
  ]);
  const records = new Records(disk);
  for (const [thing, other] of [[0, 1] as const, [0, 3] as const, [6, 9] as const, [0, 4] as const]) {
    disk.do({ verb: 'swap', thing, other });
  }
  records.look(disk);
  const keys = records.here().map(({ id, local }) => `${id} ${local?.key}`);
  expect(keys).toEqual(itemsOf(disk).map(({ id }) => `${id} ${id}`));
});
