import { DAY, HOUR } from '../../../shared/units.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { isFault } from './mirror-context.ts';

/**
 * What the specification leaves open, learnt from the answers to our own work (C.9). Nothing here is ever proof that
 * something is gone; it only says which calls are worth making.
 */
export const CAPABILITIES = {
  /** Whether a version whose base is no longer the head is refused: `yes`, `no`. */
  baseVersionEnforced: 'A version that is not based on the latest one is refused',
  /** The largest version that was taken, in bytes. */
  largestVersion: 'The largest version that was taken, in bytes',
  /** The smallest version that was refused for its size, in bytes. */
  refusedVersion: 'The smallest version that was refused for its size, in bytes',
  /** What asking for a removed file is answered with: `404`, `400`, `flagged`. */
  removedFile: 'What asking for a removed file is answered with',
  /** Whether an upload may be confirmed twice: only `no` can be learnt. */
  confirmTwice: 'An upload may be confirmed twice',
  /** Whether one folder may hold two files of one name: only `yes` can be learnt. */
  duplicateNames: 'One folder may hold two files of one name',
  /** Which of `version`, `time` and `size` the rows of a folder's list tell. */
  listTells: 'What the rows of a list tell of a file',
  /** `newest-first` when the flat list begins with what changed last; `other`, `none` (there is no such list). */
  flatList: 'The order of the list of all files',
  /** How many rows the flat list had when that was fewer than the files we know of. */
  flatListCut: 'Where the list of all files is cut',
} as const;

export type Capability = keyof typeof CAPABILITIES;

/** One thing that was learnt. */
export interface Learnt {
  readonly value: string;
  /** When it was last seen to be so, ms since the epoch. */
  readonly at: number;
  /** The build of the service it was learnt of; null when it does not tell. */
  readonly build: string | null;
}

/** What learning needs. */
export interface Learning {
  readonly journal: Journal;
  readonly world: { readonly clock: Clock };
}

/** What was learnt longer ago is learnt again. */
const RELEARN_MS = 7 * DAY;
/** The same again is written down at most this often. */
const RENEW_MS = DAY;
/** How often the service is asked for its build. */
const BUILD_EVERY_MS = DAY;

const BUILD = 'service.build';
const BUILD_NEXT = 'service.askBuildAt';

/** Writes down what an answer showed. */
export function learn({ journal, world }: Learning, capability: Capability, value: string): void {
  const { facts } = journal;
  const now = world.clock.now();
  const before = learnt(journal, capability);
  const build = facts.get(BUILD);
  const isNews = before === null || before.value !== value || before.build !== build;
  if (!isNews && Math.abs(now - before.at) < RENEW_MS) return;
  facts.set(factName(journal, capability), JSON.stringify({ value, at: now, build }));
}

/** What is known and still counts; null when it was never learnt, long ago, or of another build of the service. */
export function known({ journal, world }: Learning, capability: Capability): string | null {
  const found = learnt(journal, capability);
  if (found === null || found.build !== journal.facts.get(BUILD)) return null;
  const age = world.clock.now() - found.at;
  return age < RELEARN_MS && age > -RELEARN_MS ? found.value : null;
}

/** What was last learnt of the service that is signed in to, whether or not it still counts. */
export function learnt(journal: Journal, capability: Capability): Learnt | null {
  const text = journal.facts.get(factName(journal, capability));
  return text === null ? null : (JSON.parse(text) as Learnt);
}

/** Everything that was learnt, for people. */
export function allLearnt(learning: Learning): {
  readonly build: string | null;
  readonly learnt: readonly (Learnt & { readonly name: string; readonly text: string; readonly counts: boolean })[];
} {
  const names = Object.keys(CAPABILITIES) as Capability[];
  const all = names.flatMap(name => {
    const found = learnt(learning.journal, name);
    return found === null ? [] : [{ ...found, name, text: CAPABILITIES[name], counts: known(learning, name) !== null }];
  });
  return { build: learning.journal.facts.get(BUILD), learnt: all };
}

/** Asks once a day which build of the service answers: another one may do things differently. */
export async function learnBuild({ journal, world }: Learning, api: ServiceApi): Promise<void> {
  const now = world.clock.now();
  const due = Number(journal.facts.get(BUILD_NEXT) ?? -Infinity);
  if (due > now && due <= now + BUILD_EVERY_MS) return;
  let next = now + BUILD_EVERY_MS;
  try {
    journal.facts.set(BUILD, await api.build());
  } catch (error) {
    // A service that does not tell is one without a build; anything else is asked again soon.
    if (!isFault(error, 'gone', 'refused', 'not-allowed', 'scope', 'failing')) throw error;
    if (isFault(error, 'failing')) next = now + HOUR;
  }
  journal.facts.set(BUILD_NEXT, String(next));
}

/** Another service is another matter. */
function factName({ facts }: Journal, capability: Capability): string {
  return `learnt.${capability}@${facts.get('service') ?? ''}`;
}
