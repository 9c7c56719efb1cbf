import { useState } from 'react';

/** Which place in the page each line has, by the line's position. */
type Slots = ReadonlyMap<number, number>;

/**
 * Keys for the lines in the page. A line keeps its own as long as it is there, so that its focus stays; one that comes in
 * takes over the elements of one that went: in a list that is dragged through, creating them again costs most of a frame.
 */
export function useLineSlots(lines: readonly number[]): (at: number) => number {
  const [before, setSlots] = useState<Slots>(new Map());
  const slots = slotsOf(lines, before);
  if (slots !== before) setSlots(slots);
  return at => slots.get(at) ?? at;
}

/** @returns the same slots where the lines are the same. */
export function slotsOf(lines: readonly number[], before: Slots): Slots {
  if (lines.length === before.size && lines.every(at => before.has(at))) return before;
  const kept = new Set<number>();
  for (const at of lines) {
    const slot = before.get(at);
    if (slot !== undefined) kept.add(slot);
  }
  let free = 0;
  const next = (): number => {
    while (kept.has(free)) free += 1;
    return free++;
  };
  return new Map(lines.map(at => [at, before.get(at) ?? next()]));
}
