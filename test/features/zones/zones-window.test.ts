import { beforeEach, expect, test, vi } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { type Failure, FaultError } from '../../../shared/fault.ts';
import type { ZoneAlert, ZoneCard, ZoneFile, ZoneRun, ZoneTest } from '../../../shared/features/zones/model.ts';
import { zoneWish } from '../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../shared/features/zones/text.ts';
import { handlersWith } from '../../shared/scripted-handlers.ts';
import { farSide } from '../../renderer/pipes.ts';
import { toastText } from '../../renderer/last-toast.ts';

beforeEach(() => vi.resetModules());

const WISH = zoneWish.parse({ name: 'Orbitrap', folder: '/data', destination: 'Instruments' });
const CARD: ZoneCard = {
  id: 'z1',
  definition: WISH,
  destinationId: 'd1',
  destinationPath: 'Instruments',
  state: 'watching',
  trouble: null,
  volume: 'local',
  freeBytes: null,
  isSeen: true,
  checkedAt: null,
  pausedUntil: null,
  files: { waiting: 0, confirmed: 0, verified: 0, refused: 0 },
  olderUnsent: 0,
  waitingBytes: 0,
  todayBytes: 0,
  todayFiles: 0,
  oldestUnconfirmedAt: null,
  lastRun: null,
  countdown: null,
  current: null,
  safe: { files: 0, sizeBytes: 0 },
  sendingNow: [],
  unreadable: [],
  next: null,
  alerts: 0,
};
const RUN: ZoneRun = {
  ...{ id: 7, zone: 'z1', name: 'Run', key: 'Run', state: 'sending', waitsFor: null, readyAt: null },
  ...{ lastChangeAt: null, firstSeenAt: 1, completedAt: null, operator: null, label: null, folder: null, files: 1200 },
  ...{ confirmed: 0, verified: 0, refused: 0, sizeBytes: 1, manifest: 'due' },
};
const FILE: ZoneFile = {
  ...{ id: 1, path: 'Run/1', sizeBytes: 1, modifiedAt: 1, state: 'waiting', trouble: null, retryAt: null },
  ...{
    sha256: null,
    file: null,
    version: null,
    confirmedAt: null,
    verifiedAt: null,
    isHere: true,
    changedAfter: false,
  },
};
const ALERT: ZoneAlert = {
  ...{
    id: 3,
    zone: 'z1',
    zoneName: 'Orbitrap',
    cause: 'changed: Run',
    text: 'Run changed.',
    raisedAt: 1,
    solvedAt: null,
  },
};
const TEST: ZoneTest = {
  ...{ wouldSend: 1, wouldSendBytes: 1, runs: 1, skipped: {}, rows: [], unreadable: [], troubles: [] },
  ...{ volume: 'local', freeBytes: null },
};

/** A window whose engine answers like this. */
async function started(given: Partial<Handlers>) {
  const quiet: Partial<Handlers> = { 'zones.list': async () => [CARD], 'zones.alerts': async () => [] };
  const side = farSide(handlersWith({ ...quiet, ...given }));
  const { engine, useConnection } = await import('../../../renderer/state/engine.ts');
  const cards = await import('../../../renderer/features/zones/stores/cards.ts');
  const runs = await import('../../../renderer/features/zones/stores/runs.ts');
  const report = await import('../../../renderer/features/zones/stores/safe-report.ts');
  const wizard = await import('../../../renderer/features/zones/stores/wizard.ts');
  const chain = await import('../../../renderer/features/zones/stores/chain.ts');
  engine.start(side.open);
  await vi.waitUntil(() => useConnection.getState().connection.name === 'open');
  return { topics: side.topics, cards, runs, report, wizard, chain, state: () => cards.useZones.getState() };
}

const fails = (fault: Failure) => async (): Promise<never> => {
  throw new FaultError(fault);
};

test('a card changes by itself when the zone does', async () => {
  const { cards, topics, state } = await started({});
  await cards.readZones();
  topics.publish('zones.all', [{ ...CARD, state: 'stalled' }]);
  await expect.poll(() => state().cards?.[0]?.state).toBe('stalled');
});

