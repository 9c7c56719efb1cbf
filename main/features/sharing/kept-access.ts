import type { Facts } from '../../journal/records/history.ts';
import { type SharingView, sharingView } from '../../../shared/features/sharing/model.ts';

/** Items whose access list is cached for offline viewing. */
const MOST_KEPT = 100;
const LIST = 'sharing.kept';

/** The cached access list of an item; null: never asked, or unreadable. */
export function keptView(facts: Facts, serviceId: string): SharingView | null {
  const text = facts.get(factOf(serviceId));
  if (text === null) return null;
  const read = sharingView.safeParse(parsed(text));
  return read.success ? { ...read.data, isFresh: false } : null;
}

/** Caches a view, and drops those not viewed for longest. In a transaction. */
export function keepView(facts: Facts, view: SharingView): void {
  const ids = [view.serviceId, ...keptIds(facts).filter(id => id !== view.serviceId)];
  facts.set(factOf(view.serviceId), JSON.stringify(view));
  for (const id of ids.splice(MOST_KEPT)) facts.set(factOf(id), null);
  facts.set(LIST, JSON.stringify(ids));
}

/** All cached views, last viewed first. */
export function keptViews(facts: Facts): readonly SharingView[] {
  return keptIds(facts).flatMap(id => keptView(facts, id) ?? []);
}

/** Who has access must not be visible to the next person who signs in. In a transaction. */
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
