import { z } from 'zod';

import { FaultError } from '../../../../shared/fault.ts';
import type { ServiceId } from '../../../../shared/ids.ts';
import { zoneWish, type ZoneWish } from '../../../../shared/features/zones/model.ts';
import { HOUR } from '../../../../shared/units.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import type { Hasher } from '../../../ports/read-only-folder.ts';
import { readLine } from '../records/zone-audit.ts';
import type { Run } from '../records/run-records.ts';
import { type NewZone, type NextRuns, type Zone, zoneKey } from '../records/zone-records.ts';
import { datasetOf } from '../observe/dataset.ts';
import { quietMs } from '../observe/run-completion.ts';
import type { ZoneContext } from '../observe/zone-context.ts';
import { patternOf, unknownWords } from '../send/run-folder.ts';
import { overlapWith } from '../observe/zone-state.ts';

/** The destination of a zone as it was resolved at the service. */
export type ZoneDestination = Omit<NewZone, 'wish'>;

const PAGE = 500;
const NEXT_FOR_MS = 12 * HOUR;

/**
 * Adds, changes and removes zones. Each change is also a line of the audit log, from which the zones can be restored.
 */
export class ZoneEditor {
  readonly #context: ZoneContext;

  constructor(context: ZoneContext) {
    this.#context = context;
  }

