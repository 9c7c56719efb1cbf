import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { mention } from '../stores/composer.ts';
import { completed, lookForMention, type MentionFind, mentionIn, useMentions } from '../stores/mentions.ts';
import { announce } from '../../../state/announcements.ts';

/** The files that may be meant, and the one that is pointed at. */
export interface Mentioning {
  readonly finds: readonly MentionFind[];
  readonly active: number;
  readonly isAsking: boolean;
  /** The place where one writes may have moved. */
  readonly follow: () => void;
  readonly choose: (file: MentionFind) => void;
  /** Hears a key first. @returns whether it was for the list. */
  readonly hear: (event: KeyboardEvent) => boolean;
}

const NONE: readonly MentionFind[] = [];

/** Follows the mention at the cursor. */
export function useMentioning(input: RefObject<HTMLTextAreaElement | null>, text: string): Mentioning {
  const [caret, setCaret] = useState(0);
  const [dropped, drop] = useState<number | null>(null);
  const found = mentionIn(text, caret);
  const asked = found === null || found.at === dropped ? null : found;
  const { finds, isAsking } = useFinds(asked?.query ?? null);
  const [pointed, point] = useState({ query: '', active: 0 });
  const active = pointed.query === asked?.query ? Math.min(pointed.active, Math.max(0, finds.length - 1)) : 0;
  const follow = (): void => setCaret(input.current?.selectionStart ?? 0);
  const choose = ({ id, name }: MentionFind): void => {
    if (asked === null) return;
    const done = completed(text, asked, name);
    mention({ id, name }, done.text);
    // The list is closed at once: what is pressed next is not for it.
    setCaret(done.caret);
    // The field has the new text by the next frame.
    requestAnimationFrame(() => {
      input.current?.setSelectionRange(done.caret, done.caret);
      follow();
    });
  };
  const hear = (event: KeyboardEvent): boolean => {
    const file = finds[active];
    if (asked === null || file === undefined) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const takes = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && !event.ctrlKey;
    if (step !== 0) point({ query: asked.query, active: (active + step + finds.length) % finds.length });
    else if (event.key === 'Escape') drop(asked.at);
    else if (takes) choose(file);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { finds, active, isAsking, follow, choose, hear };
}

/** What fits; null: nothing is mentioned. */
function useFinds(query: string | null): { readonly finds: readonly MentionFind[]; readonly isAsking: boolean } {
  const { query: asked, finds, isAsking } = useMentions();
  useEffect(() => lookForMention(query), [query]);
  useEffect(() => () => lookForMention(null), []);
  const own = asked === query && query !== null ? finds : NONE;
  const count = own.length;
  useEffect(() => {
    if (count > 0) announce(chatWindow.said.finds(count));
  }, [count, query]);
  return { finds: own, isAsking };
}
