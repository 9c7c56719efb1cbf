/** Something that is measured once per round; returns its figure. */
export type Contestant = (round: number) => Promise<number>;

/**
 * Measures all in turns, so that a disturbance of the machine affects each of them alike; every second round in the
 * opposite order. One round before the first is not counted: it warms the caches.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, Contestant>>,
  { warmsUp = true }: { readonly warmsUp?: boolean } = {},
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contestants) as Name[];
  const samples = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = warmsUp ? -1 : 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const figure = await contestants[name](round);
      if (round >= 0) samples[name].push(figure);
    }
  }
  return samples;
}
