import fc from 'fast-check';
import { expect, test } from 'vitest';

import { zoneLines } from '../../../main/cli/commands/zones/zone-lines.ts';
import type { SourceFacts } from '../../../main/ports/read-only-folder.ts';
import { Audit } from '../../../main/features/zones/records/zone-audit.ts';
import { cardOf, zoneNeeds, runCardOf } from '../../../main/features/zones/engine/zone-cards.ts';
import { ZoneStatus } from '../../../main/features/zones/observe/zone-status.ts';
import { AlertRecords } from '../../../main/features/zones/records/alert-records.ts';
import { FileRecords } from '../../../main/features/zones/records/file-records.ts';
import { InitialScanRecords } from '../../../main/features/zones/records/initial-scan-records.ts';
import { PinRecords, ZoneRecords } from '../../../main/features/zones/records/zone-records.ts';
import { RunRecords } from '../../../main/features/zones/records/run-records.ts';
import { DestinationRecords } from '../../../main/features/zones/records/destination-records.ts';
import { updateAlerts } from '../../../main/features/zones/observe/zone-alerts.ts';
import type { ZoneContext } from '../../../main/features/zones/observe/zone-context.ts';
import { openZonesDb, type ZonesDb } from '../../../main/features/zones/records/zones-db.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { type ZoneCard, zoneState, zoneWish } from '../../../shared/features/zones/model.ts';
import { ZONE_TONES } from '../../../shared/features/zones/tones.ts';
import { arrivalLine, arrivalOf } from '../../../shared/features/zones/arrival-text.ts';
import { HOUR } from '../../../shared/units.ts';
import { createHasher } from '../../../main/node/source/there-sources.ts';
import { runs } from '../../setup/run/effort.ts';

// No surface of a zone says more than its records know and than was seen.

const NOW = Date.UTC(2026, 10, 20, 14, 0);

const drawnFile = fc.record({
  state: fc.constantFrom('waiting', 'refused', 'confirmed', 'verified'),
  isPresent: fc.boolean(),
  isFirst: fc.boolean(),
  isOld: fc.boolean(),
  run: fc.integer({ min: 0, max: 2 }),
  quietMs: fc.constantFrom(-30 * HOUR, -1000, 20_000),
});

const FAULTS: readonly Fault[] = [
  { kind: 'offline', detail: 'no way' },
  { kind: 'signed-out' },
  { kind: 'busy', retryAfterMs: null },
  { kind: 'not-allowed', messages: [] },
];

