import type { World } from '../../../ports/world.ts';
import type { Ledger } from '../../../ports/ledger.ts';
import type { Processes } from '../../../ports/processes.ts';
import type { Source, Sources } from '../../../ports/read-only-folder.ts';
import type { Watcher } from '../../../ports/watcher.ts';
import type { ServiceApi } from '../../../remote/api/service.ts';
import type { Storage } from '../../../remote/transfer/storage.ts';
import type { Audit } from '../records/zone-audit.ts';
import type { AlertRecords } from '../records/alert-records.ts';
import type { FileRecords } from '../records/file-records.ts';
import type { InitialScanRecords } from '../records/initial-scan-records.ts';
import type { PinRecords, Zone, ZoneRecords } from '../records/zone-records.ts';
import type { RunRecords } from '../records/run-records.ts';
import type { DestinationRecords } from '../records/destination-records.ts';
import type { ZonesDb } from '../records/zones-db.ts';

/** The ports that zones use. */
export type ZonesWorld = Pick<World, 'clock' | 'random' | 'log'> & {
  readonly sources: Sources;
  readonly ledger: Ledger;
  readonly processes?: Processes | undefined;
  /** Present where the system reports changes. */
  readonly watcher?: Watcher | undefined;
};

/** The signed-in account, as far as zones need it. */
export interface ZoneLink {
  readonly storage: Storage;
  api(organization: string | null): ServiceApi;
  /** The service's clock at its last answer, ms since the epoch; null before it told one. */
  serverTime(): number | null;
}

/** The tables of the zones' database. */
export interface Records {
  readonly zones: ZoneRecords;
  readonly runs: RunRecords;
  readonly files: FileRecords;
  readonly initialScan: InitialScanRecords;
  readonly destination: DestinationRecords;
  readonly alerts: AlertRecords;
  readonly pin: PinRecords;
  readonly audit: Audit;
  readonly db: ZonesDb;
  /** All or nothing, including the audit lines of the change. */
  transaction<T>(work: () => T): T;
}

/** What the functions of all zones share. */
export interface ZoneContext {
  readonly world: ZonesWorld;
  readonly records: Records;
  readonly computer: string;
  readonly version: string;
  /** @throws FaultError `signed-out`. */
  link(): Promise<ZoneLink>;
  /** Root folders of the mirrors and our data directory: absolute, links resolved. */
  mirrors(): readonly string[];
  /** Something that is shown has changed. */
  changed(): void;
  /** Names of the programs running on this computer, at most some seconds old; empty where the system does not tell. */
  runningPrograms(): Promise<readonly string[]>;
  /** Absolute paths of files below a folder that a program has open for writing, as far as this account can see. */
  openFiles(folder: string): Promise<readonly string[]>;
  /** Runs large transfers one at a time, across all zones. */
  oneAtATime<T>(work: () => Promise<T>): Promise<T>;
}

/** One zone with its source folder. */
export interface OpenZone {
  readonly zone: Zone;
  readonly source: Source;
}

/** Receives the progress of transfers. */
export interface Progress {
  /** @param now null: the transfer has ended. */
  transfer(
    item: number,
    now: { readonly path: string; readonly doneBytes: number; readonly sizeBytes: number } | null,
  ): void;
}
