import { desktopText, type Unsent, unsentText } from '../../../shared/desktop/text.ts';

/** What is asked before quitting. */
export interface QuitQuestion {
  readonly message: string;
  readonly detail: string;
}

/**
 * What to ask; null: nothing is left undone, so there is no question. @param unsent null: the engine did not say.
 * @param isPaused nothing is looked at then, so what was changed since is in no number.
 */
export function quitQuestion(unsent: Unsent | null, isPaused: boolean): QuitQuestion | null {
  const { later, pausedLater, unknown, unknownLater } = desktopText.quit;
  if (unsent === null) return { message: unknown, detail: unknownLater };
  const { changes, messages, zoneFiles } = unsent;
  return changes + messages + zoneFiles === 0
    ? null
    : { message: unsentText(unsent), detail: isPaused ? pausedLater : later };
}
