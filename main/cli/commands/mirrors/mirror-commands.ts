import { resolve } from 'node:path';

import { type Command, Option } from 'commander';

import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import { claimTexts } from '../../../../shared/features/mirrors/claims-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { mirrorsShape } from '../../output/json-shapes.ts';
import { addMirrorPlace } from '../daemon/status-commands.ts';
import { mirrorLines } from '../../output/plain-text.ts';
import { addMirrorPreview, addOwnFolder } from './mirror-preview.ts';

interface AddOptions {
  readonly remote: string;
  readonly local: string;
  readonly mode: MirrorMode;
  readonly organization?: string;
  readonly takeOver?: true;
}

/** `mirror add`, `mirror list`, `mirror move`, `mirror remove`. */
export function addMirrorCommands(program: Command, context: CommandContext): void {
  const mirror = program
    .command('mirror')
    .summary('add, list, move and remove mirrored folders')
    .description('Folders on this computer that are kept in step with folders of the service.');
  addMirrorAdd(mirror, context);
  addMirrorPreview(mirror, context);
  addOwnFolder(mirror, context);
  addMirrorPlace(mirror, context);
  mirror
    .command('list')
    .description('Lists the mirrors.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const mirrors = await client.call('mirrors.list', null);
        if (options.json) context.printJson(mirrorsShape(mirrors));
        else context.printLines(mirrorLines(mirrors));
      }),
    );
  mirror
    .command('move')
    .summary('go on with a folder that was moved')
    .description('Goes on with a mirrored folder at its new place. Nothing that is there is sent or downloaded again.')
    .argument('<id>', 'as listed by: benchtop mirror list')
    .requiredOption('--local <folder>', 'where the folder is now')
    .action((id: string, { local }: { readonly local: string }) =>
      context.ask(async ({ client }) => {
        const folder = resolve(context.place().caller.folder, local);
        await client.call('mirrors.move', { id, local: folder });
        context.tell(`Mirror ${id} goes on in '${folder}'.`);
      }),
    );
  mirror
    .command('remove')
    .description('Stops mirroring a folder. The local files stay where they are.')
    .argument('<id>', 'as listed by: benchtop mirror list')
    .action((id: string) =>
      context.ask(async ({ client }) => {
        await client.call('mirrors.remove', { id });
        context.tell(`Mirror ${id} is no longer kept in step. Its files stay where they are.`);
      }),
    );
}

function addMirrorAdd(mirror: Command, context: CommandContext): void {
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
    .option('--organization <name>', 'the organization of the folder, by name or id; without it the one of the key')
    .option('--take-over', 'also a folder that other records of Benchtop mirror, or did')
    .action(({ remote, local, mode, organization, takeOver }: AddOptions) =>
      context.ask(async ({ client }) => {
        const named = organization === undefined ? {} : { organization };
        const input = {
          remote,
          local: resolve(context.place().caller.folder, local),
          mode,
          ...named,
          ...(takeOver ? { takesOver: true } : {}),
        };
        const { id, notice, claimed } = await client.call('mirrors.add', input);
        if (id === null || claimed) {
          const what = claimed ? claimTexts.claimed(input.local, claimed) : '';
          throw new Ending(EXIT.attention, `${what} ${claimTexts.inCommand}`.trim());
        }
        context.printLines([id]);
        if (notice !== null) context.tell(notice);
      }),
    );
}
