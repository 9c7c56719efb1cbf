import type { Command } from 'commander';

import type { ExportJob } from '../../../../shared/features/organization/model.ts';
import { exportText, exportTexts as texts } from '../../../../shared/features/organization/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { targetOf } from '../files/get-command.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';

const JOB = 'an id; without it, the export that was begun last from here';

/** `export start|status|get|stop`. */
export function addExportCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('export')
    .summary('everything the organization has, as one file')
    .description('Has the service build one file of everything the organization has. For its owners and admins.');
  group
    .command('start')
    .description('Has the service begin.')
    .option(...JSON_OPTION)
    .action((format: Format) =>
      context.ask(async ({ client }) => {
        const job = await client.call('export.start', {});
        print(context, job, format);
        context.tell(texts.begun(job.id));
      }),
    );
  group
    .command('status')
    .description('Says how far it is.')
    .argument('[export]', JOB)
    .option(...JSON_OPTION)
    .action((id: string | undefined, format: Format) =>
      context.ask(async ({ client }) => print(context, await client.call('export.look', { job: id ?? null }), format)),
    );
  group
    .command('get')
    .description('Downloads it: whole or not at all, and nothing is replaced.')
    .argument('[export]', JOB)
    .option('--to <place>', 'a folder that exists, or a new name', '.')
    .option(...JSON_OPTION)
    .action((id: string | undefined, { to, json }: Format & { readonly to: string }) =>
      context.ask(async ({ client }) => {
        const got = await client.call('export.get', { job: id ?? null, ...targetOf(context, to) });
        if (json) context.printJson({ v: 1, export: shape(got.job), path: got.path, sizeBytes: got.sizeBytes });
        else context.printLines([got.path]);
        context.tell(texts.saved(got.path));
      }),
    );
  group
    .command('stop')
    .description('Stops downloads that a window or another command began. Nothing half stays.')
    .argument('[export]', 'an id; without it, all that are downloaded')
    .action((id: string | undefined) =>
      context.ask(async ({ client }) => {
        await client.call('export.stop', { job: id ?? null });
        context.tell(texts.stopping);
      }),
    );
}

function print(context: CommandContext, job: ExportJob, { json }: Format): void {
  if (json) return context.printJson({ v: 1, export: shape(job) });
  const { id, status, createdAt, completedAt, sizeBytes } = job;
  const parts = [
    id,
    exportText(status),
    createdAt === null ? null : `begun ${createdAt}`,
    completedAt === null ? null : `ended ${completedAt}`,
    sizeBytes === null ? null : `${sizeBytes} bytes`,
  ];
  context.printLines([parts.filter(part => part !== null).join('  ')]);
}

function shape({ id, status, isReady, createdAt, completedAt, sizeBytes }: ExportJob): object {
  return { id, status, isReady, createdAt, completedAt, sizeBytes };
}
