import type { ItemId, VersionId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/** A row of a listing. */
interface ListedRow {
  readonly kind: Item['kind'];
  readonly parent: ItemId;
  readonly name: string;
  /** The head of a file; null when that is not known. */
  readonly version: VersionId | null;
}

/**
 * Items that seemed gone at the service, and about whose local removal a person is asked, by place. When the service
 * shows one again, it is that item and not a new one, and its question is withdrawn.
 */
export class ReturnedItems {
  readonly #waiting = new Map<string, Item>();

  constructor({ journal, mirror }: Pick<MirrorContext, 'journal' | 'mirror'>) {
    for (const { answer, direction, items, mirror: asked } of journal.guards.all()) {
      if (asked !== mirror.id || direction !== 'service' || answer !== null) continue;
      for (const item of items.flatMap(id => journal.items.get(id) ?? [])) {
        const { base, local, remote } = item;
        if (base !== null && local !== null && remote === null)
          this.#waiting.set(placeOf(base.parent, base.remoteName), item);
      }
    }
  }

  /** Whether such an item is expected at this place: a file's version must be known before it is taken. */
  isAt({ kind, parent, name }: Omit<ListedRow, 'version'>): boolean {
    return this.#waiting.get(placeOf(parent, name))?.kind === kind;
  }

  /** The item that is shown again; null: none. A file with another version is another file. */
  take({ kind, parent, name, version }: ListedRow): Item | null {
    const place = placeOf(parent, name);
    const item = this.#waiting.get(place);
    if (item === undefined || item.kind !== kind) return null;
    if (kind === 'file' && (version === null || version !== item.base?.version)) return null;
    this.#waiting.delete(place);
    return item;
  }
}

function placeOf(parent: ItemId, name: string): string {
  return `${parent}/${name}`;
}
