import type { ZoneCard } from '../../../shared/features/zones/model.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { zonesWords } from '../../../shared/features/zones/window-text.ts';
import { useZones } from './stores/cards.ts';

/** The card of a zone; null where there is none, or before the first answer. */
export function useCard(zone: string): ZoneCard | null {
  return useZones(({ cards }) => cards?.find(({ id }) => id === zone) ?? null);
}

/** What a zone is called, in the words around it: never its id. */
export function useZoneName(zone: string): string {
  const name = useCard(zone)?.definition.name;
  const isKnown = useZones(({ cards }) => cards !== null);
  if (name !== undefined) return shownName(name);
  return isKnown ? zonesWords.nameless.gone : zonesWords.nameless.unread;
}
