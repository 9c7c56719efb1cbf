import { FaultError, POLICY } from '../../../../shared/fault.ts';
import type { ZoneRound } from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { setAlert } from '../observe/zone-alerts.ts';
import { compareDestination } from './compare-destination.ts';
import { Destination, DestinationRefuses } from './destination.ts';
import { finishAbsent } from './finish-begun.ts';
import type { ZoneStatus } from '../observe/zone-status.ts';
import type { Reader } from './read-back.ts';
import { hasOpenFile, readinessOf } from '../observe/run-completion.ts';
import type { Pending, Run } from '../records/run-records.ts';
import type { Zone } from '../records/zone-records.ts';
import { runFolderOf } from './run-folder.ts';
import { scanZone } from '../observe/scan.ts';
import { sendManifest } from './send-manifest.ts';
import { RoundStops, sendRun } from './send-run.ts';
import { verifySent } from './verify.ts';
import type { OpenZone, ZoneLink, ZoneContext } from '../observe/zone-context.ts';
import { isPartlyUnseen, isRunWanted } from '../observe/zone-state.ts';

type Done = Pick<ZoneRound, 'sent' | 'sentBytes' | 'recognised' | 'verified' | 'refused'>;

/** Retries due within this time keep a waiting `run` call waiting. */
const SOON_MS = 10 * SECOND;

/** Retry delay for a manifest that could not be written. */
const LIST_AGAIN_MS = 5 * MINUTE;

const NONE: Done = { sent: 0, sentBytes: 0, recognised: 0, verified: 0, refused: 0 };

/** Sends the finished runs of one zone, writes their manifests and verifies what arrived. */
export class Sender {
  readonly #context: ZoneContext;
  readonly #status: ZoneStatus;
  readonly #isStopped: () => Promise<boolean>;
  /** Whether files left unverified by an earlier process were checked. */
  #hasCaughtUp = false;
  #done: Done = NONE;
  /** Manifests that could not be written, with the time of the next attempt on the scale of `elapsed`. */
  readonly #listsLater = new Map<string, number>();

  constructor(context: ZoneContext, status: ZoneStatus, isStopped: () => Promise<boolean>) {
    this.#context = context;
    this.#status = status;
    this.#isStopped = isStopped;
  }

  /** What the last round did, even if it was aborted. */
  get done(): Done {
    return this.#done;
  }

