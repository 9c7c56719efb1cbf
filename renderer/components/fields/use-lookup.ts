import { useEffect, useRef, useState } from 'react';

/** A pause in typing, in milliseconds, after which is asked. */
const PAUSE_MS = 250;

/** What was found for a text. `isKnown`: false where it could not be looked up. */
export interface Found<T> {
  readonly answer: T;
  readonly isKnown: boolean;
}

/** What is found for what was typed; an answer to something else that was typed before is passed over. `nothing`: before. */
export function useFound<T>(typed: string, find: (query: string) => Promise<T>, nothing: T): Found<T> {
  const [found, setFound] = useState<Found<T>>({ answer: nothing, isKnown: true });
  const last = useRef('');
  const asks = useRef(find);
  const before = useRef(nothing);
  useEffect(() => {
    asks.current = find;
  });
  useEffect(() => {
    const query = typed.trim();
    last.current = query;
    if (query === '') return undefined;
    const timer = setTimeout(() => {
      const arrive = (news: Found<T>) => (last.current === query ? setFound(news) : undefined);
      asks.current(query).then(
        answer => arrive({ answer, isKnown: true }),
        () => arrive({ answer: before.current, isKnown: false }),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return found;
}
