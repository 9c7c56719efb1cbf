import { differences } from './kill-judge.ts';
import type { LargeResult } from './large-story.ts';

/** What is wrong after large files changed over lines that break; empty: nothing. */
export function problemsOfLarge(result: LargeResult): readonly string[] {
  const { answer, expected, here, there, staged, mistakes } = result;
  const isQuiet = answer.code === 0 && answer.blocked.length + answer.conflicted.length === 0;
  return [
    ...(isQuiet ? [] : [`the last sync said ${JSON.stringify(answer)}`]),
    ...differences('on this computer', here, expected),
    ...differences('at the service', there, expected),
    ...staged.map(name => `'${name}' is left staged`),
    ...mistakes,
  ];
}
