import { create } from 'zustand';

import type { Mention as Found } from '../../../../shared/features/chat/files-model.ts';
import { SECOND } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';

/** The beginning of a file's name that is being written after an `@`. */
export interface Mention {
  /** Where the `@` stands. */
  readonly at: number;
  readonly query: string;
}

/** A file that may be meant. */
export type MentionFind = Found;

/** What may be meant; `query` null: nothing is mentioned. */
export const useMentions = create<{
  readonly query: string | null;
  readonly finds: readonly MentionFind[];
  readonly isAsking: boolean;
}>(() => ({ query: null, finds: [], isAsking: false }));

const LONGEST = 60;
const MOST = 8;
/** The service is asked when typing stops for this long. */
const PAUSE_MS = 0.3 * SECOND;

let question = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The mention at the cursor; null: there is none. An address such as `ada@example.org` is no mention. */
export function mentionIn(text: string, caret: number): Mention | null {
  const before = text.slice(Math.max(0, caret - LONGEST - 1), caret);
  const [, query] = /(?:^|[\s(])@([^@\n]*)$/.exec(before) ?? [];
  return query === undefined || /\s$/.test(query) ? null : { at: caret - query.length - 1, query };
}

/** The text with the name in the place of what was written, and where to go on. */
export function completeMention(text: string, { at, query }: Mention, name: string): { text: string; caret: number } {
  const end = at + 1 + query.length;
  const written = `@${name} `;
  return { text: text.slice(0, at) + written + text.slice(end).replace(/^ /, ''), caret: at + written.length };
}

/** Looks for what is meant: on this computer at once, at the service after a pause. */
export function lookForMention(query: string | null): void {
  if (query === useMentions.getState().query) return;
  const asked = ++question;
  clearTimeout(timer);
  if (query === null || query === '') {
    useMentions.setState({ query, finds: [], isAsking: false });
    return;
  }
  useMentions.setState({ query, finds: [], isAsking: true });
  void look(asked, query, 'here');
  timer = setTimeout(() => {
    void look(asked, query, 'all').then(() => {
      if (asked === question) useMentions.setState({ isAsking: false });
    });
  }, PAUSE_MS);
}

async function look(asked: number, text: string, where: 'here' | 'all'): Promise<void> {
  // Offline, and where there is no index, what was found before is enough.
  const answer = await engine.call('chat.mention', { text, where, limit: MOST }).catch(() => null);
  if (asked !== question || answer === null) return;
  // What was not sent yet cannot be named to the agent.
  const finds = answer.mentions.filter(({ file }) => file !== null);
  // A list in which a person may be choosing keeps its order.
  const known = useMentions.getState().finds;
  const ids = new Set(known.map(({ id }) => id));
  useMentions.setState({ finds: [...known, ...finds.filter(({ id }) => !ids.has(id))].slice(0, MOST) });
}
