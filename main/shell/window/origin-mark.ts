import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';

/**
 * Marks a file as one that came from elsewhere before a program opens it, as a browser does with downloads (S27): Office
 * then opens it protected, macOS asks before it runs anything. What cannot be marked, such as on a share, is opened as it is.
 */
export async function markOrigin(path: string, platform: NodeJS.Platform, nowMs: number): Promise<void> {
  if (platform === 'win32') await markForWindows(path).catch(() => undefined);
  if (platform === 'darwin') await quarantine(path, nowMs);
}

/** The zone of the internet. */
const ZONE_MARK = '[ZoneTransfer]\r\nZoneId=3\r\n';

/** The value of macOS's attribute: a download that the person has not agreed to yet, when, and by which program. */
export function quarantineMark(nowMs: number): string {
  return `0081;${Math.floor(nowMs / 1000).toString(16)};Benchtop;`;
}

async function markForWindows(path: string): Promise<void> {
  const stream = `${path}:Zone.Identifier`;
  // A mark that is there already stays: the person unblocked the file, or another program marked it in more detail.
  if (await readFile(stream).catch(() => null)) return;
  await writeFile(stream, ZONE_MARK);
}

function quarantine(path: string, nowMs: number): Promise<void> {
  const attribute = 'com.apple.quarantine';
  const run = (args: readonly string[]): Promise<boolean> =>
    new Promise(resolve => execFile('/usr/bin/xattr', args, error => resolve(error === null)));
  return run(['-p', attribute, path]).then(async isMarked => {
    if (!isMarked) await run(['-w', attribute, quarantineMark(nowMs), path]);
  });
}
