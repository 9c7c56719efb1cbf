/** How far away a server seems, and how much goes there in a second. */
export interface LineManner {
  /** From a question until its answer at the soonest, in milliseconds. */
  readonly roundTripMs: number;
  /** In each direction. */
  readonly bytesPerSecond: number;
}

/** Milliseconds that pass; a test lets them pass itself. */
export interface Timer {
  now(): number;
  after(ms: number, run: () => void): void;
}

/** One direction of a line: all connections share its rate, and each byte arrives half a round trip after it went. */
export class OneWay {
  readonly #manner: LineManner;
  #freeAtMs = 0;

  constructor(manner: LineManner) {
    this.#manner = manner;
  }

  /** When the last of these bytes arrives, if they are handed over at `nowMs`. */
  arrivalOf(sizeBytes: number, nowMs: number): number {
    const { roundTripMs, bytesPerSecond } = this.#manner;
    this.#freeAtMs = Math.max(this.#freeAtMs, nowMs) + (sizeBytes / bytesPerSecond) * 1000;
    return this.#freeAtMs + roundTripMs / 2;
  }
}

interface Delivery {
  readonly dueMs: number;
  readonly deliver: () => void;
}

/** What one connection sent in one direction and is still on its way; it arrives in the order in which it was sent. */
export class InFlight {
  readonly #timer: Timer;
  readonly #deliveries: Delivery[] = [];

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** @param dueMs not before this moment, and not before what was sent earlier. */
  send(dueMs: number, deliver: () => void): void {
    this.#deliveries.push({ dueMs, deliver });
    if (this.#deliveries.length === 1) this.#wait(dueMs);
  }

  #wait(untilMs: number): void {
    this.#timer.after(untilMs - this.#timer.now(), () => this.#arrive());
  }

  #arrive(): void {
    const now = this.#timer.now();
    for (let first = this.#deliveries[0]; first !== undefined && first.dueMs <= now; first = this.#deliveries[0]) {
      first.deliver();
      this.#deliveries.shift();
    }
    const [next] = this.#deliveries;
    if (next !== undefined) this.#wait(next.dueMs);
  }
}

/** Counts how many requests wait for their answers, over time. */
export class RequestsUnderWay {
  readonly #timer: Pick<Timer, 'now'>;
  #count = 0;
  #most = 0;
  /** Each request counts with the milliseconds that it waited. */
  #waitedMs = 0;
  #sinceMs: number;

  constructor(timer: Pick<Timer, 'now'>) {
    this.#timer = timer;
    this.#sinceMs = timer.now();
  }

  begin(): void {
    this.#change(1);
  }

  end(): void {
    this.#change(-1);
  }

  /** What was counted since this was called last. */
  taken(): { readonly most: number; readonly waitedMs: number } {
    this.#change(0);
    const counted = { most: this.#most, waitedMs: this.#waitedMs };
    [this.#most, this.#waitedMs] = [this.#count, 0];
    return counted;
  }

  #change(by: number): void {
    const now = this.#timer.now();
    this.#waitedMs += this.#count * (now - this.#sinceMs);
    this.#sinceMs = now;
    this.#count += by;
    this.#most = Math.max(this.#most, this.#count);
  }
}
