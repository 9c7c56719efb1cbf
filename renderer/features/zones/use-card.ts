import type { ZoneCard } from '../../../shared/features/zones/model.ts';
import { useZones } from './stores/cards.ts';

/** The card of a zone; null where there is none, or before the first answer. */
export function useCard(zone: string): ZoneCard | null {
  return useZones(({ cards }) => cards?.find(({ id }) => id === zone) ?? null);
}
