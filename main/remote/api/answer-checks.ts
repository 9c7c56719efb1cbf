import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import { oddAnswer } from './odd-answer.ts';

/** An answer, if it carries anything, is about what was asked. @throws as `mustBeAbout`. */
export async function aboutOne<T extends { readonly id: ServiceId }>(
  answer: Promise<T | null>,
  id: ServiceId,
): Promise<T | null> {
  const told = await answer;
  if (told !== null) mustBeAbout(told.id, id);
  return told;
}

/** An answer about another thing than was asked for is none. */
export function mustBeAbout(answered: ServiceId, asked: ServiceId): void {
  if (answered !== asked) throw oddAnswer(oddAnswers.elsewhere);
}

/** A list that ended before all that was promised came. */
export function incompleteList(got: number, of: number): FaultError {
  return new FaultError({ kind: 'failing', status: 200, messages: [`Only ${got} of ${of} files were listed.`] });
}
