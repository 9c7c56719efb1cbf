import { resolve } from 'node:path';

import { type Command, Option } from 'commander';

import type { MirrorMode } from '../../shared/model/mirror.ts';
import type { Desk } from './desk.ts';
import { mirrorsShape } from './json-shapes.ts';
import { mirrorLines } from './plain-text.ts';

interface AddOptions {
  readonly remote: string;
  readonly local: string;
  readonly mode: MirrorMode;
}

/** `mirror add`, `mirror list`, `mirror remove`. */
export function addMirrorCommands(program: Command, desk: Desk): void {
  const mirror = program
    .command('mirror')
    .summary('add, list and remove mirrored folders')
    .description('Folders on this computer that are kept in step with folders of the service.');
  addMirrorAdd(mirror, desk);
  mirror
    .command('list')
    .description('Lists the mirrors.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      desk.ask(async ({ client }) => {
        const mirrors = await client.call('mirrors.list', null);
        if (options.json) desk.printJson(mirrorsShape(mirrors));
        else desk.printLines(mirrorLines(mirrors));
      }),
    );
  mirror
    .command('remove')
    .description('Stops mirroring a folder. The local files stay where they are.')
    .argument('<id>', 'as listed by: benchtop mirror list')
    .action((id: string) =>
      desk.ask(async ({ client }) => {
        await client.call('mirrors.remove', { id });
        desk.tell(`Mirror ${id} is no longer kept in step. Its files stay where they are.`);
      }),
    );
}

function addMirrorAdd(mirror: Command, desk: Desk): void {
  mirror
    .command('add')
    .summary('keep a folder of the service in step with a local one')
    .description(
      'Keeps a folder of the service in step with a folder on this computer, and prints the id of the mirror.',
    )
    .requiredOption(
      '--remote <folder>',
      "the service's folder: its id, or names joined by / from a root folder, such as 'Knowledge Base/Plates' (a / in a name is \\/)",
    )
    .requiredOption('--local <folder>', 'the folder on this computer; it must exist')
    .addOption(
      new Option(
        '--mode <mode>',
        'which ways changes travel: upload writes and removes nothing here, download sends nothing',
      )
        .choices(['two-way', 'upload', 'download'])
        .default('two-way'),
    )
    .action(({ remote, local, mode }: AddOptions) =>
      desk.ask(async ({ client }) => {
        const input = { remote, local: resolve(desk.place().caller.folder, local), mode };
        const { id, notice } = await client.call('mirrors.add', input);
        desk.printLines([id]);
        if (notice !== null) desk.tell(notice);
      }),
    );
}
