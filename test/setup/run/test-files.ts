import { globSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The clone's folder. */
export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url));

/** A path as the tables have it: with `/` on every system. */
export const slashed = (path: string): string => path.replaceAll('\\', '/');

/** Every test file, as a path below the root. */
export function allTestFiles(root: string = ROOT): readonly string[] {
  const found = globSync('test/**/*.test.{ts,tsx}', { cwd: root, exclude: ['test/service/sample/**'] });
  return found.map(slashed).toSorted();
}

/** Everything in a folder and below it, as paths from there. */
export function namesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(slashed);
}
