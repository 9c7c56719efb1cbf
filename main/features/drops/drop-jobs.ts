import type { MirrorId } from '../../../shared/ids.ts';
import type { DropJob } from '../../../shared/features/drops/model.ts';
import { dropTexts } from '../../../shared/features/drops/text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { Job, JobFile } from '../../journal/records/jobs.ts';
import type { Journal } from '../../journal/journal.ts';
import type { World } from '../../ports/world.ts';

/** Files of a job listed by name; the others are only counted. */
const NAMED = 100;

/** Jobs in progress, and finished ones that a person has not seen. */
export function listedJobs({ jobs }: Journal): readonly DropJob[] {
  return jobs.all().flatMap(job => (job.state === 'asked' ? [] : [listed(job, job.state, jobs.files(job.id, NAMED))]));
}

function listed(job: Job, state: DropJob['state'], files: readonly JobFile[]): DropJob {
  const { id, at, folder, added, addedBytes } = job;
  const left = files.map(({ path, why }) => ({ path, text: why ?? dropTexts.notCome }));
  const leftTotal = Math.max(job.files - added, left.length);
  return { id, since: isoTime(at), folder, state, files: job.files, added, addedBytes, left, leftTotal };
}

/**
 * Ends the jobs that were interrupted by the end of the process. Files already in place count as added. To be called
 * before the outbox is cleaned up.
 */
export async function settleJobs(world: Pick<World, 'disk' | 'log'>, journal: Journal): Promise<void> {
  for (const job of journal.jobs.all()) {
    if (job.state !== 'asked' && job.state !== 'running') continue;
    for (const file of journal.jobs.files(job.id)) if (file.at !== null) await settleFile(world, journal, job, file);
    journal.jobs.setState(job.id, 'interrupted');
  }
}

/** Settles a file whose bytes were complete: the process ended before or after it was renamed. */
async function settleFile(
  world: Pick<World, 'disk' | 'log'>,
  journal: Journal,
  job: Job,
  { path, at, sizeBytes }: JobFile,
): Promise<void> {
  try {
    const root = job.mirror === null ? await world.disk.outbox() : journal.mirrors.get(job.mirror as MirrorId)?.root;
    const entry = root === undefined ? null : await world.disk.entry(root, at ?? '');
    if (entry?.kind !== 'file' || entry.sizeBytes !== sizeBytes) return;
    // A file of the outbox is recorded as added together with its row: without a row it goes to the trash.
    if (job.mirror === null) journal.jobs.left(job.id, path, dropTexts.inStore);
    else journal.jobs.added(job.id, path, entry.sizeBytes);
  } catch (error) {
    journal.jobs.left(job.id, path, dropTexts.unsure);
    world.log.info('drops.not-settled', { error: error instanceof Error ? error.message : 'unknown' });
  }
}
