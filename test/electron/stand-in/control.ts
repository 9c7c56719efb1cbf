/** A wish of the test about the stand-in, and its answer. */
export interface ControlRequest {
  readonly id: number;
  readonly ask: string;
  readonly about: unknown;
}
export interface ControlAnswer {
  readonly id: number;
  readonly answer?: unknown;
  readonly error?: string;
}
/** Something that happened, such as a notification that was shown. */
export interface ControlEvent {
  readonly event: string;
  readonly details: unknown;
}

type Answering = (about: never) => unknown;

/** The line to the test that started this process: what it may do as a person or a system would, and what it hears of. */
class Control {
  readonly #answers = new Map<string, Answering>();
  /** Whether what goes wrong is printed, for looking into failures. */
  readonly showsErrors = process.env['STAND_IN_ERRORS'] !== undefined;

  constructor() {
    process.on('message', (request: ControlRequest) => void this.#answer(request));
    // The test that controls this process has ended, so no process will ask for its state.
    process.once('disconnect', () => process.exit(1));
  }

  /** Answers one kind of wish. */
  on<T>(ask: string, answer: (about: T) => unknown): void {
    this.#answers.set(ask, answer);
  }

  /** Tells that something happened. */
  tell(event: string, details: unknown = null): void {
    if (process.connected) process.send?.({ event, details } satisfies ControlEvent);
  }

  async #answer({ id, ask, about }: ControlRequest): Promise<void> {
    let answer: ControlAnswer;
    try {
      const answering = this.#answers.get(ask);
      if (answering === undefined) throw new Error(`The stand-in knows no '${ask}'`);
      answer = { id, answer: await answering(about as never) };
    } catch (error) {
      answer = { id, error: error instanceof Error ? error.message : String(error) };
    }
    if (process.connected) process.send?.(answer);
  }
}

export const control = new Control();
