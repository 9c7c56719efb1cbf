import { badRequest } from '../../../shared/fault.ts';
import type { Handlers, Output } from '../../../shared/contract.ts';
import type { ExportJob, ExportProgress } from '../../../shared/features/organization/model.ts';
import { exportTexts as texts } from '../../../shared/features/organization/text.ts';
import type { ExportAnswer } from '../../../shared/api/calls/exports.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { calls } from '../../remote/api/calls.ts';
import type { Tolerant } from '../../remote/api/tolerant.ts';
import { checkedPlace, type CopySaver, isFileName } from '../../items/local/save-copy.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ActiveOrganization, inWords, activeOrganization } from '../../items/current-organization.ts';

type ExportCall = keyof Handlers & `export.${string}`;

/** Exports of everything the organization has: start, state, download. */
export function exportHandlers(
  context: AppContext,
  copies: CopySaver,
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
  const here = await activeOrganization(context);
  let id: string;
  try {
    const answer = await calls.startExport(here.line, { path: { organizationId: here.id } });
    id = answer.jobId ?? answer.id;
  } catch (error) {
    // The service has no list in which the export could be found again.
    throw isFault(error, 'offline', 'failing') ? badRequest(texts.notKnown) : error;
  }
  forExports(context.journal.facts).remember(here.id, id);
  return read(here, id);
}

async function look(context: AppContext, job: string | null): Promise<ExportJob> {
  const here = await activeOrganization(context);
  return read(here, jobOf(context, here, job));
}

interface Getting {
  readonly context: AppContext;
  readonly copies: CopySaver;
  readonly downloads: ExportDownloads;
}

async function get(
  { context, copies, downloads }: Getting,
  { job: asked, folder, name }: { readonly job: string | null; readonly folder: string; readonly name: string | null },
): Promise<Output<'export.get'>> {
  const here = await activeOrganization(context);
  const place = await checkedPlace(context, folder);
  if (name !== null && !isFileName(name)) throw badRequest(texts.badName);
  const job = await read(here, jobOf(context, here, asked));
  if (job.status.toLowerCase() === 'failed') throw badRequest(texts.failed);
  if (job.isReady === false) throw badRequest(texts.notReady(job.status));
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
  { id, line }: ActiveOrganization,
  job: ExportJob,
): Promise<HttpResponse & { readonly totalBytes: number | null }> {
  const answer = await calls.downloadExport(line, { path: { organizationId: id, jobId: job.id } });
  if (answer.status < 300) return { ...answer, totalBytes: null };
  await answer.discard();
  const address = answer.headers.get('location') ?? '';
  if (!URL.canParse(address)) throw badRequest(texts.noAddress);
  return (await engine.connection()).storage.getCounted(address);
}

function jobOf({ journal }: AppContext, { id }: ActiveOrganization, job: string | null): string {
  const found = job ?? forExports(journal.facts).last(id);
  if (found === null) throw badRequest(texts.noneBegun);
  return found;
}

async function read({ id, line }: ActiveOrganization, job: string): Promise<ExportJob> {
  return jobIn(await calls.getExport(line, { path: { organizationId: id, jobId: job } }), job);
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

const FACT = 'lastExport';

/** Fact with the export started last on this computer; a service need not list exports. */
function forExports(facts: Facts): {
  last(organization: string): string | null;
  remember(organization: string, job: string): void;
} {
  return {
    last: organization => {
      const [of, job] = facts.get(FACT)?.split(' ') ?? [];
      return of === organization ? (job ?? null) : null;
    },
    remember: (organization, job) => facts.set(FACT, `${organization} ${job}`),
  };
}

/** An export belongs to the person who started it. In a transaction. */
export function forgetExports(facts: Facts): void {
  facts.set(FACT, null);
}

/** Windows are told of progress at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

/** One download. */
interface Underway {
  readonly job: string;
  readonly sizeBytes: number | null;
  doneBytes: number;
  isStopped: boolean;
  /** Wakes the wait for more bytes. */
  ring: () => void;
}

/** Downloads of export bundles: progress and cancellation. Nothing partial is left when one is cancelled. */
export class ExportDownloads {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #tell: (underway: ExportProgress[]) => void;
  /** The same bundle downloaded to two folders counts twice. */
  readonly #underway = new Set<Underway>();
  #toldAt = -Infinity;

  constructor(clock: Pick<Clock, 'elapsed'>, tell: (underway: ExportProgress[]) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Cancels the downloads of an export; null: of all. */
  stop(job: string | null): void {
    for (const one of this.#underway) {
      if (job !== null && one.job !== job) continue;
      one.isStopped = true;
      one.ring();
    }
  }

  /** Yields the bytes until they end or the download is cancelled. @throws FaultError `bad-request` when cancelled. */
  async *watched(
    about: Pick<ExportProgress, 'job' | 'sizeBytes'>,
    answer: Pick<HttpResponse, 'body' | 'discard'>,
  ): AsyncGenerator<Uint8Array> {
    const mine: Underway = { ...about, doneBytes: 0, isStopped: false, ring: () => undefined };
    this.#underway.add(mine);
    this.#say(true);
    const chunks = answer.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = mine.isStopped ? null : await nextOf(chunks, mine);
        if (mine.isStopped || next === null) {
          answer.discard().catch(() => undefined);
          throw badRequest(texts.stopped);
        }
        if (next.done === true) return;
        mine.doneBytes += next.value.byteLength;
        this.#say(false);
        yield next.value;
      }
    } finally {
      // The consumer may have ended first. Not awaited: a stalled connection would never resolve.
      chunks.return?.().catch(() => undefined);
      this.#underway.delete(mine);
      this.#say(true);
    }
  }

  #say(isDue: boolean): void {
    if (!isDue && this.#clock.elapsed() - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = this.#clock.elapsed();
    this.#tell([...this.#underway].map(({ job, doneBytes, sizeBytes }) => ({ job, doneBytes, sizeBytes })));
  }
}

/** The next chunk; null: cancelled, even while no chunk comes. */
function nextOf(chunks: AsyncIterator<Uint8Array>, mine: Underway): Promise<IteratorResult<Uint8Array> | null> {
  return new Promise((resolve, reject) => {
    mine.ring = () => resolve(null);
    chunks.next().then(resolve, reject);
  });
}
