import fc from 'fast-check';
import { expect, test } from 'vitest';

import { outcomesOf } from '../../../../main/core/plan/item-outcomes.ts';
import { isOnlineOnly } from '../../../../main/core/policy/online-only.ts';
import { placeKey } from '../../../../main/core/plan/name-numbers.ts';
import type { Operation } from '../../../../main/core/plan/operation.ts';
import { planScope } from '../../../../main/core/scan/plan-scope.ts';
import { plan, planInParts } from '../../../../main/core/plan/plan.ts';
import { indexOf } from '../../../builders/item-index.ts';
import { runs, seedOr } from '../../../setup/run/effort.ts';
import { checkFetched, checkRest, checkSent, converge, WRITES_HERE, WRITES_THERE } from '../abstract/converge.ts';
import { keepAll } from '../abstract/people.ts';
import { picture, shuffledPlan } from '../abstract/shuffled.ts';
import { onVolumes, stories, tell } from '../abstract/stories.ts';

const RUNS = runs(3000);
const SEED = seedOr(1);
const OPTIONS = { numRuns: RUNS, seed: SEED };
/** What checks the checks must come upon the rarest things every time, so it draws so many at most in every tier. */
const ENOUGH = 1000;
const MINUTES = 5 * 60_000;

const ANYWHERE = stories({ here: 6, there: 6, later: ['here', 'there'] });
const ONLY_HERE = stories({ here: 8, there: 0, later: ['here'] });
const ONLY_THERE = stories({ here: 0, there: 8, later: ['there'] });

test(`two changed trees become one, lose nothing and then need nothing (seed ${SEED})`, { timeout: MINUTES }, () => {
  const property = fc.property(ANYWHERE, story => {
    const { world, log } = tell(story, 'two-way');
    checkRest(world, log);
    expect(plan(world.tree(), { mode: 'two-way', isBlocked: () => false, isUnseen: () => false })).toEqual([]);
  });
  fc.assert(property, OPTIONS);
});

test(
  `on any kind of volume two changed trees become one (seed ${SEED}) [R11] [R12] [P22]`,
  { timeout: MINUTES },
  () => {
    const property = fc.property(onVolumes(ANYWHERE), story => {
      const { world, log } = tell(story, 'two-way');
      checkRest(world, log);
      expect(plan(world.tree(), { mode: 'two-way', isBlocked: () => false, isUnseen: () => false })).toEqual([]);
      const places = world
        .all()
        .flatMap(({ local }) => (local === null ? [] : [placeKey(world.names, local.parent, local.name)]));
      expect(new Set(places).size).toBe(places.length);
    });
    fc.assert(property, OPTIONS);
  },
);

test(`changes made only here write nothing here and make no conflict (seed ${SEED})`, { timeout: MINUTES }, () => {
  const property = fc.property(ONLY_HERE, story => {
    const { world, log } = tell(story, 'two-way', { forbidden: WRITES_HERE });
    checkRest(world, log);
  });
  fc.assert(property, OPTIONS);
});

test(
  `changes made only at the service write nothing there and make no conflict (seed ${SEED})`,
  { timeout: MINUTES },
  () => {
    const property = fc.property(ONLY_THERE, story => {
      const { world, log } = tell(story, 'two-way', { forbidden: [...WRITES_THERE, 'keep-both'] });
      checkRest(world, log);
    });
    fc.assert(property, OPTIONS);
  },
);

test.each(['two-way', 'upload', 'download'] as const)(
  `a part of the tree of a mirror %s plans what the whole tree does (seed ${SEED})`,
  { timeout: MINUTES },
  mode => {
    const parts = { taken: 0, smaller: 0 };
    const both: typeof plan = (tree, rules) => {
      const whole = plan(tree, rules);
      const part = planScope(tree.root, indexOf(tree));
      if (part === null) return whole;
      parts.taken += 1;
      if (part.items.size < tree.items.size) parts.smaller += 1;
      expect(plan(part, rules)).toEqual(whole);
      return whole;
    };
    fc.assert(
      fc.property(ANYWHERE, story => void tell(story, mode, { plan: both })),
      OPTIONS,
    );
    expect(parts.smaller).toBeGreaterThan(parts.taken / 20);
  },
);

test.each(['two-way', 'upload', 'download'] as const)(
  `however a plan of a mirror %s is cut into parts it is the same (seed ${SEED})`,
  { timeout: MINUTES },
  mode => {
    const draws = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 20 });
    const property = fc.property(ANYWHERE, draws, (story, order) => {
      let drawn = 0;
      // Plans of one tree that are made side by side, each left for the others where the draws say so.
      const inTurns: typeof plan = (tree, rules) => {
        const whole = plan(tree, rules);
        const left = Array.from({ length: 3 }, () => planInParts(tree, rules));
        while (left.length > 0) {
          const at = (order[drawn++ % order.length] ?? 0) % left.length;
          const next = left[at]?.next();
          if (next?.done !== true) continue;
          expect(next.value).toEqual(whole);
          left.splice(at, 1);
        }
        return whole;
      };
      tell(story, mode, { plan: inTurns });
    });
    fc.assert(property, { ...OPTIONS, numRuns: runs(1000) });
  },
);

