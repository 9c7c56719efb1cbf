/** Adds items to a list. As arguments of one call, a list as long as data would overflow the stack. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
