import { FaultError } from '../../../shared/fault.ts';
import type { MirrorId } from '../../../shared/ids.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { forgetNumbered } from '../context/numbered-mirrors.ts';
import { LogOnce } from '../context/log-once.ts';

type ProbeContext = Pick<MirrorContext, 'journal' | 'mirror' | 'world'>;

/**
 * Records how the volumes of mirrored folders treat names: probed at each start, and when a folder is on another
 * volume.
 */
export class Volumes {
  /** The root that was last probed for each mirror, as text. */
  readonly #probed = new Map<MirrorId, string>();
  readonly #logOnce = new LogOnce();

  /**
   * The mirror, with the current properties of its volume. Must be called before either side is observed, since names
   * are compared by them.
   * @throws FaultError `root-lost`: without known properties, nothing may be done in the folder.
   */
  async known({ journal, mirror, world }: ProbeContext): Promise<Mirror> {
    const root = JSON.stringify(mirror.root);
    if (this.#probed.get(mirror.id) === root) return mirror;
    try {
      const facts = await world.disk.probe(mirror.root);
      this.#probed.set(mirror.id, root);
      this.#logOnce.end(mirror.id);
      if (JSON.stringify(facts) === JSON.stringify(mirror.volumeFacts)) return mirror;
      journal.transaction(() => journal.mirrors.setVolumeFacts(mirror.id, facts));
      forgetNumbered(journal, mirror.id);
      world.log.info('mirror.volume', { mirror: mirror.id, ...facts });
    } catch (error) {
      if (mirror.volumeFacts === null || (error instanceof FaultError && error.fault.kind === 'root-lost')) throw error;
      const fields = { mirror: mirror.id, error: error instanceof Error ? error.message : '' };
      this.#logOnce.log(mirror.id, fields, once => world.log.info('mirror.not-probed', once));
    }
    return journal.mirrors.get(mirror.id) ?? mirror;
  }
}
