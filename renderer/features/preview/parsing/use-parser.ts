import { useEffect, useRef, useState } from 'react';

import { toFault } from '../../../../shared/fault.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { Parser } from '../stores/parser.ts';
import type { Asks } from '../stores/protocol.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';
import { startWorker } from '../../../state/start-worker.ts';

/** A parser that has read a file, and what it said of it. */
export interface Parsed<A extends Asks, S> {
  readonly parser: Parser<A>;
  readonly summary: S;
}

/**
 * Starts a worker for as long as a viewer is on show and has it read the file; null until it has. `begin` is called
 * again when `key` is another one, such as a longer part of the file, with the same worker.
 */
export function useParser<A extends Asks, S>(
  address: string,
  {
    key,
    begin,
    onTrouble,
  }: {
    readonly key: string | number;
    readonly begin: (parser: Parser<A>, signal: AbortSignal) => Promise<S>;
    readonly onTrouble: (sentence: string) => void;
  },
): Parsed<A, S> | null {
  const [parsed, setParsed] = useState<Parsed<A, S> | null>(null);
  const parser = useRef<Parser<A> | null>(null);
  const latest = useRef({ begin, onTrouble });
  useEffect(() => void (latest.current = { begin, onTrouble }), [begin, onTrouble]);
  useEffect(() => {
    const own = new Parser<A>(startWorker(address));
    parser.current = own;
    return () => {
      parser.current = null;
      own.end();
    };
  }, [address]);
  useEffect(() => {
    const leaving = new AbortController();
    const own = parser.current;
    if (own === null) return;
    latest.current.begin(own, leaving.signal).then(
      summary => (leaving.signal.aborted ? undefined : setParsed({ parser: own, summary })),
      (thrown: unknown) => (leaving.signal.aborted ? undefined : latest.current.onTrouble(sentenceOf(thrown))),
    );
    return () => leaving.abort();
  }, [address, key]);
  return parsed;
}

/** Why something could not be read, in one sentence. */
export function sentenceOf(thrown: unknown): string {
  if (thrown instanceof UnreadableError) return thrown.message;
  const fault = toFault(thrown);
  // A file that changed while it was read is reported elsewhere.
  return fault.kind === 'stale' || fault.kind === 'bad-request' ? fault.detail : faultLine(fault);
}
