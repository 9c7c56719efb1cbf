import type { ServiceId } from '../../../shared/ids.ts';
import { audienceOf, EVERYBODY } from '../../../shared/features/sharing/effective-access.ts';
import type { AccessBrief, ShareRow } from '../../../shared/features/sharing/model.ts';
import { MINUTE } from '../../../shared/units.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { ServiceConnection } from '../../engine/account/account.ts';
import type { Journal } from '../../journal/journal.ts';
import { thingOf, type Thing } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import { calls } from '../../remote/api/calls.ts';
import type { Line } from '../../remote/api/ask.ts';
import { type Entry, rowsOf } from './access-rows.ts';
import { sharedIdOf } from './shared-item.ts';

/** How long a summary is reused without asking again. */
const FRESH_MS = 15 * MINUTE;
/** Summaries kept. */
const MOST_KEPT = 5000;
const AT_ONCE = 2;
const MOST_NAMES = 3;

interface Wanted {
  readonly row: string;
  readonly id: ServiceId;
  readonly organization: string | null;
  /** Null: not known. */
  readonly kind: 'file' | 'folder' | null;
}

/** Summaries of who has access, for lists: one request per item, cached for a while. */
export class AccessSummaries {
  readonly #context: AppContext;
  /** Without a summary where the service does not tell. */
  readonly #known = new Map<string, { readonly brief: Omit<AccessBrief, 'id'> | null; readonly atMs: number }>();
  #asked: ServiceConnection | null = null;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** Summaries of the given items; asks the service until it stops answering. */
  async of(ids: readonly string[]): Promise<AccessBrief[]> {
    const link = await this.#link();
    const wanted = ids.flatMap(id => this.#wantedBy(id));
    const waiting = wanted.filter(each => !this.#isFresh(each.id)).toReversed();
    const ask = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        if (!(await this.#ask(link, next))) waiting.length = 0;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
    return wanted.flatMap(({ row, id }) => {
      const brief = this.#known.get(id)?.brief ?? null;
      return brief === null ? [] : [{ id: row, ...brief }];
    });
  }

  /** After a change here: items that inherit from it may have changed too. */
  forget(): void {
    this.#known.clear();
  }

  /** Who has access must not be visible to the next person who signs in. */
  async #link(): Promise<ServiceConnection> {
    const link = await this.#context.engine.connection();
    if (link !== this.#asked) this.#known.clear();
    this.#asked = link;
    return link;
  }

  #isFresh(id: ServiceId): boolean {
    const known = this.#known.get(id);
    return known !== undefined && this.#context.world.clock.elapsed() - known.atMs < FRESH_MS;
  }

  #wantedBy(row: string): readonly Wanted[] {
    const { journal } = this.#context;
    try {
      const thing = thingOf(journal, row);
      const organization = (thing.where === 'mirror' ? thing.mirror.organization : null) ?? null;
      return [{ row, id: sharedIdOf(thing), organization, kind: kindOf(journal, thing) }];
    } catch {
      // An item that is gone or not sent yet is accessible to no other person.
      return [];
    }
  }

  /** @returns false when the service does not answer, so that it is not asked about the rest. */
  async #ask(link: ServiceConnection, { id, organization, kind }: Wanted): Promise<boolean> {
    const { journal } = this.#context;
    try {
      const line = link.line(organization ?? journal.facts.get('organization'));
      const access = await accessOf(line, id, kind);
      this.#keep(id, inShort(rowsOf(access, null, await addressOf(this.#context, line))));
      return true;
    } catch (error) {
      if (isFault(error, 'not-allowed', 'scope', 'gone', 'refused')) {
        this.#keep(id, null);
        return true;
      }
      if (isFault(error, 'offline', 'busy', 'failing', 'signed-out', 'access-ended')) return false;
      throw error;
    }
  }

  #keep(id: ServiceId, brief: Omit<AccessBrief, 'id'> | null): void {
    this.#known.delete(id);
    this.#known.set(id, { brief, atMs: this.#context.world.clock.elapsed() });
    for (const oldest of this.#known.keys()) if (this.#known.size > MOST_KEPT) this.#known.delete(oldest);
  }
}

function inShort(rows: readonly ShareRow[]): Omit<AccessBrief, 'id'> {
  const besides = rows.filter(({ isMe }) => !isMe);
  const { isEverybody, people, teams, others } = audienceOf(besides);
  const named = new Map(
    besides.filter(({ principal }) => principal.kind !== EVERYBODY).map(({ key, name }) => [key, name]),
  );
  return {
    isEverybody,
    hasMe: besides.length < rows.length,
    others: people,
    teams,
    unknown: others,
    names: [...named.values()].slice(0, MOST_NAMES),
  };
}

/** A UUID alone does not tell whether it is a file or a folder. */
async function accessOf(line: Line, id: ServiceId, kind: Wanted['kind']): Promise<readonly Entry[]> {
  const path = { id };
  if (kind === 'folder') return calls.listFolderAccess(line, { path });
  try {
    return await calls.listFileAccess(line, { path });
  } catch (error) {
    if (kind === 'file' || !isFault(error, 'gone', 'refused')) throw error;
    return calls.listFolderAccess(line, { path });
  }
}

/** Told by the records where they have it: asking in vain first would be one request more for each folder of a list. */
function kindOf({ catalogue }: Journal, thing: Thing): Wanted['kind'] {
  if (thing.where === 'mirror') return thing.item.kind;
  return catalogue.isFolder(thing.id) ? 'folder' : null;
}
