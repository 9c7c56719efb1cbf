import fc from 'fast-check';
import { expect, test } from 'vitest';

import { digestOf, isYoung } from '../../main/node/disk/digest.ts';
import type { Entry } from '../../main/ports/disk.ts';

const entry = fc
  .record({ name: fc.string(), key: fc.string(), stamp: fc.string() })
  .map((facts): Entry => ({ ...facts, kind: 'file', sizeBytes: 0, modifiedMs: 0, changedMs: 0, links: 1 }));

test('the order of the entries does not count', () => {
  fc.assert(
    fc.property(fc.array(entry), entries => digestOf(entries) === digestOf(entries.toReversed())),
    { seed: 1 },
  );
});

test('another name, key or stamp, one more or one less gives another digest', () => {
  const change = fc.constantFrom('name', 'key', 'stamp');
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1 }), change, fc.string({ minLength: 1 }), (entries, field, more) => {
      const [first, ...rest] = entries;
      if (first === undefined) return;
      const digest = digestOf(entries);
      expect(digestOf([{ ...first, [field]: first[field] + more }, ...rest])).not.toBe(digest);
      expect(digestOf(rest)).not.toBe(digest);
      expect(digestOf([first, ...entries])).not.toBe(digest);
    }),
    { seed: 1 },
  );
});

test('swapping the stamps of two files is noticed', () => {
  const file = (name: string, stamp: string): Entry => ({
    name,
    stamp,
    key: 'k',
    kind: 'file',
    sizeBytes: 0,
    modifiedMs: 0,
    changedMs: 0,
    links: 1,
  });
  expect(digestOf([file('a', '1'), file('b', '2')])).not.toBe(digestOf([file('a', '2'), file('b', '1')]));
});

test('among 200,000 names that differ by a number there are no two equal digests', () => {
  const digests = new Set<string>();
  for (let index = 0; index < 200_000; index += 1) {
    digests.add(
      digestOf([
        { name: `f${index}`, key: 'k', stamp: 's', kind: 'file', sizeBytes: 0, modifiedMs: 0, changedMs: 0, links: 1 },
      ]),
    );
  }
  expect(digests.size).toBe(200_000);
});

test.each([
  ['an old file', -10_000, -10_000, false],
  ['a file changed a second ago', -1_000, -1_000, true],
  ['an old date on a file changed a second ago', -90_000, -1_000, true],
  ['a clock that was set back', -90_000, 3_600_000, true],
  ['a date far in the future, set long ago', 9e9, -90_000, false],
])('%s (%i, %i): that a second change could hide is %s', (_, modified, changed, young) => {
  const now = 1_800_000_000_000;
  expect(isYoung({ mtimeMs: BigInt(now + modified), ctimeMs: BigInt(now + changed) }, now)).toBe(young);
});
