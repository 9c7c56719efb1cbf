import { create } from 'zustand';

import type { Input } from '../../../../shared/contract.ts';
import { type Fault } from '../../../../shared/fault.ts';
import type { ListedServer, ProviderInfo } from '../../../../shared/features/connections/model.ts';
import { connectionsWords as words } from '../../../../shared/features/connections/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { showToast } from '../../../state/toast.ts';
import { onAccountChange } from '../../../state/session.ts';
import { notMade } from './list.ts';
import { faultIn, latestOnly, section, update } from '../../../state/reading/section.ts';

/** What there is to connect to. */
export const catalogue = section(async () => (await engine.call('connections.catalogue', {})).providers);

/** The connections of all people, and whether they are for this person. */
export const inventory = section(() => engine.call('connections.inventory', {}));

/** The public registry, as far as it was read. */
export interface Registry {
  /** What was searched for. */
  readonly search: string;
  readonly servers: readonly ListedServer[];
  /** Null: that was all. */
  readonly next: string | null;
  readonly isReading: boolean;
  /** Whether anything was read. */
  readonly isRead: boolean;
  readonly fault: Fault | null;
}

const NO_REGISTRY: Registry = { search: '', servers: [], next: null, isReading: false, isRead: false, fault: null };
export const useRegistry = create<Registry>(() => NO_REGISTRY);

/** An answer for the account that was signed in before is dropped. */
const searches = latestOnly();
let isCurrentSearch = searches.begin();

/** Changes what the organization allows. @returns the fault that stopped it; null when it is so. */
export async function setPolicy(
  { id, name, policy }: ProviderInfo,
  change: Input<'connections.setPolicy'>['change'],
): Promise<Fault | null> {
  if (policy === null) return null;
  const fault = await faultIn(async () => {
    const now = await engine.call('connections.setPolicy', { provider: id, seen: policy, change });
    catalogue.use.setState(({ value }) => ({ value: value?.map(each => (each.id === id ? now : each)) ?? null }));
    showToast(words.rules.done(name));
  }, notMade);
  // The change may have failed because another person changed it first: show what it is now.
  if (fault !== null) void catalogue.read();
  return fault;
}

/** Reads the registry from its beginning. */
export async function findServers(wanted: string): Promise<void> {
  isCurrentSearch = searches.begin();
  useRegistry.setState({ ...NO_REGISTRY, search: wanted });
  await readServers(null);
}

/** Reads the next page. */
export async function moreServers(): Promise<void> {
  const { next, isReading } = useRegistry.getState();
  if (next !== null && !isReading) await readServers(next);
}

async function readServers(cursor: string | null): Promise<void> {
  const { search } = useRegistry.getState();
  const read = () => engine.call('connections.browse', { search, cursor });
  const into = (page: Awaited<ReturnType<typeof read>>, { servers }: Registry) => ({
    servers: cursor === null ? page.servers : [...servers, ...page.servers],
    next: page.next,
    isRead: true,
  });
  await update(useRegistry, read, into, {
    isCurrent: isCurrentSearch,
    during: { isReading: true, fault: null },
    after: { isReading: false },
  });
}

onAccountChange(() => {
  isCurrentSearch = searches.begin();
  catalogue.forget();
  inventory.forget();
  useRegistry.setState(NO_REGISTRY);
});
