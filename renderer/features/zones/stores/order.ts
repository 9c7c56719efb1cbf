import type { ZoneCard } from '../../../../shared/features/zones/model.ts';
import { ZONE_TONES } from '../../../../shared/features/zones/tones.ts';

/** What goes on by itself keeps its place: a zone that begins to send must not jump. */
type Rank = 0 | 1 | 2 | 3;

/** How much a zone needs a person: 0 it stands still, 1 a part of it does or is reported, 2 it waits, 3 all is well. */
function rankOf({ state, alerts, files, unreadable }: ZoneCard): Rank {
  if (ZONE_TONES[state] === 'alert') return 0;
  if (alerts > 0 || files.refused > 0 || unreadable.length > 0) return 1;
  return ZONE_TONES[state] === 'wait' && state !== 'waiting-for-run' ? 2 : 3;
}

/** The zones in the order of need: the worst first; of those that need a person, what waits longest; else by name. */
export function inOrderOfNeed(cards: readonly ZoneCard[]): readonly ZoneCard[] {
  const byName = (one: ZoneCard, other: ZoneCard): number =>
    one.definition.name.localeCompare(other.definition.name, 'en', { numeric: true }) || one.id.localeCompare(other.id);
  const since = ({ oldestUnconfirmedAt }: ZoneCard): number => oldestUnconfirmedAt ?? Number.MAX_SAFE_INTEGER;
  return cards.toSorted((one, other) => {
    const [rank, otherRank] = [rankOf(one), rankOf(other)];
    if (rank !== otherRank) return rank - otherRank;
    return (rank <= 1 ? since(one) - since(other) : 0) || byName(one, other);
  });
}