  /** Computes when the next run will be ready to send. */
  computeReadyTime(zone: Zone): void {
    const now = this.#context.world.clock.now();
    const status = this.#status;
    Object.assign(status, { waiting: 0, readyAt: null, settlesAt: null });
    for (const pending of this.#context.records.runs.pending(zone.id)) {
      if (!isRunWanted(zone, pending)) continue;
      status.waiting += pending.files;
      const ready = readinessOf(this.#context, zone, status, pending);
      const at = ready.isReady ? now : ready.at;
      if (at === null) continue;
      status.readyAt = Math.min(status.readyAt ?? Infinity, Math.max(at, pending.retryAt ?? 0));
      if (pending.retryAt === null || pending.retryAt - now < SOON_MS)
        status.settlesAt = Math.min(status.settlesAt ?? Infinity, Math.max(at, pending.retryAt ?? 0));
    }
  }

  /** Sends everything that is ready. @throws RoundStops, FaultError. */
  async round(open: OpenZone): Promise<Done> {
    this.#done = NONE;
    const { records, world } = this.#context;
    const ready = records.runs.pending(open.zone.id).filter(each => this.#isReady(open.zone, each));
    const begun = records.files.absentBegun(open.zone.id);
    const isIdle = ready.length === 0 && begun.length === 0 && this.#dueLists(open.zone).length === 0;
    if (isIdle && this.#hasCaughtUp && open.zone.compared !== null) return this.#done;
    try {
      const link = await this.#context.link();
      const saidBefore = link.serverTime();
      const reader = { api: link.api(open.zone.organization), storage: link.storage, hasher: world.sources.hasher };
      if (open.zone.compared === null) await this.#compare(open, reader);
      for (const item of begun) {
        if (await this.#isStopped()) return this.#done;
        await finishAbsent({ context: this.#context, open, reader }, item).catch(concernsFile);
      }
      const destination = new Destination({ api: reader.api, zone: open.zone, zones: records.zones });
      for (const { run } of ready) {
        if (await this.#isStopped()) return this.#done;
        await this.#sendRun(open, reader, destination, run);
      }
      await this.#manifests(open, reader, destination);
      if (!this.#hasCaughtUp) await this.#prove(open, reader, null);
      this.#hasCaughtUp = true;
      this.#compareClocks(link, saidBefore);
      return this.#done;
    } catch (error) {
      // Files that were to be verified are found again in the next round.
      this.#hasCaughtUp = false;
      if (error instanceof DestinationRefuses) throw new RoundStops(error.fault, true);
      if (error instanceof FaultError && POLICY[error.fault.kind].stops === 'account')
        throw new RoundStops(error.fault, false);
      throw error;
    }
  }

  /** Compares the clocks only with a time that the service told in this round. */
  #compareClocks(link: ZoneLink, saidBefore: number | null): void {
    const said = link.serverTime();
    if (said !== null && said !== saidBefore) this.#status.clockAheadMs = this.#context.world.clock.now() - said;
  }

  async #compare(open: OpenZone, reader: Reader): Promise<void> {
    this.#status.isComparing = true;
    this.#context.changed();
    try {
      await compareDestination(this.#context, open, reader);
    } finally {
      this.#status.isComparing = false;
    }
  }

  async #sendRun(open: OpenZone, reader: Reader, destination: Destination, run: Run): Promise<void> {
    const { records } = this.#context;
    // The last scan may be some seconds old: the instrument may have started writing again.
    const top = await topOf(open, run);
    if (top !== null) await scanZone(this.#context, open, { top }).catch(ignoreGone);
    const pending = records.runs.pending(open.zone.id, run.id)[0];
    if (pending === undefined || !this.#isReady(open.zone, pending)) return;
    if (await hasOpenFile(this.#context, open, pending)) return;
    const placed = this.#place(open, pending);
    const unseen = isPartlyUnseen(open.zone, this.#status, run.key);
    const shared = { context: this.#context, open, reader, destination, progress: this.#status };
    const sending = { ...shared, run: placed, isPartlyUnseen: unseen };
    const { sent, sentBytes, recognised, refused } = await sendRun(sending, this.#isStopped);
    const done = this.#done;
    this.#done = {
      ...done,
      sent: done.sent + sent,
      sentBytes: done.sentBytes + sentBytes,
      recognised: done.recognised + recognised,
      refused: done.refused + refused,
    };
    if (records.runs.isListDue(open.zone.id, placed.folder))
      await this.#manifest(open, reader, destination, placed.folder);
    await this.#prove(open, reader, run.id);
  }

  /** Decides the destination folder of a run, once. */
  #place({ zone }: OpenZone, { run, oldestMs }: Pending): Run & { folder: readonly string[] } {
    if (run.folder !== null) return { ...run, folder: run.folder };
    const { computer, world, records } = this.#context;
    const minutesEast = world.clock.minutesEast(oldestMs);
    const placed = runFolderOf({ wish: zone.wish, run, computer, atMs: oldestMs, minutesEast });
    records.runs.setFolder(run.id, placed);
    return { ...run, ...placed };
  }

  /** Writes the manifests that a crash or a fault has left due. */
  async #manifests(open: OpenZone, reader: Reader, destination: Destination): Promise<void> {
    for (const folder of this.#dueLists(open.zone)) await this.#manifest(open, reader, destination, folder);
  }

  async #manifest(open: OpenZone, reader: Reader, destination: Destination, folder: readonly string[]): Promise<void> {
    const { zone } = open;
    if (!zone.wish.manifest) return this.#context.records.runs.setListDue(zone.id, folder, false);
    if (await this.#isStopped()) return;
    const cause = `manifest: ${folder.join('/')}`;
    try {
      await sendManifest({ context: this.#context, open, reader, destination }, folder);
      setAlert(this.#context, zone, cause, null);
    } catch (error) {
      if (!(error instanceof FaultError) || POLICY[error.fault.kind].stops === 'account') throw error;
      // The files are at the service all the same; other manifests are still written.
      this.#listsLater.set(JSON.stringify(folder), this.#context.world.clock.elapsed() + LIST_AGAIN_MS);
      setAlert(this.#context, zone, cause, zoneTexts.alerts.manifest(folder.join('/'), zoneTexts.fault(error.fault)));
    }
  }

  #dueLists(zone: Zone): readonly (readonly string[])[] {
    const now = this.#context.world.clock.elapsed();
    const due = this.#context.records.runs.dueLists(zone.id);
    return due.filter(folder => (this.#listsLater.get(JSON.stringify(folder)) ?? 0) <= now);
  }

  async #prove(open: OpenZone, reader: Reader, run: number | null): Promise<void> {
    if (open.zone.wish.verify === 'none') return;
    const proved = await verifySent(this.#context, open, reader, { run, all: false, isStopped: this.#isStopped });
    this.#done = { ...this.#done, verified: this.#done.verified + proved };
  }

  #isReady(zone: Zone, pending: Pending): boolean {
    const now = this.#context.world.clock.now();
    if (!isRunWanted(zone, pending) || (pending.retryAt !== null && pending.retryAt > now)) return false;
    return readinessOf(this.#context, zone, this.#status, pending).isReady;
  }
}

/** The folder in which more files of a run may appear; null: the run has no folder of its own. */
async function topOf({ source }: OpenZone, { key }: Run): Promise<string | null> {
  const slide = /^((?:.*\/)?)([^/]+)\.vsi$/i.exec(key);
  const folder = slide === null ? key : `${slide[1]}_${slide[2]}_`;
  const there = await source.stat(folder).catch(() => null);
  return there?.kind === 'folder' ? folder : null;
}

/** A fault of one file leaves the others alone; it is asked about again in the next round. */
function concernsFile(error: unknown): void {
  if (!(error instanceof FaultError) || POLICY[error.fault.kind].stops === 'account') throw error;
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof FaultError)) throw error;
}
