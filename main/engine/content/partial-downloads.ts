import type { ItemId, MirrorId, VersionId } from '../../../shared/ids.ts';
import { DAY, MIB } from '../../../shared/units.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Begun, PartialStaging } from '../../ports/disk.ts';
import { isFault } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** Smaller files are fetched anew: that is quicker than to look at what is left of them. */
const WORTH_BYTES = 8 * MIB;
/** So often what came is flushed and noted, for the case that nobody can do it at the end. */
const CHECKPOINT_BYTES = 64 * MIB;
/** What is left of so many downloads is kept at most (more than can be under way, or one of those could go), */
const MOST_KEPT = 96;
/** and so long. */
const KEPT_MS = 7 * DAY;
const FACT = 'partials';

/** What is left of a download that broke off. Its bytes are a version's first ones, and a version never changes. */
interface Left {
  readonly mirror: MirrorId;
  readonly item: ItemId;
  readonly version: VersionId;
  readonly sizeBytes: number;
  /** The name of the staged file. */
  readonly staged: string;
  readonly begun: Begun;
  /** What the storage called the state of the object; null when it did not. */
  readonly etag: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A download that can go on where it broke off. */
export class PartialDownload {
  readonly staged: string;
  readonly into: PartialStaging;
  readonly #context: MirrorContext;
  readonly #wanted: Wanted;
  #from: Pick<Left, 'begun' | 'etag'> | null;
  /** Whether what is written is surely of this version: the answer it came in told the right length. */
  #isSure: boolean;
  #etag: string | null;
  #sinceBytes = 0;
  /** What came so far is being flushed and noted. */
  #noting: Promise<void> = Promise.resolve();

  constructor(
    context: MirrorContext,
    wanted: Wanted,
    begun: { staged: string; into: PartialStaging; from: Pick<Left, 'begun' | 'etag'> | null },
  ) {
    this.staged = begun.staged;
    this.into = begun.into;
    this.#context = context;
    this.#wanted = wanted;
    this.#from = begun.from;
    this.#isSure = begun.from !== null;
    this.#etag = begun.from?.etag ?? null;
  }

  /** From which byte on it goes on, and what must still hold at the storage. */
  get rest(): { readonly fromBytes: number; readonly sizeBytes: number; readonly etag: string | null } | null {
    if (this.#from === null) return null;
    return { fromBytes: this.#from.begun.sizeBytes, sizeBytes: this.#wanted.sizeBytes, etag: this.#from.etag };
  }

  /** What was there does not fit: all of it comes again. */
  async rewind(): Promise<void> {
    this.#from = null;
    this.#isSure = false;
    await this.into.rewind();
  }

  /** An answer begins that is this version's by its length. @param etag what the storage calls it. */
  begin(etag: string | null): void {
    this.#isSure = true;
    this.#etag = etag;
  }

  /** So much more came. It is flushed while more comes; a disk that does not keep up is waited for, and its trouble told. */
  async came(sizeBytes: number): Promise<void> {
    this.#sinceBytes += sizeBytes;
    if (this.#sinceBytes < CHECKPOINT_BYTES || !this.#isSure) return;
    this.#sinceBytes = 0;
    await this.#noting;
    this.#noting = this.#note(this.into.flushSoFar());
    this.#noting.catch(() => undefined);
  }

  /** Everything came: nothing is flushed or noted any more. @throws FaultError of the disk. */
  async settled(): Promise<void> {
    await this.#noting;
  }

  /** It is over: put away what came, when another try may go on with it. */
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

  /** All of it is here, or nothing of it is wanted any more. */
  forget(): void {
    change(this.#context, left => left.filter(({ staged }) => staged !== this.staged));
  }

  async #note(flushed: Promise<Begun>): Promise<void> {
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

/** Begins a download that is worth it so that it can go on after a break, or goes on with one; null: not worth it. */
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

/** How many bytes of a version an earlier try left here, as far as is known. */
export function bytesReceived(context: MirrorContext, wanted: Wanted): number {
  return leftFor(context, wanted).find(left => isPartOf(left, wanted))?.begun.sizeBytes ?? 0;
}

function leftFor({ journal, mirror }: MirrorContext, { item }: Wanted): readonly Left[] {
  return leftOf(journal.facts).filter(left => left.mirror === mirror.id && left.item === item);
}

function isPartOf({ version, sizeBytes, begun }: Left, wanted: Wanted): boolean {
  return version === wanted.version && sizeBytes === wanted.sizeBytes && begun.sizeBytes < sizeBytes;
}

/** What is left of downloads in a mirror and may still be of use; what is too old is forgotten. */
export function keptPartials({ facts }: { facts: Facts }, mirror: MirrorId, now: number): ReadonlySet<string> {
  const all = leftOf(facts);
  const young = all.filter(({ at }) => Math.abs(now - at) < KEPT_MS);
  if (young.length < all.length) write(facts, young);
  return new Set(young.flatMap(({ mirror: of, staged }) => (of === mirror ? [staged] : [])));
}

/** Changes the list, and tells what had to go from it because there is too much. */
function change({ journal }: MirrorContext, by: (left: readonly Left[]) => readonly Left[]): readonly Left[] {
  const before = leftOf(journal.facts);
  const after = by(before);
  if (after.length > 0 || before.length > 0) write(journal.facts, after.slice(0, MOST_KEPT));
  return after.slice(MOST_KEPT);
}

function leftOf(facts: Facts): readonly Left[] {
  const text = facts.get(FACT);
  // We wrote it ourselves, in this shape.
  return text === null ? [] : (JSON.parse(text) as Left[]);
}

function write(facts: Facts, left: readonly Left[]): void {
  facts.set(FACT, left.length === 0 ? null : JSON.stringify(left));
}

/** Takes a staged file away. What a disk does not let go of is swept at the next start. */
async function drop({ mirror, world }: MirrorContext, staged: string): Promise<void> {
  try {
    await (await world.disk.stage(mirror.root, staged)).discard();
  } catch {
    // Nobody wants it any more.
  }
}
