import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ItemId, MirrorId, ServiceId } from '../../../shared/ids.ts';
import { withEdit, mergeEdits, pendingDescription, type DescriptionEdit } from '../../core/policy/description-edits.ts';
import type { Journal } from '../../journal/journal.ts';
import type { OutgoingWork, QueuedChange } from '../../journal/records/outgoing.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ServiceConnection } from '../account/account.ts';

/** What sending needs. */
export interface Outbound {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly link: ServiceConnection;
}

type Describe = Extract<OutgoingWork, { kind: 'describe' }>;

/** The file's id and organization at the service; null while the service does not have it. */
export function fileOf(journal: Journal, subject: string): { id: ServiceId; organization: string | null } | null {
  if (isUuid(subject)) return { id: subject as ServiceId, organization: null };
  const item = journal.items.get(Number(subject) as ItemId);
  if (item === null) throw new FaultError({ kind: 'gone', messages: [] });
  const mirror = journal.mirrors.get((journal.items.mirrorOf(item.id) ?? '') as MirrorId);
  return item.remote === null ? null : { id: item.remote.id, organization: mirror?.organization ?? null };
}

/** Records a wanted description; it is merged with one that waits already. */
export function queueDescription(
  { journal, clock }: { readonly journal: Journal; readonly clock: Clock },
  { subject, name }: { readonly subject: string; readonly name: string },
  wish: DescriptionEdit,
): void {
  const waiting = journal.outgoing.describing(subject);
  const earlier = waiting?.work.kind === 'describe' ? waiting.work.wish : null;
  const work: Describe = { kind: 'describe', wish: earlier === null ? wish : mergeEdits(earlier, wish) };
  journal.transaction(() => {
    if (waiting === null) journal.outgoing.add({ at: clock.now(), subject, name, work });
    else {
      journal.outgoing.setWork(waiting.id, work);
      journal.outgoing.setFault(waiting.id, null, null);
    }
  });
}

/**
 * Sends a description and tags. A colleague's newer text is never overwritten: then a person decides.
 * RACE: the service has no condition for this; what a colleague writes between our check and the call is lost. That is
 * some milliseconds, and only the text.
 * @returns whether it is settled; false: the file is not yet at the service.
 * @throws FaultError.
 */
export async function sendDescription({ journal, clock, link }: Outbound, waiting: QueuedChange): Promise<boolean> {
  const { work, subject, id } = waiting;
  if (work.kind !== 'describe') return true;
  const file = fileOf(journal, subject);
  if (file === null) return false;
  const api = link.api(file.organization);
  const now = await api.described(file.id);
  if (now.isGone) throw new FaultError({ kind: 'gone', messages: [] });
  journal.descriptions.set(file.id, now, clock.now());
  const sending = pendingDescription(now, work.wish);
  if (sending === 'disputed') {
    journal.outgoing.setWork(id, { ...work, theirs: now.description });
    throw new FaultError({ kind: 'stale', detail: 'the description was changed at the service' });
  }
  if (sending !== null) await api.describe(file.id, sending);
  // A wish may have been merged into it while it was being sent: then it is sent again.
  if (JSON.stringify(journal.outgoing.get(id)?.work) !== JSON.stringify(work)) return false;
  journal.transaction(() => {
    journal.descriptions.set(file.id, withEdit(now, work.wish), clock.now());
    journal.outgoing.remove(id);
  });
  return true;
}
