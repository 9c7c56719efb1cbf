import type { Command } from 'commander';

import type { FreedSome } from '../../../../shared/features/sign-out/model.ts';
import { leavingTexts } from '../../../../shared/features/sign-out/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import type { OpenEngine } from '../../runner/engine-access.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { leavingShape, leftShape } from './leaving-shapes.ts';
import { leavingLines, leftLines } from './leaving-text.ts';

interface Leave {
  /** Whether what Benchtop keeps by itself goes, too. */
  readonly everything: boolean;
  readonly isAgreed: boolean;
  readonly json: boolean;
}

/** `account remove-everything`. */
export function addRemoveEverything(account: Command, context: CommandContext): void {
  account
    .command('remove-everything')
    .summary('remove everything from this computer, and sign out')
    .description(
      'Removes the files here that the service surely has, and what Benchtop keeps by itself: files of the last 30 days, and ' +
        'those that wait to be sent. Then signs out. Without --yes-remove-everything it only lists what would go, what ' +
        'would be lost, and what stays. What is not surely at the service stays in its folder.',
    )
    .option('--yes-remove-everything', 'do it')
    .option('--json', 'print one JSON object')
    .action((options: { readonly yesRemoveEverything?: true }, command: Command) => {
      // `account` has this option, too, and takes it.
      const { json } = command.optsWithGlobals<{ readonly json?: true }>();
      const isAgreed = options.yesRemoveEverything === true;
      return leave(context, { everything: true, isAgreed, json: json === true });
    });
}

/** Lists what would be; agreed to, removes what can be removed round by round, and signs out. */
export function leave(context: CommandContext, { everything, isAgreed, json }: Leave): Promise<void> {
  return context.ask(async ({ client }) => {
    const found = await client.call('leaving.look', null);
    if (!isAgreed) {
      if (json) context.printJson(leavingShape(found));
      else context.printLines(leavingLines(found, { losing: everything }));
      throw new Ending(EXIT.usage, everything ? leavingTexts.commandNeedsEverything : leavingTexts.commandNeedsYes);
    }
    if (!json) for (const line of leavingLines(found, { losing: everything })) context.tell(line);
    const removed = await freeAll(context, client);
    const lose = everything ? found.apart.map(({ id }) => id) : [];
    const done = await client.call('leaving.finish', { lose });
    if (json) context.printJson(leftShape(done, removed));
    else
      context.printLines([
        `${leavingTexts.doneTitle}. ${leavingTexts.removed(removed.files, removed.sizeBytes)}`,
        ...leftLines(done),
      ]);
    return endingOf(done.left.staysTotal + done.left.mirrors.length);
  });
}

async function freeAll(
  context: CommandContext,
  client: OpenEngine['client'],
): Promise<{ files: number; sizeBytes: number }> {
  const removed = { files: 0, sizeBytes: 0 };
  let after: number | null = null;
  do {
    const round: FreedSome = await client.call('leaving.free', { after });
    removed.files += round.files;
    removed.sizeBytes += round.sizeBytes;
    ({ after } = round);
    if (after !== null) context.tell(leavingTexts.freed(removed.files));
  } while (after !== null);
  return removed;
}

function endingOf(left: number): ExitCode {
  return left > 0 ? EXIT.attention : EXIT.ok;
}
