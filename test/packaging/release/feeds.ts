import { parse, stringify } from 'yaml';
import { z } from 'zod';

const feedFile = z.looseObject({ version: z.string(), files: z.array(z.looseObject({ url: z.string() })) });

/**
 * Puts the feeds of machines that packed the same version for different processors together: each names its own files, and
 * the app takes those of its processor by their names. @throws Error when they are of different versions.
 */
export function oneFeed(texts: readonly string[]): string {
  const feeds = texts.map(text => feedFile.parse(parse(text)));
  const [first] = feeds;
  if (first === undefined) throw new Error('There is no feed.');
  if (feeds.some(({ version }) => version !== first.version)) throw new Error('The feeds are of different versions.');
  return stringify({ ...first, files: feeds.flatMap(({ files }) => files) });
}
