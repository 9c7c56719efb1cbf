import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import { z } from 'zod';

import { leftAlone } from '../../../../shared/features/edit/model.ts';
import { savedCopy } from '../../../../shared/features/edit/save-copy-model.ts';
import { downloadToTexts } from '../../../../shared/features/edit/save-copy-text.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { idsOf, WHAT } from '../../input/named-things.ts';
import { publicFields } from '../../output/public-json.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Row, row, type Said } from '../../runner/command-row.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** Things that were left as they are, for scripts. */
export const publicLeft = z.array(publicFields(leftAlone, 'id path text'));

interface Getting {
  readonly path: readonly string[];
  readonly to: string;
}

type Finder = (client: EngineClient, context: CommandContext, paths: readonly string[]) => Promise<string[]>;

/** Saving copies of files. @param find finds the files that are named. */
export function getRow(words: string, said: Pick<Said, 'summary' | 'help' | 'arguments'>, find: Finder): Row {
  return row(words, {
    ...said,
    options: [['--to <place>', 'a folder that exists, or for one file its new name', '.']],
    json: z.object({ saved: z.array(publicFields(savedCopy, 'id path sizeBytes version')), left: publicLeft }),
    run: async ({ client, context }, { path, to }: Getting) => {
      const ids = await find(client, context, path);
      return client.call('files.downloadTo', { ids, ...targetOf(context, to) });
    },
    lines: ({ saved }) => saved.map(({ path }) => path),
    tell: ({ left }) => left.map(downloadToTexts.left),
    exit: ({ left }) => (left.length > 0 ? EXIT.attention : EXIT.ok),
  });
}

/** Copies of files from anywhere. */
export const filesGetRow: Row = getRow(
  'files get <path...>',
  { summary: 'download copies of files to any place', help: downloadToTexts.command, arguments: [WHAT] },
  idsOf,
);

/** What is no folder yet is the name of a file in one. */
export function targetOf(
  context: CommandContext,
  to: string,
): { readonly folder: string; readonly name: string | null } {
  const place = resolve(context.place().caller.folder, to);
  const isFolder = /[/\\]$/.test(to) || statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? { folder: place, name: null } : { folder: dirname(place), name: basename(place) };
}
