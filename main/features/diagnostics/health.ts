import { type Fault, toFault } from '../../../shared/fault.ts';
import type { Health, HealthItem } from '../../../shared/features/diagnostics/model.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { healthTexts as texts } from '../../../shared/features/diagnostics/text.ts';
import { stoppedLine } from '../../../shared/features/attention/troubles-text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { formatAgo } from '../../../shared/text/format.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import { hasRoom, RECORDS_BYTES } from '../../core/policy/disk-reserve.ts';
import { pauseOf } from '../../engine/limits/pauses.ts';
import { isSkipped, isWorthTelling } from '../../engine/context/retry.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { AppContext } from '../../items/app-context.ts';
import { connectTo, withoutAccountAt, rememberedService } from '../../engine/account/account.ts';
import { calls } from '../../remote/api/calls.ts';
import { SECRET_PLACE } from '../account/sign-in/finish-sign-in.ts';
import { openAndStanding, standingOfAll } from '../../items/standing.ts';
import { type Finding, itemOf, type RecordCheck } from './record-check.ts';

/** Less free space than this is reported. */
const LITTLE_BYTES = 5 * 1024 * 1024 * 1024;
/** A mirror that is not paused is checked more often than this. */
const OLD_CHECK_MS = 2 * DAY;
/** Waiting for longer has a cause that a person should know. */
const LONG_WAIT_MS = HOUR;

/** Checks everything that can be wrong. Changes nothing and never fails. */
export async function healthOf(context: AppContext, check: RecordCheck, isThorough: boolean): Promise<Health> {
  const { journal, world } = context;
  const mirrors = journal.mirrors.all();
  const [asked, records, ...rest] = await Promise.all([
    askService(context),
    isThorough ? check.now() : check.atStart(),
    credentials(context),
    secretStore(context),
    recordsDisk(context),
    ...mirrors.map(mirror => mirrorItems(context, mirror)),
  ]);
  const items = [
    ...serviceItems(asked),
    ...rest.flat(),
    itemOf('records', texts.records.title, records),
    queue(context),
    versions(context, asked),
  ];
  const worst = (['fail', 'warn'] as const).find(state => items.some(item => item.state === state)) ?? 'pass';
  return { at: isoTime(world.clock.now()), worst, items };
}

async function credentials({ engine }: AppContext): Promise<HealthItem> {
  const { title, ready, signedOut, accessEnded, remedy } = texts.credentials;
  // A credential store that cannot be read is reported by the next check.
  const standing = await engine.accountState().catch(() => 'signed-out' as const);
  if (standing === 'ready') return itemOf('credentials', title, { state: 'pass', text: ready });
  const text = standing === 'signed-out' ? signedOut : accessEnded;
  return itemOf('credentials', title, { state: 'fail', text, remedy, fix: 'sign-in' });
}

async function secretStore({ journal, world }: AppContext): Promise<HealthItem> {
  const said = texts.secrets;
  const item = (finding: Finding): HealthItem => itemOf('secrets', said.title, finding);
  try {
    if ((await world.secrets.read()) === null) return item({ state: 'unknown', text: said.none });
    const place = journal.facts.get(SECRET_PLACE);
    if (place === 'keyring') return item({ state: 'pass', text: said.keyring });
    if (place === 'memory') return item({ state: 'pass', text: said.memory });
    if (await world.secrets.hasKeyring())
      return item({ state: 'pass', text: said.fileThough, remedy: said.fileRemedy });
    return item({ state: 'pass', text: said.file });
  } catch (error) {
    return item({
      state: 'fail',
      text: said.unreadable(faultLine(toFault(error))),
      remedy: said.unreadableRemedy,
      fix: 'sign-in',
    });
  }
}

async function recordsDisk({ settings, world }: AppContext): Promise<HealthItem> {
  const item = (finding: Finding): HealthItem => itemOf('records-disk', texts.disk.records, finding);
  try {
    const { recordsFreeBytes: free } = await world.disk.space(settings.dataDirectory);
    const remedy = texts.disk.recordsRemedy;
    if (free < RECORDS_BYTES) return item({ state: 'fail', text: texts.disk.recordsFull(free), remedy });
    if (free < 1024 * 1024 * 1024) return item({ state: 'warn', text: texts.disk.little(free), remedy });
    return item({ state: 'pass', text: texts.disk.free(free) });
  } catch (error) {
    return item({ state: 'unknown', text: texts.disk.unknown(faultLine(toFault(error))) });
  }
}

