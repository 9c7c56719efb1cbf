import { FaultError } from '../../../shared/fault.ts';
import { initial } from '../migrations/0001-initial.ts';
import { missingKey } from '../migrations/0002-missing-key.ts';
import { rules } from '../migrations/0003-rules.ts';
import { onlineOnly } from '../migrations/0004-online-only.ts';
import { epochs } from '../migrations/0005-epochs.ts';
import { listing } from '../migrations/0006-listing.ts';
import { undo } from '../migrations/0007-undo.ts';
import { catalogue } from '../migrations/0008-catalogue.ts';
import { decisions } from '../migrations/0009-decisions.ts';
import { outgoing } from '../migrations/0010-outgoing.ts';
import { mergeDrafts } from '../migrations/0011-merge-drafts.ts';
import { foundBy } from '../migrations/0012-found-by.ts';
import { resting } from '../migrations/0013-resting.ts';
import { olderVersions } from '../migrations/0014-older-versions.ts';
import { jobs } from '../migrations/0015-jobs.ts';
import { guardReason } from '../migrations/0016-guard-reason.ts';
import { twins } from '../migrations/0017-twins.ts';
import { volumeFacts } from '../migrations/0018-volume-facts.ts';
import { notAsked } from '../migrations/0019-not-asked.ts';
import { unpaired } from '../migrations/0020-unpaired.ts';
import type { Db } from './db.ts';

/**
 * In order; numbers are never reused and released migrations never changed. After adding one, run `node
 * test/main/journal/fixtures/write.ts`, which stores a journal with the new schema for the tests.
 */
export const MIGRATIONS: readonly string[] = [
  initial,
  missingKey,
  rules,
  onlineOnly,
  epochs,
  listing,
  undo,
  catalogue,
  decisions,
  outgoing,
  mergeDrafts,
  foundBy,
  resting,
  olderVersions,
  jobs,
  guardReason,
  twins,
  volumeFacts,
  notAsked,
  unpaired,
];

/** The number of the schema that this version writes. */
export const NEWEST_SCHEMA = MIGRATIONS.length;

/**
 * Runs the missing migrations, each in a transaction of its own.
 * @throws FaultError `bad-request` when a newer Benchtop wrote the journal.
 */
export function migrate(db: Db): void {
  const done = Number(db.one('PRAGMA user_version')?.['user_version'] ?? 0);
  if (done > MIGRATIONS.length) {
    const detail = 'The sync record was written by a newer Benchtop. Nothing was touched; start that version instead.';
    throw new FaultError({ kind: 'bad-request', detail });
  }
  MIGRATIONS.slice(done).forEach((script, index) => {
    db.transaction(() => {
      db.script(script);
      db.script(`PRAGMA user_version = ${done + index + 1}`);
    });
  });
}
