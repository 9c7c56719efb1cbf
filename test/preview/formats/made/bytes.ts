/** A text as bytes. Files that the gallery shows are made in a browser, which has no `Buffer`. */
export function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Bytes one behind the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
