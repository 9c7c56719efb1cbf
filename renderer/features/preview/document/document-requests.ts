import { Archive } from '../../../../shared/preview/office/archive.ts';
import { type DocumentSummary, readDocument } from '../../../../shared/preview/office/document.ts';

/** What the worker of a Word document is asked. */
export const documentAsks = {
  open: ({ bytes }: { readonly bytes: Uint8Array }): DocumentSummary => readDocument(new Archive(bytes)),
};

export type DocumentAsks = typeof documentAsks;
