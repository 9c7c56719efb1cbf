import { readTextDocument } from '../../../../shared/preview/documents/read-document.ts';
import type { DocumentSummary } from '../../../../shared/preview/office/document.ts';

/** What the worker of a document is asked. */
export const documentAsks = {
  open: ({ bytes, name }: { readonly bytes: Uint8Array; readonly name: string }): DocumentSummary =>
    readTextDocument(bytes, name),
};

export type DocumentAsks = typeof documentAsks;
