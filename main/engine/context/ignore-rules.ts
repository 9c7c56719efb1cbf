import type { ItemId } from '../../../shared/ids.ts';
import { Ignoring } from '../../core/policy/ignore.ts';
import { ignoredItems } from '../../core/policy/ignored-items.ts';
import type { Item } from '../../core/item.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { MirrorContext } from './mirror-context.ts';

/** The current ignore rules of a mirror. */
export function ignoringOf(journal: Pick<Journal, 'rules'>, mirror: Pick<Mirror, 'id'>): Ignoring {
  return new Ignoring(journal.rules.patterns(mirror.id));
}

/**
 * Puts changed ignore rules in force (P10). Newly hidden items are frozen, formerly hidden ones are observed again, and
 * the time of every missing item starts over, so that nothing is removed because of what was or was not seen under the
 * old rules.
 */
export function enforceRules({ journal, mirror, world }: MirrorContext): Ignoring {
  const ignoring = ignoringOf(journal, mirror);
  if (journal.rules.inForce(mirror.id) === ignoring.fingerprint) return ignoring;
  journal.transaction(() => {
    const { items } = journal.items.tree(mirror.id, mirror.rootItem);
    const ignored = ignoredItems({ root: mirror.rootItem, items }, ignoring);
    for (const id of ignored) freeze(journal, mirror, items.get(id));
    askLess(journal, mirror, ignored);
    journal.items.forgetAllDigests(mirror.id);
    journal.missing.startOver(mirror.id, world.clock.now());
    for (const { subject, fault } of journal.problems.all(mirror.id))
      if (fault.kind === 'bad-request') journal.problems.clear(mirror.id, subject);
    journal.listings.requestFullPoll(mirror.id);
    journal.rules.setInForce(mirror.id, ignoring.fingerprint);
  });
  return ignoring;
}

/** Neither side of the item is observed any more; the last observation stays recorded. */
function freeze(journal: Journal, mirror: Mirror, item: Item | undefined): void {
  if (item === undefined) return;
  if (item.local !== null) journal.items.setLocal(item.id, 'unknown');
  if (item.remote !== null) journal.items.setRemote(item.id, 'unknown');
  journal.missing.clear(item.id, 'remote');
  journal.problems.clear(mirror.id, subjectOf(item.id));
}

/** Questions about removals, and their answers, cover only items that are not hidden. */
function askLess(journal: Journal, mirror: Mirror, ignored: ReadonlySet<ItemId>): void {
  for (const guard of journal.guards.all().filter(one => one.mirror === mirror.id)) {
    const left = guard.items.filter(id => !ignored.has(id));
    if (left.length === 0) journal.guards.close(guard.id);
    else if (left.length < guard.items.length) journal.guards.setItems(guard.id, left);
  }
}
