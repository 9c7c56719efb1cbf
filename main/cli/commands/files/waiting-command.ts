import type { Command } from 'commander';

import type { DropJob, WaitingThing } from '../../../../shared/features/drops/model.ts';
import { dropTexts } from '../../../../shared/features/drops/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { JSON_OPTION } from '../../output/json-option.ts';

/** `files waiting`: what is on its way to the service, and what did not get that far. */
export function addWaiting(files: Command, context: CommandContext): void {
  files
    .command('waiting')
    .description(
      'Lists what waits to be sent to the service, oldest first, and files that were to be added and were not.',
    )
    .option('--seen', 'forget afterwards what was not added')
    .option(...JSON_OPTION)
    .action((options: { json?: true; seen?: true }) =>
      context.ask(async ({ client }) => {
        const waiting = await client.call('drops.waiting', null);
        const jobs = await client.call('drops.jobs', null);
        const lines = waiting.map(waitingLine);
        if (options.json) context.printJson({ v: 1, waiting: waiting.map(waitingShape), jobs: jobs.map(jobShape) });
        else context.printLines([...lines, ...jobs.flatMap(jobLines)]);
        const over = jobs.filter(({ state }) => state !== 'running');
        if (options.seen) for (const { id: ticket } of over) await client.call('drops.seen', { ticket });
        const isLeft = over.some(({ leftTotal }) => leftTotal > 0);
        return isLeft || waiting.some(({ isStuck }) => isStuck) ? EXIT.attention : EXIT.ok;
      }),
    );
}

function jobShape({ id, since, folder, state, files, added, left, leftTotal }: DropJob): object {
  return { id, since, folder, state, files, added, left, leftTotal };
}

/** An adding that runs, or came to its end without that a person was told. */
function jobLines(job: DropJob): readonly string[] {
  const { state, folder, added, files, left, leftTotal } = job;
  if (state === 'running') return [dropTexts.runs(folder, added, files)];
  const more = leftTotal > left.length ? [dropTexts.moreLeft(leftTotal - left.length)] : [];
  return [`${dropTexts[state](folder)} ${dropTexts.outcome(job)}`, ...left.map(dropTexts.left), ...more];
}

function waitingLine({ name, kind, versions, text }: WaitingThing): string {
  const parts = [kind, name, versions === null ? [] : dropTexts.versions(versions), text ?? []];
  return parts.flat().join('  ');
}

function waitingShape({ id, kind, name, since, sizeBytes, versions, text, isStuck }: WaitingThing): object {
  return { id, kind, name, since, sizeBytes, versions, text, isStuck };
}
