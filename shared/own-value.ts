/**
 * What a table has under a name that comes from outside: the command line, the service, a file. Every object also has
 * `constructor`, `toString` and `__proto__` without anyone having put them in.
 */
export function ownValue<V>(table: { readonly [name: string]: V }, name: string): V | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
