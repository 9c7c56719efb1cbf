import { pdfTexts } from '../../features/preview/files-text.ts';
import { linesOf, openPdf, pageOf } from './pdf-document.ts';

/** More lines are not read. */
const MOST_LINES = 200_000;

/** The lines of all pages, each page with its number above. @throws UnreadableError */
export async function pdfLines(bytes: Uint8Array): Promise<readonly string[]> {
  const open = await openPdf(bytes);
  const lines: string[] = [];
  for (let at = 0; at < open.numPages && lines.length < MOST_LINES; at++) {
    const said = await linesOf(await pageOf(open, at));
    lines.push(pdfTexts.pageMark(at + 1), ...said);
  }
  return lines;
}
