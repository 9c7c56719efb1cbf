import { Items } from '../../../main/journal/items/items.ts';
import { planScope } from '../../../main/core/scan/plan-scope.ts';
import { plan } from '../../../main/core/plan/plan.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { Db } from '../../../main/journal/storage/db.ts';

/** Each so many plans are also made of the whole tree. */
const EVERY = 3;

/**
 * Items of which only parts are read, however few there are. Now and then, right before a plan is made, it is checked that
 * the part says what the whole tree does.
 * @throws Error I15 when it says something else; the product counts that as a mistake of its own.
 */
export class PartedItems extends Items {
  readonly #journal: Db;
  #asked = 0;

  constructor(db: Db) {
    super(db, { smallUpTo: 0 });
    this.#journal = db;
  }

  override isSmall(mirror: string): boolean {
    this.#asked += 1;
    const row = this.#asked % EVERY === 0 ? this.#journal.one('SELECT * FROM mirror WHERE id = ?', mirror) : null;
    if (row !== null) this.#check(mirror, Number(row['root_item']) as ItemId, String(row['mode']) as MirrorMode);
    return super.isSmall(mirror);
  }

  #check(mirror: string, root: ItemId, mode: MirrorMode): void {
    const rules = { mode, isBlocked: () => false, isUnseen: () => false };
    const part = planScope(root, this.index(mirror, root));
    if (part === null) return;
    const [some, all] = [plan(part, rules), plan(this.tree(mirror, root), rules)].map(each => JSON.stringify(each));
    if (some !== all) throw new Error(`I15: a part of the tree plans ${some}, and the whole of it ${all}`);
  }
}
