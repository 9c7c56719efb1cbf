import type { MirrorId } from '../../../shared/ids.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { Settling } from '../../local/observe/settling.ts';
import type { Clock } from '../../ports/clock.ts';
import { HintedFolders } from './hinted-folders.ts';
import type { RemoteLook } from '../../remote/observe/poll.ts';
import type { Looks, PassResult } from './pass.ts';
import { type FirstLook, firstLookOf } from '../act/pairing/moved-while-off-pairs.ts';
import { WholeLooks } from './full-scan-schedule.ts';

/** Where to look in the folders here, and what of that is done. */
export class LooksHere {
  /** Where something may have changed that no look has followed. */
  readonly hinted = new HintedFolders();
  readonly #whole: WholeLooks;
  readonly #settling = new Map<MirrorId, Settling>();
  readonly #first = new Map<MirrorId, FirstLook>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#whole = new WholeLooks(clock);
  }

  /** A look that begins now. @param how the service is looked at: with polls, whole folders are looked at as well. */
  begin(mirror: Mirror, how: RemoteLook): Omit<Looks, 'there'> {
    const told = this.hinted.take(mirror.id);
    const here = mirror.halted === null ? this.#whole.where(mirror.id, how, told) : 'everything';
    return {
      here,
      settling: this.#settlingOf(mirror.id),
      first: () => this.#first.get(mirror.id) ?? null,
      onSeenHere: (hereMs, news) => {
        this.hinted.followed(mirror.id);
        if (!this.#first.has(mirror.id)) this.#first.set(mirror.id, firstLookOf(news));
        if (here === 'everything') this.#whole.looked(mirror.id, hereMs);
      },
    };
  }

  /** The clock jumped by so many milliseconds. */
  shift(ms: number): void {
    for (const settling of this.#settling.values()) settling.shift(ms);
  }

  #settlingOf(mirror: MirrorId): Settling {
    let settling = this.#settling.get(mirror);
    if (settling === undefined) this.#settling.set(mirror, (settling = new Settling()));
    return settling;
  }
}

/** The earliest moment at which something may be read, in ms since the epoch; null: nothing waits for that. */
export function earliest(before: number | null, unsettled: PassResult['settling']): number | null {
  let first = before;
  for (const readyAt of unsettled.values()) first = Math.min(first ?? readyAt, readyAt);
  return first;
}
