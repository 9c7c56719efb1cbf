import type { Command } from 'commander';

import type { RuleInfo, RulingInfo } from '../../../../shared/features/mirrors/rules-model.ts';
import { ruleTexts } from '../../../../shared/features/mirrors/rules-text.ts';
import { pathQuestion } from '../../input/typed-path.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { rulesShape, rulingShape } from '../../output/json-shapes.ts';

interface Options {
  readonly json?: true;
  readonly mirror?: string;
}

const SYNTAX =
  "Rules have gitignore's syntax: *.log for names, raw/ for folders, /raw for one place, !keep.log for an exception. " +
  'Later rules count more; upper and lower case are the same. What a rule skips stays where it is on both sides: ' +
  'nothing is sent, downloaded or removed for it, also when a rule comes or goes.';
const MIRROR = ['--mirror <id>', 'as listed by: benchtop mirror list (default: the only one)'] as const;

/** `ignore list`, `ignore add`, `ignore remove`, `ignore test`. */
export function addIgnoreCommands(program: Command, context: CommandContext): void {
  const rules = program
    .command('ignore')
    .summary('list, add, remove and test the rules about what is skipped')
    .description(`What is skipped in a mirror, on this computer and at the service alike.\n\n${SYNTAX}`);
  rules
    .command('list')
    .description('Lists the rules in their order, each with what it skips on this computer and at the service.')
    .option('--mirror <id>', 'only those of one mirror')
    .option('--json', 'print one JSON object')
    .action(({ json, mirror }: Options) =>
      context.ask(async ({ client }) => {
        const list = await client.call('rules.list', { mirror: mirror ?? null });
        if (json) context.printJson(rulesShape(list));
        else context.printLines(ruleLines(list));
      }),
    );
  addChanges(rules, context);
  rules
    .command('test')
    .description('Says which rule decides about a path. Nothing needs to be there; a / at the end means a folder.')
    .argument('<path>', 'a path on this computer, or one inside the mirror')
    .option(...MIRROR)
    .option('--json', 'print one JSON object')
    .action((path: string, { json, mirror }: Options) =>
      context.ask(async ({ client }) => {
        const ruling = await client.call('rules.test', pathQuestion(context, path, mirror));
        if (json) context.printJson(rulingShape(ruling));
        else context.printLines([rulingLine(ruling)]);
      }),
    );
}

function addChanges(rules: Command, context: CommandContext): void {
  rules
    .command('add')
    .summary('skip what matches a pattern')
    .description(`Skips what matches a pattern.\n\n${SYNTAX}`)
    .argument('<pattern>', 'in quotes, so that the shell leaves it alone')
    .option(...MIRROR)
    .action((pattern: string, { mirror }: Options) =>
      context.ask(async ({ client }) => {
        const { added } = await client.call('rules.add', { mirror: mirror ?? null, pattern });
        context.tell(added ? ruleTexts.added(pattern) : ruleTexts.known(pattern));
      }),
    );
  rules
    .command('remove')
    .description('Takes a rule away. What it skipped is looked at again; nothing is removed for what it hid.')
    .argument('<pattern>', 'as listed by: benchtop ignore list')
    .option(...MIRROR)
    .action((pattern: string, { mirror }: Options) =>
      context.ask(async ({ client }) => {
        await client.call('rules.remove', { mirror: mirror ?? null, pattern });
        context.tell(ruleTexts.removed(pattern));
      }),
    );
}

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
