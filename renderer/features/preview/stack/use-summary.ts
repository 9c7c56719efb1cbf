import { useEffect, useRef, useState } from 'react';

import { type Parsed, sentenceOf } from '../parsing/use-parser.ts';
import type { Parser } from '../stores/parser.ts';
import type { StackAsks, StackSummary } from './stack-requests.ts';

/** So many planes are looked for at once: a plane that is asked for in between does not wait long. */
const AT_ONCE = 128;

type ParsedStack = Parsed<StackAsks, StackSummary>;

/**
 * What a stack says of itself: at first what its beginning says; its other planes are looked for once the first is on
 * show.
 */
export function useSummary(
  parsed: ParsedStack | null,
  isShown: boolean,
  onTrouble: (sentence: string) => void,
): StackSummary | null {
  const [grown, setGrown] = useState<{ readonly from: ParsedStack; readonly summary: StackSummary } | null>(null);
  const trouble = useRef(onTrouble);
  useEffect(() => void (trouble.current = onTrouble), [onTrouble]);
  useEffect(() => {
    if (parsed === null || !isShown) return;
    const leaving = new AbortController();
    grow(parsed, leaving.signal, summary => setGrown({ from: parsed, summary })).catch((thrown: unknown) =>
      leaving.signal.aborted ? undefined : trouble.current(sentenceOf(thrown)),
    );
    return () => leaving.abort();
  }, [parsed, isShown]);
  return grown !== null && grown.from === parsed ? grown.summary : (parsed?.summary ?? null);
}

async function grow(
  { parser, summary }: { readonly parser: Parser<StackAsks>; readonly summary: StackSummary },
  signal: AbortSignal,
  tell: (summary: StackSummary) => void,
): Promise<void> {
  for (let known = summary; known.hasMore;) {
    const next = await parser.ask('more', { planes: AT_ONCE });
    if (signal.aborted) return;
    tell(next);
    // More than are ever shown.
    if (next.planes === known.planes) return;
    known = next;
  }
}
