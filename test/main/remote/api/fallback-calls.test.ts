import { expect, test } from 'vitest';

import { headInstead } from '../../../../main/remote/api/fallback-calls.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { VersionId } from '../../../../shared/ids.ts';

const [FIRST, SECOND] = ['v1', 'v2'] as unknown as readonly [VersionId, VersionId];
const gone = () => Promise.reject(new FaultError({ kind: 'gone', messages: ['no such version'] }));

/** Heads as they are asked for, one after the other. */
function heads(...versions: readonly (VersionId | null)[]) {
  const left = [...versions];
  return () => Promise.resolve(left.shift() ?? null);
}

test('the file’s content stands for a version that is the newest before and after', async () => {
  const asked = { version: FIRST, head: heads(FIRST, FIRST) };
  expect(await headInstead(asked, gone, () => Promise.resolve('address'))).toBe('address');
});

test.each([
  ['it was not the newest', [SECOND, SECOND]],
  ['another one came in between', [FIRST, SECOND]],
  ['the file has none', [null, null]],
])('a version whose address is refused stays refused with its own reason when %s', async (_, versions) => {
  const asked = { version: FIRST, head: heads(...versions) };
  const answer = headInstead(asked, gone, () => Promise.resolve('address'));
  await expect(answer).rejects.toMatchObject({ fault: { kind: 'gone', messages: ['no such version'] } });
});

test('an outage is no refusal: nothing else is asked', async () => {
  const away = () => Promise.reject(new FaultError({ kind: 'offline', detail: 'away' }));
  const asked = { version: FIRST, head: () => Promise.reject(new Error('asked')) };
  const answer = headInstead(asked, away, () => Promise.reject(new Error('asked')));
  await expect(answer).rejects.toMatchObject({ fault: { kind: 'offline' } });
});
