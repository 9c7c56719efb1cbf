import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { WorkingCopy } from '../../../../shared/features/chat/files-model.ts';
import { chatFileCommandTexts as texts, chatFileTexts } from '../../../../shared/features/chat/files-text.ts';
import { findNamed, WHAT } from '../../input/named-things.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { copyShape, oneCopy, someCopies } from './chat-shapes.ts';

const COPY = ['its id, as chat copy list prints it'];

interface Copy {
  readonly copy: string;
  readonly json?: true;
}

/** Copies of published files that are edited in a task. */
export const copyRows: readonly Row[] = [
  { words: 'chat copy', help: texts.copy },
  row('chat copy start <task> <path>', {
    help: texts.start,
    arguments: ['its id, as chat list prints it', `a published file: ${WHAT}`],
    json: oneCopy,
    run: async ({ client, context }, { task, path }: { readonly task: string; readonly path: string }) => {
      const { id } = await findNamed(client, context, path);
      return client.call('chat.startWorkingCopy', { task, file: id });
    },
    shape: made => ({ copy: copyShape(made) }),
    lines: ({ copy }) => [copy],
  }),
  row('chat copy list', {
    help: texts.copies,
    options: [
      ['--task <id>', 'only those of this task'],
      ['--file <path>', `only those of this file: ${WHAT}`],
    ],
    json: someCopies,
    run: async ({ client, context }, { task = null, file }: { task?: string | null; file?: string; json?: true }) => {
      const of = file === undefined ? null : (await findNamed(client, context, file)).id;
      return client.call('chat.workingCopies', { task, file: of });
    },
    shape: copies => ({ copies: copies.map(copyShape) }),
    lines: copies => copies.map(({ copy, state, name, text }) => [copy, state, name, text].join('  ')),
    tell: (copies, { json }) => (copies.length === 0 && !json ? texts.noCopies : null),
  }),
  row('chat copy commit <copy>', {
    help: texts.commit,
    arguments: COPY,
    json: oneCopy,
    run: ({ client }, { copy }: Copy) => commit(client, copy),
    shape: now => ({ copy: copyShape(now) }),
    tell: (_, { json }) => (json ? null : texts.committed),
  }),
  row('chat copy forget <copy>', {
    help: texts.forget,
    arguments: COPY,
    call: 'chat.forgetWorkingCopy',
    input: ({ copy }: Copy) => ({ copy }),
  }),
];

/** What is not edited, or not on the original's newest version, is not committed: a person looks first. @throws Ending. */
async function commit(client: EngineClient, copy: string): Promise<WorkingCopy> {
  const { state, sides, text } = await copyNamed(client, copy);
  if (sides === null || state !== 'edited') throw new Ending(EXIT.attention, text);
  const seen = { copy: sides.copy.version, original: sides.original.version };
  return client.call('chat.commitWorkingCopy', { copy, seen });
}

/** The working copy with an id, as it is now. @throws Ending. */
export async function copyNamed(client: EngineClient, id: string): Promise<WorkingCopy> {
  const all = await client.call('chat.workingCopies', { task: null, file: null });
  const found = all.find(({ copy }) => copy === id.toLowerCase());
  if (found === undefined) throw new Ending(EXIT.error, chatFileTexts.noCopy);
  return found;
}
