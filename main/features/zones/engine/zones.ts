import { badRequest } from '../../../../shared/fault.ts';
import type {
  SafeFile,
  ZoneAlert,
  ZoneCard,
  ZoneFile,
  ZoneNeed,
  ZoneRound,
  ZoneRun,
  ZoneTest,
  ZoneWish,
} from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { type ChainCheck, checkChain } from '../records/zone-audit.ts';
import { ZoneEditor, pinHash, type ZoneDestination, definitionTroubles } from './zone-bookkeeping.ts';
import { cardOf, fileCardOf, zoneNeeds, runCardOf, safeFiles } from './zone-cards.ts';
import { dryRun } from './dry-run.ts';
import { ZoneStatus } from '../observe/zone-status.ts';
import type { Alerts } from '../records/alert-records.ts';
import type { Run } from '../records/run-records.ts';
import type { Zone } from '../records/zone-records.ts';
import { verifySent } from '../send/verify.ts';
import { sumOfRounds, ZoneLoop } from './zone-loop.ts';
import type { ZoneContext } from '../observe/zone-context.ts';

/** Rounds of one waiting `run` call; more would mean that files are written without end. */
const MOST_ROUNDS = 1000;
/** Longest delay between two attempts at a PIN. */
const LONGEST_TRY_MS = 30 * SECOND;

/** All drop zones of this computer: definitions, state and verification. */
export class Zones {
  readonly #context: ZoneContext;
  readonly #books: ZoneEditor;
  readonly #loops = new Map<number, ZoneLoop>();
  readonly #resting = new ZoneStatus(() => undefined);
  #isStarted = false;
  #checking: Promise<unknown> = Promise.resolve();
  #wrongPins = 0;

  constructor(context: ZoneContext) {
    this.#context = context;
    this.#books = new ZoneEditor(context);
  }

