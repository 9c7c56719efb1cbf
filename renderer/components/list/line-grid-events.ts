import { type FocusEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';

import { focusLine, type GridFocus } from './line-grid-focus.ts';
import { type GridMove, type GridPlace, moveOf, TypedWord } from './line-grid-keys.ts';

/** A line of a list; what else it is, its cells know. */
export interface GridLine {
  readonly id: string;
  /** Marks the line for styles. */
  readonly badge?: string;
}

/** How lines are chosen: exactly this one, this one too or no more, all from the last chosen one to this, all, none. */
export type Choosing =
  | { readonly how: 'only' | 'toggle'; readonly at: number; readonly id: string }
  | { readonly how: 'range'; readonly from: number; readonly to: number }
  | { readonly how: 'all' }
  | { readonly how: 'none' };

/** What a list is asked for by keys and presses. */
export interface Heard<L extends GridLine> {
  readonly count: number;
  readonly lineAt: (at: number) => L | undefined;
  readonly onChoose: (choosing: Choosing) => void;
  readonly onOpen: (line: L, at: number) => void;
  /** Where the next line is whose name begins so, from a position on. */
  readonly find: (prefix: string, after: number) => number | null | Promise<number | null>;
}

/** What the keys and the mouse do; heard by the list as a whole. */
export function useHearing<L extends GridLine>(
  heard: Heard<L>,
  focus: GridFocus,
  reach: Pick<GridPlace, 'page' | 'across'>,
) {
  const { act, open, press, isTyping } = useDeeds(heard, focus);
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      if (!(event.target instanceof Element) || event.target.closest('[role="columnheader"]') !== null) return;
      const isOfWord = event.key === ' ' && isPlain(event) && !event.altKey && isTyping(event.timeStamp);
      // A space within a name that is typed would look into a file everywhere else.
      if (isOfWord) event.stopPropagation();
      const place = { at: focus.at, count: heard.count, ...reach };
      const move: GridMove | null = isOfWord ? { name: 'type', text: ' ' } : moveOf(event, place);
      if (move === null) return;
      delete event.currentTarget.dataset['pointer'];
      if (move.name !== 'nothing') event.preventDefault();
      act(move, event.timeStamp);
    },
    // A page that has just come says nothing beside the line where keys would begin; who comes by Tab lets go of it here.
    onKeyUp: (event: KeyboardEvent<HTMLElement>): void => {
      event.currentTarget.dataset['keys'] = '';
    },
    onFocus: (event: FocusEvent<HTMLElement>): void => {
      if (event.target === event.currentTarget) focusLine(event.currentTarget, focus.at);
    },
    onMouseDown: (event: MouseEvent<HTMLElement>): void => {
      const to = lineUnder(event.target);
      if (to === null) return;
      event.currentTarget.dataset['pointer'] = '';
      // A press of the other button opens a menu, which chooses for itself.
      if (event.button !== 0) return;
      // A press on what is chosen may be the beginning of dragging all of it: the others stay until it is let go.
      if (isPlain(event) && isChosen(event.target)) return;
      press(to, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
    },
    onClick: (event: MouseEvent<HTMLElement>): void => {
      const to = lineUnder(event.target);
      if (to !== null && isPlain(event) && event.detail === 1) press(to, 'only');
    },
    onDoubleClick: (event: MouseEvent<HTMLElement>): void => {
      const to = lineUnder(event.target);
      if (to !== null) open(to);
    },
  };
}

/** What a list does when it is asked to. */
function useDeeds<L extends GridLine>(
  { lineAt, onChoose, onOpen, find }: Heard<L>,
  { at, from, goTo, startRange }: GridFocus,
) {
  const [typed] = useState(() => new TypedWord());
  const choose = (to: number, how: 'only' | 'toggle' | 'range'): void => {
    const line = lineAt(to);
    if (how === 'range') return onChoose({ how, from: Math.min(from, to), to: Math.max(from, to) });
    startRange(to);
    if (line !== undefined) onChoose({ how, at: to, id: line.id });
  };
  const goAndChoose = (to: number | null): void => {
    if (to === null) return;
    goTo(to);
    choose(to, 'only');
  };
  const open = (to: number): void => {
    const line = lineAt(to);
    if (line !== undefined) onOpen(line, to);
  };
  const seek = (letter: string, nowMs: number): void => {
    const { prefix, isNew } = typed.add(letter, nowMs);
    const found = find(prefix, isNew ? at + 1 : at);
    if (typeof found === 'number' || found === null) goAndChoose(found);
    else void found.then(goAndChoose);
  };
  const act = (move: GridMove, nowMs: number): void => {
    switch (move.name) {
      case 'go':
        goTo(move.to);
        return move.choosing === 'none' ? undefined : choose(move.to, move.choosing === 'extend' ? 'range' : 'only');
      case 'toggle':
        return choose(at, 'toggle');
      case 'all':
        return onChoose({ how: 'all' });
      case 'nothing':
        return onChoose({ how: 'none' });
      case 'open':
        return open(at);
      case 'type':
        return seek(move.text, nowMs);
    }
  };
  const press = (to: number, how: 'only' | 'toggle' | 'range'): void => {
    goTo(to);
    choose(to, how);
  };
  return { act, open, press, isTyping: (nowMs: number) => typed.isBegun(nowMs) };
}

function isPlain({ shiftKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent): boolean {
  return !shiftKey && !ctrlKey && !metaKey;
}

function isChosen(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role="row"][aria-selected="true"]') !== null;
}

/** The position of the line that an element is in; null: it is in none. */
function lineUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('[role="row"][data-key]') : null;
  const index = Number(row?.getAttribute('aria-rowindex'));
  return row === null || !Number.isInteger(index) ? null : index - 2;
}
