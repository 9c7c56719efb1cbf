import { folderWords } from '../../../../shared/features/settings/text.ts';
import { fail } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { never, type Scene } from '../../scene.ts';

const ROUTE = '#/settings';

const RULES = [
  ['.benchtop/', 'always', 0, 0],
  ['~$*', 'default', 3, 0],
  ['.DS_Store', 'default', 0, 0],
  ['*.tmp', 'mirror', 12, 1],
  ['raw/a very long folder name that a person gave to a rule/**/*.nd2', 'mirror', 1204, 38],
] as const;

const rules = RULES.map(([pattern, origin, hidesHere, hidesThere]) => ({
  mirror: 'm1',
  pattern,
  origin,
  hidesHere,
  hidesThere,
}));

const showRules = ({ press }: Hand): Promise<void> => press(folderWords.rules);

/** What is skipped in a folder. */
export const ruleScenes: readonly Scene[] = [
  {
    screen: 'rules',
    state: 'loading',
    route: ROUTE,
    answers: { 'rules.list': never },
    steps: showRules,
    shows: [folderWords.ruling.patternHint],
  },
  {
    screen: 'rules',
    state: 'full',
    route: ROUTE,
    answers: { 'rules.list': async () => rules },
    steps: showRules,
    shows: ['*.tmp', folderWords.ruling.origins.default],
  },
  {
    screen: 'rules',
    state: 'error',
    route: ROUTE,
    answers: {
      'rules.list': async () => rules,
      'rules.add': async () => fail({ kind: 'bad-request', detail: 'That is no rule: a range is not closed.' }),
    },
    steps: async hand => {
      await showRules(hand);
      await hand.write(folderWords.ruling.pattern, 'plate[');
      await hand.press(folderWords.ruling.add);
    },
    shows: ['That is no rule'],
  },
];
