import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Facts, FolderDigest, isYoung } from '../../../main/node/disk/volume/file-digest.ts';

const NOW_MS = 1_800_000_000_000;
const FILE = 0o100644n;
const FOLDER = 0o040755n;

interface Thing extends Facts {
  readonly name: string;
}

const number = fc.bigInt(0n, 2n ** 63n - 1n);
const thing: fc.Arbitrary<Thing> = fc.record({
  name: fc.string(),
  ino: number,
  size: number,
  blocks: fc.constant(2n ** 62n),
  mode: fc.constant(FILE),
  mtimeNs: number,
  ctimeNs: number,
  birthtimeNs: number,
});

function file(name: string, more: Partial<Facts> = {}): Thing {
  const times = { mtimeNs: 0n, ctimeNs: 0n, birthtimeNs: 0n };
  return { name, ino: 7n, size: 1n, blocks: 8n, mode: FILE, ...times, ...more };
}

function digestOf(things: readonly Thing[], volume = { tag: 1, keepsBirthTimes: true }): string {
  const digest = new FolderDigest(NOW_MS);
  for (const each of things) digest.add(each.name, each, volume);
  return digest.toString();
}

test('the order of the entries does not count', () => {
  fc.assert(
    fc.property(fc.array(thing), things => digestOf(things) === digestOf(things.toReversed())),
    { seed: 1 },
  );
});

test('another name or any other number, one more or one less gives another digest', () => {
  const field = fc.constantFrom('ino', 'size', 'mtimeNs', 'ctimeNs', 'birthtimeNs');
  const change = fc.tuple(field, fc.bigInt(1n, 2n ** 63n - 1n));
  fc.assert(
    fc.property(fc.array(thing, { minLength: 1 }), change, fc.string({ minLength: 1 }), (things, [which, by], more) => {
      const [first, ...rest] = things;
      if (first === undefined) return;
      const digest = digestOf(things);
      expect(digestOf([{ ...first, [which]: first[which] ^ by }, ...rest])).not.toBe(digest);
      expect(digestOf([{ ...first, name: first.name + more }, ...rest])).not.toBe(digest);
      expect(digestOf(rest)).not.toBe(digest);
      expect(digestOf([first, ...things])).not.toBe(digest);
    }),
    { seed: 1 },
  );
});

test('no two bits of an entry make up for each other', () => {
  const base = file('measurement 1.csv', { mtimeNs: 1_700_000_000_123_456_789n, ctimeNs: 1_700_000_000_123_456_789n });
  const fields = ['ino', 'size', 'mtimeNs', 'ctimeNs', 'birthtimeNs'] as const;
  const bits = fields.flatMap(name => Array.from({ length: 63 }, (_, at) => ({ name, bit: 1n << BigInt(at) })));
  const flip = (one: Thing, { name, bit }: (typeof bits)[number]): Thing => ({ ...one, [name]: one[name] ^ bit });
  const digests = new Set([digestOf([base])]);
  let pairs = 0;
  for (const [at, one] of bits.entries())
    for (const other of bits.slice(at)) {
      digests.add(digestOf([one === other ? flip(base, one) : flip(flip(base, one), other)]));
      pairs += 1;
    }
  expect(digests.size).toBe(pairs + 1);
});

test('swapping the stamps of two files is noticed', () => {
  const swapped = [file('a', { ctimeNs: 2n }), file('b', { ctimeNs: 1n })];
  expect(digestOf([file('a', { ctimeNs: 1n }), file('b', { ctimeNs: 2n })])).not.toBe(digestOf(swapped));
});

test('the volume, the kind and whether the file is hollow count; a time that the volume makes up does not', () => {
  const huge = { size: 2n ** 40n, blocks: 2n ** 31n };
  const digest = digestOf([file('a', huge)]);
  expect(digestOf([file('a', huge)], { tag: 2, keepsBirthTimes: true })).not.toBe(digest);
  expect(digestOf([file('a', { ...huge, mode: 0o120777n })])).not.toBe(digest);
  expect(digestOf([file('a', { ...huge, blocks: 8n })])).not.toBe(digest);
  expect(digestOf([file('a', { ...huge, mode: 0o100400n })])).toBe(digest);
  const made = { tag: 1, keepsBirthTimes: false };
  expect(digestOf([file('a', { birthtimeNs: 5n })], made)).toBe(digestOf([file('a')], made));
});

test('of a folder only who it is counts', () => {
  const digest = digestOf([file('a', { mode: FOLDER })]);
  expect(digestOf([file('a', { mode: FOLDER, size: 99n, mtimeNs: 5n, ctimeNs: 6n })])).toBe(digest);
  expect(digestOf([file('a', { mode: FOLDER, ino: 8n })])).not.toBe(digest);
  expect(digestOf([file('a', { mode: FOLDER, birthtimeNs: 8n })])).not.toBe(digest);
});

test('among 200,000 names that differ by a number there are no two equal digests', () => {
  const digests = new Set<string>();
  for (let index = 0; index < 200_000; index += 1) digests.add(digestOf([file(`f${index}`)]));
  expect(digests.size).toBe(200_000);
});

test.each([
  ['an old file', -10_000, -10_000, false],
  ['a file changed a second ago', -1_000, -1_000, true],
  ['an old date on a file changed a second ago', -90_000, -1_000, true],
  ['a clock that was set back', -90_000, 3_600_000, true],
  ['a date far in the future, set long ago', 9e9, -90_000, false],
  ['a date before there were computers, set long ago', -3e12, -90_000, false],
])('%s (%i, %i): that a second change could hide is %s', (_, modified, changed, young) => {
  expect(isYoung({ mtimeMs: NOW_MS + modified, ctimeMs: NOW_MS + changed }, NOW_MS)).toBe(young);
  const nanoseconds = (ms: number): bigint => BigInt(NOW_MS + ms) * 1_000_000n;
  const digest = new FolderDigest(NOW_MS);
  const times = { mtimeNs: nanoseconds(modified), ctimeNs: nanoseconds(changed) };
  digest.add('a', file('a', times), { tag: 1, keepsBirthTimes: true });
  expect(digest.isYoung).toBe(young);
});
