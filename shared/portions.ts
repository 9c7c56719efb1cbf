/** As many paths as one message names, and signs of them; each may be long. */
const MOST = { paths: 1000, signs: 100_000 };

/** Paths in portions that each fit into one message. */
export function portionsOf(paths: Iterable<string>): readonly (readonly string[])[] {
  const portions: string[][] = [];
  let signs = 0;
  for (const path of paths) {
    const last = portions.at(-1);
    signs += path.length;
    if (last !== undefined && last.length < MOST.paths && signs <= MOST.signs) {
      last.push(path);
      continue;
    }
    portions.push([path]);
    signs = path.length;
  }
  return portions;
}
