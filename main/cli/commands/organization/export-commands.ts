import { z } from 'zod';

import { exportJob, type ExportJob } from '../../../../shared/features/organization/model.ts';
import { exportText, exportTexts as texts } from '../../../../shared/features/organization/text.ts';
import { publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';
import { targetOf } from '../files/get-command.ts';

const JOB = ['an id; without it, the export that was begun last from here'];
const publicJob = publicFields(exportJob, 'id status isReady createdAt completedAt sizeBytes');
const aJob = {
  json: z.object({ export: publicJob }),
  shape: (job: ExportJob) => ({ export: job }),
  lines: (job: ExportJob) => [jobLine(job)],
};

interface Job {
  readonly export?: string;
}

/** Everything an organization has, as one file. */
export const exportRows: readonly Row[] = [
  commandGroup(
    'export',
    'everything the organization has, as one file',
    'Has the service build one file of everything the organization has. For its owners and admins.',
  ),
  row('export start', {
    help: 'Has the service begin.',
    ...aJob,
    call: 'export.start',
    input: () => ({}),
    tell: ({ id }) => texts.begun(id),
  }),
  row('export status [export]', {
    help: 'Says how far it is.',
    arguments: JOB,
    ...aJob,
    call: 'export.look',
    input: ({ export: job }: Job) => ({ job: job ?? null }),
  }),
  row('export get [export]', {
    help: 'Downloads it: whole or not at all, and nothing is replaced.',
    arguments: JOB,
    options: [['--to <place>', 'a folder that exists, or a new name', '.']],
    json: z.object({ export: publicJob, path: z.string(), sizeBytes: z.number() }),
    call: 'export.get',
    input: ({ export: job, to }: Job & { readonly to: string }, context) => ({
      job: job ?? null,
      ...targetOf(context, to),
    }),
    shape: got => ({ ...got, export: got.job }),
    lines: ({ path }) => [path],
    tell: ({ path }) => texts.saved(path),
  }),
  row('export stop [export]', {
    help: 'Stops downloads that a window or another command began. Nothing half stays.',
    arguments: ['an id; without it, all that are downloaded'],
    call: 'export.stop',
    input: ({ export: job }: Job) => ({ job: job ?? null }),
    tell: () => texts.stopping,
  }),
];

function jobLine({ id, status, createdAt, completedAt, sizeBytes }: ExportJob): string {
  const parts = [
    id,
    exportText(status),
    createdAt === null ? null : `begun ${createdAt}`,
    completedAt === null ? null : `ended ${completedAt}`,
    sizeBytes === null ? null : `${sizeBytes} bytes`,
  ];
  return parts.filter(part => part !== null).join('  ');
}
