import { create } from 'zustand';

import type { Fault } from '../../shared/fault.ts';
import { feedbackTexts } from '../../shared/text/feedback.ts';
import { announce } from './announcements.ts';

/** What can be done about something that was just done. */
export interface ToastAction {
  readonly name: 'undo' | 'show';
  readonly run: () => void;
}

/** What came of the last thing that was done. */
export type Toast =
  | {
      readonly kind: 'done';
      readonly text: string;
      /** What was left as it is, with the reasons. A toast with notes stays until it is put away. */
      readonly notes: readonly string[];
      readonly action: ToastAction | null;
    }
  /** It takes a while, and the person can go on working. */
  | { readonly kind: 'running'; readonly text: string }
  /** Stays until it is put away. */
  | { readonly kind: 'failed'; readonly fault: Fault };

/** The one toast of the window; `count` tells two equal ones apart. */
export const useToast = create<{ readonly toast: Toast | null; readonly count: number }>(() => ({
  toast: null,
  count: 0,
}));

/** Shows a toast, and has what was done announced; it takes the place of the one before. */
export function showToast(
  text: string,
  { notes = [], action = null }: { readonly notes?: readonly string[]; readonly action?: ToastAction | null } = {},
): void {
  show({ kind: 'done', text, notes, action });
  announce([text, ...notes, ...(action === null ? [] : [feedbackTexts.keysOf[action.name]])].join(' '));
}

/** Says that something is under way that takes a while. */
export function tellRunning(text: string): void {
  show({ kind: 'running', text });
  announce(text);
}

/** Says what went wrong with something that was done without a dialog. */
export function tellFault(fault: Fault): void {
  show({ kind: 'failed', fault });
}

/** Takes the toast away. */
export function putToastAway(): void {
  useToast.setState({ toast: null });
}

/** Takes back what was done last, while that is offered. @returns whether it was. */
export function undoLast(): boolean {
  const { toast } = useToast.getState();
  if (toast?.kind !== 'done' || toast.action?.name !== 'undo') return false;
  toast.action.run();
  return true;
}

function show(toast: Toast): void {
  useToast.setState(({ count }) => ({ toast, count: count + 1 }));
}
