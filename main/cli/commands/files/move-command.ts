import { Option } from 'commander';
import { z } from 'zod';

import { agreeTo } from '../../../../shared/confirmation.ts';
import { type MoveResult, relocated } from '../../../../shared/features/edit/model.ts';
import { doneTexts, questionTexts } from '../../../../shared/features/edit/text.ts';
import type { MoveQuestion } from '../../../../shared/features/sharing/audience-model.ts';
import { accessEffect } from '../../../../shared/features/sharing/model.ts';
import { idsOf, placeAt, WHAT } from '../../input/named-things.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { publicLeft } from './get-command.ts';

const TEXTS = questionTexts.move;

/** What a change brings about for each person, for scripts. */
export const publicEffects = z.array(publicFields(accessEffect, 'name before after teams'));

const names = z.array(z.string()).nullable();
const moved = publicFields(relocated, { id: z.string() }, 'path', { sent: z.boolean() });

interface Moving {
  readonly path: readonly string[];
  readonly to: string;
  readonly wider?: true;
}

/** Moving. Without `--wider` nothing is moved where people would gain access; with it they are named afterwards. */
export const moveRow: Row = row('files move <path...>', {
  help: 'Moves files and folders into another folder. Nothing is replaced.',
  arguments: [WHAT],
  options: [
    new Option('--to <folder>', 'the folder that they go into').makeOptionMandatory(),
    ['--wider', 'also when more people can read them there'],
  ],
  json: z.object({
    moved: z.array(moved),
    left: publicLeft,
    wider: z.object({ who: names }).nullable(),
    loses: names,
    less: publicEffects.nullable(),
  }),
  run: move,
  shape: ({ result: { done, left, question, loses, less } }) => ({
    moved: done.map(each => ({ ...each, sent: each.isSent })),
    left,
    wider: question === null ? null : { who: namesOf(question) },
    loses: loses?.map(({ name }) => name) ?? null,
    less,
  }),
  lines: ({ result }) => result.done.map(({ path }) => path),
  tell: ({ result, agreedTo }) => [
    agreedTo === null || result.done.length === 0 ? null : TEXTS.widerAgreed(namesOf(agreedTo), isSent(result)),
    ...remarks(result),
  ],
  exit: ({ result: { left, question } }) => (left.length > 0 || question !== null ? EXIT.attention : EXIT.ok),
});

async function move({ client, context }: Asking, { path, to: folder, wider }: Moving) {
  const ids = await idsOf(client, context, path);
  const to = await placeAt(client, context, folder);
  const asked = await client.call('files.move', { ids, to, agreed: null });
  const agreedTo = wider === true ? asked.question : null;
  if (agreedTo === null) return { result: asked, agreedTo };
  return { result: await client.call('files.move', { ids, to, agreed: agreeTo(agreedTo) }), agreedTo };
}

/** What is not seen from the paths. */
function remarks(result: MoveResult): readonly string[] {
  const { left, question, less } = result;
  return [
    ...(less !== null && less.length > 0 ? [TEXTS.lost(less, isSent(result))] : []),
    ...left.map(doneTexts.left),
    ...(question === null ? [] : [`${TEXTS.wider(namesOf(question))} ${TEXTS.widerCommand}`]),
  ];
}

/** What is moved on this computer is carried to the service later. */
function isSent({ done }: MoveResult): boolean {
  return done.every(each => each.isSent);
}

function namesOf({ who }: MoveQuestion): string[] | null {
  return who?.map(({ name }) => name) ?? null;
}
