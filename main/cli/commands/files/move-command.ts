import type { Command } from 'commander';

import type { LeftAlone, MoveResult } from '../../../../shared/features/edit/model.ts';
import { agreeTo } from '../../../../shared/confirmation.ts';
import type { MoveQuestion } from '../../../../shared/features/sharing/audience-model.ts';
import type { AccessEffect } from '../../../../shared/features/sharing/model.ts';
import { doneTexts, questionTexts } from '../../../../shared/features/edit/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { JSON_OPTION } from '../../output/json-option.ts';
import { idsOf, placeAt, WHAT } from '../../input/named-things.ts';

const TEXTS = questionTexts.move;

interface Options {
  readonly to: string;
  readonly wider?: true;
  readonly json?: true;
}

/** `files move`: without `--wider` nothing is moved where people would gain access; with it they are named afterwards. */
export function addMoving(files: Command, context: CommandContext): void {
  files
    .command('move')
    .description('Moves files and folders into another folder. Nothing is replaced.')
    .argument('<path...>', WHAT)
    .requiredOption('--to <folder>', 'the folder that they go into')
    .option('--wider', 'also when more people can read them there')
    .option(...JSON_OPTION)
    .action((paths: readonly string[], { to: folder, wider, json }: Options) =>
      context.ask(async ({ client }) => {
        const ids = await idsOf(client, context, paths);
        const to = await placeAt(client, context, folder);
        const asked = await client.call('files.move', { ids, to, agreed: null });
        const agreed = wider === true && asked.question !== null ? agreeTo(asked.question) : null;
        const result = agreed === null ? asked : await client.call('files.move', { ids, to, agreed });
        if (json) context.printJson(moveShape(result));
        else context.printLines(result.done.map(({ path }) => path));
        if (agreed !== null && result.done.length > 0)
          context.tell(TEXTS.widerAgreed(namesOf(asked.question), isSent(result)));
        return tellOf(context, result);
      }),
    );
}

/** Says what is not seen from the paths. */
function tellOf(context: CommandContext, result: MoveResult): ExitCode {
  const { left, question, less } = result;
  if (less !== null && less.length > 0) context.tell(TEXTS.lost(less, isSent(result)));
  for (const one of left) context.tell(doneTexts.left(one));
  if (question !== null) context.tell(`${TEXTS.wider(namesOf(question))} ${TEXTS.widerCommand}`);
  return left.length > 0 || question !== null ? EXIT.attention : EXIT.ok;
}

/** What is moved on this computer is carried to the service later. */
function isSent({ done }: MoveResult): boolean {
  return done.every(each => each.isSent);
}

function namesOf(question: MoveQuestion | null): string[] | null {
  return question?.who?.map(({ name }) => name) ?? null;
}

function moveShape({ done, left, question, loses, less }: MoveResult): object {
  return {
    v: 1,
    moved: done.map(({ id, path, isSent }) => ({ id, path, sent: isSent })),
    left: left.map(leftShape),
    wider: question === null ? null : { who: namesOf(question) },
    loses: loses?.map(({ name }) => name) ?? null,
    less: less?.map(effectShape) ?? null,
  };
}

/** What a change brings about for each person, for programs. */
export function effectShape({ name, before, after, teams }: AccessEffect): object {
  return { name, before, after, teams };
}

/** What was left as it is, for programs. */
export function leftShape({ id, path, text }: LeftAlone): object {
  return { id, path, text };
}
