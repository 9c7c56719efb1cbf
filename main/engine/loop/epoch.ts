import { FaultError } from '../../../shared/fault.ts';
import type { RootTrouble } from '../../../shared/fault.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { RootFacts } from '../../ports/disk.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { LogOnce } from '../context/log-once.ts';
import { Volumes } from './volume-probe.ts';

/**
 * After work was done, the epoch advances at most this often; an older copy of the records is recognised from then on.
 */
const MOVE_ON_EVERY_MS = 10 * MINUTE;

type EpochContext = Pick<MirrorContext, 'journal' | 'mirror' | 'world'>;

/**
 * Makes sure that records and folder belong to the same moment. Both carry the epoch, and it advances with each start
 * and with the work; so records that were restored from an older copy (a backup, a virtual machine) are recognised by
 * their number, and so is a folder. Then no base is trusted any more (see `relink`): nothing counts as removed.
 */
export class Epochs {
  readonly #movedOnAt = new Map<MirrorId, number>();
  readonly #logOnce = new LogOnce();
  readonly #worked = new Set<MirrorId>();
  readonly #volumes = new Volumes();

  /**
   * Must be called before either side is observed.
   * @returns the place, with the properties of its volume.
   * @throws FaultError `root-lost`.
   */
  async check<P extends EpochContext>(place: P): Promise<P> {
    const { mirror, world } = place;
    const facts = await world.disk.inspect(mirror.root.path);
    mustBeOurs(mirror, facts);
    if (facts.epoch !== mirror.epoch && facts.epoch !== mirror.nextEpoch) relink(place, facts.epoch);
    if (this.#isDue(place) && facts.trouble === null) await this.#moveOn(place, facts.epoch);
    return { ...place, mirror: await this.#volumes.known(place) };
  }

  /** Steps were done in a mirror: its records are newer than any copy of them. */
  noteSteps(mirror: MirrorId): void {
    this.#worked.add(mirror);
  }

  #isDue({ mirror, world }: EpochContext): boolean {
    const movedOnAt = this.#movedOnAt.get(mirror.id);
    if (movedOnAt === undefined) return true;
    return this.#worked.has(mirror.id) && world.clock.elapsed() - movedOnAt >= MOVE_ON_EVERY_MS;
  }

  /**
   * First the intended epoch, then the marker, then the record: wherever this is interrupted, the two are recognised as
   * belonging together.
   */
  async #moveOn({ journal, mirror, world }: EpochContext, inMarker: number): Promise<void> {
    const next = Math.max(inMarker, mirror.epoch, mirror.nextEpoch ?? 0) + 1;
    // The marker may hold the last intended epoch although writing it seemed to fail: a further one must not replace
    // that in the record.
    if (inMarker !== mirror.epoch) journal.mirrors.setEpoch(mirror.id, inMarker);
    journal.mirrors.setNextEpoch(mirror.id, next);
    try {
      await world.disk.mark(mirror.root.path, mirror.root.marker, next);
    } catch (error) {
      // A full disk, say. The old epoch still holds in both places, and the next pass tries again.
      const fields = { mirror: mirror.id, error: error instanceof Error ? error.message : '' };
      this.#logOnce.log(mirror.id, fields, once => world.log.info('epoch.not-written', once));
      return;
    }
    this.#logOnce.end(mirror.id);
    journal.mirrors.setEpoch(mirror.id, next);
    this.#movedOnAt.set(mirror.id, world.clock.elapsed());
    this.#worked.delete(mirror.id);
  }
}

function relink({ journal, mirror, world }: EpochContext, inMarker: number): void {
  world.log.info('mirror.relinked', { mirror: mirror.id, recorded: mirror.epoch, found: inMarker });
  journal.transaction(() => {
    journal.forgetBases(mirror.id);
    journal.history.add({
      at: world.clock.now(),
      mirror: mirror.id,
      path: '',
      verb: 'relinked',
      file: null,
      version: null,
      sizeBytes: null,
      cause: 'records and folder differ in age',
    });
  });
}

function mustBeOurs({ root }: Mirror, { trouble, volume, marker }: RootFacts): void {
  const why = troubleOf();
  if (why !== null) throw new FaultError({ kind: 'root-lost', path: root.path, why });

  function troubleOf(): RootTrouble | null {
    // A read-only folder can still be scanned and sent.
    if (trouble !== null && trouble !== 'not-writable') return trouble;
    if (volume !== root.volume) return 'other-volume';
    if (marker === null) return 'no-marker';
    return marker === root.marker ? null : 'other-marker';
  }
}
