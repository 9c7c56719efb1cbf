import type { Facts } from '../../journal/records/history.ts';
import { type SharingView, sharingView } from '../../../shared/features/sharing/model.ts';

/** Things whose sharing is kept for looking at it offline. */
const MOST_KEPT = 100;
const LIST = 'sharing.kept';

/** What the service last said of a thing; null: it was never asked, or what was kept cannot be read any more. */
export function keptView(facts: Facts, serviceId: string): SharingView | null {
  const text = facts.get(factOf(serviceId));
  if (text === null) return null;
  const read = sharingView.safeParse(parsed(text));
  return read.success ? { ...read.data, isFresh: false } : null;
}

/** Keeps it, and forgets what nobody looked at for longest. In a transaction. */
export function keepView(facts: Facts, view: SharingView): void {
  const ids = [view.serviceId, ...keptIds(facts).filter(id => id !== view.serviceId)];
  facts.set(factOf(view.serviceId), JSON.stringify(view));
  for (const id of ids.splice(MOST_KEPT)) facts.set(factOf(id), null);
  facts.set(LIST, JSON.stringify(ids));
}

/** Everything that is kept, what was looked at last first. */
export function keptViews(facts: Facts): readonly SharingView[] {
  return keptIds(facts).flatMap(id => keptView(facts, id) ?? []);
}

/** Who can see what is nothing for whoever signs in next (S51). In a transaction. */
export function forgetSharing(facts: Facts): void {
  for (const id of keptIds(facts)) facts.set(factOf(id), null);
  facts.set(LIST, null);
}

function keptIds(facts: Facts): readonly string[] {
  const ids: unknown = parsed(facts.get(LIST) ?? '[]');
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : [];
}

function factOf(serviceId: string): string {
  return `sharing.${serviceId}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
