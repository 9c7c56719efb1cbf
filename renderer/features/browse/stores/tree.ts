import { create } from 'zustand';

/** The folders that are open in the tree, by `placeKey`. */
export const useTree = create<{ readonly expanded: ReadonlySet<string> }>(() => ({ expanded: new Set() }));

/** Opens exactly these. */
export function setExpanded(expanded: ReadonlySet<string>): void {
  useTree.setState({ expanded });
}

/** Opens these too. */
export function expandBranches(keys: readonly string[]): void {
  const { expanded } = useTree.getState();
  if (keys.some(key => !expanded.has(key))) setExpanded(new Set([...expanded, ...keys]));
}
