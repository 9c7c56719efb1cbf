import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Proof } from './hazard.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Shorter parts of a name would be found in any source. */
const SHORTEST_NAME = 15;

/** Where a source writes the name of a test that is neither skipped nor only planned; empty: nowhere. */
export function linesOfTest({ file, name }: Proof): readonly string[] {
  if (name.length < SHORTEST_NAME || !existsSync(PROJECT + file)) return [];
  const lines = readFileSync(PROJECT + file, 'utf8')
    .split('\n')
    .filter(line => line.includes(name));
  return lines.filter(line => !/^\s*(\/\/|\*)|\.(skip|todo|fails)\(/.test(line));
}
