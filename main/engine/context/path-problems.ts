import { toFault } from '../../../shared/fault.ts';
import type { Problem } from '../../journal/records/problems.ts';
import type { MirrorContext } from './mirror-context.ts';
import { mustConcernOne } from './quarantine.ts';

/** The fingerprint of a remote item that could not be recorded; its problem stays until a poll records it. */
export const UNRECORDED_REMOTE = 'there';

/** Records a problem of a path that has no item, or none yet. */
export function recordPathProblem(
  { journal, mirror, world }: MirrorContext,
  path: string,
  { fault, fingerprint, retryAt }: Pick<Problem, 'fault' | 'fingerprint' | 'retryAt'>,
): void {
  const subject = `path:${path}`;
  const known = journal.problems.get(mirror.id, subject);
  if (known !== null && known.fingerprint === fingerprint && known.retryAt === retryAt) return;
  const since = known?.since ?? world.clock.now();
  journal.problems.put({ mirror: mirror.id, subject, path, fault, fingerprint, retryAt, attempts: 1, since });
}

/** Records that a new item could not be recorded: the next scan or poll tries again. */
export function recordUnrecordedPath(
  context: MirrorContext,
  path: string,
  { error, fingerprint }: { readonly error: unknown; readonly fingerprint: string },
): void {
  const fault = toFault(error);
  const fields = { fault: fault.kind, detail: fault.kind === 'bug' ? fault.detail : undefined };
  context.logOnce.log(`path ${context.mirror.id} ${path}`, fields, once =>
    context.world.log.error('path.unrecorded', once),
  );
  try {
    recordPathProblem(context, path, { fault, fingerprint, retryAt: null });
  } catch (failure) {
    mustConcernOne(failure);
  }
}
