interface AnyDecoder {
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** Every place where this runs has both; none of its own type descriptions is ours to choose. */
export const { TextDecoder: Decoder, TextEncoder: Encoder } = globalThis as unknown as {
  readonly TextDecoder: new (
    encoding: string,
    options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean },
  ) => AnyDecoder;
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
};

/** Whether bytes are text of an encoding. @param isCut whether more follow: the last sign may be cut then. */
export function canDecode(bytes: Uint8Array, encoding: string, isCut: boolean): boolean {
  try {
    new Decoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}
