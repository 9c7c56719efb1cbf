import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

import { chatCommandTexts as texts } from '../../../../shared/features/chat/text.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { askRow } from './chat-ask.ts';
import { changeRows } from './chat-change.ts';
import { copyRows } from './chat-copies.ts';
import { fileRows } from './chat-files.ts';
import { messageLines, publicOpened, publicTask, taskLine } from './chat-shapes.ts';

/** Of the service's list. */
const STATUSES = ['active', 'completed', 'archived', 'all'] as const;
type Status = (typeof STATUSES)[number];

interface Listing {
  readonly status: Status;
  readonly search: string;
  readonly page: number;
  readonly json?: true;
}

interface Showing {
  readonly task: string;
  readonly before?: string;
  readonly json?: true;
}

/** Talking with the agent, and what is done with tasks and waiting messages. */
export const chatRows: readonly Row[] = [
  commandGroup('chat', texts.summary, texts.group),
  askRow,
  row('chat list', {
    help: texts.list,
    options: [
      new Option('--status <status>', STATUSES.join(', ')).argParser(statusOf).default('active'),
      ['--search <text>', 'only those with this in their title or in what was said', ''],
      new Option('--page <number>', 'which page').argParser(Number).default(1),
    ],
    json: z.object({ tasks: z.array(publicTask), hasMore: z.boolean(), isFresh: z.boolean(), at: z.string() }),
    call: 'chat.tasks',
    input: ({ status, search, page }: Listing) => ({ status, search, page }),
    lines: ({ tasks }) => tasks.map(taskLine),
    tell: ({ tasks, isFresh, at }, { json }) =>
      json ? [] : [isFresh ? null : texts.asOf(at), tasks.length === 0 ? texts.noTasks : null],
  }),
  row('chat show <task>', {
    help: texts.show,
    arguments: ['its id, as chat list prints it'],
    options: [['--before <cursor>', 'the messages before those, as --json names them']],
    json: publicOpened,
    run: show,
  }),
  ...changeRows,
  ...fileRows,
  ...copyRows,
];

/** A reply counts as looked at once it was printed. */
async function show({ client, context }: Asking, { task, before, json }: Showing): Promise<void> {
  const opened = await client.call('chat.open', { task, before: before ?? null });
  if (json) context.printJson(opened);
  else for (const message of opened.messages) context.printLines(messageLines(message));
  if (!opened.isFresh && !json) context.tell(texts.asOf(opened.at));
  const isReplied = opened.messages.at(-1)?.role.toLowerCase() === 'assistant';
  if (before === undefined && isReplied) await client.call('chat.reported', { task });
}

function statusOf(text: string): Status {
  const found = STATUSES.find(each => each === text.toLowerCase());
  if (found === undefined) throw new InvalidArgumentError(`It must be one of: ${STATUSES.join(', ')}.`);
  return found;
}