async function mirrorItems(context: AppContext, mirror: Mirror): Promise<readonly HealthItem[]> {
  const name = mirror.remotePath.split('/').at(-1) ?? mirror.remotePath;
  return [
    itemOf('folder', texts.folder.title(name), folder(context, mirror), mirror.id),
    itemOf('disk', texts.disk.title(name), await space(context, mirror), mirror.id),
    itemOf('watching', texts.watching.title(name), watching(context, mirror), mirror.id),
    itemOf('full-check', texts.fullCheck.title(name), fullCheck(context, mirror), mirror.id),
  ];
}

function folder({ journal, world }: AppContext, { id, halted, root }: Mirror): Finding {
  if (halted !== null)
    return { state: 'fail', text: stoppedLine(halted), remedy: texts.folder.remedy, fix: 'attention' };
  const isPaused = pauseOf(journal.facts, id, world.clock.now()) !== null;
  return { state: 'pass', text: isPaused ? texts.folder.paused(root.path) : texts.folder.fine(root.path) };
}

async function space({ world }: AppContext, { root }: Mirror): Promise<Finding> {
  try {
    const room = await world.disk.space(root.path);
    const { full, free, little, remedy } = texts.disk;
    if (!hasRoom(room, 0)) return { state: 'fail', text: full(room.freeBytes), remedy, fix: 'free-space' };
    if (room.freeBytes < LITTLE_BYTES)
      return { state: 'warn', text: little(room.freeBytes), remedy, fix: 'free-space' };
    return { state: 'pass', text: free(room.freeBytes) };
  } catch (error) {
    return { state: 'unknown', text: texts.disk.unknown(faultLine(toFault(error))) };
  }
}

function watching({ world }: AppContext, { root }: Mirror): Finding {
  const said = texts.watching;
  switch (world.watcher.how?.(root.path)) {
    case 'events':
      return { state: 'pass', text: said.events };
    case 'polling':
      return { state: 'pass', text: said.polling };
    case 'parts':
      return { state: 'warn', text: said.parts, remedy: said.partsRemedy };
    case 'not':
      return { state: 'unknown', text: said.not };
    case undefined:
      return { state: 'unknown', text: said.untold };
  }
}

function fullCheck({ journal, world }: AppContext, { id }: Mirror): Finding {
  const now = world.clock.now();
  const latest = latestLook(journal.fullScans, id);
  const { at, never, old } = texts.fullCheck;
  if (latest === null) return { state: 'warn', text: never, remedy: old, fix: 'check-now' };
  const text = at(formatAgo(latest.at, now), latest.files);
  if (now - latest.at <= OLD_CHECK_MS || pauseOf(journal.facts, id, now) !== null) return { state: 'pass', text };
  return { state: 'warn', text, remedy: old, fix: 'check-now' };
}

/** The last full scan of a mirror. A mirror not scanned for long is far down in the list. */
function latestLook(looks: AppContext['journal']['fullScans'], mirror: string) {
  const PAGE = 200;
  for (let before: number | null = null; ;) {
    const page: ReturnType<typeof looks.page> = looks.page(before, PAGE);
    const found = page.find(look => look.mirror === mirror);
    if (found !== undefined) return found;
    before = page.at(-1)?.id ?? null;
    if (page.length < PAGE || before === null) return null;
  }
}

function queue(context: AppContext): HealthItem {
  const { journal, world, engine } = context;
  const now = world.clock.now();
  const problems = journal.mirrors.all().flatMap(({ id }) => journal.problems.all(id));
  const since = [
    ...journal.outgoing.all().map(({ at }) => at),
    ...problems.filter(one => !isSkipped(one) && isWorthTelling(one)).map(one => one.since),
    ...engine.transfers.map(() => now),
  ];
  const { title, oldest, remedy } = texts.queue;
  if (since.length === 0) return itemOf('queue', title, nothingStuck(context));
  const first = since.reduce((one, other) => Math.min(one, other), Infinity);
  const text = oldest(since.length, formatAgo(first, now));
  const isLong = now - first > LONG_WAIT_MS;
  return itemOf('queue', title, isLong ? { state: 'warn', text, remedy, fix: 'waiting' } : { state: 'pass', text });
}