test.each(['two-way', 'upload', 'download'] as const)(
  `any order that keeps phases and depths leads a mirror %s to the same (seed ${SEED}) [P33]`,
  { timeout: MINUTES },
  mode => {
    const draws = fc.array(fc.nat({ max: 1000 }), { minLength: 5, maxLength: 30 });
    const property = fc.property(ANYWHERE, draws, (story, order) => {
      const calm = { ...story, luck: [], later: [] };
      const one = tell(calm, mode).world;
      const other = tell(calm, mode, { plan: shuffledPlan(mode, order) }).world;
      for (const side of ['here', 'there'] as const) expect(picture(other, side)).toEqual(picture(one, side));
    });
    fc.assert(property, OPTIONS);
  },
);

test(
  `an upload mirror sends every edit, writes nothing here and comes to rest (seed ${SEED})`,
  { timeout: MINUTES },
  () => {
    const property = fc.property(ANYWHERE, story => {
      const { world, log } = tell(story, 'upload', { forbidden: WRITES_HERE });
      checkSent(world, log);
    });
    fc.assert(property, OPTIONS);
  },
);

test(
  `a download mirror fetches every head, sends nothing and comes to rest (seed ${SEED})`,
  { timeout: MINUTES },
  () => {
    const property = fc.property(ANYWHERE, story => {
      const { world, log } = tell(story, 'download', { forbidden: WRITES_THERE });
      checkFetched(world, log);
    });
    fc.assert(property, OPTIONS);
  },
);

test(`what is wanted here again comes back whole (seed ${SEED})`, { timeout: MINUTES }, () => {
  const property = fc.property(ANYWHERE, story => {
    const { world } = tell(story, 'two-way');
    keepAll(world);
    const log = converge(world, { mode: 'two-way', luck: [], later: [] });
    checkRest(world, log);
    expect(world.all().some(isOnlineOnly)).toBe(false);
  });
  fc.assert(property, OPTIONS);
});

test('the stories reach every decision and every kind of operation', { timeout: MINUTES }, () => {
  const decisions = new Set<string>();
  const kinds = new Set<string>();
  for (const mode of ['two-way', 'upload', 'download'] as const) {
    const watching: typeof plan = (tree, rules) => {
      for (const { decision } of outcomesOf(tree, mode).values()) decisions.add(decision);
      const operations = plan(tree, rules);
      for (const { kind } of operations) kinds.add(kind);
      return operations;
    };
    for (const story of fc.sample(ANYWHERE, { numRuns: ENOUGH, seed: 1 })) tell(story, mode, { plan: watching });
  }
  expect([...decisions].toSorted()).toEqual([
    'create-local',
    'create-remote',
    'delete-local',
    'delete-remote',
    'download',
    'forget',
    'frozen',
    'keep-both',
    'keep-both-here',
    'keep-here',
    'rest',
    'upload',
    'upload-as-new',
    'upload-on-top',
  ]);
  expect([...kinds].toSorted()).toEqual(
    [...WRITES_HERE, ...WRITES_THERE, 'agree', 'forget', 'join', 'keep-here'].toSorted(),
  );
});

/** Planners with one mistake each: what they are checked with here must be able to find it. */
test.each<readonly [string, (operation: Operation) => Operation | null]>([
  ['takes theirs when both were edited', each => (each.kind === 'keep-both' ? download(each.item) : each)],
  [
    'removes at the service without asking what is in a folder',
    each => (each.kind === 'create-folder-local' ? { kind: 'delete-remote', item: each.item } : each),
  ],
  ['never fetches', each => (each.kind === 'download' ? null : each)],
  ['never records what is equal', each => (each.kind === 'agree' ? null : each)],
  ['fetches over an edit made here', each => (each.kind === 'upload-version' ? download(each.item) : each)],
])('the check finds a planner that %s', (_, change) => {
  const property = fc.property(ANYWHERE, story => {
    const mistaken: typeof plan = (tree, rules) =>
      plan(tree, rules)
        .map(change)
        .filter(operation => operation !== null);
    const { world, log } = tell(story, 'two-way', { plan: mistaken });
    checkRest(world, log);
  });
  expect(fc.check(property, { numRuns: ENOUGH, seed: SEED, endOnFailure: true }).failed).toBe(true);
});

function download(item: Operation['item']): Operation {
  return { kind: 'download', item, to: { parent: item, name: '' } };
}
