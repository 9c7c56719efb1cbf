import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { WorkingCopy } from '../../../../shared/features/chat/files-model.ts';
import { chatFileCommandTexts as texts, chatFileTexts } from '../../../../shared/features/chat/files-text.ts';
import { copyShape } from './chat-shapes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { find, WHAT } from '../../input/named-things.ts';

const COPY = 'its id, as chat copy list prints it';

/** `chat copy start|list|commit|forget`. */
export function addChatCopies(chat: Command, context: CommandContext): void {
  const copy = chat.command('copy').description(texts.copy);
  copy
    .command('start')
    .description(texts.start)
    .argument('<task>', 'its id, as chat list prints it')
    .argument('<path>', `a published file: ${WHAT}`)
    .option(...JSON_OPTION)
    .action((task: string, path: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        const made = await client.call('chat.startWorkingCopy', { task, file: id });
        if (json) context.printJson({ v: 1, copy: copyShape(made) });
        else context.printLines([made.copy]);
      }),
    );
  copy
    .command('list')
    .description(texts.copies)
    .option('--task <id>', 'only those of this task')
    .option('--file <path>', `only those of this file: ${WHAT}`)
    .option(...JSON_OPTION)
    .action(({ task = null, file, json }: { readonly task?: string | null; readonly file?: string } & Format) =>
      context.ask(async ({ client }) => {
        const of = file === undefined ? null : (await find(client, context, file)).id;
        const copies = await client.call('chat.workingCopies', { task, file: of });
        if (json) return context.printJson({ v: 1, copies: copies.map(copyShape) });
        context.printLines(copies.map(({ copy: id, state, name, text }) => [id, state, name, text].join('  ')));
        if (copies.length === 0) context.tell(texts.noCopies);
      }),
    );
  addEnding(copy, context);
}

function addEnding(copy: Command, context: CommandContext): void {
  copy
    .command('commit')
    .description(texts.commit)
    .argument('<copy>', COPY)
    .option(...JSON_OPTION)
    .action((id: string, { json }: Format) => context.ask(({ client }) => commit(client, context, id, json)));
  copy
    .command('forget')
    .description(texts.forget)
    .argument('<copy>', COPY)
    .action((id: string) =>
      context.ask(async ({ client }) => void (await client.call('chat.forgetWorkingCopy', { copy: id }))),
    );
}

/** What is not edited, or not on the original's newest version, is not committed: a person looks first. */
async function commit(
  client: EngineClient,
  context: CommandContext,
  id: string,
  json: true | undefined,
): Promise<ExitCode> {
  const { state, sides, text } = await copyNamed(client, id);
  if (sides === null || state !== 'edited') throw new Ending(EXIT.attention, text);
  const seen = { copy: sides.copy.version, original: sides.original.version };
  const now = await client.call('chat.commitWorkingCopy', { copy: id, seen });
  if (json) context.printJson({ v: 1, copy: copyShape(now) });
  else context.tell(texts.committed);
  return EXIT.ok;
}

/** The working copy with an id, as it is now. @throws Ending. */
export async function copyNamed(client: EngineClient, id: string): Promise<WorkingCopy> {
  const all = await client.call('chat.workingCopies', { task: null, file: null });
  const found = all.find(({ copy }) => copy === id.toLowerCase());
  if (found === undefined) throw new Ending(EXIT.error, chatFileTexts.noCopy);
  return found;
}
