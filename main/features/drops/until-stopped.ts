/** State and callbacks of an incoming file. */
export interface Course {
  readonly signal: AbortSignal;
  /** Whether it waits for the next piece, or handles the last one. */
  readonly setWaiting: (isWaiting: boolean) => void;
}

/**
 * Yields the same pieces until the signal aborts, even while waiting for the next piece. @throws Error when it aborts.
 */
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
    // Not awaited: if the next piece never comes, `return` does not resolve either.
    void pieces.return?.().catch(() => undefined);
  }
}

/** Removes its listener again: with `Promise.race` each piece of a file would leave one behind. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.finally(() => signal.removeEventListener('abort', stop)).then(resolve, reject);
  });
}
