import { expect, test, vi } from 'vitest';

import type { Tree } from '../../main/core/item.ts';
import { actAt, actThere } from './actors.ts';
import { Dice } from './dice.ts';
import type { HttpTrouble } from './fake-http.ts';
import { altered, instead, isList, rows } from './hazards/altered.ts';
import { mustBeSettled, mustBeWhole, mustBeWithinReach } from './invariants.ts';
import { Ledger } from './ledger.ts';
import { differences, stirred } from './part-beside-whole.ts';
import { QuietLab } from './quiet-lab.ts';
import { watchRaces } from './races.ts';

const MINUTE = 60_000;
const compared = vi.hoisted(() => ({ looks: 0, shown: 0, wrong: [] as string[] }));

// Each look at a few folders is held beside the whole tree, which it does not read.
vi.mock('../../main/engine/known-there.ts', async importOriginal => {
  const { KnownThere } = await importOriginal<typeof import('../../main/engine/known-there.ts')>();
  class Compared extends KnownThere {
    readonly #bench: ConstructorParameters<typeof KnownThere>[0];

    constructor(bench: ConstructorParameters<typeof KnownThere>[0]) {
      super(bench);
      this.#bench = bench;
    }

    override partFor(look: Parameters<InstanceType<typeof KnownThere>['partFor']>[0]): Tree {
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
  return { KnownThere: Compared };
});
const SEEDS = Array.from({ length: 12 }, (_, index) => 4100 + index);
const TROUBLED = Array.from({ length: 8 }, (_, index) => 4200 + index);

/** Something that is not shown, not listed, or not told about for a while. */
interface Trouble {
  readonly id: string;
  readonly hides: boolean;
  readonly status: number;
  readonly until: number;
}

/** What one thing's troubles make of a request; null: nothing. */
function troubled(
  lab: QuietLab,
  { method, url }: { method: string; url: string },
  troubles: readonly Trouble[],
): HttpTrouble | null {
  const now = troubles.filter(({ until }) => until > lab.clock.now());
  const about = now.find(({ id }) => method === 'GET' && url.includes(id));
  if (about !== undefined) return instead(about.status, { errorCode: 'X', messages: ['No.'] });
  const hidden = new Set(now.filter(({ hides }) => hides).map(({ id }) => id));
  if (hidden.size === 0 || !isList({ method, url })) return null;
  return altered(lab, url, answer => rows(answer, all => all.filter(({ id }) => !hidden.has(String(id)))));
}

/** Acts on both sides while the loop looks at a few folders at a time, then waits for the last folder's turn. */
async function play(seed: number, hasTroubles = false): Promise<number> {
  const dice = new Dice(seed);
  const lab = new QuietLab();
  const ledger = new Ledger();
  watchRaces(lab.service, ledger);
  lab.service.change({ flatListingCap: dice.pick([2, 5, 200]) });
  for (let index = 0; index < 25; index++) lab.service.colleague(0).createFolder(lab.root, `plate ${index}`);
  const notes = { ledger, story: () => undefined };
  const ada = await lab.computer('Ada', { pollSeconds: '60', idleRequests: dice.pick(['60', '120', '240']) });
  await lab.sync(ada);
  const hasHint = dice.chance(0.5);
  let partial = 0;
  const troubles: Trouble[] = [];
  const trouble = (): void => {
    const { id } = dice.pick(lab.service.sights.tree(lab.root));
    const [hides, status] = [dice.chance(0.6), dice.pick([400, 403, 500])];
    troubles.push({ id, hides, status, until: lab.clock.now() + dice.pick([1, 5, 30, 90]) * MINUTE });
  };
  lab.trouble = request => {
    const isHint = request.url.endsWith('/folders/files');
    if (isHint) partial += 1;
    return isHint && !hasHint ? instead(404, { messages: [] }) : troubled(lab, request, troubles);
  };
  lab.clock.advanceBy(120 * MINUTE);
  ada.app.start();
  const wait = (ms: number): Promise<void> => lab.drive(lab.clock.portFor().sleep(ms));
  for (let round = 0; round < 12; round++) {
    for (let count = 1 + dice.below(4); count > 0; count--)
      if (dice.chance(0.6)) actThere(lab.service, lab.root, dice, notes);
      else actAt(ada, dice, notes);
    if (hasTroubles) trouble();
    await wait(dice.pick([0.2, 1, 3, 20]) * MINUTE);
  }
  for (let turn = 0; turn < 4; turn++) {
    await wait(90 * MINUTE);
    for (const { id } of await lab.call(ada, 'guards.list', null))
      await lab.call(ada, 'guards.answer', { id, answer: 'remove' });
  }
  // What was refused for good is tried again, and what was not told for long asked about, when a person wants it.
  if (hasTroubles) await lab.call(ada, 'problems.retry', { id: null });
  if (hasTroubles) for (let turn = 0; turn < 3; turn++) await lab.sync(ada).then(() => wait(MINUTE));
  const checked = { service: lab.service, root: lab.root, computers: [ada], ledger };
  mustBeWhole(checked);
  mustBeWithinReach(checked);
  mustBeSettled(checked);
  return partial;
}

test.each(SEEDS)(
  'whatever happens between looks at a few folders, both sides come to be the same: seed %i',
  async seed => {
    expect(await play(seed)).toBeGreaterThan(0);
  },
);

test.each(TROUBLED)(
  'whatever is hidden or refused for a while between such looks, both sides come to be the same: seed %i',
  async seed => {
    expect(await play(seed, true)).toBeGreaterThan(0);
  },
);

test('a look at a few folders goes by what the whole tree says of them', () => {
  expect(compared.wrong).toEqual([]);
  expect(compared.looks).toBeGreaterThan(100);
  expect(compared.shown).toBeGreaterThan(compared.looks);
});
