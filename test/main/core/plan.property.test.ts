import fc from 'fast-check';
import { expect, test } from 'vitest';

import { plan } from '../../../main/core/plan.ts';
import { checkRest } from './abstract/converge.ts';
import { stories, tell } from './abstract/stories.ts';
import type { Story } from './abstract/stories.ts';

const RUNS = Number(process.env.RUNS ?? 3000);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

function holds(story: fc.Arbitrary<Story>, check: (story: Story) => void): void {
  fc.assert(fc.property(story, check), { numRuns: RUNS, seed: SEED, endOnFailure: false });
}

test(`two changed trees become one and lose nothing (seed ${SEED})`, () => {
  holds(stories({ here: 6, there: 6, later: ['here', 'there'] }), story => {
    const { world, log } = tell(story, 'two-way');
    checkRest(world, log);
    expect(plan(world.tree(), { mode: 'two-way', isBlocked: () => false })).toEqual([]);
  });
});

const WRITES_HERE = ['create-folder-local', 'move-local', 'download', 'keep-both', 'delete-local'];
const WRITES_THERE = ['create-folder-remote', 'move-remote', 'upload', 'upload-version', 'delete-remote'];

test(`changes made only here write nothing here and make no conflict (seed ${SEED})`, () => {
  holds(stories({ here: 8, there: 0, later: ['here'] }), story => {
    const { world, log } = tell(story, 'two-way', operation => {
      if (WRITES_HERE.includes(operation.kind)) throw new Error(`writes here: ${JSON.stringify(operation)}`);
    });
    checkRest(world, log);
  });
});

test(`changes made only at the service write nothing there and make no conflict (seed ${SEED})`, () => {
  holds(stories({ here: 0, there: 8, later: ['there'] }), story => {
    const { world, log } = tell(story, 'two-way', operation => {
      if (WRITES_THERE.includes(operation.kind)) throw new Error(`writes there: ${JSON.stringify(operation)}`);
    });
    checkRest(world, log);
    expect(world.copies).toBe(0);
  });
});

test(`an upload mirror writes nothing here and comes to rest (seed ${SEED})`, () => {
  holds(stories({ here: 6, there: 6, later: ['here', 'there'] }), story => {
    tell(story, 'upload');
  });
});

test(`a download mirror sends nothing and comes to rest (seed ${SEED})`, () => {
  holds(stories({ here: 6, there: 6, later: ['here', 'there'] }), story => {
    tell(story, 'download');
  });
});
