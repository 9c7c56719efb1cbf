/** What the screen of drop zones is called; apart from its other words, which load with it. */
export const ZONES_PLACE = 'Drop zones';
