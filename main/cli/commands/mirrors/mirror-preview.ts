import { resolve } from 'node:path';

import type { Command } from 'commander';

import type { MirrorPreview } from '../../../../shared/features/set-up/model.ts';
import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { COMPARED } from '../../../../shared/features/set-up/compare-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { previewShape } from '../../output/json-shapes.ts';

interface PreviewOptions {
  readonly remote: string;
  readonly local: string;
  readonly json?: true;
}

/** `mirror preview`. */
export function addMirrorPreview(mirror: Command, context: CommandContext): void {
  mirror
    .command('preview')
    .summary('say what would meet, before anything moves')
    .description(
      'Puts a folder of the service beside a folder here, by names and sizes. Nothing is written, sent or downloaded.',
    )
    .requiredOption('--remote <folder>', "the service's folder, as for: benchtop mirror add")
    .requiredOption('--local <folder>', 'the folder on this computer; it need not exist')
    .option('--json', 'print one JSON object')
    .action(({ remote, local, json }: PreviewOptions) =>
      context.ask(async ({ client }) => {
        const folder = resolve(context.place().caller.folder, local);
        const found = await client.call('setUp.preview', { remote, local: folder, mode: 'two-way' });
        if (json) context.printJson(previewShape(found));
        else context.printLines(previewLines(found));
      }),
    );
}

/** `mirror own-folder`. */
export function addOwnFolder(mirror: Command, context: CommandContext): void {
  mirror
    .command('own-folder')
    .summary('your own folder in the knowledge base')
    .description('Prints the id of your own folder in the knowledge base; makes it there if it is not there yet.')
    .action(() =>
      context.ask(async ({ client }) => {
        const { id, name } = await client.call('setUp.myFolder', null);
        context.printLines([id]);
        context.tell(`It is called '${name}'.`);
      }),
    );
}

function previewLines({ counts, rows, isWhole }: MirrorPreview): string[] {
  const sums = Object.entries(COMPARED)
    .map(([how, { label }]) => ({ label, sum: counts[how as keyof MirrorPreview['counts']] }))
    .filter(({ sum }) => sum.files > 0)
    .map(({ label, sum }) => `${label}: ${formatCount(sum.files, 'file')}, ${formatBytes(sum.bytes)}`);
  const shown = rows.filter(({ how }) => how === 'different' || how === 'only-here');
  return [
    ...(sums.length === 0 ? ['Both folders are empty.'] : sums),
    ...shown.map(({ path, how }) => `  ${COMPARED[how].label}: ${path}`),
    ...(isWhole ? [] : ['There is more than was looked at; the first sync looks at everything.']),
  ];
}
