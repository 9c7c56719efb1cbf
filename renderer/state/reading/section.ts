import { create, type StoreApi, type UseBoundStore } from 'zustand';

import { type Fault, toFault, WITHOUT_BENCHTOP } from '../../../shared/fault.ts';
import { showToast } from '../toast.ts';

/** One thing that is read as a whole, and what is being changed about it. */
export interface Section<T> {
  readonly value: T | null;
  /** When it was read, in milliseconds; null: never. */
  readonly atMs: number | null;
  /** Why the last reading or change failed. */
  readonly fault: Fault | null;
  readonly isReading: boolean;
  /** The key of the change under way; null: there is none. */
  readonly changing: string | null;
}

/** The store of a section, and the calls that read and change it. */
export interface SectionStore<T> {
  readonly use: UseBoundStore<StoreApi<Section<T>>>;
  /** Reads it again. */
  read(): Promise<void>;
  /**
   * Makes a change; `work` answers the value afterwards. `done`: what the toast says then, null: nothing.
   * @returns whether it was made.
   */
  change(key: string, work: () => Promise<T>, done: ((now: T) => string) | null): Promise<boolean>;
  /** Clears the fault. */
  tidy(): void;
  /** Drops what was read; an answer that arrives later is ignored. */
  forget(): void;
}

const NOTHING = { value: null, atMs: null, fault: null, isReading: false, changing: null } as const;

/** Reads again each section whose last reading did not reach the service. */
export function readUnreached(): void {
  for (const read of [...unreached]) void read();
}

const unreached = new Set<() => Promise<void>>();

/** Whether another change is under way. The control of the change itself stays enabled, else it would lose the focus. */
export function isOther(changing: string | null, key: string): boolean {
  return changing !== null && changing !== key;
}

/** After these faults, reading again would fail in the same way. */
const SILENT: ReadonlySet<Fault['kind']> = new Set(['offline', 'busy', 'signed-out', 'access-ended']);

/**
 * A section that `ask` reads. Nothing is shown as done before it was read back.
 * @param faultOf how a change that failed is told.
 */
export function section<T>(ask: () => Promise<T>, faultOf: (thrown: unknown) => Fault = toFault): SectionStore<T> {
  const use = create<Section<T>>(() => NOTHING);
  const readings = latestOnly();
  let life = 0;
  const read = async (keepsFault: boolean): Promise<void> => {
    const isCurrent = readings.begin();
    await update(use, reached, readNow, { isCurrent, keepsFault, ...READING });
  };
  const again = (): Promise<void> => read(false);
  const reached = async (): Promise<T> => {
    unreached.delete(again);
    try {
      return await ask();
    } catch (thrown) {
      if (toFault(thrown).kind === 'offline') unreached.add(again);
      throw thrown;
    }
  };
  return {
    use,
    read: again,
    tidy: () => use.setState({ fault: null }),
    forget: () => {
      readings.begin();
      life += 1;
      unreached.delete(again);
      use.setState(NOTHING);
    },
    async change(key, work, done) {
      if (use.getState().changing !== null) return false;
      const mine = life;
      use.setState({ changing: key, fault: null });
      try {
        const value = await work();
        if (life !== mine) return false;
        // A reading that began before the change would bring back the old value.
        readings.begin();
        use.setState({ ...readNow(value), changing: null });
        if (done !== null) showToast(done(value));
        return true;
      } catch (thrown) {
        if (life !== mine) return false;
        use.setState({ changing: null, fault: faultOf(thrown) });
        // The change may have failed because another person changed it first: show what it is now.
        if (!SILENT.has(toFault(thrown).kind)) void read(true);
        return false;
      }
    },
  };
}

/** How a store shows that it is read. */
const READING = { during: { isReading: true }, after: { isReading: false } } as const;

function readNow<T>(value: T): Pick<Section<T>, 'value' | 'atMs' | 'isReading'> {
  return { value, atMs: Date.now(), isReading: false };
}

/** Tells late answers from current ones: each `begin` makes the check of the one before false. */
export function latestOnly(): { readonly begin: () => () => boolean } {
  let last = 0;
  return {
    begin: () => {
      const mine = ++last;
      return () => mine === last;
    },
  };
}

/** How a store shows work that fills or changes it. */
export interface Work<S> {
  /** Checked at the end; false: the store shows something else by now, and the answer is dropped. */
  readonly isCurrent?: () => boolean;
  /** Set while the work runs, such as `{ isReading: true }`. */
  readonly during?: Partial<S>;
  /** Set when it has ended, well or not. */
  readonly after?: Partial<S>;
  readonly faultOf?: (thrown: unknown) => Fault;
  /** Called when the store shows how it ended, before anything else happens. */
  readonly onShown?: () => void;
  /** Whether the fault on show stays, however the work ends: it is that of a change, after which is read again. */
  readonly keepsFault?: boolean;
}

/** Puts the answer of `work` into a store as `into` says, or the fault that stopped it. @returns whether it went well. */
export async function update<S extends { readonly fault: Fault | null }, A>(
  store: Pick<StoreApi<S>, 'setState'>,
  work: () => Promise<A>,
  into: (answer: A, old: S) => Partial<S>,
  { isCurrent = () => true, during, after = {}, faultOf = toFault, onShown, keepsFault = false }: Work<S> = {},
): Promise<boolean> {
  if (during !== undefined) store.setState(during);
  const { answer, fault } = await answerOrFault(work, faultOf);
  if (!isCurrent()) return fault === null;
  store.setState(old => ({
    ...after,
    fault: keepsFault ? old.fault : fault,
    ...(fault === null ? into(answer, old) : {}),
  }));
  onShown?.();
  return fault === null;
}

/** Shows in a store that work is under way, however it ends; for stores that tell its fault in a way of their own. */
export async function whileShown<S, T>(
  store: Pick<StoreApi<S>, 'setState'>,
  { during, after }: { readonly during: Partial<S>; readonly after: Partial<S> },
  work: () => Promise<T>,
): Promise<T> {
  store.setState(during);
  try {
    return await work();
  } finally {
    store.setState(after);
  }
}

/** What came of work: its answer, or what stopped it. */
export type AnswerOrFault<T> =
  | { readonly answer: T; readonly fault: null }
  | { readonly answer: null; readonly fault: Fault };

/** Does the work; for stores that keep the answer in a way of their own. Never rejects. */
export async function answerOrFault<T>(
  work: () => Promise<T>,
  faultOf: (thrown: unknown) => Fault = toFault,
): Promise<AnswerOrFault<T>> {
  try {
    return { answer: await work(), fault: null };
  } catch (thrown) {
    return { answer: null, fault: faultOf(thrown) };
  }
}

/** @returns what stopped the work; null when it went well. */
export async function faultIn(
  work: () => Promise<unknown>,
  faultOf: (thrown: unknown) => Fault = toFault,
): Promise<Fault | null> {
  return (await answerOrFault(work, faultOf)).fault;
}

/** What is said of a change that the service did not get, and that is not kept for later as changes of files are. */
export interface UnmadeWords {
  readonly waits: (retryAfterMs: number | null) => string;
  readonly lost: string;
  readonly unreached: string;
}

/** Tells the fault of such a change in words that are true of it. */
export function unmadeFault(words: UnmadeWords): (thrown: unknown) => Fault {
  return thrown => {
    const fault = toFault(thrown);
    if (fault.kind === 'busy') return { kind: 'bad-request', detail: words.waits(fault.retryAfterMs) };
    if (fault.kind !== 'offline') return fault;
    return { kind: 'bad-request', detail: fault.detail === WITHOUT_BENCHTOP ? words.lost : words.unreached };
  };
}
