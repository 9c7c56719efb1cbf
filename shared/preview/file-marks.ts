import { decode } from './encoding.ts';

/** Whether bytes begin as a PDF does: `%PDF-`, somewhere in the first KiB. */
export function hasPdfMark(bytes: Uint8Array): boolean {
  return decode(bytes.subarray(0, 1024), 'windows-1252').includes('%PDF-');
}

/** Whether bytes begin as a TIFF does: the order of its bytes twice, then 42, or 43 for files beyond four gigabytes. */
export function hasTiffMark(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 4);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return false;
  return [42, 43].includes(view.getUint16(2, order === 0x4949));
}
