import { getDocumentProxy } from 'unpdf';

import { linesOf } from '../../../../shared/preview/pdf/pdf-document.ts';
import { standIn } from './stand-in.ts';

/**
 * The text of a PDF, page after page, with what its forms were filled with, as the product's previews read it; a scan, which
 * holds none, gets a stand-in.
 */
export async function portableDocumentText(bytes: Uint8Array, name: string): Promise<string> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) throw new Error('it is not a PDF');
  // The parser detaches the buffer it is given, so it gets a copy and the caller keeps its bytes.
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const pages: string[] = [];
  for (let at = 1; at <= document.numPages; at++) {
    // One page after the other: all at once would hold all of them in memory.
    // oxlint-disable-next-line no-await-in-loop
    const text = (await linesOf(await document.getPage(at))).join('\n').trim();
    if (text !== '') pages.push(text);
  }
  if (pages.length > 0) return pages.join('\n\n');
  const { numPages } = document;
  return standIn(name, `a scan of ${numPages} ${numPages === 1 ? 'page' : 'pages'} without text`);
}
