import type { ItemId, MirrorId, VersionId } from '../../../shared/ids.ts';
import { DAY, MIB } from '../../../shared/units.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { StagedPrefix, PartialStaging } from '../../ports/disk.ts';
import { isFault } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** Smaller files are fetched from the start: that is quicker than checking what is left of them. */
const WORTH_BYTES = 8 * MIB;
/** How often received bytes are flushed and recorded, in case the process ends without warning. */
const CHECKPOINT_BYTES = 64 * MIB;
/** Most interrupted downloads kept: more than can run at once, so that a running one is never dropped. */
const MOST_KEPT = 96;
/** How long an interrupted download is kept. */
const KEPT_MS = 7 * DAY;
const FACT = 'partials';

/** An interrupted download. Its bytes are the first ones of a version, and a version never changes. */
interface InterruptedDownload {
  readonly mirror: MirrorId;
  readonly item: ItemId;
  readonly version: VersionId;
  readonly sizeBytes: number;
  /** The name of the staged file. */
  readonly staged: string;
  readonly begun: StagedPrefix;
  /** The storage's ETag of the object; null when it gave none. */
  readonly etag: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A download that can continue after an interruption. */
export class PartialDownload {
  readonly staged: string;
  readonly into: PartialStaging;
  readonly #context: MirrorContext;
  readonly #wanted: Wanted;
  #from: Pick<InterruptedDownload, 'begun' | 'etag'> | null;
  /** Whether the bytes are known to be of this version: their answer had the right length. */
  #isSure: boolean;
  #etag: string | null;
  #sinceBytes = 0;
  /** The running flush of received bytes, with its record. */
  #noting: Promise<void> = Promise.resolve();

  constructor(
    context: MirrorContext,
    wanted: Wanted,
    begun: { staged: string; into: PartialStaging; from: Pick<InterruptedDownload, 'begun' | 'etag'> | null },
  ) {
    this.staged = begun.staged;
    this.into = begun.into;
    this.#context = context;
    this.#wanted = wanted;
    this.#from = begun.from;
    this.#isSure = begun.from !== null;
    this.#etag = begun.from?.etag ?? null;
  }

