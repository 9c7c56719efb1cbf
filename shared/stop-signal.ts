/** As much of an `AbortSignal` as is needed where neither a browser nor Node is presumed; each of theirs is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
}

/** Gives such a signal, once. */
export interface Stopper {
  readonly signal: StopSignal;
  abort(): void;
}

/** A signal of the platform that this runs on. */
export function createStopper(): Stopper {
  return new (globalThis as unknown as { readonly AbortController: new () => Stopper }).AbortController();
}
