import type { KillResult } from './kill-story.ts';

/** What is wrong after kills; empty: nothing. */
export function problemsOfKills(result: KillResult): readonly string[] {
  const { answer, expected, here, there, doubled, staged } = result;
  const isQuiet = answer?.code === 0 && answer.blocked.length + answer.conflicted.length === 0;
  return [
    ...(isQuiet ? [] : [`the last sync said ${JSON.stringify(answer)}`]),
    ...differences('on this computer', here, expected),
    ...differences('at the service', there, expected),
    ...doubled.map(path => `'${path}' has more versions than saves`),
    ...staged.map(name => `'${name}' is left staged`),
  ];
}

/** One sentence for each path whose text, by path, is not the expected one. */
export function differences(
  where: string,
  found: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = [...new Set([...found.keys(), ...expected.keys()])];
  return paths.filter(path => found.get(path) !== expected.get(path)).map(path => `'${path}' ${where} is not as saved`);
}
