import { readFileSync, statSync } from 'node:fs';

import type { Survey } from '../../ports/folder-survey.ts';

/** File systems that reach another computer. */
const NETWORK =
  /^(nfs\d?|cifs|smb\d?|smbfs|smb3|afs|ncpfs|9p|ceph|glusterfs|lustre|beegfs|fuse\.(sshfs|rclone|glusterfs|davfs.*|s3fs|gvfsd-fuse)|davfs)$/;

/** What kind of volume a folder that exists is on, as far as the system tells without being asked for long. */
export function networkKindOf(folder: string, platform: NodeJS.Platform): Survey['volume'] {
  if (platform === 'win32') return /^[/\\]{2}/.test(folder) ? 'network' : 'unknown';
  if (platform === 'darwin') return folder.startsWith('/Volumes/') ? 'removable' : 'local';
  if (platform !== 'linux') return 'unknown';
  try {
    return kindOfMount(folder, readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return 'unknown';
  }
}

/** The kind of the innermost mount around a folder, from the text of `/proc/self/mountinfo`. */
export function kindOfMount(folder: string, mountInfo: string): Survey['volume'] {
  let best = { point: '', type: '', device: '' };
  for (const line of mountInfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const fields = before.split(' ');
    const point = unescaped(fields[4] ?? '');
    const isAround = folder === point || folder.startsWith(point === '/' ? '/' : `${point}/`);
    if (point === '' || !isAround || point.length < best.point.length) continue;
    best = { point, type: after.split(' ')[0] ?? '', device: fields[2] ?? '' };
  }
  if (best.point === '') return 'unknown';
  if (NETWORK.test(best.type)) return 'network';
  return isRemovable(best.device, best.point) ? 'removable' : 'local';
}

function isRemovable(device: string, point: string): boolean {
  if (/^\/(media|run\/media)\//.test(`${point}/`)) return true;
  for (const flag of [`/sys/dev/block/${device}/removable`, `/sys/dev/block/${device}/../removable`]) {
    try {
      if (statSync(flag).isFile() && readFileSync(flag, 'utf8').trim() === '1') return true;
    } catch {
      // Not a disk of its own, or the system does not say.
    }
  }
  return false;
}

/** Spaces and the like are written as octal numbers there. */
function unescaped(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
