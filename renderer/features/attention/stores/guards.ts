import { create } from 'zustand';

import type { Fault } from '../../../../shared/fault.ts';
import type { GuardedItem, GuardedPage } from '../../../../shared/features/attention/decisions-model.ts';
import { engine } from '../../../state/engine.ts';
import { update } from '../../../state/reading/section.ts';

/** The question about removals that is on show, with as much of what would go as was read. */
export interface ShownGuard {
  readonly id: string | null;
  readonly page: Omit<GuardedPage, 'items'> | null;
  readonly items: readonly GuardedItem[];
  readonly isReading: boolean;
  readonly fault: Fault | null;
}

const NOTHING: ShownGuard = { id: null, page: null, items: [], isReading: false, fault: null };

/** Items a page. */
const PAGE = 500;

export const useGuard = create<ShownGuard>(() => NOTHING);

/** Reads what a question is about. */
export function showGuard(id: string): Promise<void> {
  useGuard.setState({ ...NOTHING, id });
  return readMore();
}

engine.on('attention.count', () => void readAgain());

/** More may have come to the question, or some may be back: what is shown is what is decided about. */
async function readAgain(): Promise<void> {
  const { id, page, isReading } = useGuard.getState();
  if (id === null || page === null || isReading) return;
  const again = await engine.call('guards.items', { id, offset: 0, limit: PAGE }).catch(() => null);
  if (again === null) return;
  const { items, ...counts } = again;
  const now = useGuard.getState();
  if (now.id === id && JSON.stringify(counts) !== JSON.stringify(now.page)) useGuard.setState({ page: counts, items });
}

/** Puts it away. */
export function hideGuard(): void {
  useGuard.setState(NOTHING);
}

/** Reads the next part of what would go. */
export async function readMore(): Promise<void> {
  const { id, items, isReading, page } = useGuard.getState();
  if (id === null || isReading || (page !== null && items.length >= page.files + page.folders)) return;
  const read = () => engine.call('guards.items', { id, offset: items.length, limit: PAGE });
  await update(useGuard, read, ({ items: more, ...counts }) => ({ page: counts, items: [...items, ...more] }), {
    isCurrent: () => useGuard.getState().id === id,
    during: { isReading: true },
    after: { isReading: false },
  });
}