test('an alert that is new comes with the card that counts it, and goes when somebody has seen it', async () => {
  let alerts: ZoneAlert[] = [];
  const { cards, topics, state } = await started({
    'zones.alerts': async () => alerts,
    'zones.acknowledge': async () => null,
  });
  await cards.readZones();
  expect(state().alerts).toEqual([]);
  alerts = [ALERT];
  topics.publish('zones.all', [{ ...CARD, alerts: 1 }]);
  await vi.waitUntil(() => state().alerts.length === 1);
  await cards.acknowledgeAlert(ALERT);
  expect(state()).toMatchObject({ alerts: [], fault: null });
});

test('while one zone sends for hours another one is paused', async () => {
  const { cards, state } = await started({
    'zones.run': () => new Promise(() => undefined),
    'zones.pause': async () => null,
  });
  await cards.readZones();
  void cards.lookNow(CARD);
  expect(await cards.pauseZone({ ...CARD, id: 'z2' }, null)).toBe(true);
  expect([...state().busy]).toEqual(['look z1']);
  expect(await cards.lookNow(CARD)).toBe(false);
});

test('a change that could not reach the service is not promised for later', async () => {
  const { cards, state } = await started({ 'zones.resume': fails({ kind: 'offline', detail: 'ENETUNREACH' }) });
  expect(await cards.resumeZone(CARD)).toBe(false);
  expect(state().fault).toMatchObject({ kind: 'bad-request', detail: expect.stringContaining('nothing was changed') });
});

