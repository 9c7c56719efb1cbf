import { expect, test } from 'vitest';

import { FileRecords } from '../../../main/features/zones/records/file-records.ts';
import { openZonesDb } from '../../../main/features/zones/records/zones-db.ts';
import type { ZonesDb } from '../../../main/features/zones/records/zones-db.ts';
import type { ServiceId } from '../../../shared/ids.ts';

// A zone may know hundreds of thousands of files: nothing that is asked for each file or each page may touch all of them.

/** How SQLite would answer what is asked. */
async function planOf(ask: (files: FileRecords) => unknown): Promise<string> {
  const { db } = openZonesDb(':memory:');
  const plans: string[] = [];
  const explain: ZonesDb['all'] = (sql, ...values) => {
    plans.push(...db.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => String(detail)));
    return [];
  };
  const explaining: ZonesDb = { ...db, all: explain, one: (sql, ...values) => explain(sql, ...values)[0] ?? null };
  ask(new FileRecords(explaining));
  db.close();
  return plans.join('; ');
}

const page = { after: 0, limit: 200 };

test.each([
  [
    'a file that vanished from its run',
    'file_gone_run (zone=? AND sent_size=? AND run=?)',
    files => files.absentLike({ zone: 1, run: 2, sizeBytes: 5, modifiedMs: 6 }, null),
  ],
  [
    'a file that vanished from another run',
    'file_gone_time (zone=? AND sent_size=? AND modified=?)',
    files => files.absentLike({ zone: 1, run: 2, sizeBytes: 5, modifiedMs: 6 }, null),
  ],
  ['what was begun for files that vanished', 'file_absent_begun (zone=?)', files => files.absentBegun(1)],
  [
    'whose file of the service it is',
    'file_remote (zone=? AND remote=?)',
    files => files.isSentByOther(1, 'f' as ServiceId, 2),
  ],
  ['names in a folder', '(zone=? AND folder=? AND name=?)', files => files.named(1, 'run', ['a'])],
  ['how many are in a folder', '(zone=? AND folder=?)', files => files.countIn(1, 'run')],
  ['folders below one', '(zone=? AND folder>? AND folder<?)', files => [...files.folders(1, 'run')]],
  [
    'what arrived below a folder',
    'file_sent_as (zone=? AND sent_as>? AND sent_as<?)',
    files => files.sentBelow(1, 'a/'),
  ],
  [
    'what of a run is to be proved',
    'file_run (run=? AND state=? AND rowid>?)',
    files => files.unverified(1, { ...page, run: 1 }),
  ],
  ['what is to be proved', 'PRIMARY KEY (rowid>?)', files => files.unverified(1, { ...page, run: null })],
  ['what may be removed', 'PRIMARY KEY (rowid>?)', files => files.arrivedAfter(1, 0, 200)],
  ['what waits for quiet', 'PRIMARY KEY (rowid>?)', files => files.waitingAfter(1, 0, 200)],
] as readonly [string, string, (files: FileRecords) => unknown][])(
  'to know %s, only what is asked for is touched, and nothing is sorted',
  async (_, how, ask) => {
    const plan = await planOf(ask);
    expect(plan).toContain(how);
    expect(plan).not.toContain('TEMP B-TREE');
  },
);
