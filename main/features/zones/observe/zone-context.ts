import type { World } from '../../../ports/world.ts';
import type { Ledger } from '../../../ports/ledger.ts';
import type { Processes } from '../../../ports/processes.ts';
import type { Source, Sources } from '../../../ports/source.ts';
import type { Watcher } from '../../../ports/watcher.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import type { Storage } from '../../../remote/transfer/storage.ts';
import type { Audit } from '../records/zone-audit.ts';
import type { AlertRecords } from '../records/alert-records.ts';
import type { FileRecords } from '../records/file-records.ts';
import type { FirstRecords } from '../records/first-records.ts';
import type { PinRecords } from '../records/pin-records.ts';
import type { RunRecords } from '../records/run-records.ts';
import type { ThereRecords } from '../records/destination-records.ts';
import type { Zone, ZoneRecords } from '../records/zone-records.ts';
import type { ZonesDb } from '../records/zones-db.ts';

/** The edges that zones need. */
export type ZonesWorld = Pick<World, 'clock' | 'random' | 'log'> & {
  readonly sources: Sources;
  readonly ledger: Ledger;
  readonly processes?: Processes | undefined;
  /** Only where changes may be heard of. */
  readonly watcher?: Watcher | undefined;
};

/** The signed-in account, as far as zones need it. */
export interface ZoneLink {
  readonly storage: Storage;
  api(organization: string | null): ServiceApi;
  /** What time it was at the service when it last answered, ms since the epoch; null while it has not said. */
  saidTime(): number | null;
}

/** Everything that is remembered of zones. */
export interface Records {
  readonly zones: ZoneRecords;
  readonly runs: RunRecords;
  readonly files: FileRecords;
  readonly first: FirstRecords;
  readonly there: ThereRecords;
  readonly alerts: AlertRecords;
  readonly pin: PinRecords;
  readonly audit: Audit;
  readonly db: ZonesDb;
  /** All or nothing, with the lines of the audit log that belong to it. */
  transaction<T>(work: () => T): T;
}

/** What every step of every zone stands on. */
export interface ZoneContext {
  readonly world: ZonesWorld;
  readonly records: Records;
  /** This computer's name. */
  readonly computer: string;
  /** The product's version. */
  readonly version: string;
  /** @throws FaultError `signed-out`. */
  link(): Promise<ZoneLink>;
  /** Folders of mirrors, and that of our own records: absolute, links resolved. */
  mirrors(): readonly string[];
  /** Something that is shown has changed. */
  changed(): void;
  /** What runs on this computer, as it was asked a moment ago at most; nothing where nobody can tell. */
  running(): Promise<readonly string[]>;
  /** Files below a folder that a program has open for writing, as far as that can be seen: absolute paths. */
  writing(folder: string): Promise<readonly string[]>;
  /** Lets one large transfer at a time go on, of all zones together. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** One zone with its folder. */
export interface OpenZone {
  readonly zone: Zone;
  readonly source: Source;
}

/** What is under way, for people. */
export interface Progress {
  /** Null: it is no longer. */
  transfer(
    item: number,
    now: { readonly path: string; readonly doneBytes: number; readonly sizeBytes: number } | null,
  ): void;
}
