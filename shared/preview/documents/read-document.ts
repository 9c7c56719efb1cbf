import { Archive } from '../office/archive.ts';
import { type DocumentSummary, readDocument } from '../office/document.ts';
import { endingOf } from '../../name-ending.ts';
import { readOpenDocument } from './open-document.ts';
import { readOutlookMail } from './outlook-mail.ts';
import { isRichText, readRichText } from './rich-text.ts';
import { readSlides } from './slides.ts';

/**
 * Reads the text of a document by the ending of its name. @param scope `all`: of Word with its comments, headers and
 * footers, which stand beside the text. @throws UnreadableError
 */
export function readTextDocument(bytes: Uint8Array, name: string, scope: 'text' | 'all' = 'text'): DocumentSummary {
  const ending = endingOf(name);
  if (ending === 'msg') return readOutlookMail(bytes);
  // Some programs write rich text under the name of a Word document.
  if (ending === 'rtf' || isRichText(bytes)) return readRichText(bytes);
  const archive = new Archive(bytes);
  if (['odt', 'ott', 'odp', 'otp'].includes(ending)) return readOpenDocument(archive);
  return ['pptx', 'pptm', 'ppsx', 'potx'].includes(ending) ? readSlides(archive) : readDocument(archive, scope);
}
