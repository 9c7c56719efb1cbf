import type { Tier } from './tiers.ts';

/** A test that failed, as far as repeating it needs. */
export interface FailedTest {
  /** Below the root, with `/`. */
  readonly path: string;
  /** The test's sentence, with those of the suites around it; null when the file itself could not be run. */
  readonly sentence: string | null;
  readonly messages: readonly string[];
}

const SEED = /\bseeds?[: ]+(\d+)/i;
/** What a pattern of names reads as something else. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** What a person needs to go on: the sentence, the seed if there is one, and the command that repeats this test alone. */
export function failureNote(failed: FailedTest, tier: Tier, platform: NodeJS.Platform = process.platform): string {
  const { path, sentence } = failed;
  const seed = seedOf(failed);
  const name = sentence === null ? '' : ` -t ${quoted(`^${sentence.replace(SPECIAL, '\\$&')}$`, platform)}`;
  const command = `npm ${tier === 'everyday' ? 'test' : 'run proof'} -- ${path}${name}`;
  return [
    `FAILED ${sentence ?? path}`,
    ...(sentence === null ? [] : [`  in     ${path}`]),
    ...(seed === null ? [] : [`  seed   ${seed}`]),
    `  again  ${command}${seed === null ? '' : ` --seed ${seed}`}`,
  ].join('\n');
}

/** The seed that a test's own sentence or its failure names. */
function seedOf({ sentence, messages }: FailedTest): string | null {
  for (const text of [sentence ?? '', ...messages]) {
    const seed = SEED.exec(text)?.[1];
    if (seed !== undefined) return seed;
  }
  return null;
}

function quoted(text: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `"${text.replaceAll('"', '.')}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
