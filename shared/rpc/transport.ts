/** A pipe that carries whole texts in order, both ways: a socket, a browser's WebSocket, Electron's MessagePort. */
export interface Transport {
  /** Sends one text. After `close`, or after the other end left, it is dropped without a word. */
  send(text: string): void;
  /** Adds a listener for texts from the other end. */
  onMessage(listener: (text: string) => void): void;
  /** Adds a listener that is called once when the pipe ends, at either end; at once if it has ended already. */
  onClose(listener: () => void): void;
  /** Ends the pipe. Calling it twice is fine. */
  close(): void;
}

/** Two ends of one pipe inside this process. Texts arrive in order, never during `send`. */
export function transportPair(): readonly [Transport, Transport] {
  const ends: readonly [End, End] = [new End(), new End()];
  ends[0].join(ends[1]);
  ends[1].join(ends[0]);
  return ends;
}

class End implements Transport {
  readonly #messageListeners: ((text: string) => void)[] = [];
  readonly #closeListeners: (() => void)[] = [];
  #other: End | null = null;
  #closed = false;

  join(other: End): void {
    this.#other = other;
  }

  send(text: string): void {
    const other = this.#other;
    if (this.#closed || other === null) return;
    void Promise.resolve().then(() => other.#receive(text));
  }

  onMessage(listener: (text: string) => void): void {
    this.#messageListeners.push(listener);
  }

  onClose(listener: () => void): void {
    if (this.#closed) listener();
    else this.#closeListeners.push(listener);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const listener of this.#closeListeners) listener();
    const other = this.#other;
    void Promise.resolve().then(() => other?.close());
  }

  #receive(text: string): void {
    if (this.#closed) return;
    for (const listener of this.#messageListeners) listener(text);
  }
}
