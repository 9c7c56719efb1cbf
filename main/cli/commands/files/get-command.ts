import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import type { Command } from 'commander';

import type { LeftAlone } from '../../../../shared/features/edit/model.ts';
import type { SavedCopy } from '../../../../shared/features/edit/save-copy-model.ts';
import { downloadToTexts } from '../../../../shared/features/edit/save-copy-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { idsOf, WHAT } from '../../input/named-things.ts';

interface GetOptions {
  readonly to: string;
  readonly json?: true;
}

/** `files get`. */
export function addGetting(files: Command, context: CommandContext): void {
  files
    .command('get')
    .summary('download copies of files to any place')
    .description(downloadToTexts.command)
    .argument('<path...>', WHAT)
    .option('--to <place>', 'a folder that exists, or for one file its new name', '.')
    .option('--json', 'print one JSON object')
    .action((paths: readonly string[], { to, json }: GetOptions) =>
      context.ask(async ({ client }) => {
        const ids = await idsOf(client, context, paths);
        const { saved, left } = await client.call('files.downloadTo', { ids, ...targetOf(context, to) });
        if (json) context.printJson(gotShape(saved, left));
        else context.printLines(saved.map(({ path }) => path));
        for (const one of left) context.tell(downloadToTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
}

/** `files get --json`. */
function gotShape(saved: readonly SavedCopy[], left: readonly LeftAlone[]): object {
  return {
    v: 1,
    saved: saved.map(({ id, path, sizeBytes, version }) => ({ id, path, sizeBytes, version })),
    left: left.map(({ id, path, text }) => ({ id, path, text })),
  };
}

/** What is no folder yet is the name of a file in one. */
export function targetOf(
  context: CommandContext,
  to: string,
): { readonly folder: string; readonly name: string | null } {
  const place = resolve(context.place().caller.folder, to);
  const isFolder = /[/\\]$/.test(to) || statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? { folder: place, name: null } : { folder: dirname(place), name: basename(place) };
}
