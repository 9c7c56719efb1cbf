/**
 * Names that are never ours to send or receive: droppings of operating systems, owner files of office programs, and
 * downloads that a browser has not finished. Matched on the last name only, on both sides alike.
 */
const EXACT = new Set([
  '.ds_store',
  'thumbs.db',
  'desktop.ini',
  '$recycle.bin',
  'system volume information',
  '.benchtop',
]);
const PATTERNS: readonly RegExp[] = [/^~\$/, /^\.~lock\..*#$/, /\.tmp$/i, /\.crdownload$/i, /\.part$/i, /^\._/];

/** Whether a name is skipped by rule, on either side. Skipped never means removed. */
export function isIgnored(name: string): boolean {
  return EXACT.has(name.toLowerCase()) || PATTERNS.some(pattern => pattern.test(name));
}