  /** Starts the loops of all zones. */
  start(): void {
    this.#isStarted = true;
    for (const { id } of this.#context.records.zones.all()) this.#loop(id).start();
  }

  /** Stops all loops after the file that each is sending, and closes the database. */
  async close(): Promise<void> {
    await Promise.all([...this.#loops.values()].map(loop => loop.close()));
    await this.#context.records.audit.flush().catch(() => undefined);
    this.#context.records.db.close();
  }

  /** The alerts, for the channels that deliver them. */
  get alerts(): Alerts {
    return this.#context.records.alerts;
  }

  /** Everything that needs a person. */
  needs(): readonly ZoneNeed[] {
    return zoneNeeds(this.#context, id => this.#live(id));
  }

  list(): ZoneCard[] {
    return this.#context.records.zones.all().map(zone => cardOf(this.#context, zone, this.#live(zone.id)));
  }

  /** @throws FaultError `bad-request` with the remedy. @returns its key. */
  async add(wish: ZoneWish, remote: ZoneDestination): Promise<string> {
    const key = await this.#books.add(wish, remote);
    if (this.#isStarted) this.#loop(this.#zone(key).id).start();
    return key;
  }

  async change(named: string, wish: ZoneWish, remote: ZoneDestination): Promise<void> {
    const zone = this.#zone(named);
    await this.#loop(zone.id).exclusively(() => this.#books.change(zone, wish, remote));
    this.#poke(zone.id);
  }

  /** Forgets the zone. Neither its folder nor the files at the service are touched. */
  async remove(named: string): Promise<void> {
    const zone = this.#zone(named);
    const loop = this.#loops.get(zone.id);
    this.#loops.delete(zone.id);
    await loop?.close();
    await this.#books.remove(zone);
  }

  definition(named: string): Zone {
    return this.#zone(named);
  }

  /** @param until ms since the epoch; 0: until resumed by a person; null: resume now. */
  async pause(named: string | null, until: number | null): Promise<void> {
    for (const zone of named === null ? this.#context.records.zones.all() : [this.#zone(named)]) {
      await this.#books.pause(zone, until);
      this.#poke(zone.id);
    }
  }

  /**
   * Runs one round of a zone now. With `wait`, repeats until no run is waiting for time to pass.
   * @param signal ends the waiting.
   */
  async run(named: string, wait: boolean, signal?: { readonly aborted: boolean }): Promise<ZoneRound> {
    const loop = this.#loop(this.#zone(named).id);
    let total = await loop.round({ isAsked: true });
    for (
      let round = 1;
      wait && round < MOST_ROUNDS && loop.status.settlesAt !== null && signal?.aborted !== true;
      round++
    ) {
      if (total.stopped !== null) break;
      await this.#context.world.clock.sleep(Math.max(50, Math.min(loop.restMs(), 5000)));
      total = sumOfRounds(total, await loop.round({ isAsked: true }));
    }
    return total;
  }

  /** Predicts what a zone with this definition would do. */
  async test(wish: ZoneWish, most: number): Promise<ZoneTest> {
    const troubles = await definitionTroubles(this.#context, wish, null);
    const { zones, initialScan: first } = this.#context.records;
    const zone = zones.all().find(each => each.wish.folder === wish.folder);
    const isFirst = (path: string): boolean => zone === undefined || first.isFirst(zone.id, path);
    return dryRun(this.#context, wish, { most, troubles, isFirst });
  }

  runs(named: string, { before, limit }: { before: number | null; limit: number }): ZoneRun[] {
    const zone = this.#zone(named);
    const runs = this.#context.records.runs.page(zone.id, before, limit);
    return runs.map(run => runCardOf(this.#context, zone, this.#live(zone.id), run));
  }

  runCard(id: number): ZoneRun {
    const { run, zone } = this.#run(id);
    return runCardOf(this.#context, zone, this.#live(zone.id), run);
  }

  files(id: number, { after, limit }: { after: number; limit: number }): ZoneFile[] {
    const { run } = this.#run(id);
    return this.#context.records.files.page(run.id, after, limit).map(fileCardOf);
  }

  /** Retries failed and refused files now. @returns how many files. */
  retry(named: string, run: number | null): number {
    const zone = this.#zone(named);
    const count = this.#context.records.files.retry(zone.id, run);
    this.#poke(zone.id);
    return count;
  }

  /** A person declares the run finished: it is sent as it is now. */
  sendNow(id: number): void {
    const { run, zone } = this.#run(id);
    this.#books.release(zone, run);
    this.#poke(zone.id);
  }

  /** Sets the operator of a run. */
  setOperator(id: number, operator: string | null): void {
    const { run, zone } = this.#run(id);
    this.#books.setOperator(zone, run, operator);
    this.#poke(zone.id);
  }

  /** Sets label and operator of the runs that begin next. */
  nextRuns(named: string, said: { readonly label: string | null; readonly operator: string | null }): void {
    this.#books.setNext(this.#zone(named), said);
    this.#context.changed();
  }

  get hasPin(): boolean {
    return this.#context.records.pin.get() !== null;
  }

  setPin(pin: string | null): Promise<void> {
    return this.#books.setPin(pin);
  }

  /** Checks a PIN. One attempt at a time, with a growing delay after wrong ones. */
  checkPin(pin: string): Promise<boolean> {
    const { records, world } = this.#context;
    const checked = this.#checking.then(async () => {
      await world.clock.sleep(Math.min(this.#wrongPins * SECOND, LONGEST_TRY_MS));
      const kept = records.pin.get();
      const isRight = kept === null || pinHash(pin, kept.salt, world.sources.hasher) === kept.hash;
      this.#wrongPins = isRight ? 0 : this.#wrongPins + 1;
      return isRight;
    });
    this.#checking = checked.catch(() => undefined);
    return checked;
  }

  /**
   * Reads back everything that was not verified yet, of one run or of all runs. @returns how many files were verified.
   */
  async verify(named: string, run: number | null): Promise<number> {
    const loop = this.#loop(this.#zone(named).id);
    const link = await this.#context.link();
    const proved = await loop.exclusively(open => {
      const { hasher } = this.#context.world.sources;
      const reader = { api: link.api(open.zone.organization), storage: link.storage, hasher };
      return verifySent(this.#context, open, reader, { run, all: true, isStopped: async () => false });
    });
    await this.#context.records.audit.flush();
    return proved ?? 0;
  }

  report(
    named: string,
    page: { after: number; limit: number; confirmed: boolean },
  ): Promise<{ rows: SafeFile[]; next: number | null }> {
    const zone = this.#zone(named);
    return safeFiles(this.#context, { zone, source: this.#context.world.sources.open(zone.wish.folder) }, page);
  }

  /** Lines of the audit log after line number `after`, as they are in its file. */
  async audit({ after, limit }: { after: number; limit: number }): Promise<{ lines: string[]; next: number | null }> {
    await this.#context.records.audit.flush();
    const lines: string[] = [];
    let at = 0;
    for await (const line of this.#context.world.ledger.lines()) {
      at += 1;
      if (at <= after) continue;
      if (lines.length === limit) return { lines, next: at - 1 };
      lines.push(line);
    }
    return { lines, next: null };
  }

  async auditCheck(): Promise<ChainCheck> {
    await this.#context.records.audit.flush();
    return checkChain(this.#context.world.ledger.lines(), this.#context.world.sources.hasher);
  }

  /** @returns open alerts, with `all` also the resolved ones; newest first. */
  listAlerts(all: boolean): readonly ZoneAlert[] {
    return this.#context.records.alerts.list(all);
  }

  /** Marks an alert as seen by a person. @throws FaultError `bad-request`. */
  acknowledge(id: number): void {
    if (!this.#books.acknowledge(id)) throw badRequest(zoneTexts.noAlert);
  }

  #zone(named: string): Zone {
    const zone = this.#context.records.zones.find(named);
    if (zone === null) throw badRequest(zoneTexts.noZone(named));
    return zone;
  }

  #run(id: number): { run: Run; zone: Zone } {
    const run = this.#context.records.runs.get(id);
    const zone = run === null ? null : this.#context.records.zones.get(run.zone);
    if (run === null || zone === null) throw badRequest(zoneTexts.noRun);
    return { run, zone };
  }

  #loop(id: number): ZoneLoop {
    let loop = this.#loops.get(id);
    if (loop === undefined) this.#loops.set(id, (loop = new ZoneLoop(this.#context, id)));
    return loop;
  }

  #live(id: number): ZoneStatus {
    return this.#loops.get(id)?.status ?? this.#resting;
  }

  #poke(id: number): void {
    this.#loops.get(id)?.wake();
    this.#context.changed();
  }
}
