import { organizationTexts as texts } from '../../../shared/features/organization/text.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';

/** The beginning of a day as it was typed, such as `2026-11-22`, in UTC. @throws Ending. */
export function dayOf(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 30 February is no date: the clock would make 2 March of it.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    throw new Ending(EXIT.usage, texts.noDate(text));
  return new Date(time).toISOString();
}
