import { afterAll, expect, test } from 'vitest';

import type { OperationKind } from '../../main/core/plan/operation.ts';
import { perTier } from '../setup/run/effort.ts';
import { note } from '../setup/note.ts';
import { type Cases, casesOf, failuresOf, oneOfEachKind } from './cases.ts';
import { planned } from './planner-spy.ts';
import { trace } from './play.ts';
import type { Story } from './story.ts';

/** A story takes seconds on a quiet machine; this one may be busy with five others. */
const WITHIN_MS = 600_000;

/**
 * One test for each story: the computer dies wherever that makes a difference, and afterwards all is well. At the end
 * the sum of the cases is printed. In `npm test` one story of each kind of operation, at one moment of each kind.
 */
export function prove(label: string, stories: readonly (Story & { readonly kind?: OperationKind })[]): void {
  const kinds = Map.groupBy(stories, ({ kind }) => kind);
  const oneOfEach = [...kinds.values()].flatMap(alike => alike.slice(0, 1));
  const played = perTier({ everyday: oneOfEach, proof: stories });
  const sum = { moments: 0, points: 0, cases: 0, failed: 0 };

  afterAll(() => {
    const { moments, points, cases, failed } = sum;
    note(`L3 ${label}: ${cases} cases at ${points} points of ${moments} moments, ${failed} failed`);
  });

  test.each(played)(
    '$name, wherever the computer dies and whatever others do then',
    async story => {
      const act: Story['act'] = stage => {
        planned.clear();
        story.act(stage);
      };
      await trace({ ...story, act }, {});
      const wanted = story.kind === undefined ? [] : [story.kind];
      expect([...planned], 'what this story is about').toEqual(expect.arrayContaining(wanted));
      const found = await casesOf(story);
      const cases = perTier({ everyday: oneOfEachKind, proof: (all: Cases) => all })(found);
      const failures = await failuresOf(story, cases);
      sum.moments += cases.moments;
      sum.points += cases.points;
      sum.cases += cases.cases.length;
      sum.failed += failures.length;
      expect(failures).toEqual([]);
    },
    WITHIN_MS,
  );
}
