import { z } from 'zod';

import type { ChatOrigin } from '../../../../shared/features/chat/files-model.ts';
import type { SyncBadge } from '../../../../shared/features/browse/file-row-model.ts';
import { chatFileTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { formatExact } from '../../../../shared/text/format.ts';
import { jsonOrNull } from '../../../../shared/parse-json.ts';
import { isoTime } from '../../../core/calendar.ts';
import type { Facts } from '../../../journal/records/history.ts';

const FACT = 'chat.origins';
const MOST = 2000;

const origin = z.object({ file: z.string(), task: z.string(), title: z.string(), at: z.number() });
type Origin = z.infer<typeof origin>;

/** The tasks that saved or pinned files came from; newest last. */
export class Origins {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  of(file: string): ChatOrigin | null {
    const found = this.#all().find(each => each.file === file.toLowerCase());
    return found === undefined ? null : shownOrigin(found);
  }

  /** All origins by file, for lists. */
  byFile(): ReadonlyMap<string, ChatOrigin> {
    return new Map(this.#all().map(one => [one.file, shownOrigin(one)]));
  }

  put(one: Origin): ChatOrigin {
    const others = this.#all().filter(({ file }) => file !== one.file);
    this.#facts.set(FACT, JSON.stringify([...others, one].slice(-MOST)));
    return shownOrigin(one);
  }

  #all(): readonly Origin[] {
    return z.array(origin).safeParse(jsonOrNull(this.#facts.get(FACT))).data ?? [];
  }
}

/** The origin as the contract shows it. */
export function shownOrigin({ task, title, at }: Omit<Origin, 'file'>): ChatOrigin {
  const day = formatExact(at).replace(/, [^,]*$/, '');
  return { task, title, at: isoTime(at), text: texts.origin(title, day) };
}

/** Task titles must not be visible to the next person who signs in. In a transaction. */
export function forgetOrigins(facts: Facts): void {
  facts.set(FACT, null);
}

/** Adds the task it came from to the note of a pinned file. */
export function pinnedFrom<S extends { readonly badge: SyncBadge; readonly note: string | null }>(
  standing: S,
  origin: ChatOrigin | null,
): S {
  if (standing.badge !== 'pinned' || origin === null) return standing;
  return { ...standing, note: [`${origin.text}.`, standing.note ?? ''].join(' ').trim() };
}
