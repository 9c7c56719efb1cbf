import { useCallback, useEffect, useRef, useState } from 'react';

import type { Parser } from '../stores/parser.ts';
import { sentenceOf } from '../parsing/use-parser.ts';
import type { DrawnPage, PdfAsks } from './pdf-requests.ts';

/** Pages in sight, by their numbers from 0. Told by the pages themselves. */
export interface SeenPages {
  readonly seen: ReadonlySet<number>;
  readonly onSeen: (at: number, isSeen: boolean) => void;
}

export function useSeenPages(): SeenPages {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set<number>());
  const onSeen = useCallback((at: number, isSeen: boolean) => {
    setSeen(before => {
      if (before.has(at) === isSeen) return before;
      const now = new Set(before);
      if (isSeen) now.add(at);
      else now.delete(at);
      return now;
    });
  }, []);
  return { seen, onSeen };
}

/** A page that only flies past is not drawn, in milliseconds. */
const REST_MS = 60;

/** Draws the pages in sight, one after the other; those out of sight are forgotten. @param scale pixels of a point. */
export function useDrawnPages(
  parser: Parser<PdfAsks>,
  { seen, scale, onTrouble }: { seen: ReadonlySet<number>; scale: number; onTrouble: (sentence: string) => void },
): ReadonlyMap<number, DrawnPage> {
  const [drawn, setDrawn] = useState<ReadonlyMap<number, DrawnPage & { readonly scale: number }>>(new Map());
  const trouble = useRef(onTrouble);
  useEffect(() => void (trouble.current = onTrouble), [onTrouble]);
  const isBusy = useRef(false);
  const next = [...seen].toSorted((one, other) => one - other).find(at => drawn.get(at)?.scale !== scale);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (next === undefined || isBusy.current) return;
    const timer = setTimeout(() => {
      isBusy.current = true;
      parser
        .ask('page', { at: next, scale })
        .then(
          page => setDrawn(before => withPage(before, { ...page, scale }, seen)),
          (thrown: unknown) => trouble.current(sentenceOf(thrown)),
        )
        .finally(() => {
          isBusy.current = false;
          setTurn(before => before + 1);
        });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [parser, next, scale, seen, turn]);
  return drawn;
}

function withPage<P extends DrawnPage>(before: ReadonlyMap<number, P>, page: P, seen: ReadonlySet<number>) {
  const kept = [...before].filter(([at]) => seen.has(at) && at !== page.at);
  return new Map<number, P>([...kept, [page.at, page]]);
}
