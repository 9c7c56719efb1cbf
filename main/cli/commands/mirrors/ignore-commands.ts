import {
  type RuleInfo,
  ruleInfo,
  type RulingInfo,
  rulingInfo,
} from '../../../../shared/features/mirrors/rules-model.ts';
import { ruleTexts } from '../../../../shared/features/mirrors/rules-text.ts';
import { pathQuestion } from '../../input/typed-path.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';

const SYNTAX =
  "Rules have gitignore's syntax: *.log for names, raw/ for folders, /raw for one place, !keep.log for an exception. " +
  'Later rules count more; upper and lower case are the same. What a rule skips stays where it is on both sides: ' +
  'nothing is sent, downloaded or removed for it, also when a rule comes or goes.';
const MIRROR = ['--mirror <id>', 'as listed by: benchtop mirror list (default: the only one)'] as const;

/** The rule that decides about a path. */
export const decidingRule = publicFields(rulingInfo.shape.rule.unwrap(), 'pattern origin').nullable();

interface Typed {
  readonly pattern: string;
  readonly mirror?: string;
}

/** What is skipped in a mirror. */
export const ignoreRows: readonly Row[] = [
  commandGroup(
    'ignore',
    'list, add, remove and test the rules about what is skipped',
    `What is skipped in a mirror, on this computer and at the service alike.\n\n${SYNTAX}`,
  ),
  row('ignore list', {
    help: 'Lists the rules in their order, each with what it skips on this computer and at the service.',
    options: [['--mirror <id>', 'only those of one mirror']],
    json: listOf('rules', publicFields(ruleInfo, 'mirror pattern origin hidesHere hidesThere')),
    call: 'rules.list',
    input: ({ mirror }: { readonly mirror?: string }) => ({ mirror: mirror ?? null }),
    shape: rules => ({ rules }),
    lines: ruleLines,
  }),
  row('ignore add <pattern>', {
    summary: 'skip what matches a pattern',
    help: `Skips what matches a pattern.\n\n${SYNTAX}`,
    arguments: ['in quotes, so that the shell leaves it alone'],
    options: [MIRROR],
    call: 'rules.add',
    input: ({ pattern, mirror }: Typed) => ({ mirror: mirror ?? null, pattern }),
    tell: ({ added }, { pattern }) => (added ? ruleTexts.added(pattern) : ruleTexts.known(pattern)),
  }),
  row('ignore remove <pattern>', {
    help: 'Takes a rule away. What it skipped is looked at again; nothing is removed for what it hid.',
    arguments: ['as listed by: benchtop ignore list'],
    options: [MIRROR],
    call: 'rules.remove',
    input: ({ pattern, mirror }: Typed) => ({ mirror: mirror ?? null, pattern }),
    tell: (_, { pattern }) => ruleTexts.removed(pattern),
  }),
  row('ignore test <path>', {
    help: 'Says which rule decides about a path. Nothing needs to be there; a / at the end means a folder.',
    arguments: ['a path on this computer, or one inside the mirror'],
    options: [MIRROR],
    json: publicFields(rulingInfo, 'mirror path ignored', { rule: decidingRule }),
    call: 'rules.test',
    input: ({ path, mirror }: { readonly path: string; readonly mirror?: string }, context) =>
      pathQuestion(context, path, mirror),
    lines: ruling => [rulingLine(ruling)],
  }),
];

/** One line per rule: mirror, pattern, whose it is, what it skips. */
function ruleLines(rules: readonly RuleInfo[]): readonly string[] {
  const width = rules.reduce((most, { pattern }) => Math.max(most, pattern.length), 0);
  return rules.map(({ mirror, pattern, origin, hidesHere, hidesThere }) =>
    [mirror, pattern.padEnd(width), ruleTexts[origin].padEnd(8), ruleTexts.hides(hidesHere, hidesThere)].join('  '),
  );
}

function rulingLine({ path, ignored, rule }: RulingInfo): string {
  if (rule === null) return ruleTexts.none(path);
  return ignored ? ruleTexts.ignored(path, rule.pattern) : ruleTexts.through(path, rule.pattern);
}
