import { extractText, getDocumentProxy } from 'unpdf';

import { standIn } from './stand-in.ts';

/** The text of a PDF, page after page; a scan, which holds none, gets a stand-in. */
export async function portableDocumentText(bytes: Uint8Array, name: string): Promise<string> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) throw new Error('it is not a PDF');
  // The parser detaches the buffer it is given, so it gets a copy and the caller keeps its bytes.
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const { totalPages, text } = await extractText(document, { mergePages: false });
  const pages = text.map(page => page.trim()).filter(page => page !== '');
  if (pages.length > 0) return pages.join('\n\n');
  return standIn(name, `a scan of ${totalPages} ${totalPages === 1 ? 'page' : 'pages'} without text`);
}
