import type { Handlers, Output } from '../../../shared/contract.ts';
import type { ExportJob } from '../../../shared/features/organization/model.ts';
import { exportTexts as texts } from '../../../shared/features/organization/text.ts';
import type { ExportAnswer } from '../../../shared/api/calls/exports.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { downloadExport, getExport, startExport } from '../../remote/api/calls/exports.ts';
import type { Tolerant } from '../../remote/api/tolerant.ts';
import { checkedPlace, type CopiesOut, isFileName } from '../../items/local/save-copy.ts';
import { refused } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type Here, inWords, organizationHere } from './current-organization.ts';
import type { ExportDownloads } from './export-downloads.ts';
import { forExports } from './last-export.ts';

type ExportCall = keyof Handlers & `export.${string}`;

/** Exports of everything the organization has: start, state, download. */
export function exportHandlers(
  context: AppContext,
  copies: CopiesOut,
  downloads: ExportDownloads,
): Pick<Handlers, ExportCall> {
  return {
    'export.start': () => inWords(() => start(context), texts.gone),
    'export.look': ({ job }) => inWords(() => look(context, job), texts.gone),
    'export.get': wanted => inWords(() => get({ context, copies, downloads }, wanted), texts.gone),
    'export.stop': async ({ job }) => {
      downloads.stop(job);
      return null;
    },
  };
}

async function start(context: AppContext): Promise<ExportJob> {
  const here = await organizationHere(context);
  let id: string;
  try {
    const answer = await startExport(here.line, { path: { organizationId: here.id } });
    id = answer.jobId ?? answer.id;
  } catch (error) {
    // The service has no list in which the export could be found again.
    throw isFault(error, 'offline', 'failing') ? refused(texts.notKnown) : error;
  }
  forExports(context.journal.facts).remember(here.id, id);
  return read(here, id);
}

async function look(context: AppContext, job: string | null): Promise<ExportJob> {
  const here = await organizationHere(context);
  return read(here, jobOf(context, here, job));
}

interface Getting {
  readonly context: AppContext;
  readonly copies: CopiesOut;
  readonly downloads: ExportDownloads;
}

async function get(
  { context, copies, downloads }: Getting,
  { job: asked, folder, name }: { readonly job: string | null; readonly folder: string; readonly name: string | null },
): Promise<Output<'export.get'>> {
  const here = await organizationHere(context);
  const place = await checkedPlace(context, folder);
  if (name !== null && !isFileName(name)) throw refused(texts.badName);
  const job = await read(here, jobOf(context, here, asked));
  if (job.status.toLowerCase() === 'failed') throw refused(texts.failed);
  if (job.isReady === false) throw refused(texts.notReady(job.status));
  const own = `export-${(job.createdAt ?? '').slice(0, 10).replaceAll(/[^\d-]/g, '') || job.id.slice(0, 8)}.zip`;
  const open = async () => {
    const answer = await bundleOf(context, here, job);
    const about = { job: job.id, sizeBytes: job.sizeBytes ?? answer.totalBytes };
    return { ...answer, body: downloads.watched(about, answer) };
  };
  const saved = await copies.receive(open, {
    target: { folder: place, name },
    own,
    sizeBytes: job.sizeBytes,
    words: texts,
  });
  return { job, ...saved };
}

/** The bundle's bytes, from the address the service redirects to, or from the service itself. */
async function bundleOf(
  { engine }: AppContext,
  { id, line }: Here,
  job: ExportJob,
): Promise<HttpResponse & { readonly totalBytes: number | null }> {
  const answer = await downloadExport(line, { path: { organizationId: id, jobId: job.id } });
  if (answer.status < 300) return { ...answer, totalBytes: null };
  await answer.discard();
  const address = answer.headers.get('location') ?? '';
  if (!URL.canParse(address)) throw refused(texts.noAddress);
  return (await engine.link()).storage.getCounted(address);
}

function jobOf({ journal }: AppContext, { id }: Here, job: string | null): string {
  const found = job ?? forExports(journal.facts).last(id);
  if (found === null) throw refused(texts.noneBegun);
  return found;
}

async function read({ id, line }: Here, job: string): Promise<ExportJob> {
  return jobIn(await getExport(line, { path: { organizationId: id, jobId: job } }), job);
}

function jobIn(answer: Tolerant<ExportAnswer>, id: string): ExportJob {
  const status = answer.status ?? '';
  return {
    id,
    status,
    isReady: READY[status.toLowerCase()] ?? null,
    createdAt: answer.createdAt ?? null,
    completedAt: answer.completedAt ?? null,
    sizeBytes: answer.sizeBytes ?? null,
  };
}

const READY: { readonly [status: string]: boolean } = {
  pending: false,
  running: false,
  failed: false,
  completed: true,
};
