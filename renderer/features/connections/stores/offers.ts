import { create } from 'zustand';

import type { Input } from '../../../../shared/contract.ts';
import { type Fault, toFault } from '../../../../shared/fault.ts';
import type { InventoryRow, ListedServer, ProviderInfo } from '../../../../shared/features/connections/model.ts';
import { connectionsWords as words } from '../../../../shared/features/connections/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { announce } from '../../../state/announcements.ts';
import { useSession, whoOf } from '../../../state/session.ts';
import { notMade } from './connection-fault.ts';

/** What there is to connect to. */
export interface Catalogue {
  readonly providers: readonly ProviderInfo[] | null;
  /** When the service said so, in milliseconds since the epoch. */
  readonly atMs: number | null;
  readonly isReading: boolean;
  readonly fault: Fault | null;
  /** What was changed last, and read back. */
  readonly done: string | null;
}

const NO_CATALOGUE: Catalogue = { providers: null, atMs: null, isReading: false, fault: null, done: null };
export const useCatalogue = create<Catalogue>(() => NO_CATALOGUE);

/** Everybody's connections. `mayLook` null: it is not known yet who is signed in. */
export interface Inventory {
  readonly mayLook: boolean | null;
  readonly connections: readonly InventoryRow[];
  readonly atMs: number | null;
  readonly isReading: boolean;
  readonly fault: Fault | null;
}

const NO_INVENTORY: Inventory = { mayLook: null, connections: [], atMs: null, isReading: false, fault: null };
export const useInventory = create<Inventory>(() => NO_INVENTORY);

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

/** Counts who was signed in: what was asked for another one is passed over. */
let life = 0;
let search = 0;

export async function readCatalogue(): Promise<void> {
  const mine = life;
  useCatalogue.setState({ fault: null, isReading: true });
  try {
    const { providers } = await engine.call('connections.catalogue', {});
    if (mine === life) useCatalogue.setState({ providers, atMs: Date.now(), isReading: false });
  } catch (thrown) {
    if (mine === life) useCatalogue.setState({ fault: toFault(thrown), isReading: false });
  }
}

export function tidyCatalogue(): void {
  useCatalogue.setState({ fault: null, done: null });
}

/** Changes what the organization allows. @returns the fault that stopped it; null when it is so. */
export async function setPolicy(
  { id, name, policy }: ProviderInfo,
  change: Input<'connections.setPolicy'>['change'],
): Promise<Fault | null> {
  if (policy === null) return null;
  try {
    const now = await engine.call('connections.setPolicy', { provider: id, seen: policy, change });
    const done = words.rules.done(name);
    useCatalogue.setState(({ providers }) => ({
      providers: providers?.map(each => (each.id === id ? now : each)) ?? null,
      done,
    }));
    announce(done);
    return null;
  } catch (thrown) {
    // Somebody else may have been faster: what is on show is to be what is so.
    void readCatalogue();
    return notMade(thrown);
  }
}

/** Reads everybody's connections, which also tells whether that is for this person. */
export async function readInventory(): Promise<void> {
  const mine = life;
  useInventory.setState({ isReading: true });
  try {
    const { mayLook, connections } = await engine.call('connections.inventory', {});
    if (mine === life) useInventory.setState({ mayLook, connections, atMs: Date.now(), isReading: false, fault: null });
  } catch (thrown) {
    if (mine === life) useInventory.setState({ fault: toFault(thrown), isReading: false });
  }
}

/** Reads the registry from its beginning. */
export async function findServers(wanted: string): Promise<void> {
  search += 1;
  useRegistry.setState({ ...NO_REGISTRY, search: wanted });
  await readServers(null);
}

/** Reads the next page. */
export async function moreServers(): Promise<void> {
  const { next, isReading } = useRegistry.getState();
  if (next !== null && !isReading) await readServers(next);
}

async function readServers(cursor: string | null): Promise<void> {
  const mine = search;
  const wanted = useRegistry.getState().search;
  useRegistry.setState({ isReading: true, fault: null });
  try {
    const page = await engine.call('connections.browse', { search: wanted, cursor });
    if (mine !== search) return;
    useRegistry.setState(({ servers }) => ({
      servers: cursor === null ? page.servers : [...servers, ...page.servers],
      next: page.next,
      isReading: false,
      isRead: true,
    }));
  } catch (thrown) {
    if (mine === search) useRegistry.setState({ isReading: false, fault: toFault(thrown) });
  }
}

useSession.subscribe(({ value }, before) => {
  if (whoOf(value) === whoOf(before.value)) return;
  life += 1;
  search += 1;
  useCatalogue.setState(NO_CATALOGUE);
  useInventory.setState(NO_INVENTORY);
  useRegistry.setState(NO_REGISTRY);
});
