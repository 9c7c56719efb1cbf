const ENTITIES: { readonly [sign: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands between tags. Control characters, which XML cannot carry, become spaces. */
export function xmlText(text: string): string {
  return text.replaceAll(/[&<>"]/g, sign => ENTITIES[sign] ?? sign).replaceAll(/\p{Cc}/gu, ' ');
}
