import { expect, test } from 'vitest';

import { thingsOf } from '../../../main/features/organization/named-things.ts';
import type { AppContext } from '../../../main/items/app-context.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { MirrorId, ServiceId } from '../../../shared/ids.ts';

test('a file that the service no longer names has the name under which this computer kept its bytes', async () => {
  const journal = openJournal(':memory:');
  const [kept, unknown] = ['1', '2'].map(digit => `00000000-0000-4000-8000-00000000000${digit}` as ServiceId);
  journal.trash.put({
    name: 'in the trash',
    mirror: 'm1' as MirrorId,
    path: 'Plates/plate7.csv',
    sizeBytes: 5,
    sha256: null,
    reason: 'removed here',
    at: 1,
    file: kept ?? null,
  });
  const call = async (): Promise<never> => {
    throw new FaultError({ kind: 'gone', messages: [] });
  };
  const engine = { connection: async () => ({ line: () => ({ connection: { call }, organization: 'o1' }) }) };
  journal.facts.set('organization', 'o1');
  const context = { engine, journal } as unknown as AppContext;
  expect(await thingsOf(context, { files: [kept ?? '', unknown ?? ''], folders: [] })).toEqual({
    files: [{ id: kept, name: 'plate7.csv', folder: null, isRemoved: true }],
    folders: [],
  });
  journal.close();
});
