import { type ComponentType, lazy } from 'react';

import type { PreviewKind } from '../../../shared/preview/kind.ts';
import { MIB } from '../../../shared/units.ts';
import type { ViewerProps } from './viewer.ts';

/** A way to look into files of one kind. A new kind: its name in `shared/preview/kind.ts`, its viewer here. */
export interface ViewerEntry {
  /** Loaded when the first file of the kind is looked into. */
  readonly Viewer: ComponentType<ViewerProps>;
  /** Larger files are not tried; what is known of them is shown. */
  readonly mostBytes: number;
}

/** Viewers that show a part of any file, however large. */
const ANY = Infinity;

/** `facts` has none: what is known of the file is shown. */
export const VIEWERS: { readonly [K in Exclude<PreviewKind, 'facts'>]: ViewerEntry } = {
  table: {
    Viewer: lazy(async () => ({ default: (await import('./table/table-viewer.tsx')).TableViewer })),
    mostBytes: ANY,
  },
  text: {
    Viewer: lazy(async () => ({ default: (await import('./text/text-viewer.tsx')).TextViewer })),
    mostBytes: ANY,
  },
  code: {
    Viewer: lazy(async () => ({ default: (await import('./text/code-viewer.tsx')).CodeViewer })),
    mostBytes: ANY,
  },
  markdown: {
    Viewer: lazy(async () => ({ default: (await import('./markdown/markdown-viewer.tsx')).MarkdownViewer })),
    mostBytes: 5 * MIB,
  },
  tree: {
    Viewer: lazy(async () => ({ default: (await import('./tree/tree-viewer.tsx')).TreeViewer })),
    mostBytes: 20 * MIB,
  },
  picture: {
    Viewer: lazy(async () => ({ default: (await import('./image/picture-viewer.tsx')).PictureViewer })),
    mostBytes: 100 * MIB,
  },
};
