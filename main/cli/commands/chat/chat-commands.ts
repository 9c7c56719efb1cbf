import { type Command, InvalidArgumentError } from 'commander';

import { chatCommandTexts as texts } from '../../../../shared/features/chat/text.ts';
import { addChatAsking } from './chat-ask.ts';
import { addChatChanging } from './chat-change.ts';
import { addChatCopies } from './chat-copies.ts';
import { addChatFiles } from './chat-files.ts';
import { messageLines, openedShape, taskLine, taskShape } from './chat-shapes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { JSON_OPTION } from '../../output/json-option.ts';

/** Of the service's list. */
const STATUSES = ['active', 'completed', 'archived', 'all'] as const;
type Status = (typeof STATUSES)[number];

/** `chat ask|list|show`, and what is done with tasks and waiting messages. */
export function addChatCommands(program: Command, context: CommandContext): void {
  const chat = program.command('chat').summary(texts.summary).description(texts.group);
  addChatAsking(chat, context);
  addReading(chat, context);
  addChatChanging(chat, context);
  addChatFiles(chat, context);
  addChatCopies(chat, context);
}

function addReading(chat: Command, context: CommandContext): void {
  chat
    .command('list')
    .description(texts.list)
    .option('--status <status>', STATUSES.join(', '), statusOf, 'active')
    .option('--search <text>', 'only those with this in their title or in what was said', '')
    .option('--page <number>', 'which page', Number, 1)
    .option(...JSON_OPTION)
    .action(({ status, search, page, json }: { status: Status; search: string; page: number; json?: true }) =>
      context.ask(async ({ client }) => {
        const { tasks, hasMore, isFresh, at } = await client.call('chat.tasks', { status, search, page });
        if (json) return context.printJson({ v: 1, tasks: tasks.map(taskShape), hasMore, isFresh, at });
        context.printLines(tasks.map(taskLine));
        if (!isFresh) context.tell(texts.asOf(at));
        if (tasks.length === 0) context.tell(texts.noTasks);
      }),
    );
  chat
    .command('show')
    .description(texts.show)
    .argument('<task>', 'its id, as chat list prints it')
    .option('--before <cursor>', 'the messages before those, as --json names them')
    .option(...JSON_OPTION)
    .action((task: string, { before, json }: { readonly before?: string; readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const opened = await client.call('chat.open', { task, before: before ?? null });
        if (json) context.printJson(openedShape(opened));
        else for (const message of opened.messages) context.printLines(messageLines(message));
        if (!opened.isFresh && !json) context.tell(texts.asOf(opened.at));
        const isReplied = opened.messages.at(-1)?.role.toLowerCase() === 'assistant';
        if (before === undefined && isReplied) await client.call('chat.reported', { task });
      }),
    );
}

function statusOf(text: string): Status {
  const found = STATUSES.find(each => each === text.toLowerCase());
  if (found === undefined) throw new InvalidArgumentError(`It must be one of: ${STATUSES.join(', ')}.`);
  return found;
}
