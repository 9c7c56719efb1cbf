import { type ComponentType, lazy } from 'react';

import type { PreviewKind } from '../../../shared/preview/kind.ts';
import type { ViewerProps } from './viewer.ts';

/**
 * What looks into files of each kind; loaded when the first file of the kind is looked into. `facts` has none: what is known of
 * the file is shown. A new kind: its name in `shared/preview/kind.ts`, its viewer here.
 */
export const VIEWERS: { readonly [K in Exclude<PreviewKind, 'facts'>]: ComponentType<ViewerProps> } = {
  table: lazy(async () => ({ default: (await import('./table/table-viewer.tsx')).TableViewer })),
  text: lazy(async () => ({ default: (await import('./text/text-viewer.tsx')).TextViewer })),
  code: lazy(async () => ({ default: (await import('./text/code-viewer.tsx')).CodeViewer })),
  markdown: lazy(async () => ({ default: (await import('./markdown/markdown-viewer.tsx')).MarkdownViewer })),
  tree: lazy(async () => ({ default: (await import('./tree/tree-viewer.tsx')).TreeViewer })),
  picture: lazy(async () => ({ default: (await import('./image/picture-viewer.tsx')).PictureViewer })),
  workbook: lazy(async () => ({ default: (await import('./workbook/workbook-viewer.tsx')).WorkbookViewer })),
  stack: lazy(async () => ({ default: (await import('./stack/stack-viewer.tsx')).StackViewer })),
  document: lazy(async () => ({ default: (await import('./document/document-viewer.tsx')).DocumentViewer })),
  sections: lazy(async () => ({ default: (await import('./sections/sections-viewer.tsx')).SectionsViewer })),
  pdf: lazy(async () => ({ default: (await import('./pdf/pdf-viewer.tsx')).PdfViewer })),
};
