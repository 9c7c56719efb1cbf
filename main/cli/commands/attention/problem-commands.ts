import { Option } from 'commander';

import { problemInfo } from '../../../../shared/features/attention/problems-model.ts';
import { problemTexts } from '../../../../shared/features/attention/problems-text.ts';
import { problemLines } from '../../output/plain-text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';

interface Id {
  readonly id: string;
}

const PROBLEM = ['as listed by: benchtop problems list'];
const idOf = ({ id }: Id): Id => ({ id });

/** What is stuck. */
export const problemRows: readonly Row[] = [
  commandGroup(
    'problems',
    'list what is stuck, try it again or leave it alone',
    'Files and folders that are stuck, each with the reason. Everything else goes on meanwhile.',
  ),
  row('problems list', {
    help: 'Lists what is stuck and why.',
    json: listOf('problems', publicFields(problemInfo, 'id mirror path reason text since until skipped fix')),
    call: 'problems.list',
    shape: problems => ({ problems }),
    lines: problemLines,
  }),
  row('problems retry [id]', {
    help: 'Tries one of them again, or all, without waiting any longer.',
    arguments: ['as listed by: benchtop problems list (default: all)'],
    call: 'problems.retry',
    input: ({ id }: { readonly id?: string }) => ({ id: id ?? null }),
    tell: ({ count }) => (count === 0 ? problemTexts.none : problemTexts.retried(count)),
  }),
  row('problems allow <id>', {
    help:
      'Lets an item be moved to where more people can read it, or a removed file go without those of its older versions ' +
      'that cannot be kept, or sends what is here again on top of an older version that the service was set back to.',
    arguments: PROBLEM,
    call: 'problems.allow',
    input: idOf,
    tell: (_, { id }) => problemTexts.allow(id),
  }),
  row('problems take <id>', {
    help: 'Takes the older version of a file that the service was set back to; what is here is kept in the store for 30 days.',
    arguments: PROBLEM,
    call: 'problems.take',
    input: idOf,
    tell: (_, { id }) => problemTexts.take(id),
  }),
  row('problems move-copy <id>', {
    summary: 'copy a change that may not be sent to a folder of your own',
    help:
      'Copies a change that may not be sent (in a folder that you may only view, or in a mirror that only receives) to ' +
      "another folder of the service, and prints where it is. The service's version then comes back here; yours is in " +
      'the store for 30 days as well.',
    arguments: PROBLEM,
    options: [
      new Option(
        '--to <folder>',
        "the service's folder: its id, or names joined by / from a root folder",
      ).makeOptionMandatory(),
    ],
    call: 'problems.moveCopy',
    input: ({ id, to }: Id & { readonly to: string }) => ({ id, to }),
    lines: ({ path }) => [path],
    tell: ({ path }) => problemTexts.copied(path),
  }),
  row('problems rename <id>', {
    help: 'Gives what is stuck another name, and prints where it is then. Nothing is replaced.',
    arguments: PROBLEM,
    options: [['--name <name>', 'the new name (default: one that works on every computer)']],
    call: 'problems.rename',
    input: ({ id, name }: Id & { readonly name?: string }) => ({ id, name: name ?? null }),
    lines: ({ path }) => [path],
  }),
  row('problems skip <id>', {
    help: 'Leaves one of them alone until something about it changes. Nothing is removed or lost by that.',
    arguments: PROBLEM,
    call: 'problems.skip',
    input: idOf,
    tell: (_, { id }) => problemTexts.skip(id),
  }),
];
