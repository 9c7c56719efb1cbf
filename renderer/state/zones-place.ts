/** Where one is on the screen of drop zones. */
export type ZonesPlace =
  | { readonly name: 'list' }
  /** A new zone. */
  | { readonly name: 'new' }
  /** Big and read-only, for a screen beside an instrument. */
  | { readonly name: 'kiosk' }
  | { readonly name: 'audit' }
  /** The runs of a zone, what may be removed from this computer, and its settings. */
  | { readonly name: 'zone' | 'safe' | 'change'; readonly zone: string }
  | { readonly name: 'run'; readonly zone: string; readonly run: number };

const ALONE = ['new', 'kiosk', 'audit'] as const;
const OF_ZONE = ['safe', 'change'] as const;

/** The end of an address, such as `/z1/safe`; empty for the list. */
export function formatZones(place: ZonesPlace): string {
  switch (place.name) {
    case 'list':
      return '';
    case 'new':
    case 'kiosk':
    case 'audit':
      return `/${place.name}`;
    case 'zone':
      return `/${encodeURIComponent(place.zone)}`;
    case 'safe':
    case 'change':
      return `/${encodeURIComponent(place.zone)}/${place.name}`;
    case 'run':
      return `/${encodeURIComponent(place.zone)}/${place.run}`;
  }
}

/** The place that the decoded parts of an address name; what is none of ours is the list. */
export function zonesPlaceOf([first = '', second]: readonly string[]): ZonesPlace {
  const alone = ALONE.find(name => name === first);
  if (alone !== undefined) return { name: alone };
  if (first === '') return { name: 'list' };
  if (second === undefined || second === '') return { name: 'zone', zone: first };
  const name = OF_ZONE.find(each => each === second);
  if (name !== undefined) return { name, zone: first };
  return /^\d{1,15}$/.test(second) ? { name: 'run', zone: first, run: Number(second) } : { name: 'zone', zone: first };
}