test('files of a run are read page by page, each once, and all of them again when its zone moves', async () => {
  let asked = 0;
  let state: ZoneFile['state'] = 'waiting';
  const all = Array.from({ length: 1200 }, (_, at) => ({ ...FILE, id: at + 1, path: `Run/${at}` }));
  const { cards, runs, topics } = await started({
    'zones.runPage': async () => RUN,
    'zones.files': async ({ after, limit }) => {
      asked += 1;
      return all
        .filter(({ id }) => id > after)
        .map(file => ({ ...file, state }))
        .slice(0, limit);
    },
  });
  await cards.readZones();
  const page = () => runs.useRunPage.getState();
  const stop = runs.watchRun('z1', 7);
  await vi.waitUntil(() => page().files?.length === 500);
  await Promise.all([runs.readMoreFiles(), runs.readMoreFiles()]);
  expect(page()).toMatchObject({ hasMore: true, isReading: false });
  await runs.readMoreFiles();
  expect(page().files?.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect([page().hasMore, asked]).toEqual([false, 3]);
  state = 'confirmed';
  topics.publish('zones.all', [{ ...CARD, todayFiles: 1200 }]);
  await vi.waitUntil(() => page().files?.every(file => file.state === 'confirmed') === true);
  expect(page().files).toHaveLength(1200);
  stop();
});

test('older runs stay below those that are read again', async () => {
  const runOf = (id: number): ZoneRun => ({ ...RUN, id });
  let newest = 150;
  const { cards, runs, topics } = await started({
    'zones.runs': async ({ before, limit }) =>
      Array.from({ length: newest }, (_, at) => runOf(newest - at))
        .filter(({ id }) => before === null || id < before)
        .slice(0, limit),
  });
  await cards.readZones();
  const stop = runs.watchRuns('z1');
  await vi.waitUntil(() => runs.useRuns.getState().runs?.length === 100);
  await runs.readOlderRuns();
  expect(runs.useRuns.getState()).toMatchObject({ hasOlder: false });
  newest = 151;
  topics.publish('zones.all', [{ ...CARD, todayFiles: 1 }]);
  await vi.waitUntil(() => runs.useRuns.getState().runs?.[0]?.id === 151);
  const ids = runs.useRuns.getState().runs?.map(({ id }) => id);
  expect(ids).toEqual(Array.from({ length: 151 }, (_, at) => 151 - at));
  stop();
});

test('the report of what is safe to remove is saved whole or not at all', async () => {
  const row = (path: string) => ({
    ...{ path, sizeBytes: 5, sha256: 'ab', file: 'f1', confirmedAt: 0, verifiedAt: 1000 },
  });
  let isBroken = true;
  const { report } = await started({
    'zones.report': async ({ after }) => {
      if (after === 0) return { rows: [row('=1+1')], next: 9 };
      if (isBroken) throw new FaultError({ kind: 'bug', detail: 'busy' });
      return { rows: [row('b, c')], next: null };
    },
  });
  await report.beginReport('z1', false);
  expect(await report.wholeReport()).toBeNull();
  isBroken = false;
  const text = await report.wholeReport();
  // Nothing in it is calculated by a spreadsheet.
  expect(text?.split('\r\n').slice(1, 3)).toEqual([
    "'=1+1,5,ab,f1,1970-01-01T00:00:00.000Z,1970-01-01T00:00:01.000Z",
    '"b, c",5,ab,f1,1970-01-01T00:00:00.000Z,1970-01-01T00:00:01.000Z',
  ]);
  expect(report.useSafeReport.getState()).toMatchObject({ sizeBytes: 10, next: null });
});

test('a page of a report that comes late is not taken for one of the report on show', async () => {
  const late: ((value: { rows: never[]; next: number }) => void)[] = [];
  const { report } = await started({
    'zones.report': ({ confirmed }) =>
      confirmed ? Promise.resolve({ rows: [], next: null }) : new Promise(resolve => void late.push(resolve)),
  });
  const first = report.beginReport('z1', false);
  await vi.waitUntil(() => late.length === 1);
  await report.beginReport('z1', true);
  late[0]?.({ rows: [], next: 4 });
  await first;
  expect(report.useSafeReport.getState()).toMatchObject({ confirmed: true, next: null, isReading: false });
});

test('a folder that something speaks against is not left behind', async () => {
  const against = zoneTexts.missing('/data');
  const { wizard } = await started({ 'zones.test': async () => ({ ...TEST, troubles: [against] }) });
  wizard.beginWizard(null);
  wizard.setWish({ name: 'New', folder: '/data' });
  await wizard.leaveFolderStep();
  const draft = wizard.useWizard.getState();
  expect([draft.step, wizard.troublesOf(draft)]).toEqual(['folder', [against]]);
  wizard.setWish({ folder: '/other' });
  expect(wizard.troublesOf(wizard.useWizard.getState())).toBeNull();
});

test('what is half described is there again, until it is left or another zone is begun', async () => {
  const { wizard } = await started({});
  const name = (): string => wizard.useWizard.getState().wish.name;
  wizard.beginWizard(null);
  wizard.setWish({ name: 'Half' });
  wizard.beginWizard(null);
  expect(name()).toBe('Half');
  wizard.beginWizard(CARD);
  expect(name()).toBe('Orbitrap');
  wizard.leaveWizard();
  wizard.beginWizard(null);
  expect(name()).toBe('');
});

test('a zone that is changed is not in its own way, and another one is', async () => {
  const taken = zoneTexts.folderTaken('/data', 'Other');
  const { wizard } = await started({
    'zones.test': async () => ({
      ...TEST,
      troubles: [zoneTexts.nameTaken('Orbitrap'), zoneTexts.folderTaken('/data', 'Orbitrap'), taken],
    }),
  });
  wizard.beginWizard(CARD);
  await wizard.testZone();
  expect(wizard.troublesOf(wizard.useWizard.getState())).toEqual([taken]);
});

test('a new zone is added as it was described, and a change leaves the folder alone', async () => {
  const add = vi.fn<Handlers['zones.add']>(async () => ({ id: 'z2' }));
  const change = vi.fn<Handlers['zones.change']>(async () => null);
  const { wizard } = await started({ 'zones.add': add, 'zones.change': change });
  wizard.beginWizard(null);
  wizard.setWish({ name: 'New', folder: '/new', destination: 'd2', verify: 'all' });
  expect(await wizard.saveZone()).toBe('z2');
  expect(add.mock.calls[0]?.[0]).toMatchObject({ name: 'New', folder: '/new', destination: 'd2', verify: 'all' });
  wizard.beginWizard(CARD);
  wizard.setWish({ quietSeconds: 5 });
  expect(await wizard.saveZone()).toBe('z1');
  const { folder: _, ...rest } = WISH;
  expect(change.mock.calls[0]?.[0]).toEqual({ zone: 'z1', change: { ...rest, quietSeconds: 5 } });
  expect(await toastText()).toBe('“Orbitrap” was changed.');
});

test('lines of the audit log are read to the end, exactly as they stand', async () => {
  const { chain } = await started({
    'zones.audit': async ({ after }) =>
      after === 0 ? { lines: ['{"a": 1}'], next: 1 } : { lines: ['{"b":2}'], next: null },
  });
  expect(await chain.auditLines()).toEqual(['{"a": 1}', '{"b":2}']);
});
