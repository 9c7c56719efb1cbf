import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import type { PollResult } from './poll.ts';

/** Records what rules hide at the service. Folders that a poll did not show keep their record. */
export function recordHiddenRemote({ journal, mirror }: MirrorContext, { hidden, showsHiddenIn }: PollResult): void {
  const now = hidden.map(({ id, folder, name, kind }) => ({ side: 'remote' as const, thing: id, folder, name, kind }));
  journal.rules.setHidden(mirror.id, 'remote', { now, isStale: showsHiddenIn });
}
