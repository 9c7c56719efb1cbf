import { createHash } from 'node:crypto';

/**
 * A UUID (version 8) that follows from another id and a label, so that a job that is started again after a restart
 * makes the same things under the same ids.
 */
export function derivedId(id: string, label: string): string {
  const bytes = createHash('sha256').update(`${id}\n${label}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
