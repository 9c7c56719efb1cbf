import { create, type StoreApi, type UseBoundStore } from 'zustand';

import { type Fault, toFault, WITHOUT_BENCHTOP } from '../../../../shared/fault.ts';
import { organizationWindow as words } from '../../../../shared/features/organization/window-text.ts';
import { announce } from '../../../state/announcements.ts';

/** What the service said of one part of the organization, and what is being changed about it. */
export interface Section<T> {
  readonly value: T | null;
  /** When it said so, in milliseconds; null: never. */
  readonly atMs: number | null;
  /** Why the last question or change did not come to its end. */
  readonly fault: Fault | null;
  readonly isReading: boolean;
  /** What a change is under way for; null: none is. */
  readonly changing: string | null;
  /** What was done last, and read back. */
  readonly done: string | null;
}

/** A part of the organization: what is known of it, and what asks and changes it. */
export interface SectionStore<T> {
  readonly use: UseBoundStore<StoreApi<Section<T>>>;
  /** Asks the service again. */
  read(): Promise<void>;
  /**
   * Makes a change; `work` answers what the service says afterwards. `done`: what is said then, null: nothing.
   * @returns whether it was made.
   */
  change(key: string, work: () => Promise<T>, done: ((now: T) => string) | null): Promise<boolean>;
  /** Puts away what was done or what went wrong. */
  tidy(): void;
  /** Nothing that was read counts any more; an answer that comes late is passed over. */
  forget(): void;
}

const NOTHING = { value: null, atMs: null, fault: null, isReading: false, changing: null, done: null } as const;

/** Whether something else is being changed. What one changes oneself stays enabled, else it would lose the focus. */
export function isOther(changing: string | null, key: string): boolean {
  return changing !== null && changing !== key;
}

/** How all of them are forgotten. */
const all = new Set<() => void>();

/** Nothing of this organization counts any more. */
export function forgetSections(): void {
  for (const forget of all) forget();
}

/** After these, asking again would fare no better. */
const SILENT: ReadonlySet<Fault['kind']> = new Set(['offline', 'busy', 'signed-out', 'access-ended']);

/** A part of the organization that `ask` reads. Nothing is shown as done that the service did not say afterwards. */
export function section<T>(ask: () => Promise<T>): SectionStore<T> {
  const use = create<Section<T>>(() => NOTHING);
  /** Counts questions, so that an older answer never replaces a newer one. */
  let turn = 0;
  let life = 0;
  const forget = (): void => {
    turn += 1;
    life += 1;
    use.setState(NOTHING);
  };
  all.add(forget);
  const read = async (keepsFault: boolean): Promise<void> => {
    const mine = ++turn;
    use.setState({ isReading: true });
    try {
      const value = await ask();
      if (turn === mine)
        use.setState({ value, atMs: Date.now(), isReading: false, ...(keepsFault ? {} : { fault: null }) });
    } catch (thrown) {
      if (turn === mine) use.setState(old => ({ isReading: false, fault: keepsFault ? old.fault : toFault(thrown) }));
    }
  };
  return {
    use,
    forget,
    read: () => read(false),
    tidy: () => use.setState({ fault: null, done: null }),
    async change(key, work, done) {
      if (use.getState().changing !== null) return false;
      const mine = life;
      use.setState({ changing: key, fault: null, done: null });
      try {
        const value = await work();
        if (life !== mine) return false;
        // What was asked for before this is older.
        turn += 1;
        const said = done === null ? null : done(value);
        use.setState({ value, atMs: Date.now(), isReading: false, changing: null, done: said });
        if (said !== null) announce(said);
        return true;
      } catch (thrown) {
        if (life !== mine) return false;
        const fault = toFault(thrown);
        use.setState({ changing: null, fault: notMade(fault) });
        // Somebody else may have been faster: what is on show is to be what is so.
        if (!SILENT.has(fault.kind)) void read(true);
        return false;
      }
    },
  };
}

/** No change here is kept for later, as changes of files are: what did not reach the service was not made. */
function notMade(fault: Fault): Fault {
  if (fault.kind === 'busy') return { kind: 'bad-request', detail: words.waits(fault.retryAfterMs) };
  if (fault.kind !== 'offline') return fault;
  return { kind: 'bad-request', detail: fault.detail === WITHOUT_BENCHTOP ? words.lost : words.unreached };
}
