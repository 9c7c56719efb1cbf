/** The keys of a complete table, with their type. */
export function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] {
  const isKey = (key: string): key is K => Object.hasOwn(table, key);
  return Object.keys(table).filter(isKey);
}
