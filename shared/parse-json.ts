/** The value of a JSON text; null where there is none, or where the text is no JSON. For texts that are parsed by a schema next. */
export function jsonOrNull(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
