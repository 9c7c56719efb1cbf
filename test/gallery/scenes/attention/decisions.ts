import type { ConflictDetail } from '../../../../shared/features/attention/decisions-model.ts';
import { conflictWords } from '../../../../shared/features/attention/conflicts-text.ts';
import { guardWords } from '../../../../shared/features/attention/guards-text.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/units.ts';
import { broken, fail, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { ATTENTION, CONFLICTS, GUARD, MISSING, need } from './attention.ts';

const SIDE = { sizeBytes: 51_204, sha256: '4f1c'.repeat(16), version: null, changedAt: ago(12 * MINUTE) };
const CONFLICT: ConflictDetail = {
  id: 'c0',
  mirror: 'm1',
  path: 'Plates/plate7.csv',
  at: ago(40 * MINUTE),
  computer: 'bench-04',
  mine: { ...SIDE, path: 'Plates/plate7 (conflict, bench-04 2026-11-20 14.03).csv' },
  theirs: {
    ...SIDE,
    path: 'Plates/plate7.csv',
    sha256: 'a07b'.repeat(16),
    version: '0b9d2c61-7a53-4c1e-8a7e-5f1d3b2c4a60',
    sizeBytes: 51_377,
    changedAt: ago(3 * HOUR),
  },
  base: { version: '41f7a0a5-4f1b-4f0e-b6b9-6d9f7f2a9b10', sha256: null },
};

const ASKED = {
  theirs: { number: 8, at: ago(3 * HOUR), who: 'Ben Okafor', sizeBytes: 51_377, summary: 'Corrected row H' },
  base: { number: 7, at: ago(6 * DAY), who: 'Ada Moreau', sizeBytes: 50_120, summary: null },
};

function compare({ press }: Hand): Promise<void> {
  return press('Choose a version…');
}

/** A conflict of which everything is known. */
export const conflictAnswers = {
  'conflicts.detail': async () => CONFLICT,
  'conflicts.askService': async () => ASKED,
};
const whole = conflictAnswers;

const conflictScenes: readonly Scene[] = [
  {
    screen: 'conflict',
    state: 'loading',
    route: ATTENTION,
    world: need(CONFLICTS.slice(0, 1)),
    answers: { 'conflicts.detail': never },
    steps: compare,
    shows: [conflictWords.reading],
  },
  {
    screen: 'conflict',
    state: 'partial',
    route: ATTENTION,
    world: need(CONFLICTS.slice(0, 1)),
    answers: { ...whole, 'conflicts.detail': async () => ({ ...CONFLICT, mine: null, base: null }) },
    steps: async hand => {
      await compare(hand);
      await hand.press(conflictWords.choices.left.label);
    },
    shows: [conflictWords.notThere, conflictWords.left],
  },
  {
    screen: 'conflict',
    state: 'offline',
    route: ATTENTION,
    world: need(CONFLICTS.slice(0, 1)),
    answers: { ...whole, 'conflicts.askService': async () => offline() },
    steps: compare,
    shows: [conflictWords.offline],
  },
  {
    screen: 'conflict',
    state: 'error',
    route: ATTENTION,
    world: need(CONFLICTS.slice(0, 1)),
    answers: {
      ...whole,
      'conflicts.resolve': async () => fail({ kind: 'bad-request', detail: conflictWords.refusals.changed }),
    },
    steps: async hand => {
      await compare(hand);
      await hand.press(conflictWords.choices.mine.label);
      await hand.press(conflictWords.apply.mine);
    },
    shows: [conflictWords.refusals.changed],
  },
  {
    screen: 'conflict',
    state: 'full',
    route: ATTENTION,
    world: need(CONFLICTS.slice(0, 1)),
    answers: whole,
    steps: async hand => {
      await compare(hand);
      await hand.press(conflictWords.choices.both.label);
    },
    shows: [conflictWords.copyName, 'Corrected row H'],
  },
];

const PAGE = {
  items: Array.from({ length: 60 }, (_, at) => ({
    id: String(at),
    kind: at < 4 ? ('folder' as const) : ('file' as const),
    path: at < 4 ? `Plates/run ${at + 1}` : `Plates/run ${(at % 4) + 1}/well ${at}.tif`,
    sizeBytes: at < 4 ? null : 8_388_608,
  })),
  files: 408,
  folders: 4,
  sizeBytes: 3.4e9,
};

function decide({ press }: Hand): Promise<void> {
  return press('Decide…');
}

const guardScenes: readonly Scene[] = [
  {
    screen: 'guard',
    state: 'loading',
    route: ATTENTION,
    world: need([GUARD]),
    answers: { 'guards.items': never },
    steps: decide,
    shows: [guardWords.reading],
  },
  {
    screen: 'guard',
    state: 'error',
    route: ATTENTION,
    world: need([GUARD]),
    answers: { 'guards.items': async () => broken() },
    steps: decide,
    shows: ['Something went wrong in Benchtop'],
  },
  {
    screen: 'guard',
    state: 'full',
    route: ATTENTION,
    world: need([GUARD]),
    answers: { 'guards.items': async () => PAGE },
    steps: decide,
    shows: [guardWords.service, guardWords.remove.service.button],
  },
  {
    screen: 'guard',
    state: 'full',
    name: 'nothing explains it',
    route: ATTENTION,
    world: need([MISSING]),
    answers: { 'guards.items': async () => PAGE },
    steps: decide,
    shows: [guardWords.unexplained, guardWords.keep.unexplained.button],
  },
  {
    screen: 'guard',
    state: 'full',
    name: 'asked once more',
    route: ATTENTION,
    world: need([GUARD]),
    answers: { 'guards.items': async () => PAGE },
    steps: async hand => {
      await decide(hand);
      await hand.press(guardWords.remove.service.button);
    },
    shows: [guardWords.remove.service.text],
  },
];

/** The sheets on which a person chooses between two versions, or answers about removals. */
export const decisionScenes: readonly Scene[] = [...conflictScenes, ...guardScenes];
