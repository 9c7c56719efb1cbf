import { archiveTexts } from '../../features/preview/files-text.ts';
import { UnreadableError } from '../unreadable.ts';

/** What every text is thought to begin with, so that references can go back to it. */
const BEFORE =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const WINDOW = 4096;
const COMPRESSED = 0x75465a4c;
const PLAIN = 0x414c454d;
/** In bytes. */
const MOST = 32 * 1024 * 1024;

/**
 * Unpacks the rich text of an Outlook mail. SPEC: MS-OXRTFCP. Each sign or reference to earlier ones has a bit before it;
 * a reference to where the text has come to ends it. @throws UnreadableError
 */
export function unpackRichText(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 16) throw new UnreadableError(archiveTexts.damaged);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(4, true);
  const kind = view.getUint32(8, true);
  if (size > MOST) throw new UnreadableError(archiveTexts.bomb);
  if (kind === PLAIN) return bytes.subarray(16, 16 + size);
  if (kind !== COMPRESSED) throw new UnreadableError(archiveTexts.damaged);
  return unpack(bytes.subarray(16), size);
}

function unpack(bytes: Uint8Array, size: number): Uint8Array {
  const window = new Uint8Array(WINDOW);
  for (let at = 0; at < BEFORE.length; at += 1) window[at] = BEFORE.charCodeAt(at);
  const text = new Uint8Array(size);
  let [read, write, written] = [0, BEFORE.length, 0];
  const say = (byte: number): void => {
    if (written < size) text[written] = byte;
    written += 1;
    window[write] = byte;
    write = (write + 1) % WINDOW;
  };
  while (read < bytes.length && written < size) {
    const bits = bytes[read++] ?? 0;
    for (let bit = 0; bit < 8 && read < bytes.length && written < size; bit += 1) {
      if ((bits & (1 << bit)) === 0) {
        say(bytes[read++] ?? 0);
        continue;
      }
      const reference = ((bytes[read] ?? 0) << 8) | (bytes[read + 1] ?? 0);
      read += 2;
      const from = reference >> 4;
      if (from === write) return text.subarray(0, written);
      for (let step = 0; step < (reference & 15) + 2; step += 1) say(window[(from + step) % WINDOW] ?? 0);
    }
  }
  return text.subarray(0, Math.min(written, size));
}
