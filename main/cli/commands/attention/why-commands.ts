import { whyLines } from '../../../../shared/features/activity/why-text.ts';
import { pathQuestion } from '../../input/typed-path.ts';
import { localTime } from '../../output/plain-text.ts';
import { type Row, row } from '../../runner/command-row.ts';

/** Why an item is as it is. */
export const whyRows: readonly Row[] = [
  row('why <path>', {
    summary: 'explain why a file or folder is as it is',
    help:
      'Explains a file or folder: what was last seen of it here and at the service, what both sides agreed on, what the ' +
      'policy decides, what keeps it waiting and when it goes on. Asks nobody: it works offline.',
    arguments: ['a path on this computer, or one inside the mirror'],
    options: [['--mirror <id>', 'as listed by: benchtop mirror list (default: the one that the path is in)']],
    json: async () => (await import('./why-json.ts')).whyJson,
    call: 'why.path',
    input: ({ path, mirror }: { readonly path: string; readonly mirror?: string }, context) =>
      pathQuestion(context, path, mirror),
    shape: why => ({ ...why, ...why.ruling }),
    lines: why => whyLines(why, localTime, Date.now()),
  }),
];
