/** A picture of the guide for people at the bench: a part of a scene. */
export interface GuidePicture {
  /** The name of the file in `assets/guide/pictures`, without its ending. */
  readonly name: string;
  /** The scene, as `idOf` names it. */
  readonly scene: string;
  /** The size of the window in which it is drawn. */
  readonly window: { readonly width: number; readonly height: number };
  /** A selector of the part that is taken; the whole window when left out. */
  readonly part?: string;
}

/** Few, and small: they are read on screens of any size, and kept in the history. */
export const GUIDE_PICTURES: readonly GuidePicture[] = [
  {
    name: 'signs',
    scene: 'files-full-every-sign',
    window: { width: 1200, height: 820 },
    part: '[data-region="list"]',
  },
  { name: 'two-versions', scene: 'conflict-full', window: { width: 1120, height: 760 }, part: '[role="dialog"]' },
  { name: 'older-versions', scene: 'versions-full', window: { width: 1120, height: 700 } },
  { name: 'removed', scene: 'removed-full', window: { width: 1120, height: 560 } },
  { name: 'drop-zones', scene: 'zones-full', window: { width: 1120, height: 700 } },
];

/** So large may one be. */
export const MOST_BYTES = 150_000;
