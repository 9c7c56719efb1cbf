import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { SearchFind, SearchHere } from '../../../../shared/features/search/model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { commandText } from './commands.ts';
import { engine } from '../../../state/engine.ts';
import { announce } from '../../../state/announcements.ts';
import { answerOrFault } from '../../../state/reading/section.ts';

/** Where to look beyond this computer. */
export type Scope = 'texts' | 'tasks';

/** What is asked, and what was found so far. */
export interface Search {
  readonly isOpen: boolean;
  readonly text: string;
  readonly scopes: readonly Scope[];
  /** Null before the first answer to this text. */
  readonly here: SearchHere | null;
  /** Of the service; those that are among `here` left out. */
  readonly there: readonly SearchFind[];
  readonly isAsking: boolean;
  /** Why nothing came from this computer. */
  readonly faultHere: Fault | null;
  /** Why nothing came from the service. */
  readonly faultThere: Fault | null;
  /** The service was not asked, because it cannot judge by these filters. */
  readonly isJudgedOnlyHere: boolean;
  /** Why what was chosen cannot be opened; null while nothing is to be said. */
  readonly note: string | null;
  /** The key of the line that a person moved to; null: the first one is taken. */
  readonly active: string | null;
}

const NOTHING = {
  here: null,
  there: [],
  isAsking: false,
  faultHere: null,
  faultThere: null,
  isJudgedOnlyHere: false,
  note: null,
  active: null,
} as const;

export const useSearch = create<Search>(() => ({ isOpen: false, text: '', scopes: ['texts', 'tasks'], ...NOTHING }));

/** So many finds of this computer are listed. */
const LIMIT = 50;
/** The service is asked when typing stops for this long. */
const PAUSE_MS = 0.35 * SECOND;

/** Counts questions, so that a late answer to an earlier one is dropped. */
let question = 0;
/** The answer of this computer to the last question. */
let answered: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Opens the search; what was typed last is still there. */
export function openSearch(): void {
  useSearch.setState({ isOpen: true });
  // What was found then may be otherwise now.
  searchFor(useSearch.getState().text);
}

export function closeSearch(): void {
  question += 1;
  clearTimeout(timer);
  useSearch.setState({ isOpen: false, isAsking: false });
}

/** Searches for the text: on this computer at once, at the service after a pause. */
export function searchFor(text: string): void {
  const asked = ++question;
  clearTimeout(timer);
  if (text.trim() === '' || commandText(text) !== null) {
    useSearch.setState({ text, ...NOTHING });
    answered = Promise.resolve();
    return;
  }
  useSearch.setState({
    text,
    there: [],
    faultThere: null,
    isAsking: true,
    isJudgedOnlyHere: false,
    note: null,
    active: null,
  });
  answered = askHere(asked, text);
  timer = setTimeout(() => void askThere(asked, text), PAUSE_MS);
}

/**
 * Waits for what this computer finds for the text as it is now: who types quickly and presses Enter means that.
 * @returns whether the text is still the same and the search still open.
 */
export async function hereIsCurrent(): Promise<boolean> {
  const asked = question;
  await answered;
  return asked === question && useSearch.getState().isOpen;
}

/** Moves to a line of what was found; null: to the first one. */
export function moveTo(active: string | null): void {
  useSearch.setState({ active });
}

/** Says why something cannot be opened. */
export function noteInSearch(note: string): void {
  useSearch.setState({ note });
  announce(note);
}

/** Looks in other places from now on. */
export function chooseScopes(scopes: readonly Scope[]): void {
  useSearch.setState({ scopes });
  searchFor(useSearch.getState().text);
}

async function askHere(asked: number, text: string): Promise<void> {
  const { answer: here, fault } = await answerOrFault(() => engine.call('search.here', { text, limit: LIMIT }));
  if (asked !== question) return;
  useSearch.setState(old => ({ here, faultHere: fault, there: withoutKnown(old.there, here) }));
}

async function askThere(asked: number, text: string): Promise<void> {
  const scopes = useSearch
    .getState()
    .scopes.flatMap(scope => (scope === 'texts' ? (['texts', 'names'] as const) : [scope]));
  if (scopes.length === 0) {
    useSearch.setState({ isAsking: false });
    return;
  }
  const { answer, fault } = await answerOrFault(() => engine.call('search.there', { text, scopes }));
  if (asked !== question) return;
  useSearch.setState(old => ({
    there: withoutKnown(answer?.finds ?? [], old.here),
    isAsking: false,
    isJudgedOnlyHere: (answer?.ignored.length ?? 0) > 0,
    faultThere: fault,
  }));
}

/** One thing is found once: as it is here, if it is here; inside before by its name. */
function withoutKnown(finds: readonly SearchFind[], here: SearchHere | null): readonly SearchFind[] {
  const seen = new Set(here?.finds.map(find => find.serviceId));
  return finds.filter(({ serviceId }) => !seen.has(serviceId) && seen.add(serviceId));
}
