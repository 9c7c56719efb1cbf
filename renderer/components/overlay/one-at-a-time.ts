import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Sheets over the window that are open, in the order in which they came. */
let open: readonly object[] = [];
const hearers = new Set<() => void>();

function set(now: readonly object[]): void {
  open = now;
  for (const hear of hearers) hear();
}

function subscribe(hear: () => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

/**
 * Whether a sheet over the window steps back because another one came after it. There is never one over another: the first
 * is not to be seen until the second is put away, and is then as it was.
 */
export function useStepsBack(isOpen: boolean): boolean {
  const [me] = useState(() => ({}));
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    set([...open, me]);
    return () => set(open.filter(each => each !== me));
  }, [isOpen, me]);
  return useSyncExternalStore(subscribe, () => open.includes(me) && open.at(-1) !== me);
}
