import { pdfTexts } from '../../features/preview/files-text.ts';
import { linesOf, openPdf, pageOf } from './pdf-document.ts';

/** More lines are not read. */
const MOST_LINES = 200_000;

/** The lines of all pages, each page with its number above. `isCut`: there are more. @throws UnreadableError */
export async function pdfLines(bytes: Uint8Array): Promise<{ lines: readonly string[]; isCut: boolean }> {
  const open = await openPdf(bytes);
  const lines: string[] = [];
  let at = 0;
  for (; at < open.numPages && lines.length < MOST_LINES; at++) {
    const said = await linesOf(await pageOf(open, at));
    lines.push(pdfTexts.pageMark(at + 1));
    for (const line of said) lines.push(line);
  }
  return { lines, isCut: at < open.numPages };
}
