import { readFileSync } from 'node:fs';

import type { SampleFile, SampleVersion } from './sample-file.ts';

/** A later version of a text: when, by whom, what changed, and the passages that were replaced. */
export type Edit = readonly [
  at: string,
  by: 1 | 2 | 3,
  summary: string,
  ...changes: (readonly [from: string, to: string])[],
];

/** A text of `texts/` and what became of it: each edit replaces passages of the version before. */
export function written(
  text: string,
  first: readonly [at: string, by: 1 | 2 | 3],
  ...edits: Edit[]
): SampleFile['versions'] {
  const original = textOf(text);
  let content = original;
  const versions: SampleVersion[] = [];
  for (const [at, by, summary, ...changes] of edits) {
    for (const [from, to] of changes) {
      if (!content.includes(from)) throw new Error(`${text}.md does not contain "${from}".`);
      content = content.replace(from, to);
    }
    versions.push({ at, by, summary, content });
  }
  return [{ at: first[0], by: first[1], summary: null, content: original }, ...versions];
}

/** The history of a file that was saved once. */
export function once(at: string, by: 1 | 2 | 3, content: string | Uint8Array): SampleFile['versions'] {
  return [{ at, by, summary: null, content }];
}

/** A text of `texts/` as it is. */
export function textOf(name: string): string {
  return readFileSync(new URL(`texts/${name}.md`, import.meta.url), 'utf8');
}
