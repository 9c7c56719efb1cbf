import { mkdirSync } from 'node:fs';
import { randomUUID } from 'node:crypto';

import { FaultError } from '../../../../shared/fault.ts';
import type { Root } from '../../../ports/disk.ts';
import { inspectFolder, writeMarker } from '../volume/marker.ts';
import { codeOf, diskFault } from '../system-error.ts';

/** Our own folder for files that wait to be sent, made when it is not there; see `Disk.outbox`. */
export async function openOutbox(folder: string): Promise<Root> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw diskFault(thrown, 'outbox');
  }
  const before = inspectFolder(folder);
  if (before.marker === null) await writeMarker(before.realPath, { root: randomUUID(), epoch: 0, by: null });
  const { realPath, marker, volume, trouble, code } = inspectFolder(folder);
  if (trouble !== null || marker === null)
    throw new FaultError({ kind: 'disk-refused', path: 'outbox', code: code ?? 'EIO' });
  return { path: realPath, marker, volume };
}
