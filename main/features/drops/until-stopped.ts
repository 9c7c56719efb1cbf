/** What of a file that comes is asked and told while it comes. */
export interface Course {
  readonly signal: AbortSignal;
  /** Waits for the next piece, or works on the last one. */
  readonly setWaiting: (isWaiting: boolean) => void;
}

/** The same pieces, until a signal ends them, also while the next one does not come. @throws Error when it does. */
export async function* untilStopped(
  chunks: AsyncIterable<Uint8Array>,
  { signal, setWaiting }: Course,
): AsyncGenerator<Uint8Array> {
  const pieces = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      setWaiting(true);
      const next = await unlessAborted(pieces.next(), signal).finally(() => setWaiting(false));
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not waited for: where the next piece never comes, this does not come to an end either.
    void pieces.return?.().catch(() => undefined);
  }
}

/** A listener that is taken away again: with `Promise.race` each piece of a file would leave one behind. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject);
  });
}
