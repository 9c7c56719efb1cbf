/** Adds items to a list. Spreading a list as long as data into a call (`push(...items)`) overflows the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
