import { create } from 'zustand';

import type { Input } from '../../../../shared/contract.ts';
import { type Fault } from '../../../../shared/fault.ts';
import type { AskedScope, ConnectionInfo, ProbeInfo } from '../../../../shared/features/connections/model.ts';
import { connectionTexts } from '../../../../shared/features/connections/text.ts';
import { connectionsWords as words } from '../../../../shared/features/connections/window-text.ts';
import { useConnectionsThere } from './has-connections.ts';
import { engine } from '../../../state/engine.ts';
import { showToast } from '../../../state/toast.ts';
import { onAccountChange } from '../../../state/session.ts';
import { faultIn, latestOnly, unmadeFault, update } from '../../../state/reading/section.ts';

/** The connections that are on show. What a header carries is never in it. */
export interface Connections {
  readonly scope: AskedScope | null;
  readonly archived: boolean;
  /** Null: the service has not said yet. */
  readonly connections: readonly ConnectionInfo[] | null;
  /** When it said so, in milliseconds since the epoch. */
  readonly atMs: number | null;
  readonly isReading: boolean;
  /** Why the last question or change did not come to its end. */
  readonly fault: Fault | null;
  /** The id of what is being changed; empty: something new. Null: nothing. */
  readonly changing: string | null;
  /** What came of the last try. */
  readonly probed: { readonly name: string; readonly probe: ProbeInfo } | null;
}

const NOTHING: Connections = {
  scope: null,
  archived: false,
  connections: null,
  atMs: null,
  isReading: false,
  fault: null,
  changing: null,
  probed: null,
};

export const useConnections = create<Connections>(() => NOTHING);

const readings = latestOnly();

/** Counts who was signed in, and where: what was asked for one is not told to the next. */
let who = 0;

/** Asks the service again; what went wrong before stays on show when it is to. */
export async function readConnections(keepsFault = false): Promise<void> {
  const isCurrent = readings.begin();
  const { scope, archived } = useConnections.getState();
  const read = async () => {
    const { isThere, connections } = await engine.call('connections.list', { scope, archived });
    if (isCurrent()) useConnectionsThere.setState({ isThere });
    return connections;
  };
  await update(useConnections, read, connections => ({ connections, atMs: Date.now() }), {
    isCurrent,
    keepsFault,
    during: { isReading: true, ...(keepsFault ? {} : { fault: null }) },
    after: { isReading: false },
  });
}

/** Shows these alone. */
export async function showConnections(which: {
  readonly scope?: AskedScope | null;
  readonly archived?: boolean;
}): Promise<void> {
  useConnections.setState({ ...which, connections: null });
  await readConnections();
}

/** Puts away what went wrong. */
export function tidyConnections(): void {
  useConnections.setState({ fault: null });
}

export function putProbeAway(): void {
  useConnections.setState({ probed: null });
}

/** Reads again, then says what was done: what is on show shows it by then. */
export async function connectionsDone(done: string): Promise<void> {
  const asked = who;
  await readConnections(true);
  if (who !== asked) return;
  useConnections.setState({ fault: null });
  showToast(done);
}

/** Adds one. @returns the fault that stopped it; null when it is there. Secrets go from the form to the service alone. */
export function addConnection(wanted: Input<'connections.add'>): Promise<Fault | null> {
  return settled(async () => {
    const { name } = await engine.call('connections.add', wanted);
    return words.form.added(name);
  });
}

/** Changes one, likewise. */
export function editConnection(
  old: ConnectionInfo,
  change: Input<'connections.edit'>['change'],
): Promise<Fault | null> {
  const { id, scope, name, url, transport, allowedTools } = old;
  const seen = { name, url, transport, allowedTools };
  return settled(async () => {
    const { connection, headersForgotten } = await engine.call('connections.edit', { id, scope, seen, change });
    const said = words.form.saved(connection.name);
    return headersForgotten ? `${said} ${connectionTexts.headersForgotten}` : said;
  });
}

/** Removes one, likewise. */
export function removeConnection({ id, scope, name }: ConnectionInfo): Promise<Fault | null> {
  return settled(async () => {
    await engine.call('connections.remove', { id, scope });
    return words.remove.done(name);
  });
}

/** Switches one on or off. Nothing moves before the service says so. */
export function switchConnection({ id, scope, name }: ConnectionInfo, enabled: boolean): Promise<void> {
  const work = () => engine.call('connections.setEnabled', { id, scope, enabled });
  return change(id, work, { done: words.switched(name, enabled) });
}

export function makeDefault({ id, scope, name }: ConnectionInfo): Promise<void> {
  return change(id, () => engine.call('connections.setDefault', { id, scope }), { done: words.madeDefault(name) });
}

/** Has the service try one. */
export function probeConnection({ id, scope, name }: ConnectionInfo): Promise<void> {
  const work = () => engine.call('connections.probe', { id, scope });
  return change(id, work, { into: ({ probe }) => ({ probed: { name, probe } }) });
}

/** Where one asks in a sheet of its own, which shows what went wrong. */
async function settled(work: () => Promise<string>): Promise<Fault | null> {
  const asked = who;
  const fault = await faultIn(async () => {
    const done = await work();
    if (who === asked) await connectionsDone(done);
  }, notMade);
  if (fault !== null) void readConnections(true);
  return fault;
}

/** Changes one. `into`: what its answer shows; `done`: what is said when it is made. */
async function change<T>(
  id: string,
  work: () => Promise<T>,
  { into = () => ({}), done }: { readonly into?: (answer: T) => Partial<Connections>; readonly done?: string },
): Promise<void> {
  if (useConnections.getState().changing !== null) return;
  const asked = who;
  const isCurrent = (): boolean => who === asked;
  const make = async () => {
    try {
      return await work();
    } finally {
      // Read again first, well or not: the list must show the current state when the result is announced.
      if (isCurrent()) await readConnections(true);
    }
  };
  const isMade = await update(useConnections, make, into, {
    isCurrent,
    during: { changing: id, fault: null },
    after: { changing: null },
    faultOf: notMade,
  });
  if (isMade && isCurrent() && done !== undefined) showToast(done);
}

onAccountChange(() => {
  readings.begin();
  who += 1;
  useConnections.setState(NOTHING);
});

export const notMade = unmadeFault(words);
