import type { MirrorContext } from '../context/mirror-context.ts';
import type { OnTransferred } from '../context/side.ts';

/**
 * Most transfers whose bytes are complete and that wait for the disk, to be flushed, put in place and recorded
 * together.
 */
const MOST_FINISHING = 64;

/**
 * Works on all of them: as many in parallel as the transfer budget gives, plus some that only wait for the disk. After
 * an error no further one is begun, and the running ones are waited for.
 */
export async function runParallel<T>(
  context: MirrorContext,
  all: AsyncIterable<T> | Iterable<T>,
  work: (one: T, onTransferred: OnTransferred) => Promise<void>,
): Promise<void> {
  const running = new RunningTransfers();
  const { budget, commits } = context;
  const most = context.settings.parallelTransfers;
  const begin = async (one: T): Promise<void> => {
    const leave = once(await budget.enter(most));
    // Another one may have failed while this one waited.
    if (running.failure !== null) leave(null);
    else running.add(commits.during(() => work(one, leave)).finally(() => leave(null)));
  };
  try {
    for await (const one of all) {
      await begin(one);
      if (running.failure !== null) break;
      await running.below(most + MOST_FINISHING);
    }
  } catch (error) {
    running.failure ??= { error };
  }
  await running.below(1);
  if (running.failure !== null) throw running.failure.error;
}

/** The running work, and its first error. */
class RunningTransfers {
  failure: { readonly error: unknown } | null = null;
  #size = 0;
  #wake = (): void => undefined;

  add(work: Promise<void>): void {
    this.#size += 1;
    void work
      .catch((error: unknown) => void (this.failure ??= { error }))
      .finally(() => {
        this.#size -= 1;
        this.#wake();
      });
  }

  /** Waits until fewer than this many are running. */
  async below(count: number): Promise<void> {
    while (this.#size >= count) await new Promise<void>(resolve => (this.#wake = resolve));
  }
}

function once<T>(call: (value: T) => void): (value: T) => void {
  let isCalled = false;
  return value => {
    if (!isCalled) call(value);
    isCalled = true;
  };
}
