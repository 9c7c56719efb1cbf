import { type RefObject, useCallback, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';

import { useScrolled } from '../../../components/list/use-scroll-size.ts';
import { indexAt, rangeOf, type Tops, topsOf } from '../spans.ts';

/** What a list of things of different heights needs. */
export interface TallListParts {
  readonly scroller: RefObject<HTMLElement | null>;
  /** What holds the things, inside the scroller. */
  readonly list: RefObject<HTMLElement | null>;
  /** One text per thing, the same as long as it is the same thing. */
  readonly keys: readonly string[];
  /** About how high one is that was never in the page, in pixels. */
  readonly guess: (at: number) => number;
}

/** Which things are in the page, and how high what stands before and after them is, in pixels. */
export interface TallList {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
  /** Whether the end is in sight. */
  readonly isAtEnd: boolean;
  readonly toEnd: () => void;
  /** Brings one into sight, its top first. */
  readonly show: (at: number) => void;
  /** The first one in sight. */
  readonly atTop: () => number;
}

/** Drawn beyond what is in sight, so that scrolling meets things that are there. */
const BEYOND_PX = 700;
/** Scrolling by less changes nothing of what is in the page. */
const STEP_PX = 100;
/** So near to the end counts as being there. */
const NEAR_END_PX = 40;

/** What stays where it is. */
interface Anchor {
  /** A thing in sight; null: the end. */
  readonly key: string | null;
  /** From the top of the scroller to the top of the thing. */
  readonly offset: number;
  /** Where the scroller stood then. What it has moved since, a person did. */
  readonly top: number;
}

/**
 * Follows the scrolling of a long list, of which only what is near to sight is in the page. What is in sight stays where it
 * is: also when things come in before it, or turn out to have another height. Who is at the end stays there.
 */
export function useTallList(parts: TallListParts): TallList {
  const { scroller, list, keys, guess } = parts;
  const { heights, measured, measure } = useHeights(list);
  const place = useCallback(
    () => topsOf(keys.length, at => heights.get(keys[at] ?? '') ?? guess(at)),
    [keys, guess, heights],
  );
  const tops = useMemo(
    place,
    // Measuring changes what is inside the map.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [place, measured],
  );
  const { sight, held } = useSight(parts, tops);
  const all = tops.at(-1) ?? 0;
  const top = Math.min(sight.top, Math.max(0, all - sight.height));
  const { first, end } = rangeOf(tops, { top, height: sight.height, beyond: BEYOND_PX });
  // Before anything is painted: what came into the page is measured, and what is in sight is put back where it was.
  useLayoutEffect(() => {
    measure();
    const [box, inside] = [scroller.current, list.current];
    if (box !== null && inside !== null) held.current = hold(box, inside, { held: held.current, keys, tops });
  }, [measure, scroller, list, held, keys, tops, first, end]);
  // So is what is in sight when something above it was laid out: what is drawn for it comes a frame later.
  useChangedHeights(list, { first, end }, () => {
    const [box, inside] = [scroller.current, list.current];
    if (!measure() || box === null || inside === null) return;
    held.current = hold(box, inside, { held: held.current, keys, tops: place() });
  });
  return {
    first,
    end,
    before: tops[first] ?? 0,
    after: all - (tops[end] ?? all),
    isAtEnd: sight.isAtEnd,
    toEnd: () => {
      if (scroller.current === null) return;
      scroller.current.scrollTop = scroller.current.scrollHeight;
      held.current = { key: null, offset: 0, top: scroller.current.scrollTop };
    },
    show: at => {
      const [box, inside] = [scroller.current, list.current];
      if (box === null || inside === null) return;
      box.scrollTop = inside.offsetTop + (tops[at] ?? 0);
      held.current = { key: keys[at] ?? '', offset: 0, top: box.scrollTop };
    },
    atTop: () => indexAt(tops, (scroller.current?.scrollTop ?? 0) - (list.current?.offsetTop ?? 0)),
  };
}

/** How high each thing was when it was last in the page. `measured` counts changes. */
function useHeights(list: RefObject<HTMLElement | null>) {
  const [heights] = useState(() => new Map<string, number>());
  const [measured, changed] = useReducer((count: number) => count + 1, 0);
  const measure = useCallback((): boolean => {
    let isChanged = false;
    for (const element of list.current?.children ?? []) {
      const key = element.getAttribute('data-key');
      if (key === null) continue;
      const { height } = element.getBoundingClientRect();
      if (Math.abs((heights.get(key) ?? -1) - height) < 0.5) continue;
      heights.set(key, height);
      isChanged = true;
    }
    if (isChanged) changed();
    return isChanged;
  }, [list, heights]);
  return { heights, measured, measure };
}

/** What is in sight, in steps that a person notices. */
function useSight({ scroller, list, keys }: TallListParts, tops: Tops) {
  const held = useRef<Anchor>({ key: null, offset: 0, top: 0 });
  const [sight, setSight] = useState({ top: Number.MAX_SAFE_INTEGER, height: 800, isAtEnd: true });
  const known = useRef({ keys, tops });
  useLayoutEffect(() => void (known.current = { keys, tops }), [keys, tops]);
  const look = useCallback(() => {
    const [box, inside] = [scroller.current, list.current];
    if (box === null || inside === null) return;
    const y = box.scrollTop - inside.offsetTop;
    // Eyes are in the middle: what changes above it must not move it.
    const at = indexAt(known.current.tops, y + box.clientHeight / 2);
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
    const key = known.current.keys[at];
    const offset = (known.current.tops[at] ?? 0) - y;
    held.current = { key: isAtEnd ? null : (key ?? null), offset, top: box.scrollTop };
    const now = { top: Math.round(y / STEP_PX) * STEP_PX, height: box.clientHeight, isAtEnd };
    setSight(before =>
      before.top === now.top && before.height === now.height && before.isAtEnd === now.isAtEnd ? before : now,
    );
  }, [scroller, list]);
  useScrolled(scroller, look);
  return { sight, held };
}

/** Scrolls so that what is held stands where it stood, or where a person has moved it since. @returns where it stands. */
function hold(
  box: HTMLElement,
  inside: HTMLElement,
  { held, keys, tops }: { readonly held: Anchor; readonly keys: readonly string[]; readonly tops: Tops },
): Anchor {
  const moved = box.scrollTop - held.top;
  if (held.key === null) {
    if (moved < -1 && box.scrollHeight - box.scrollTop - box.clientHeight >= NEAR_END_PX) return held;
    box.scrollTop = box.scrollHeight;
    return { ...held, top: box.scrollTop };
  }
  const at = keys.indexOf(held.key);
  if (at === -1) return held;
  const offset = held.offset - moved;
  const wanted = inside.offsetTop + (tops[at] ?? 0) - offset;
  if (Math.abs(box.scrollTop - wanted) > 1) box.scrollTop = wanted;
  return { key: held.key, offset, top: box.scrollTop };
}

/** Hears when something in the page gets another height, such as a text whose layout is finished only now. */
function useChangedHeights(
  list: RefObject<HTMLElement | null>,
  { first, end }: { readonly first: number; readonly end: number },
  hear: () => void,
): void {
  const latest = useRef(hear);
  useLayoutEffect(() => void (latest.current = hear));
  // Not later: what changes until then would be seen a frame late.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => latest.current());
    for (const element of list.current?.children ?? []) observer.observe(element);
    return () => observer.disconnect();
  }, [list, first, end]);
}
