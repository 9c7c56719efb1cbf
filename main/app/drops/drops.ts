import type { FolderPlace } from '../../../shared/model/place.ts';
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { DropPlan, DropReport, DropWish } from '../../../shared/model/drops.ts';
import { dropTexts } from '../../../shared/text/drops.ts';
import { toLocalName } from '../../core/names.ts';
import { nameTrouble } from '../../core/wanted-name.ts';
import { sentenceOf } from '../acting/remove-here.ts';
import type { Dropping } from '../app.ts';
import { refused } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { PartsIn } from './parts-in.ts';
import { planDrop, type Target } from './plan.ts';
import { putHere } from './put-here.ts';

/** The bytes of one file on their way in. */
export interface Incoming {
  /** As announced; null when nobody said. What came must be exactly that. */
  readonly sizeBytes: number | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Tickets that are open at once; the oldest ends when there are more. */
const MOST_OPEN = 32;

interface Ticket {
  readonly target: Target;
  /** Names of what was dropped → the names they get. */
  readonly names: ReadonlyMap<string, string>;
  readonly report: { files: number; sizeBytes: number; readonly left: DropReport['left'] };
}

/** Files that come in from outside, by tickets that say where they go. */
export class Drops {
  readonly #parts: AppParts;
  readonly #poke: () => void;
  readonly #open = new Map<string, Ticket>();

  /** @param poke something waits in the outbox. */
  constructor(parts: AppParts, poke: () => void) {
    this.#parts = parts;
    this.#poke = poke;
  }

  /** Says what would happen, and opens a ticket for it. @throws FaultError. */
  async begin(place: FolderPlace, wish: DropWish): Promise<DropPlan> {
    const { plan, target, names } = await planDrop(this.#parts, { place, wish, poke: this.#poke });
    const ticket = this.#parts.world.random.uuid();
    this.#open.set(ticket, { target, names, report: { files: 0, sizeBytes: 0, left: [] } });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MOST_OPEN) break;
      this.#open.delete(oldest);
    }
    return { ...plan, ticket };
  }

  /**
   * Takes one file in, whole or not at all. @param path names from what was dropped on, such as `run 7/a.csv`.
   * @returns where it is, inside the folder it was dropped on. @throws FaultError.
   */
  async take(ticket: string, path: readonly string[], incoming: Incoming): Promise<string> {
    const { target, names, report } = this.#ticket(ticket);
    const shown = path.join('/');
    try {
      const { at, sizeBytes } = await putHere(this.#parts, target, {
        names: safeNames(path, names),
        own: toLocalName(path.at(-1) ?? ''),
        incoming,
      });
      report.files += 1;
      report.sizeBytes += sizeBytes;
      return at;
    } catch (error) {
      report.left.push({ path: shown, text: sentenceOf(error) });
      throw error;
    }
  }

  /** Makes a folder that nothing is in. @throws FaultError. */
  async makeFolder(ticket: string, path: readonly string[]): Promise<null> {
    const { target, names } = this.#ticket(ticket);
    await target.makeFolders(safeNames(path, names));
    return null;
  }

  /** Nothing more comes. */
  end(ticket: string): DropReport {
    const { report, target } = this.#ticket(ticket);
    this.#open.delete(ticket);
    target.finished();
    this.#parts.changed();
    this.#parts.checkNow();
    return report;
  }

  #ticket(id: string): Ticket {
    const ticket = this.#open.get(id);
    if (ticket === undefined) throw refused(dropTexts.noTicket);
    return ticket;
  }
}

/** Each name as one name of this disk. @throws FaultError `bad-request` for what is no path from a drop. */
function safeNames(path: readonly string[], tops: ReadonlyMap<string, string>): readonly string[] {
  const [top, ...below] = path;
  const named = top === undefined ? undefined : tops.get(top);
  if (named === undefined) throw refused(dropTexts.notPlanned(path.join('/')));
  const names = [named, ...below.map(toLocalName)];
  const bad = names.find(name => nameTrouble(name) === 'ours' || nameTrouble(name) === 'empty');
  if (bad !== undefined) throw refused(dropTexts.badName(bad));
  return names;
}

/** The section of the contract. @param takes whoever takes what comes in parts; dropped files are not all there is. */
export function dropHandlers(
  drops: Drops,
  takes: Dropping = drops,
): Pick<Handlers, 'drops.begin' | 'drops.folder' | 'drops.part' | 'drops.end'> {
  const parts = new PartsIn(takes);
  return {
    'drops.part': async ({ base64, ...part }) => ({
      at: await parts.add({ ...part, bytes: Uint8Array.from(atob(base64), sign => sign.codePointAt(0) ?? 0) }),
    }),
    'drops.begin': ({ place, wish }) => drops.begin(place, wish),
    'drops.folder': ({ ticket, path }) => drops.makeFolder(ticket, path.split('/')),
    'drops.end': async ({ ticket }) => drops.end(ticket),
  };
}
