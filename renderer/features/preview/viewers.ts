import { type ComponentType, lazy } from 'react';

import type { PreviewKind } from '../../../shared/preview/kind.ts';
import type { ViewerProps } from './viewer.ts';

/** A way to look into files of one kind. A new kind: its name in `shared/preview/kind.ts`, its viewer here. */
export interface ViewerEntry {
  /** Loaded when the first file of the kind is looked into. */
  readonly Viewer: ComponentType<ViewerProps>;
}

/** `facts` has none: what is known of the file is shown. */
export const VIEWERS: { readonly [K in Exclude<PreviewKind, 'facts'>]: ViewerEntry } = {
  table: {
    Viewer: lazy(async () => ({ default: (await import('./table/table-viewer.tsx')).TableViewer })),
  },
  text: {
    Viewer: lazy(async () => ({ default: (await import('./text/text-viewer.tsx')).TextViewer })),
  },
  code: {
    Viewer: lazy(async () => ({ default: (await import('./text/code-viewer.tsx')).CodeViewer })),
  },
  markdown: {
    Viewer: lazy(async () => ({ default: (await import('./markdown/markdown-viewer.tsx')).MarkdownViewer })),
  },
  tree: {
    Viewer: lazy(async () => ({ default: (await import('./tree/tree-viewer.tsx')).TreeViewer })),
  },
  picture: {
    Viewer: lazy(async () => ({ default: (await import('./image/picture-viewer.tsx')).PictureViewer })),
  },
  workbook: {
    Viewer: lazy(async () => ({ default: (await import('./workbook/workbook-viewer.tsx')).WorkbookViewer })),
  },
  stack: {
    Viewer: lazy(async () => ({ default: (await import('./stack/stack-viewer.tsx')).StackViewer })),
  },
  document: {
    Viewer: lazy(async () => ({ default: (await import('./document/document-viewer.tsx')).DocumentViewer })),
  },
  sections: {
    Viewer: lazy(async () => ({ default: (await import('./sections/sections-viewer.tsx')).SectionsViewer })),
  },
  pdf: {
    Viewer: lazy(async () => ({ default: (await import('./pdf/pdf-viewer.tsx')).PdfViewer })),
  },
};
