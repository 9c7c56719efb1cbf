const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/**
 * The text of a file that a person wrote: UTF-8, or what its first bytes say. Windows' own programs write such marks, and
 * `>` of its PowerShell writes UTF-16.
 * @returns null for what is no text, or text that says nothing of how it is written and is no UTF-8.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const mark = MARKS.find(each => each.bytes.every((byte, at) => bytes[at] === byte));
  try {
    const text = new TextDecoder(mark?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
