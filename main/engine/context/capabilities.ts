import { DAY, HOUR } from '../../../shared/units.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { isFault } from './mirror-context.ts';

/**
 * What the service's specification leaves open, learned from the answers to our own requests. Nothing here is ever
 * proof that an item is gone; it only says which calls are worth making.
 */
const CAPABILITIES = {
  /** Whether a version whose base is no longer the head is refused: `yes`, `no`. */
  baseVersionEnforced: 'A version that is not based on the latest one is refused',
  /** The largest version that was accepted, in bytes. */
  largestVersion: 'The largest version that was taken, in bytes',
  /** The smallest version that was refused for its size, in bytes. */
  refusedVersion: 'The smallest version that was refused for its size, in bytes',
  /** What asking for a removed file is answered with: `404`, `400`, `flagged`. */
  removedFile: 'What asking for a removed file is answered with',
  /** Whether an upload may be confirmed twice: only `no` can be learned. */
  confirmTwice: 'An upload may be confirmed twice',
  /** Whether one folder may hold two files of one name: only `yes` can be learned. */
  duplicateNames: 'One folder may hold two files of one name',
  /** Which of `version`, `time` and `size` the rows of a folder listing contain. */
  listTells: 'What the rows of a list tell of a file',
  /** `newest-first` when the flat list begins with the latest change; `other`, `none` (there is no such list). */
  flatList: 'The order of the list of all files',
  /** How many rows the flat list had when that was fewer than the known files. */
  flatListCut: 'Where the list of all files is cut',
} as const;

export type Capability = keyof typeof CAPABILITIES;

/** One learned capability. */
export interface LearnedCapability {
  readonly value: string;
  /** When it was last observed, ms since the epoch. */
  readonly at: number;
  /** The build of the service that it was observed on; null when the service does not say. */
  readonly build: string | null;
}

/** What learning needs. */
export interface Learning {
  readonly journal: Journal;
  readonly world: { readonly clock: Clock };
}

/** An older observation no longer counts. */
const RELEARN_MS = 7 * DAY;
/** An unchanged observation is recorded at most this often. */
const RENEW_MS = DAY;
/** How often the service is asked for its build. */
const BUILD_EVERY_MS = DAY;

const BUILD = 'service.build';
const BUILD_NEXT = 'service.askBuildAt';

/** Records what an answer showed. */
export function learnCapability({ journal, world }: Learning, capability: Capability, value: string): void {
  const { facts } = journal;
  const now = world.clock.now();
  const before = lastLearned(journal, capability);
  const build = facts.get(BUILD);
  const isNews = before === null || before.value !== value || before.build !== build;
  if (!isNews && Math.abs(now - before.at) < RENEW_MS) return;
  facts.set(factName(journal, capability), JSON.stringify({ value, at: now, build }));
}

/** The value that still counts; null when it was never observed, too long ago, or on another build of the service. */
export function capabilityOf({ journal, world }: Learning, capability: Capability): string | null {
  const found = lastLearned(journal, capability);
  if (found === null || found.build !== journal.facts.get(BUILD)) return null;
  const age = world.clock.now() - found.at;
  return age < RELEARN_MS && age > -RELEARN_MS ? found.value : null;
}

/** The last observation of the service that is signed in to, whether or not it still counts. */
export function lastLearned(journal: Journal, capability: Capability): LearnedCapability | null {
  const text = journal.facts.get(factName(journal, capability));
  return text === null ? null : (JSON.parse(text) as LearnedCapability);
}

/** All observations, for people. */
export function learnedCapabilities(learning: Learning): {
  readonly build: string | null;
  readonly learnt: readonly (LearnedCapability & {
    readonly name: string;
    readonly text: string;
    readonly counts: boolean;
  })[];
} {
  const names = Object.keys(CAPABILITIES) as Capability[];
  const all = names.flatMap(name => {
    const found = lastLearned(learning.journal, name);
    return found === null
      ? []
      : [{ ...found, name, text: CAPABILITIES[name], counts: capabilityOf(learning, name) !== null }];
  });
  return { build: learning.journal.facts.get(BUILD), learnt: all };
}

/** Asks once a day which build of the service answers: another build may behave differently. */
export async function learnBuild({ journal, world }: Learning, api: ServiceApi): Promise<void> {
  const now = world.clock.now();
  const due = Number(journal.facts.get(BUILD_NEXT) ?? -Infinity);
  if (due > now && due <= now + BUILD_EVERY_MS) return;
  let next = now + BUILD_EVERY_MS;
  try {
    journal.facts.set(BUILD, await api.build());
  } catch (error) {
    // A service that refuses to tell has no build; after another failure it is asked again in an hour.
    if (!isFault(error, 'gone', 'refused', 'not-allowed', 'scope', 'failing')) throw error;
    if (isFault(error, 'failing')) next = now + HOUR;
  }
  journal.facts.set(BUILD_NEXT, String(next));
}

/** Observations are kept for each service address separately. */
function factName({ facts }: Journal, capability: Capability): string {
  return `learnt.${capability}@${facts.get('service') ?? ''}`;
}
