import { hash } from 'node:crypto';

import type { Sha256 } from '../../../../shared/ids.ts';
import type { FinishedStaging } from '../../../ports/disk.ts';

/** What staging these bytes would come to, without a file of theirs. */
export function hashOfBytes(bytes: Uint8Array): FinishedStaging {
  return { sha256: hash('sha256', bytes, 'hex') as Sha256, sizeBytes: bytes.byteLength };
}
