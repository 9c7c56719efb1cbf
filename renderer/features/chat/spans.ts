/** Where things of different heights stand below each other: the top of each, and below the last the height of all. */
export type Tops = readonly number[];

/** @param heights of each; undefined where it was not measured yet. */
export function topsOf(count: number, heightAt: (at: number) => number): Tops {
  const tops = [0];
  for (let at = 0; at < count; at += 1) tops.push((tops[at] ?? 0) + heightAt(at));
  return tops;
}

/** The one at a place, the first or last where there is none. */
export function indexAt(tops: Tops, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Those that are in the page: in sight, and so far beyond it on both sides. */
export function rangeOf(
  tops: Tops,
  { top, height, beyond }: { readonly top: number; readonly height: number; readonly beyond: number },
): { readonly first: number; readonly end: number } {
  const count = tops.length - 1;
  if (count <= 0) return { first: 0, end: 0 };
  return { first: indexAt(tops, top - beyond), end: Math.min(count, indexAt(tops, top + height + beyond) + 1) };
}
