import { toFault } from '../../../shared/fault.ts';
import type { Health, HealthItem } from '../../../shared/features/diagnostics/model.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { healthTexts as texts } from '../../../shared/features/diagnostics/text.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { formatAgo } from '../../../shared/text/format.ts';
import { DAY, HOUR } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import { hasRoom, RECORDS_BYTES } from '../../core/policy/disk-reserve.ts';
import { pauseOf } from '../../engine/context/pauses.ts';
import { isSkipped, isWorthTelling } from '../../engine/context/retry.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { SECRET_PLACE } from '../account/sign-in/finish-sign-in.ts';
import type { AppContext } from '../../items/app-context.ts';
import { type Finding, itemOf } from './health-item.ts';
import type { RecordCheck } from './record-check.ts';
import { openAndStanding, standingOfAll } from '../status/standing.ts';
import { askService, type Asked, serviceItems } from './service-health.ts';

/** Less than this is worth a word. */
const LITTLE_BYTES = 5 * 1024 * 1024 * 1024;
/** Without a pause everything is looked at oftener. */
const OLD_CHECK_MS = 2 * DAY;
/** What waits longer does so for a reason that a person should know. */
const LONG_WAIT_MS = HOUR;

/** Looks at everything that can be wrong. Changes nothing; never fails, whatever is broken. */
export async function healthOf(parts: AppContext, check: RecordCheck, isThorough: boolean): Promise<Health> {
  const { journal, world } = parts;
  const mirrors = journal.mirrors.all();
  const [asked, records, ...rest] = await Promise.all([
    askService(parts),
    isThorough ? check.now() : check.atStart(),
    credentials(parts),
    secretStore(parts),
    recordsDisk(parts),
    ...mirrors.map(mirror => mirrorItems(parts, mirror)),
  ]);
  const items = [
    ...serviceItems(asked),
    ...rest.flat(),
    itemOf('records', texts.records.title, records),
    queue(parts),
    versions(parts, asked),
  ];
  const worst = (['fail', 'warn'] as const).find(state => items.some(item => item.state === state)) ?? 'pass';
  return { at: isoTime(world.clock.now()), worst, items };
}

async function credentials({ engine }: AppContext): Promise<HealthItem> {
  const { title, ready, signedOut, accessEnded, remedy } = texts.credentials;
  // A store that cannot be read is told by the next line.
  const standing = await engine.standing().catch(() => 'signed-out' as const);
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

async function mirrorItems(parts: AppContext, mirror: Mirror): Promise<readonly HealthItem[]> {
  const name = mirror.remotePath.split('/').at(-1) ?? mirror.remotePath;
  return [
    itemOf('folder', texts.folder.title(name), folder(parts, mirror), mirror.id),
    itemOf('disk', texts.disk.title(name), await space(parts, mirror), mirror.id),
    itemOf('watching', texts.watching.title(name), watching(parts, mirror), mirror.id),
    itemOf('full-check', texts.fullCheck.title(name), fullCheck(parts, mirror), mirror.id),
  ];
}

function folder({ journal, world }: AppContext, { id, halted, root }: Mirror): Finding {
  if (halted !== null) return { state: 'fail', text: faultLine(halted), remedy: texts.folder.remedy, fix: 'attention' };
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
  const latest = latestLook(journal.fullLooks, id);
  const { at, never, old } = texts.fullCheck;
  if (latest === null) return { state: 'warn', text: never, remedy: old, fix: 'check-now' };
  const text = at(formatAgo(latest.at, now), latest.files);
  if (now - latest.at <= OLD_CHECK_MS || pauseOf(journal.facts, id, now) !== null) return { state: 'pass', text };
  return { state: 'warn', text, remedy: old, fix: 'check-now' };
}

/** A mirror that was not looked at for long stands far behind the others. */
function latestLook(looks: AppContext['journal']['fullLooks'], mirror: string) {
  const PAGE = 200;
  for (let before: number | null = null; ;) {
    const page: ReturnType<typeof looks.page> = looks.page(before, PAGE);
    const found = page.find(look => look.mirror === mirror);
    if (found !== undefined) return found;
    before = page.at(-1)?.id ?? null;
    if (page.length < PAGE || before === null) return null;
  }
}

function queue(parts: AppContext): HealthItem {
  const { journal, world, engine } = parts;
  const now = world.clock.now();
  const problems = journal.mirrors.all().flatMap(({ id }) => journal.problems.all(id));
  const since = [
    ...journal.outgoing.all().map(({ at }) => at),
    ...problems.filter(one => !isSkipped(one) && isWorthTelling(one)).map(one => one.since),
    ...engine.transfers.map(() => now),
  ];
  const { title, oldest, remedy } = texts.queue;
  if (since.length === 0) return itemOf('queue', title, nothingStuck(parts));
  const first = since.reduce((one, other) => Math.min(one, other), Infinity);
  const text = oldest(since.length, formatAgo(first, now));
  const isLong = now - first > LONG_WAIT_MS;
  return itemOf('queue', title, isLong ? { state: 'warn', text, remedy, fix: 'waiting' } : { state: 'pass', text });
}

/** Nothing is told as stuck; how much that says depends on what was looked at. */
function nothingStuck(parts: AppContext): Finding {
  const all = parts.journal.mirrors.all().map(mirror => openAndStanding(parts, mirror).standing);
  const standing = standingOfAll(parts, all);
  const { none, open } = texts.queue;
  if (standing === 'in-step' || standing === 'open') return { state: 'pass', text: standing === 'open' ? open : none };
  return { state: 'unknown', text: activityWords.nothingListed[standing] };
}

function versions({ settings, world }: AppContext, { build }: Asked): HealthItem {
  const { system, runtime } = world.machine?.facts() ?? { system: texts.versions.unknown, runtime: '–' };
  const text = texts.versions.told(settings.version, system, runtime, build);
  return itemOf('versions', texts.versions.title, { state: 'pass', text });
}
