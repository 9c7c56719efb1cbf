/**
 * A copy of bytes that were only lent, such as those of a stream whose memory is used again. `slice` is none where they are a
 * buffer of Node: that is another look at the same memory.
 */
export function keptBytes(lent: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(lent);
}
