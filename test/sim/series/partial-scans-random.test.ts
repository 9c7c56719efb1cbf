import { expect, test, vi } from 'vitest';

import type { Tree } from '../../../main/core/item.ts';
import { perTier } from '../../setup/run/effort.ts';
import { differences, stirred } from './part-beside-whole.ts';
import { playLooks } from './play-partial-scans.ts';

const compared = vi.hoisted(() => ({ looks: 0, shown: 0, wrong: [] as string[] }));

// Each look at a few folders is held beside the whole tree, which it does not read.
vi.mock('../../../main/remote/observe/remote-index.ts', async importOriginal => {
  const { RemoteIndex } = await importOriginal<typeof import('../../../main/remote/observe/remote-index.ts')>();
  class Compared extends RemoteIndex {
    readonly #bench: ConstructorParameters<typeof RemoteIndex>[0];

    constructor(bench: ConstructorParameters<typeof RemoteIndex>[0]) {
      super(bench);
      this.#bench = bench;
    }

    override partFor(look: Parameters<InstanceType<typeof RemoteIndex>['partFor']>[0]): Tree {
      const { journal, mirror } = this.#bench;
      const tree = journal.items.tree(mirror.id, mirror.rootItem);
      const whole = { whole: tree, remoteId: mirror.remoteId };
      for (const each of [look, stirred(look, tree, compared.looks)])
        compared.wrong.push(...differences({ known: this, part: super.partFor(each) }, whole, each));
      compared.looks += 1;
      compared.shown += look.listings.length;
      return super.partFor(look);
    }
  }
  return { RemoteIndex: Compared };
});
const SEEDS = Array.from({ length: perTier({ everyday: 3, proof: 12 }) }, (_, index) => 4100 + index);
const TROUBLED = Array.from({ length: perTier({ everyday: 2, proof: 8 }) }, (_, index) => 4200 + index);

test.each(SEEDS)(
  'whatever happens between looks at a few folders, both sides come to be the same: seed %i',
  async seed => {
    expect(await playLooks({ seed, hasTroubles: false, computers: 1 })).toBeGreaterThan(0);
  },
);

test.each(TROUBLED)(
  'whatever is hidden or refused for a while between such looks, both sides come to be the same: seed %i',
  async seed => {
    expect(await playLooks({ seed, hasTroubles: true, computers: 1 + (seed % 2) })).toBeGreaterThan(0);
  },
);

test('a look at a few folders goes by what the whole tree says of them', () => {
  expect(compared.wrong).toEqual([]);
  expect(compared.looks).toBeGreaterThan(perTier({ everyday: 25, proof: 100 }));
  expect(compared.shown).toBeGreaterThan(compared.looks);
});
