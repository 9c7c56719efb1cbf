import { useState } from 'react';

/** Which slot each line in the page has, by the line's position, in the order of the page. */
type Slots = ReadonlyMap<number, number>;

/**
 * Keys for the lines in the page. A line that comes in takes over the elements of one that went, and elements that are in the
 * page already stay where they are: creating them, and moving them, costs most of a frame where a list is gone through fast.
 * @param focus the position of the line with the focus. It keeps its elements for as long as it is in the page; one that comes
 * into the page gets new ones: a screen reader says nothing when elements that have the focus already become another line.
 */
export function useLineSlots(lines: readonly number[], focus: number): (at: number) => number {
  const [before, setSlots] = useState<Slots>(new Map());
  const slots = slotsOf(lines, before, focus);
  if (slots !== before) setSlots(slots);
  return at => slots.get(at) ?? at;
}

/** @returns the same slots where the lines are the same. */
export function slotsOf(lines: readonly number[], before: Slots, focus = -1): Slots {
  if (lines.length === before.size && lines.every(at => before.has(at))) return before;
  const staying = lines.filter(at => before.has(at));
  // Of a page after the next one hardly a line stays: keeping its elements would move all others around them.
  const isOtherPage = 2 * staying.length < lines.length && !staying.includes(focus);
  return isOtherPage ? oneByOne(lines, before, focus) : around(new Set(staying), lines, before, focus);
}

/** The lines take over the elements in the order in which these stand in the page. */
function oneByOne(lines: readonly number[], before: Slots, focus: number): Slots {
  const order = [...before.values()];
  const fresh = freshSlots(before);
  return new Map(lines.map((at, index) => [at, (at === focus ? null : order[index]) ?? fresh()]));
}

/**
 * Lines that stay keep their elements. New ones between them take over what is free there; behind all of them, what is free
 * anywhere, moved there one by one. Before others they get new elements: a single one that came from behind would have all
 * others moved behind it, as React does it.
 */
function around(staying: ReadonlySet<number>, lines: readonly number[], before: Slots, focus: number): Slots {
  const gaps = freeSlots(staying, before);
  const fresh = freshSlots(before);
  let passed = 0;
  const free = (): number | undefined => {
    const here = gaps[passed]?.shift();
    return here === undefined && passed === staying.size ? gaps.find(gap => gap.length > 0)?.shift() : here;
  };
  return new Map(
    lines.map(at => {
      if (!staying.has(at)) return [at, (at === focus ? null : free()) ?? fresh()];
      passed += 1;
      return [at, before.get(at) ?? fresh()];
    }),
  );
}

/** The slots of lines that went, in the order of the page: before the first line that stays, before the second, and so on. */
function freeSlots(staying: ReadonlySet<number>, before: Slots): number[][] {
  const gaps: number[][] = [[]];
  for (const [at, slot] of before)
    if (staying.has(at)) gaps.push([]);
    else gaps.at(-1)?.push(slot);
  return gaps;
}

/** Slots that no line had. */
function freshSlots(before: Slots): () => number {
  const taken = new Set(before.values());
  let next = 0;
  return () => {
    while (taken.has(next)) next += 1;
    return next++;
  };
}
