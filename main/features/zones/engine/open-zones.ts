import { SECOND } from '../../../../shared/units.ts';
import { Audit } from '../records/zone-audit.ts';
import { zonesFromLog } from './zone-bookkeeping.ts';
import { AlertRecords } from '../records/alert-records.ts';
import { FileRecords } from '../records/file-records.ts';
import { InitialScanRecords } from '../records/initial-scan-records.ts';
import { PinRecords, ZoneRecords } from '../records/zone-records.ts';
import { RunRecords } from '../records/run-records.ts';
import { DestinationRecords } from '../records/destination-records.ts';
import type { Records, ZoneContext } from '../observe/zone-context.ts';
import { Zones } from './zones.ts';
import { openZonesDb, type ZonesDb } from '../records/zones-db.ts';

/** What the caller provides for opening the zones. */
export type ZonesOptions = Omit<ZoneContext, 'records' | 'oneAtATime' | 'runningPrograms' | 'openFiles'> & {
  /** Path of the zones' database, or `:memory:`. */
  readonly path: string;
};

/**
 * Opens the zones of this computer. If the database is new (lost or damaged), the zones are restored from the audit
 * log. @throws FaultError when the database cannot be opened.
 */
export async function openZones({ path, ...opening }: ZonesOptions): Promise<Zones> {
  const { world } = opening;
  const { db, isNew, aside } = openZonesDb(path);
  if (aside !== null) world.log.error('zones.record-set-aside', { aside });
  try {
    const audit = new Audit({ db, ledger: world.ledger, hasher: world.sources.hasher });
    const records = recordsIn(db, audit);
    await audit.open().catch(() => world.log.error('zones.ledger'));
    if (isNew) {
      const zones = await zonesFromLog({ records, world });
      if (zones > 0) world.log.info('zones.from-log', { zones });
    }
    const writing: ZoneContext['openFiles'] = async folder => (await world.processes?.writing(folder)) ?? [];
    return new Zones({
      ...opening,
      records,
      oneAtATime: serialized(),
      runningPrograms: cachedProgramNames(world),
      openFiles: writing,
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

function recordsIn(db: ZonesDb, audit: Audit): Records {
  return {
    zones: new ZoneRecords(db),
    runs: new RunRecords(db),
    files: new FileRecords(db),
    initialScan: new InitialScanRecords(db),
    destination: new DestinationRecords(db),
    alerts: new AlertRecords(db),
    pin: new PinRecords(db),
    audit,
    db,
    transaction: work => {
      try {
        return db.transaction(work);
      } catch (error) {
        audit.rewind();
        throw error;
      }
    },
  };
}

/** How long a list of running programs is reused. */
const RUNNING_FOR_MS = 5 * SECOND;

/** Caches the list of running programs: zones and files may ask for it many times a second. */
function cachedProgramNames({ clock, processes }: ZonesOptions['world']): ZoneContext['runningPrograms'] {
  let [known, until]: [Promise<readonly string[]>, number] = [Promise.resolve([]), 0];
  return () => {
    if (processes === undefined || clock.elapsed() < until) return known;
    [known, until] = [processes.names(), clock.elapsed() + RUNNING_FOR_MS];
    return known;
  };
}

/** Runs jobs strictly one after the other. */
function serialized(): ZoneContext['oneAtATime'] {
  let turn: Promise<unknown> = Promise.resolve();
  return work => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };
}
