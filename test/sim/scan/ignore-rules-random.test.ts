import { expect, test } from 'vitest';

import { runs, seedOr } from '../../setup/run/effort.ts';
import { actAt, actThere } from '../actors/actors.ts';
import { Dice } from '../fakes/dice.ts';
import { mustBeSettled, mustBeWhole, mustBeWithinReach } from '../judges/invariants.ts';
import { Ledger } from '../world/ledger.ts';
import { QuietLab } from '../lab/quiet-lab.ts';
import { watchRaces } from '../world/races.ts';

const FIRST = seedOr(5200);
/** 20025 sent a file twice that lost its place while it was hidden. */
const SEEDS = Array.from({ length: runs(40) }, (_, index) => FIRST + index).concat(20_025);

const PATTERNS = ['*.csv', '*.txt', '/a*', 'b*/', '*', '!*.csv', '/*/', 'a/**', '*[0-9]*', '!b*', '*.tmp', '~*'];
const MINUTE = 60_000;

/** People act on both sides while rules come and go; in the end there are no rules, and no text may be lost. */
async function play(seed: number): Promise<number> {
  const dice = new Dice(seed);
  const lab = new QuietLab();
  const ledger = new Ledger();
  watchRaces(lab.service, ledger);
  const notes = { ledger, story: () => undefined };
  const ada = await lab.computer('Ada', { deleteHoldSeconds: dice.pick(['0', '60']) });
  let changes = 0;
  for (let round = 0; round < 14; round++) {
    for (let count = dice.below(4); count > 0; count--)
      if (dice.chance(0.5)) actThere(lab.service, lab.root, dice, notes);
      else actAt(ada, dice, notes);
    if (dice.chance(0.6)) changes += await changeRules(lab, dice);
    if (dice.chance(0.1)) await lab.drive(ada.start());
    await lab.sync(ada);
    lab.clock.advanceBy(dice.pick([1000, 10_000, 20 * MINUTE]));
  }
  for (const { pattern, origin } of await lab.call(ada, 'rules.list', { mirror: null }))
    if (origin === 'mirror') await lab.call(ada, 'rules.remove', { mirror: null, pattern });
  for (let turn = 0; turn < 12; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(30 * MINUTE);
    for (const { id } of await lab.call(ada, 'guards.list', null))
      await lab.call(ada, 'guards.answer', { id, answer: 'remove' });
  }
  const checked = { service: lab.service, root: lab.root, computers: [ada], ledger };
  mustBeWhole(checked);
  mustBeWithinReach(checked);
  mustBeSettled(checked);
  return changes;
}

/** One rule comes or goes. */
async function changeRules(lab: QuietLab, dice: Dice): Promise<number> {
  const [ada] = lab.computers;
  if (ada === undefined) return 0;
  const rules = await lab.call(ada, 'rules.list', { mirror: null });
  const own = rules.filter(({ origin }) => origin === 'mirror').map(({ pattern }) => pattern);
  if (own.length > 0 && dice.chance(0.5))
    await lab.call(ada, 'rules.remove', { mirror: null, pattern: dice.pick(own) });
  else await lab.call(ada, 'rules.add', { mirror: null, pattern: dice.pick(PATTERNS) });
  return 1;
}

test('rules that come and go lose nothing and leave both sides the same [P10]', { timeout: 5 * MINUTE }, async () => {
  let changes = 0;
  for (const seed of SEEDS)
    changes += await play(seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
  expect(changes).toBeGreaterThan(SEEDS.length);
});
