import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { decodeText } from './decode-text.ts';
import type { ManagedFound } from '../../../shared/features/settings/managed-model.ts';
import { managedTexts } from '../../../shared/features/settings/managed-text.ts';
import { KIB } from '../../../shared/units.ts';
import { codeOf } from '../disk/system-error.ts';

/** No policy comes near this. */
const LARGEST_BYTES = 64 * KIB;
/** Who administers a computer that is not Windows. */
const ADMINISTRATOR = 0;
/** Whether a group or everybody may write. */
const OTHERS_WRITE = 0o022;

/**
 * Where the policy of a computer is looked for. Fixed, because a person who could move it could also escape it; on Windows
 * a folder in which, as the system is set up, only administrators may write.
 */
export function managedPlace(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'C:\\Program Files\\Benchtop Policy\\policy.json';
  if (platform === 'darwin') return '/Library/Preferences/org.example.benchtop/policy.json';
  return '/etc/benchtop/policy.json';
}

/** Who may have written a file or folder. */
export interface Ownership {
  readonly uid: number;
  readonly mode: number;
}

/**
 * Reads the policy of this computer. It counts only when the administrator alone can have written it: the file and every
 * folder above it (security.md S68). Windows has no such modes; there the place itself is the guard.
 *
 * @param owner tells owner and mode of a file or folder; tests pass their own, since only root could set them for real.
 */
export function readManaged(
  path = managedPlace(process.platform),
  platform: NodeJS.Platform = process.platform,
  owner: (path: string) => Ownership = lstatSync,
): ManagedFound {
  let file: number | null = null;
  try {
    // Looked at as it is opened: nothing can come between.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const facts = fstatSync(file);
    if (!facts.isFile()) return { path, found: 'not-trusted', why: managedTexts.trouble.link(path) };
    const why = platform === 'win32' ? null : distrust(path, owner);
    if (why !== null) return { path, found: 'not-trusted', why };
    if (facts.size > LARGEST_BYTES) return { path, found: 'unreadable', why: managedTexts.trouble.large(path) };
    const text = decodeText(readFileSync(file));
    if (text === null) return { path, found: 'unreadable', why: managedTexts.trouble.notText(path) };
    return { path, found: 'text', text };
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { path, found: 'nothing' };
    if (code === 'ELOOP') return { path, found: 'not-trusted', why: managedTexts.trouble.link(path) };
    return { path, found: 'unreadable', why: managedTexts.trouble.notRead(path) };
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Why an account other than the administrator's may have written it; null when none can have. */
function distrust(path: string, owner: (path: string) => Ownership): string | null {
  const { uid, mode } = owner(path);
  if (uid !== ADMINISTRATOR) return managedTexts.trouble.otherOwner(path);
  if ((mode & OTHERS_WRITE) !== 0) return managedTexts.trouble.writable(path);
  const above = dirname(path);
  return above === path ? null : distrust(above, owner);
}
