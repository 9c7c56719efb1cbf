import { create } from 'zustand';

import { type Fault, toFault, WITHOUT_BENCHTOP } from '../../../../shared/fault.ts';
import type { ZoneAlert, ZoneCard } from '../../../../shared/features/zones/model.ts';
import { zonesWords as words } from '../../../../shared/features/zones/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { showToast } from '../../../state/toast.ts';
import { throttledReader } from '../../../state/reading/throttled-reader.ts';
import { faultIn, update } from '../../../state/reading/section.ts';

/** The drop zones of this computer, and what people should hear of. */
export interface Zones {
  /** Null: before the first answer. */
  readonly cards: readonly ZoneCard[] | null;
  /** Those that are open. */
  readonly alerts: readonly ZoneAlert[];
  /** Why the last question or change did not come to its end. */
  readonly fault: Fault | null;
  /** What is under way: what is done and the zone's id, such as `look z1`. */
  readonly busy: ReadonlySet<string>;
}

export const useZones = create<Zones>(() => ({ cards: null, alerts: [], fault: null, busy: new Set() }));

/** Reads the zones; after that the engine reports every change. */
export async function readZones(): Promise<void> {
  if (
    await update(
      useZones,
      () => engine.call('zones.list', null),
      cards => ({ cards }),
    )
  )
    await readAlerts();
}

const readAlerts = throttledReader(async () => {
  const read = () => engine.call('zones.alerts', { all: false });
  await update(useZones, read, (alerts, { fault }) => ({ alerts, fault }));
});

/** Puts away what went wrong. */
export function tidyZones(): void {
  useZones.setState({ fault: null });
}

/** Pauses a zone; null: until a person resumes it. */
export function pauseZone({ id, definition }: ZoneCard, until: number | null): Promise<boolean> {
  return doFor(`pause ${id}`, async () => {
    await engine.call('zones.pause', { zone: id, until });
    return words.paused(definition.name);
  });
}

export function resumeZone({ id, definition }: ZoneCard): Promise<boolean> {
  return doFor(`pause ${id}`, async () => {
    await engine.call('zones.resume', { zone: id });
    return words.resumed(definition.name);
  });
}

/** What the runs are called that begin next, and who runs them; with nothing typed, nothing is said any more. */
export function sayOfNext({ id, definition }: ZoneCard, typed: { label: string; operator: string }): Promise<boolean> {
  return doFor(`next ${id}`, async () => {
    const label = typed.label.trim() || null;
    const operator = typed.operator.trim() || null;
    await engine.call('zones.nextRuns', { zone: id, label, operator });
    const isNothing = label === null && operator === null;
    return isNothing ? words.big.nothingSaid(definition.name) : words.big.isSaid(definition.name);
  });
}

/** Looks at a zone's folder now, and sends what is finished. */
export function lookNow({ id, definition }: ZoneCard): Promise<boolean> {
  return doFor(`look ${id}`, async () => {
    const { sent, waiting, stopped } = await engine.call('zones.run', { zone: id, wait: false });
    // Its card says why.
    return stopped === null ? words.looked(definition.name, sent, waiting) : null;
  });
}

/** Sends also what was in a zone's folder before the zone. */
export function sendOlder({ id, definition }: ZoneCard): Promise<boolean> {
  return doFor(`older ${id}`, async () => {
    await engine.call('zones.change', { zone: id, change: { startAt: null } });
    return words.olderAsked(definition.name);
  });
}

/** Forgets a zone. Neither its folder nor what was sent is touched. */
export function removeZone({ id, definition }: ZoneCard): Promise<boolean> {
  return doFor(`remove ${id}`, async () => {
    await engine.call('zones.remove', { zone: id });
    useZones.setState({ cards: await engine.call('zones.list', null) });
    return words.removing.done(definition.name);
  });
}

/** A person has seen an alert. */
export function acknowledgeAlert(alert: ZoneAlert): Promise<boolean> {
  return doFor(`seen ${alert.id}`, async () => {
    await engine.call('zones.acknowledge', { alert: alert.id });
    useZones.setState(({ alerts }) => ({ alerts: alerts.filter(({ id }) => id !== alert.id) }));
    return null;
  });
}

/**
 * Does something, unless the same is under way; other things may run beside it, because some take hours. `work` answers
 * what is said then. @returns whether it was done.
 */
export async function doFor(key: string, work: () => Promise<string | null>): Promise<boolean> {
  if (useZones.getState().busy.has(key)) return false;
  useZones.setState(({ busy }) => ({ busy: new Set([...busy, key]), fault: null }));
  const fault = await faultIn(async () => {
    const done = await work();
    if (done !== null) showToast(done);
  }, notChanged);
  useZones.setState(({ busy }) => ({
    ...(fault === null ? {} : { fault }),
    busy: new Set([...busy].filter(each => each !== key)),
  }));
  return fault === null;
}

engine.on('zones.all', cards => {
  useZones.setState({ cards });
  if (useZones.getState().alerts.length > 0 || cards.some(({ alerts }) => alerts > 0)) void readAlerts();
});

/** What stopped a change of a drop zone, in words that are true of it: none is kept for later. */
export function notChanged(thrown: unknown): Fault {
  const fault = toFault(thrown);
  if (fault.kind !== 'offline' || fault.detail === WITHOUT_BENCHTOP) return fault;
  return { kind: 'bad-request', detail: words.unreached };
}