const drawn = fc.record({
  files: fc.array(drawnFile, { maxLength: 5 }),
  paused: fc.constantFrom(null, null, 0, NOW + HOUR),
  startAt: fc.constantFrom(null, NOW - HOUR),
  is: fc.constantFrom(null, 'folder', 'folder', 'folder', 'missing', 'unreadable'),
  isSeen: fc.boolean(),
  overlap: fc.constantFrom(null, null, null, '/mirror'),
  stop: fc.option(fc.record({ fault: fc.constantFrom(...FAULTS), isDestination: fc.boolean() }), { freq: 4 }),
  unreadable: fc.constantFrom([], [], [{ path: 'run 0/x', code: 'EACCES' }]),
  cannotRecord: fc.constantFrom(null, null, null, 'disk full'),
  isComparing: fc.boolean(),
  isOutsideHours: fc.boolean(),
  isLow: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** What zones stand on, over a record of their own and a clock that stands. */
function partsOver(db: ZonesDb): ZoneContext {
  const audit = new Audit({ db, ledger: emptyLedger, hasher: createHasher });
  const records: ZoneContext['records'] = {
    zones: new ZoneRecords(db),
    runs: new RunRecords(db),
    files: new FileRecords(db),
    initialScan: new InitialScanRecords(db),
    destination: new DestinationRecords(db),
    alerts: new AlertRecords(db),
    pin: new PinRecords(db),
    audit,
    db,
    transaction: work => db.transaction(work),
  };
  const clock = { now: () => NOW, elapsed: () => 0, minutesEast: () => 0, sleep: () => Promise.resolve() };
  const nothing = { running: async () => [], writing: async () => [], mirrors: () => [], changed: () => undefined };
  return { records, world: { clock }, computer: 'pc', version: '0', ...nothing } as unknown as ZoneContext;
}

function stand(state: Drawn): { parts: ZoneContext; live: ZoneStatus; close: () => void } {
  const { db } = openZonesDb(':memory:');
  const parts = partsOver(db);
  const { records } = parts;
  const wish = zoneWish.parse({ name: 'Orbi', folder: '/data', destination: 'KB', startAt: state.startAt });
  const zone = records.zones.add({ wish, destination: 'kb' as ServiceId, remotePath: 'KB', organization: null }, NOW);
  records.zones.setPaused(zone, state.paused);
  state.files.forEach((file, index) => {
    const run = records.runs.findOrAdd(zone, { key: `run ${file.run}`, name: `run ${file.run}` }, NOW);
    const modifiedMs = file.isOld ? 1000 : NOW;
    const entry = { name: `${index}`, kind: 'file' as const, sizeBytes: 1, modifiedMs, fingerprint: `${index}` };
    const at = { zone, run, folder: `run ${file.run}`, inside: `${index}`, isFirst: file.isFirst };
    records.files.add(at, entry, { changedAt: NOW - 31 * HOUR, quietAt: NOW + file.quietMs });
    const isSent = file.state === 'confirmed' || file.state === 'verified';
    const sql = 'UPDATE file SET state = ?, present = ?, remote = ?, confirmed = ? WHERE name = ?';
    const remote = isSent || !file.isPresent ? `f${index}` : null;
    db.run(sql, file.state, file.isPresent ? 1 : 0, remote, isSent ? NOW : null, `${index}`);
  });
  const live = new ZoneStatus(() => undefined);
  const { is, isLow } = state;
  const freeBytes = isLow ? 1 : null;
  const folder: Omit<SourceFacts, 'is'> = {
    ...{ realPath: '/data', volume: 'local', folderId: '1', freeBytes, totalBytes: null },
  };
  Object.assign(live, {
    ...state,
    facts: is === null ? null : { ...folder, is },
    isSeen: state.isSeen && is === 'folder',
  });
  live.unreadableCount = state.unreadable.length;
  return { parts, live, close: () => db.close() };
}

const emptyLedger = { lines: async function* () {}, last: async () => null, append: async () => undefined };

/** What the records and the last look leave open. */
function isSomethingOpen({ parts, live }: ReturnType<typeof stand>, { startAt, paused }: Drawn): boolean {
  const files = parts.records.db.all('SELECT * FROM file');
  const isNew = (run: unknown): boolean =>
    files.some(each => each['run'] === run && (each['first'] === 0 || Number(each['modified']) >= (startAt ?? 0)));
  const waits = files.some(
    file => file['present'] === 1 && (file['state'] === 'waiting' || file['state'] === 'refused') && isNew(file['run']),
  );
  const isRefused = files.some(file => file['state'] === 'refused');
  const isUnseen = !live.isScanned || live.unreadable.length > 0 || live.overlappingMirror !== null;
  return waits || isRefused || isUnseen || paused !== null || live.stop !== null || live.cannotRecord !== null;
}

test('no surface of a zone says that all has arrived while something is unsent, refused, held or was not looked at', () => {
  fc.assert(
    fc.property(drawn, state => {
      const stage = stand(state);
      try {
        const { parts, live } = stage;
        const [zone] = parts.records.zones.all();
        if (zone === undefined) throw new Error('it was added');
        const card = cardOf(parts, zone, live);
        const surfaces = [card.state, arrivalOf(card), arrivalLine(card), ...zoneLines(card, NOW)].join('\n');
        const claims = /Everything[^\n]*has arrived|^watching|  Watching/m.test(surfaces);
        expect({ claims, surfaces }).toEqual({ claims: claims && !isSomethingOpen(stage, state), surfaces });
        for (const run of parts.records.runs.page(zone.id, null, 10)) {
          const sql = "SELECT 1 AS yes FROM file WHERE run = ? AND state IN ('waiting', 'refused')";
          const isOpen = parts.records.db.one(sql, run.id) !== null;
          const isComplete = runCardOf(parts, zone, live, run).state === 'complete';
          expect({ isOpen, isBoth: isOpen && isComplete }).toEqual({ isOpen, isBoth: false });
        }
      } finally {
        stage.close();
      }
    }),
    { numRuns: runs(1000) },
  );
});

test('everything of a zone that needs a person is among what needs a person', () => {
  fc.assert(
    fc.property(drawn, state => {
      const stage = stand(state);
      try {
        const { parts, live } = stage;
        const [zone] = parts.records.zones.all();
        if (zone === undefined) throw new Error('it was added');
        // As the end of each round does; nothing is written down where it cannot be, and nothing is looked at in a pause.
        if (state.cannotRecord === null && state.paused === null) updateAlerts(parts, zone, live);
        const card = cardOf(parts, zone, live);
        const isNeeded = needsPerson(card);
        const rows = zoneNeeds(parts, () => live);
        expect({ isNeeded, isTold: rows.length > 0 || !isNeeded }).toEqual({ isNeeded, isTold: true });
        for (const { zone: named, text } of rows) expect([named, text.length > 0]).toEqual(['z1', true]);
      } finally {
        stage.close();
      }
    }),
    { numRuns: runs(1000) },
  );
});

function needsPerson({ state, alerts, files, unreadable, trouble }: ZoneCard): boolean {
  if (state === 'paused') return alerts > 0;
  const isAlert = ZONE_TONES[state] === 'alert' && trouble !== null;
  return isAlert || alerts > 0 || files.refused > 0 || unreadable.length > 0;
}

test('each state of a zone has its tone, and one of them alone is good', () => {
  expect(zoneState.options.filter(state => ZONE_TONES[state] === 'good')).toEqual(['watching']);
});
