import { createHash } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Audit, checkChain } from '../../../main/features/zones/records/zone-audit.ts';
import {
  companionText,
  manifestText,
  mergeManifests,
  readCompanion,
  readManifest,
} from '../../../main/features/zones/send/send-manifest.ts';
import { isSampled } from '../../../main/features/zones/send/verify.ts';
import { openZonesDb } from '../../../main/features/zones/records/zones-db.ts';
import type { Ledger } from '../../../main/ports/ledger.ts';
import { createHasher } from '../../../main/node/source/there-sources.ts';
import type { Sha256 } from '../../../shared/ids.ts';

const hash = fc.stringMatching(/^[0-9a-f]{64}$/).map(text => text as Sha256);
const path = fc
  .array(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
  .map(names => names.join('/'));

test('a manifest read again lists what was written, whatever is in the names', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.record({ path, sha256: hash }), { selector: each => each.path }), files => {
      const read = readManifest(manifestText(files)).map(each => [each.path, each.sha256]);
      expect(new Map(read.map(([key, value]) => [key, value]))).toEqual(
        new Map(files.map(each => [each.path, each.sha256])),
      );
    }),
  );
});

test('a companion read again lists what was written, and anything else is none', () => {
  const files = [{ path: 'a', sha256: 'a'.repeat(64) as Sha256, sizeBytes: 1, source: 'r/a', modifiedMs: 5 }];
  const about = { zone: 'z', computer: 'c', instrument: 'i', location: '', operator: null, label: null };
  expect(readCompanion(companionText(about, files))).toEqual(files);
  expect([readCompanion('{}'), readCompanion('no'), readCompanion('{"format":2,"files":[]}')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('in merged lists what is known now counts, and what only stood there before stays', () => {
  const file = (name: string, sha256: string) => ({
    path: name,
    sha256: sha256 as Sha256,
    sizeBytes: null,
    source: null,
    modifiedMs: null,
  });
  expect(mergeManifests([file('b', '1'), file('a', '1')], [file('b', '2')])).toEqual([file('a', '1'), file('b', '2')]);
});

test('about one file in twenty is in the sample, the same ones every time', () => {
  const hashes = Array.from({ length: 4000 }, (_, n) => createHash('sha256').update(String(n)).digest('hex'));
  const chosen = hashes.filter(each => isSampled('sample', each)).length;
  expect(chosen).toBeGreaterThan(140);
  expect(chosen).toBeLessThan(270);
  expect([isSampled('all', 'ff'), isSampled('none', '00')]).toEqual([true, false]);
});

/** A ledger in memory that may refuse. */
class MemoryLedger implements Ledger {
  readonly kept: string[] = [];
  refuses = false;

  async *lines(): AsyncIterable<string> {
    yield* this.kept;
  }

  last(): Promise<string | null> {
    return Promise.resolve(this.kept.at(-1) ?? null);
  }

  append(lines: readonly string[]): Promise<void> {
    if (this.refuses) return Promise.reject(new Error('full'));
    this.kept.push(...lines);
    return Promise.resolve();
  }
}

test('the audit log is a chain, from which nothing can be taken out, changed or put in unseen', async () => {
  const { db } = openZonesDb(':memory:');
  const ledger = new MemoryLedger();
  const audit = new Audit({ db, ledger, hasher: createHasher });
  await audit.open();
  for (let n = 0; n < 5; n++) audit.add(n, 'test', { n });
  await audit.flush();
  const check = (lines: readonly string[]) => checkChain(asyncOf(lines), createHasher);
  expect(await check(ledger.kept)).toMatchObject({ lines: 5, brokenAt: null });
  expect((await check(ledger.kept.toSpliced(2, 1))).brokenAt).toBe(4);
  expect((await check(ledger.kept.with(1, (ledger.kept[1] ?? '').replace('"n":1', '"n":7')))).brokenAt).toBe(3);
  expect((await check([ledger.kept[0] ?? '', '{"seq":2,"prev":"x"}'])).brokenAt).toBe(2);
  expect(await check([...ledger.kept.slice(0, 3), '{"seq":4,"cut', ...ledger.kept.slice(3)])).toMatchObject({
    cut: 1,
    brokenAt: null,
  });
  db.close();
});

test('lines that could not be written wait in the record, and a lost record goes on where the file ends', async () => {
  const first = openZonesDb(':memory:').db;
  const ledger = new MemoryLedger();
  const audit = new Audit({ db: first, ledger, hasher: createHasher });
  await audit.open();
  audit.add(0, 'one', {});
  ledger.refuses = true;
  await expect(audit.flush()).rejects.toThrow('full');
  audit.add(1, 'two', {});
  ledger.refuses = false;
  await audit.flush();
  const second = openZonesDb(':memory:').db;
  const again = new Audit({ db: second, ledger, hasher: createHasher });
  await again.open();
  again.add(2, 'three', {});
  await again.flush();
  expect(await checkChain(ledger.lines(), createHasher)).toMatchObject({ lines: 3, cut: 0, brokenAt: null });
  first.close();
  second.close();
});

async function* asyncOf(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}
