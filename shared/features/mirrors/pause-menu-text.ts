import { HOUR, MINUTE } from '../../units.ts';

/** A choice of the pause menu: what it is called, and until when it pauses; null: until a person resumes. */
export interface PauseChoice {
  readonly id: string;
  readonly label: string;
  readonly untilMs: number | null;
}

/** Work begins again at this hour. */
const MORNING_HOUR = 8;

/** What can be chosen at a moment. `tomorrowMs`: when tomorrow's morning begins here. */
export function pauseChoices(nowMs: number, tomorrowMs: number): readonly PauseChoice[] {
  return [
    { id: '30m', label: '30 minutes', untilMs: nowMs + 30 * MINUTE },
    { id: '2h', label: '2 hours', untilMs: nowMs + 2 * HOUR },
    { id: 'tomorrow', label: 'Until tomorrow, 08:00', untilMs: tomorrowMs },
    { id: 'open', label: 'Until I resume', untilMs: null },
  ];
}

/** Tomorrow's morning by this computer's own clock. */
export function tomorrowMorningMs(nowMs: number): number {
  const at = new Date(nowMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1, MORNING_HOUR).getTime();
}
