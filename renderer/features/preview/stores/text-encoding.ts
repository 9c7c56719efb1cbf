import { previewTexts } from '../../../../shared/features/preview/pane-text.ts';
import type { Encoding } from '../../../../shared/preview/encoding.ts';
import { findEncoding } from '../../../../shared/preview/find-encoding.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';

/** @param isCut whether more bytes follow. @throws UnreadableError when it is no text. */
export function textEncoding(bytes: Uint8Array, isCut: boolean): Encoding {
  const { encoding } = findEncoding(bytes, isCut);
  if (encoding === 'binary') throw new UnreadableError(previewTexts.stopped.binary);
  return encoding;
}