/** Nothing is reported as stuck; what that means depends on what was scanned. */
function nothingStuck(context: AppContext): Finding {
  const all = context.journal.mirrors.all().map(mirror => openAndStanding(context, mirror).standing);
  const standing = standingOfAll(context, all);
  const { none, open } = texts.queue;
  if (standing === 'in-step' || standing === 'open') return { state: 'pass', text: standing === 'open' ? open : none };
  return { state: 'unknown', text: activityWords.nothingListed[standing] };
}

function versions({ settings, world }: AppContext, { build }: Asked): HealthItem {
  const { system, runtime } = world.machine?.facts() ?? { system: texts.versions.unknown, runtime: '–' };
  const text = texts.versions.told(settings.version, system, runtime, build);
  return itemOf('versions', texts.versions.title, { state: 'pass', text });
}

/** Timeout for the service's answer, because a person waits for the list. */
const PATIENCE_MS = 15 * SECOND;
const SLOW_MS = 5 * SECOND;
/** Tolerated difference: the service tells its time in whole seconds, and an answer takes a while. */
const CLOCKS_APART_MS = 2 * MINUTE;

/** Result of asking the service for its version, which needs no credential. */
interface Asked {
  readonly service: string | null;
  readonly answerMs: number | null;
  readonly build: string | null;
  /** How far this computer's clock is ahead of the service's, in ms; null: not told. */
  readonly aheadMs: number | null;
  readonly fault: Fault | 'late' | null;
}

/** Asks the service for its version over a connection of its own, so that no other request delays it. */
async function askService({ journal, world }: AppContext): Promise<Asked> {
  const service = rememberedService(journal.facts);
  const asked: Asked = { service, answerMs: null, build: null, aheadMs: null, fault: null };
  if (service === null) return asked;
  const from = world.clock.elapsed();
  const enough = new AbortController();
  try {
    const line = connectTo(world, withoutAccountAt(service)).line(null);
    const asking = calls.getVersion(line, {});
    asking.catch(() => undefined);
    const late = world.clock.sleep(PATIENCE_MS, enough.signal).then(
      () => 'late' as const,
      () => 'late' as const,
    );
    const answer = await Promise.race([asking, late]);
    if (answer === 'late') return { ...asked, fault: 'late' };
    const { saidTime } = line.connection;
    const words = [answer.version, answer.build].filter(word => typeof word === 'string' && word !== '');
    return {
      ...asked,
      answerMs: world.clock.elapsed() - from,
      build: words.length === 0 ? null : words.join(' ').slice(0, 100),
      aheadMs: saidTime === null ? null : world.clock.now() - saidTime,
    };
  } catch (error) {
    return { ...asked, fault: toFault(error) };
  } finally {
    enough.abort();
  }
}

/** The two health items derived from the answer. */
function serviceItems(asked: Asked): readonly HealthItem[] {
  return [
    itemOf('service', texts.service.title, reachability(asked)),
    itemOf('clock', texts.clock.title, clocks(asked)),
  ];
}

function reachability({ service, answerMs, build, fault }: Asked): Finding {
  const { none, late, failed, failedRemedy: remedy, slow, slowRemedy, reached } = texts.service;
  if (service === null) return { state: 'unknown', text: none };
  if (fault === 'late') return { state: 'fail', text: late(service, PATIENCE_MS / SECOND), remedy, fix: 'network' };
  if (fault !== null) return { state: 'fail', text: failed(service, faultLine(fault)), remedy, fix: 'network' };
  const ms = Math.round(answerMs ?? 0);
  if (ms > SLOW_MS) return { state: 'warn', text: slow(service, ms), remedy: slowRemedy };
  return { state: 'pass', text: reached(service, ms, build) };
}

function clocks({ aheadMs }: Asked): Finding {
  const { unknown, same, off, remedy } = texts.clock;
  if (aheadMs === null) return { state: 'unknown', text: unknown };
  if (Math.abs(aheadMs) <= CLOCKS_APART_MS) return { state: 'pass', text: same };
  return { state: 'warn', text: off(apartWords(aheadMs)), remedy };
}

/** A clock difference in its largest sensible unit. */
function apartWords(ms: number): string {
  const far = Math.abs(ms);
  if (far < 2 * HOUR) return `${Math.round(far / MINUTE)} min`;
  return far < 2 * DAY ? `${Math.round(far / HOUR)} h` : `${Math.round(far / DAY)} days`;
}