  /** @throws FaultError `bad-request` with every reason why the zone cannot be added. @returns its key. */
  async add(wish: ZoneWish, remote: ZoneDestination): Promise<string> {
    await this.#mustBePossible(wish, null);
    const { records } = this.#context;
    const key = records.transaction(() => {
      const made = zoneKey(records.zones.add({ ...remote, wish }, this.#now()));
      records.audit.add(this.#now(), 'zone added', { key: made, definition: wish, ...remote });
      return made;
    });
    await this.#written();
    return key;
  }

  async change(zone: Zone, wish: ZoneWish, remote: ZoneDestination): Promise<void> {
    await this.#mustBePossible(wish, zone.id);
    const { records } = this.#context;
    records.transaction(() => {
      records.zones.change(zone.id, { ...remote, wish });
      records.audit.add(this.#now(), 'zone changed', { key: zoneKey(zone.id), definition: wish, ...remote });
      if (wish.quietSeconds !== zone.wish.quietSeconds) this.#settleAnew(zone.id, wish);
      // Files that the old rules left out were already in the folder, so the start date applies to them: scan as for
      // the first time.
      if (isOtherChoice(wish, zone.wish)) records.initialScan.setDue(zone.id, ['']);
      if (wish.preset !== zone.wish.preset || wish.grouping !== zone.wish.grouping) this.#groupAnew(zone.id, wish);
    });
    await this.#written();
  }

  async remove(zone: Zone): Promise<void> {
    const { records } = this.#context;
    records.transaction(() => {
      records.alerts.solveAll(zone.id, this.#now());
      records.zones.remove(zone.id);
      records.audit.add(this.#now(), 'zone removed', { key: zoneKey(zone.id), zone: zone.wish.name });
    });
    await this.#written();
  }

  async pause({ id, wish }: Zone, until: number | null): Promise<void> {
    const { records } = this.#context;
    records.transaction(() => {
      records.zones.setPaused(id, until);
      records.audit.add(this.#now(), until === null ? 'resumed' : 'paused', { zone: wish.name, until });
    });
    await this.#written();
  }

  /** Records who ran the run, and has its manifest rewritten with that name. */
  setOperator({ id, wish }: Zone, run: Run, operator: string | null): void {
    const { records } = this.#context;
    records.transaction(() => {
      records.runs.setOperator(run.id, operator);
      if (run.folder !== null && wish.manifest && records.runs.counts(run.id).confirmed > 0)
        records.runs.setListDue(id, run.folder, true);
      records.audit.add(this.#now(), 'operator', { zone: wish.name, run: run.name, key: run.key, operator });
    });
  }

  /**
   * Label and operator for the runs that begin next. Valid for 12 hours: after that another person is at the
   * instrument.
   */
  setNext({ id, wish }: Zone, { label, operator }: Pick<NextRuns, 'label' | 'operator'>): void {
    const { records } = this.#context;
    const isNothing = label === null && operator === null;
    records.transaction(() => {
      records.zones.setNext(id, isNothing ? null : { label, operator, until: this.#now() + NEXT_FOR_MS });
      records.audit.add(this.#now(), 'next runs', { zone: wish.name, label, operator });
    });
  }

  /** Only a hash of the PIN is stored. */
  async setPin(pin: string | null): Promise<void> {
    const { records, world } = this.#context;
    const salt = String(world.random.next());
    records.transaction(() => {
      records.pin.set(pin === null ? null : { salt, hash: pinHash(pin, salt, world.sources.hasher) });
      records.audit.add(this.#now(), pin === null ? 'pin removed' : 'pin set', {});
    });
    await this.#written();
  }

  release({ wish }: Zone, run: Run): void {
    const { records } = this.#context;
    records.transaction(() => {
      records.runs.release(run.id);
      records.audit.add(this.#now(), 'sent by hand', { zone: wish.name, run: run.name, key: run.key });
    });
  }

  /** @returns false when there is no open alert with this id. */
  acknowledge(alert: number): boolean {
    const { records } = this.#context;
    return records.transaction(() => {
      const isDone = records.alerts.acknowledge(alert, this.#now());
      if (isDone) records.audit.add(this.#now(), 'alert seen', { alert });
      return isDone;
    });
  }

  async #mustBePossible(wish: ZoneWish, except: number | null): Promise<void> {
    const troubles = await definitionTroubles(this.#context, wish, except);
    if (troubles.length > 0) throw new FaultError({ kind: 'bad-request', detail: troubles.join(' ') });
  }

  #settleAnew(zone: number, wish: ZoneWish): void {
    const { files } = this.#context.records;
    for (let after = 0; ;) {
      const page = files.waitingAfter(zone, after, PAGE);
      const last = page.at(-1);
      if (last === undefined) return;
      for (const { id, changedAt, sizeBytes, gapMs } of page)
        files.setQuiet(id, changedAt + quietMs(wish.quietSeconds, sizeBytes, gapMs));
      after = last.id;
    }
  }

  /** Assigns each file that was not sent yet to its run under the new rules; files that were sent stay in their run. */
  #groupAnew(zone: number, wish: ZoneWish): void {
    const { files, runs } = this.#context.records;
    for (let after = 0; ;) {
      const page = files.notBegunAfter(zone, after, PAGE);
      const last = page.at(-1);
      if (last === undefined) break;
      for (const { id, path, run: before } of page) {
        const set = datasetOf(wish, path);
        const run = runs.findOrAdd(zone, set, this.#now());
        files.setRun(id, run, set.inside);
        if (run !== before) runs.inherit(run, before);
      }
      after = last.id;
    }
    runs.dropEmpty(zone);
  }

  /** If the disk refuses the write, the lines stay in the database for the next flush and the zones go on. */
  async #written(): Promise<void> {
    await this.#context.records.audit.flush().catch(() => undefined);
    this.#context.changed();
  }

  #now(): number {
    return this.#context.world.clock.now();
  }
}

/** Whether a change of the zone can change which files are selected by name. */
function isOtherChoice(one: ZoneWish, other: ZoneWish): boolean {
  const choice = ({ preset, include, exclude, subfolders, settle }: ZoneWish): string =>
    JSON.stringify([preset, include, exclude, subfolders, settle]);
  return choice(one) !== choice(other);
}

const deed = z.object({
  event: z.enum(['zone added', 'zone changed', 'zone removed']),
  key: z.string().regex(/^z\d{1,9}$/),
  definition: zoneWish.optional(),
  destination: z.string().optional(),
  remotePath: z.string().optional(),
  organization: z.string().nullable().optional(),
});

/** Restores the zones from the audit log after the database was lost. @returns how many zones the log contains. */
export async function zonesFromLog({ records, world }: Pick<ZoneContext, 'records' | 'world'>): Promise<number> {
  const zones = new Map<number, NewZone>();
  for await (const line of world.ledger.lines()) {
    if (!line.includes('"event":"zone ')) continue;
    const read = deed.safeParse(readLine(line)?.fields);
    if (!read.success) continue;
    const { event, key, definition, destination, remotePath = '', organization = null } = read.data;
    const id = Number(key.slice(1));
    if (event === 'zone removed' || definition === undefined || destination === undefined) zones.delete(id);
    else zones.set(id, { wish: definition, destination: destination as ServiceId, remotePath, organization });
  }
  records.transaction(() => {
    for (const [id, zone] of zones) if (records.zones.get(id) === null) records.zones.add(zone, world.clock.now(), id);
  });
  return zones.size;
}

/** Makes trying all four-digit PINs against a copied database take at least a minute. */
const ROUNDS = 5000;

/** The stored form of a PIN, which is never stored itself. `salt` is generated per PIN. */
export function pinHash(pin: string, salt: string, hasher: () => Hasher): string {
  let text = `${salt}:${pin}`;
  for (let round = 0; round < ROUNDS; round++) {
    const hash = hasher();
    hash.add(new TextEncoder().encode(text));
    text = `${salt}:${hash.end()}`;
  }
  return text.slice(salt.length + 1);
}

/**
 * Everything wrong with a zone definition, each as a sentence with its remedy.
 * @param except id of the zone that is being changed.
 */
export async function definitionTroubles(
  context: ZoneContext,
  wish: ZoneWish,
  except: number | null,
): Promise<readonly string[]> {
  const troubles: string[] = [];
  const others = context.records.zones.all().filter(({ id }) => id !== except);
  if (others.some(other => other.wish.name === wish.name)) troubles.push(zoneTexts.nameTaken(wish.name));
  const words = [...unknownWords(wish.layout), ...unknownWords(wish.description)];
  if (words.length > 0) troubles.push(zoneTexts.unknownWords(words));
  if (wish.operator.kind === 'path' && patternOf(wish.operator.pattern) === null)
    troubles.push(zoneTexts.badPattern(wish.operator.pattern));
  if (!/^([/\\]|[A-Za-z]:[/\\])/.test(wish.folder)) return [...troubles, zoneTexts.notAbsolute(wish.folder)];
  const facts = await context.world.sources.open(wish.folder).survey();
  if (facts.is === 'missing') troubles.push(zoneTexts.missing(wish.folder));
  if (facts.is === 'unreadable') troubles.push(zoneTexts.unreadable(wish.folder));
  const mirror = overlapWith(facts, context.mirrors());
  if (mirror !== null) troubles.push(zoneTexts.overlaps(wish.folder, mirror));
  for (const other of others) {
    const there = await context.world.sources.open(other.wish.folder).survey();
    if (overlapWith(facts, [there.realPath]) !== null)
      troubles.push(zoneTexts.folderTaken(wish.folder, other.wish.name));
  }
  return troubles;
}
