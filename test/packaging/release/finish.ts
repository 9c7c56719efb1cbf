import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { oneFeed } from './feeds.ts';

/**
 * `node test/packaging/release/finish.ts FOLDER`: puts together what the build machines made, each in a folder of its own below
 * `FOLDER`: one feed for macOS, and `SHA256SUMS.txt` over everything, as `sha256sum -c` reads it. Called by the release workflow.
 */
const folder = resolve(process.argv[2] ?? '');
const feeds = globSync('*/latest-mac.yml', { cwd: folder }).map(each => join(folder, each));
if (feeds.length > 0) {
  const [first = ''] = feeds;
  const together = oneFeed(feeds.map(each => readFileSync(each, 'utf8')));
  for (const each of feeds) rmSync(each);
  writeFileSync(first, together);
}
const files = globSync('*/*', { cwd: folder }).toSorted();
const sums = files.map(each => `${sha256(join(folder, each))}  ${basename(each)}`);
writeFileSync(join(folder, 'SHA256SUMS.txt'), `${sums.join('\n')}\n`);
process.stdout.write(`${files.length} files.\n`);

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