  /** The byte to continue from, and the properties that the storage's object must still have. */
  get rest(): { readonly fromBytes: number; readonly sizeBytes: number; readonly etag: string | null } | null {
    if (this.#from === null) return null;
    return { fromBytes: this.#from.begun.sizeBytes, sizeBytes: this.#wanted.sizeBytes, etag: this.#from.etag };
  }

  /** The rest does not match what is on the disk: all of it is fetched again. */
  async rewind(): Promise<void> {
    this.#from = null;
    this.#isSure = false;
    await this.into.rewind();
  }

  /** An answer begins whose length is this version's. @param etag from the storage. */
  begin(etag: string | null): void {
    this.#isSure = true;
    this.#etag = etag;
  }

  /**
   * This many more bytes were received. They are flushed while more arrive; a slow disk is waited for, and its fault
   * thrown.
   */
  async came(sizeBytes: number): Promise<void> {
    this.#sinceBytes += sizeBytes;
    if (this.#sinceBytes < CHECKPOINT_BYTES || !this.#isSure) return;
    this.#sinceBytes = 0;
    await this.#noting;
    this.#noting = this.#note(this.into.flushSoFar());
    this.#noting.catch(() => undefined);
  }

  /** All bytes were received: no flush or record follows. @throws FaultError of the disk. */
  async settled(): Promise<void> {
    await this.#noting;
  }

  /** Ends the download after a fault, and keeps the received bytes when another try may continue with them. */
  async breakOff(error: unknown): Promise<void> {
    await this.#noting.catch(() => undefined);
    const isOutage = isFault(error, 'failing') && error.fault.kind === 'failing' && error.fault.status >= 500;
    if (this.#isSure && (isOutage || isFault(error, 'offline', 'busy', 'link-expired'))) {
      await this.#note(this.into.checkpoint());
      await this.into.leave();
      return;
    }
    this.forget();
    await this.into.discard();
  }

  /** The download is complete, or no longer wanted. */
  forget(): void {
    change(this.#context, left => left.filter(({ staged }) => staged !== this.staged));
  }

  async #note(flushed: Promise<StagedPrefix>): Promise<void> {
    const begun = await flushed;
    const { item, version, sizeBytes } = this.#wanted;
    const { mirror, world } = this.#context;
    const at = world.clock.now();
    const now = { mirror: mirror.id, item, version, sizeBytes, staged: this.staged, begun, etag: this.#etag, at };
    const dropped = change(this.#context, left => [now, ...left.filter(one => one.staged !== this.staged)]);
    for (const { staged } of dropped) await drop(this.#context, staged);
  }
}

interface Wanted {
  readonly item: ItemId;
  readonly version: VersionId;
  readonly sizeBytes: number;
}

/** Begins a download that can continue after an interruption, or continues one; null: too small to be worth it. */
export async function beginPartial(context: MirrorContext, wanted: Wanted): Promise<PartialDownload | null> {
  const { mirror, world } = context;
  for (const left of leftFor(context, wanted)) {
    const { staged, begun } = left;
    const isSame = isPartOf(left, wanted);
    const into = isSame ? await world.disk.resume(mirror.root, staged, begun) : null;
    if (into !== null) return new PartialDownload(context, wanted, { staged, into, from: left });
    change(context, all => all.filter(one => one.staged !== staged));
    await drop(context, staged);
  }
  if (wanted.sizeBytes < WORTH_BYTES) return null;
  const staged = world.random.uuid();
  const into = await world.disk.stage(mirror.root, staged);
  return new PartialDownload(context, wanted, { staged, into, from: null });
}

/** How many bytes of a version an earlier try received, as recorded. */
export function bytesReceived(context: MirrorContext, wanted: Wanted): number {
  return leftFor(context, wanted).find(left => isPartOf(left, wanted))?.begun.sizeBytes ?? 0;
}

function leftFor({ journal, mirror }: MirrorContext, { item }: Wanted): readonly InterruptedDownload[] {
  return leftOf(journal.facts).filter(left => left.mirror === mirror.id && left.item === item);
}

function isPartOf({ version, sizeBytes, begun }: InterruptedDownload, wanted: Wanted): boolean {
  return version === wanted.version && sizeBytes === wanted.sizeBytes && begun.sizeBytes < sizeBytes;
}

/** The interrupted downloads of a mirror that may still be used; old ones are forgotten. */
export function keptPartials({ facts }: { facts: Facts }, mirror: MirrorId, now: number): ReadonlySet<string> {
  const all = leftOf(facts);
  const young = all.filter(({ at }) => Math.abs(now - at) < KEPT_MS);
  if (young.length < all.length) write(facts, young);
  return new Set(young.flatMap(({ mirror: of, staged }) => (of === mirror ? [staged] : [])));
}

/** Changes the list, and returns what had to be dropped from it because it was too long. */
function change(
  { journal }: MirrorContext,
  by: (left: readonly InterruptedDownload[]) => readonly InterruptedDownload[],
): readonly InterruptedDownload[] {
  const before = leftOf(journal.facts);
  const after = by(before);
  if (after.length > 0 || before.length > 0) write(journal.facts, after.slice(0, MOST_KEPT));
  return after.slice(MOST_KEPT);
}

function leftOf(facts: Facts): readonly InterruptedDownload[] {
  const text = facts.get(FACT);
  // Written by `write`, in this shape.
  return text === null ? [] : (JSON.parse(text) as InterruptedDownload[]);
}

function write(facts: Facts, left: readonly InterruptedDownload[]): void {
  facts.set(FACT, left.length === 0 ? null : JSON.stringify(left));
}

/** Deletes a staged file. One that cannot be deleted is swept at the next start. */
async function drop({ mirror, world }: MirrorContext, staged: string): Promise<void> {
  try {
    await (await world.disk.stage(mirror.root, staged)).discard();
  } catch {
    // It is not used any more.
  }
}
