import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { oddAnswers } from '../../../shared/text/odd-answers.ts';
import type { BatchElement, UploadTarget } from './shapes.ts';
import { oddAnswer } from './odd-answer.ts';

/** A new file to announce. */
export interface Announcement {
  readonly fileName: string;
  readonly contentType: string;
  readonly fileSizeBytes: number;
  readonly folderId: ServiceId;
}

/** Where a new file goes, or why it goes nowhere. */
export type UploadAnswer = UploadTarget | FaultError;

/**
 * What the answer to a batch says of each file. Answers are matched to files by their order alone, so that one too many or too
 * few makes all of them unsure.
 * @param names of the files that were announced, in order. @throws FaultError `failing`.
 */
export function answersFor(names: readonly string[], elements: readonly BatchElement[]): readonly UploadAnswer[] {
  if (elements.length !== names.length) throw oddAnswer(oddAnswers.count(names.length, elements.length));
  return elements.map(({ target, name, refusal }, index) => {
    if (refusal !== null) return new FaultError({ kind: 'refused', status: 400, messages: refusal });
    if (target === null) return oddAnswer(oddAnswers.nothing);
    const isOthers = name !== null && name !== names[index] && names.includes(name);
    return isOthers ? oddAnswer(oddAnswers.othersName) : target;
  });
}

/**
 * Takes back every answer that shares its file, version or address with another one: it is not known
 * which of them is right, and bytes would go where those of another file are.
 */
export function eachByItself(answers: readonly UploadAnswer[]): readonly UploadAnswer[] {
  const counts = new Map<string, number>();
  for (const mark of answers.flatMap(marksOf)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const isShared = (answer: UploadAnswer): boolean => marksOf(answer).some(mark => (counts.get(mark) ?? 0) > 1);
  return answers.map(answer => (isShared(answer) ? oddAnswer(oddAnswers.twice) : answer));
}

function marksOf(answer: UploadAnswer): readonly string[] {
  if (answer instanceof FaultError) return [];
  const { file, url, version } = answer;
  return [`file ${file}`, `address ${url}`, ...(version === null ? [] : [`version ${version}`])];
}
