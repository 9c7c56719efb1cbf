import type { Command } from 'commander';

import type { Output } from '../../../../shared/contract.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  copyTexts,
  libraryCommandTexts as texts,
  libraryTexts,
  publishTexts,
} from '../../../../shared/features/library/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { JSON_OPTION } from '../../output/json-option.ts';
import { idsOf } from '../../input/named-things.ts';

interface Options {
  readonly in?: string;
  readonly visibility: string;
  readonly yes?: true;
  readonly json?: true;
}

/** Finds files of the library. */
type Finder = (client: EngineClient, paths: readonly string[]) => Promise<string[]>;

/** `library publish|withdraw`. */
export function addPublishing(library: Command, context: CommandContext, published: Finder): void {
  withOptions(library.command('publish').description(texts.publish).argument('<path...>', texts.publishWhat), 'library')
    .option('--in <folder>', texts.publishIn)
    .action((paths: readonly string[], { yes, json, in: folder, visibility }: Options) =>
      context.ask(async ({ client }) => {
        const ids = await idsOf(client, context, paths);
        const readers = await client.call('library.readers', null);
        const { organization, people } = readers;
        if (yes === undefined) {
          if (json) context.printJson({ v: 1, readers: { organization, people }, done: [], left: [] });
          context.tell(publishTexts.readers(organization, people));
          return EXIT.attention;
        }
        const into = folder === undefined ? null : await folderAt(client, folder);
        const made = await client.call('library.publish', { ids, folder: into, visibility });
        if (json) context.printJson({ v: 1, readers: { organization, people }, ...shape(made) });
        return told(context, made, publishTexts.done(made.done.length));
      }),
    );
  withOptions(
    library.command('withdraw').description(texts.withdraw).argument('<path...>', texts.file),
    'private',
  ).action((paths: readonly string[], { yes, json, visibility }: Options) =>
    context.ask(async ({ client }) => {
      const ids = await published(client, paths);
      if (yes === undefined) {
        if (json) context.printJson({ v: 1, done: [], left: [] });
        context.tell(publishTexts.withdrawBody);
        return EXIT.attention;
      }
      const made = await client.call('library.withdraw', { ids, visibility });
      if (json) context.printJson({ v: 1, ...shape(made) });
      return told(context, made, publishTexts.withdrawn(made.done.length));
    }),
  );
}

function withOptions(command: Command, word: string): Command {
  return command
    .option('--visibility <word>', texts.visibility, word)
    .option('--yes', texts.yes)
    .option(...JSON_OPTION);
}

function shape({ done, left }: Output<'library.publish'>): object {
  return {
    done: done.map(({ id, name }) => ({ id, name })),
    left: left.map(({ id, path, text }) => ({ id, path, text })),
  };
}

function told(context: CommandContext, { left }: Output<'library.publish'>, line: string): ExitCode {
  context.tell(line);
  for (const one of left) context.tell(copyTexts.left(one));
  return left.length > 0 ? EXIT.attention : EXIT.ok;
}

async function folderAt(client: EngineClient, path: string): Promise<string | null> {
  const { id, kind } = await client.call('library.locate', { path });
  if (kind === 'file') throw new Ending(EXIT.error, libraryTexts.isFile(path));
  return id;
}
