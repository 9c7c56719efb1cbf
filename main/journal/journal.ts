import type { ItemId, MirrorId } from '../../shared/ids.ts';
import type { Db } from './storage/db.ts';
import { Catalogue } from './records/catalogue.ts';
import { noteCleanClose, takeCleanCloseNote } from './storage/clean-close.ts';
import { Conflicts } from './records/conflicts.ts';
import { openDatabase } from './storage/database.ts';
import { FullScans } from './records/full-scans.ts';
import { Guards } from './records/guards.ts';
import { Facts, History } from './records/history.ts';
import { Intents } from './records/intents.ts';
import { Items } from './items/items.ts';
import { Jobs } from './records/jobs.ts';
import { Listings } from './records/listings.ts';
import { MergeDrafts } from './records/merge-drafts.ts';
import { Mirrors } from './records/mirrors.ts';
import { MissingItems } from './items/missing-items.ts';
import { NamedIds } from './items/named-ids.ts';
import { Descriptions, Outgoing } from './records/outgoing.ts';
import { Problems } from './records/problems.ts';
import { forgetBases } from './items/forget-bases.ts';
import { IgnoreRules } from './records/ignore-rules.ts';
import { FolderRows } from './records/folder-rows.ts';
import { FolderTotals } from './records/folder-totals.ts';
import { Trash } from './records/trash.ts';
import { shiftDeadlines } from './storage/shift-deadlines.ts';

/**
 * The journal: what was observed, what both sides agreed on, which operations were begun, and what was done. One SQLite
 * file. It stores observations only; decisions are computed from them.
 */
export interface Journal {
  readonly mirrors: Mirrors;
  readonly items: Items;
  readonly missing: MissingItems;
  /** Which ids of an answer are recorded already. */
  readonly named: NamedIds;
  readonly listings: Listings;
  readonly intents: Intents;
  readonly problems: Problems;
  readonly conflicts: Conflicts;
  readonly guards: Guards;
  readonly fullScans: FullScans;
  readonly history: History;
  readonly trash: Trash;
  readonly facts: Facts;
  readonly rules: IgnoreRules;
  readonly outgoing: Outgoing;
  readonly jobs: Jobs;
  readonly descriptions: Descriptions;
  readonly mergeDrafts: MergeDrafts;
  /** Listings of folders that are not mirrored, kept for showing them. */
  readonly catalogue: Catalogue;
  /** The rows of mirrored folders as windows show them. */
  readonly shelves: FolderRows;
  /** How much is in folders, however deep. */
  readonly totals: FolderTotals;
  /**
   * The local path of an item, or the path it would have: names from the mirror's folder, joined by `/`; empty for the
   * folder itself.
   */
  pathOf(item: ItemId): string;
  /** Forgets the bases of a mirror (see `forget-bases.ts`); all or nothing. */
  forgetBases(mirror: MirrorId): void;
  /** Moves all deadlines by so many milliseconds (see `shift-deadlines.ts`). Part of the caller's transaction. */
  shiftDeadlines(ms: number): void;
  /** All or nothing; durable when it returns. */
  transaction<T>(work: () => T): T;
  /** How many entries of a large observation are recorded in one transaction at most. */
  readonly mostTogether: number;
  /** Copies everything to a new file without blocking other work for long (see `backups.ts`). */
  copyTo(path: string): Promise<void>;
  /** Writes the log into the database file and truncates it. To be called at rest. */
  emptyLog(): void;
  close(): void;
}

/** Opens the journal. @throws FaultError `bad-request` when it cannot be read. */
export function openJournal(path: string): Journal {
  const uncheckedOpens = takeCleanCloseNote(path);
  const db = openDatabase(path, { isKnownWhole: uncheckedOpens !== null });
  const close = (): void => {
    db.close();
    noteCleanClose(path, (uncheckedOpens ?? 0) + 1);
  };
  return journalOn({ ...db, close });
}

/** Takes longer than the turn of the event loop that a transaction gets (see `record-separately.ts`). */
const MOST_TOGETHER = 4096;

/** The journal in an open database, which it closes. */
export function journalOn(db: Db, items = new Items(db), mostTogether = MOST_TOGETHER): Journal {
  return {
    mirrors: new Mirrors(db),
    items,
    missing: new MissingItems(db),
    named: new NamedIds(db),
    listings: new Listings(db),
    intents: new Intents(db),
    problems: new Problems(db),
    conflicts: new Conflicts(db),
    guards: new Guards(db),
    fullScans: new FullScans(db),
    history: new History(db),
    trash: new Trash(db),
    facts: new Facts(db),
    rules: new IgnoreRules(db),
    outgoing: new Outgoing(db),
    jobs: new Jobs(db),
    descriptions: new Descriptions(db),
    mergeDrafts: new MergeDrafts(db),
    catalogue: new Catalogue(db),
    shelves: new FolderRows(db),
    totals: new FolderTotals(db),
    pathOf: item => items.pathOf(item),
    forgetBases: mirror => forgetBases(db, mirror),
    shiftDeadlines: ms => shiftDeadlines(db, ms),
    transaction: work => db.transaction(work),
    mostTogether,
    copyTo: to => db.copyTo(to),
    emptyLog: () => db.script('PRAGMA wal_checkpoint(TRUNCATE)'),
    close: () => db.close(),
  };
}
