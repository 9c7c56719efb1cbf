import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';

/** An answer that succeeded and cannot be meant. @param why a whole sentence. */
export function oddAnswer(why: string): FaultError {
  return new FaultError({ kind: 'failing', status: 200, messages: [why] });
}

/** An answer, if it carries anything, is about what was asked. @throws as `mustBeAbout`. */
export async function aboutOne<T extends { readonly id: ServiceId }>(
  answer: Promise<T | null>,
  id: ServiceId,
): Promise<T | null> {
  const thing = await answer;
  if (thing !== null) mustBeAbout(thing.id, id);
  return thing;
}

/** An answer about another thing than was asked for is not used. @throws FaultError `failing`. */
export function mustBeAbout(answered: ServiceId, asked: ServiceId): void {
  if (answered !== asked) throw oddAnswer(oddAnswers.elsewhere);
}
