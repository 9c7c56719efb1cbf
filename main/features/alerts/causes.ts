import { alertTexts as texts } from '../../../shared/features/alerts/text.ts';
import { stoppedLine } from '../../../shared/features/attention/troubles-text.ts';
import { HOUR, MINUTE } from '../../../shared/units.ts';
import { isoTime } from '../../core/calendar.ts';
import { pauseOfAll } from '../../engine/limits/pauses.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import { keyEndsSoon } from '../../items/signed-in-person.ts';
import type { AppContext } from '../../items/app-context.ts';
import { unsentWork } from '../account/profile.ts';
import type { Cause } from './alert-records.ts';
import type { KeptSettings } from './alert-channels.ts';

/** Interval for counting waiting files, which reads the record of each of them. */
const COUNT_EVERY_MS = 10 * MINUTE;
/**
 * Free space must exceed the limit by this factor to resolve the alert, so that a disk at the limit does not alternate.
 */
const ENOUGH_AGAIN = 1.1;
/** Fact: since when files wait without anything being sent, ms since the epoch. */
const WAITING_SINCE = 'alertsWaitingSince';
const LATEST_SENT = 200;

/** Finds the problems people are alerted about. Caches what is expensive to compute. */
export class Causes {
  readonly #context: AppContext;
  #countedAt = -Infinity;
  #unsent = 0;

  constructor(context: AppContext) {
    this.#context = context;
  }

  /** @param isOpen whether an alert with this key is raised already. */
  async gather(settings: KeptSettings, isOpen: (key: string) => boolean): Promise<readonly Cause[]> {
    const context = this.#context;
    return [
      ...(await account(context)),
      ...keyEnd(context),
      ...context.journal.mirrors.all().flatMap(stopped),
      ...guards(context),
      ...(await disks(context, settings, isOpen)),
      ...this.#nothingSent(settings),
    ];
  }

  #nothingSent({ nothingSentHours }: KeptSettings): readonly Cause[] {
    const { journal, world } = this.#context;
    const now = world.clock.now();
    if (world.clock.elapsed() - this.#countedAt >= COUNT_EVERY_MS) {
      this.#countedAt = world.clock.elapsed();
      this.#unsent = unsentWork(this.#context).total;
    }
    const since = this.#waitingSince(now);
    if (since === null || pauseOfAll(journal.facts, now) !== null || now - since < nothingSentHours * HOUR) return [];
    const text = texts.nothingSent(this.#unsent, nothingSentHours);
    return [{ key: 'nothing-sent', cause: 'nothing-sent', subject: '', text }];
  }

  /** Since when files wait, or when the last one was sent. Survives restarts. */
  #waitingSince(now: number): number | null {
    const { facts, history } = this.#context.journal;
    const text = facts.get(WAITING_SINCE);
    if (this.#unsent === 0) {
      if (text !== null) facts.set(WAITING_SINCE, null);
      return null;
    }
    const sentAt = history.page(null, LATEST_SENT).find(({ verb }) => verb === 'sent')?.at ?? 0;
    // After the clock was set back, the recorded time may lie in the future.
    const since = Math.min(now, Math.max(text === null ? now : Number(text), sentAt));
    if (String(since) !== text) facts.set(WAITING_SINCE, String(since));
    return since;
  }
}

async function account({ engine, journal }: AppContext): Promise<readonly Cause[]> {
  // An installation without a service or mirrors waits for nothing.
  const isUsed = journal.facts.get('service') !== null && journal.mirrors.all().length > 0;
  const standing = await engine.accountState().catch(() => 'signed-out' as const);
  if (standing === 'access-ended')
    return [{ key: 'access-ended', cause: 'access-ended', subject: '', text: texts.accessEnded }];
  if (standing === 'ready' || !isUsed) return [];
  return [{ key: 'signed-out', cause: 'signed-out', subject: '', text: texts.signedOut }];
}

function keyEnd({ journal, world }: AppContext): readonly Cause[] {
  const now = world.clock.now();
  const at = keyEndsSoon(journal.facts, now);
  if (at === null) return [];
  const day = isoTime(at).slice(0, 10);
  const text = at > now ? texts.keyEnds(day) : texts.keyEnded(day);
  return [{ key: `key-ends:${day}`, cause: 'key-ends', subject: '', text }];
}

function stopped({ id, remotePath, halted }: Mirror): readonly Cause[] {
  if (halted === null) return [];
  const cause = halted.kind === 'root-lost' ? 'folder-missing' : 'folder-stopped';
  return [{ key: `${cause}:${id}`, cause, subject: remotePath, text: stoppedLine(halted) }];
}

function guards({ journal }: AppContext): readonly Cause[] {
  const open = journal.guards.all().filter(({ answer }) => answer === null);
  return open.map(({ id, mirror, items }) => {
    const subject = journal.mirrors.get(mirror)?.remotePath ?? mirror;
    return { key: `guard:${id}`, cause: 'guard', subject, text: texts.guard(subject, items.length) };
  });
}

/** One cause per disk: of two folders on disks with equal size and free space, only the first is named. */
async function disks(
  { journal, world, settings: { dataDirectory } }: AppContext,
  { lowDiskBytes }: KeptSettings,
  isOpen: (key: string) => boolean,
): Promise<readonly Cause[]> {
  const causes: Cause[] = [];
  const known = new Set<string>();
  for (const path of [dataDirectory, ...journal.mirrors.all().map(({ root }) => root.path)]) {
    // If the space cannot be determined, the folder's own problem is reported elsewhere.
    const room = await world.disk.space(path).catch(() => null);
    if (room === null) continue;
    const key = `disk-low:${path}`;
    const disk = `${room.totalBytes} ${Math.round(room.freeBytes / (64 * 1024 * 1024))}`;
    const bound = lowDiskBytes * (isOpen(key) ? ENOUGH_AGAIN : 1);
    if (room.freeBytes >= bound || known.has(disk)) continue;
    known.add(disk);
    causes.push({ key, cause: 'disk-low', subject: path, text: texts.diskLow(path, room.freeBytes) });
  }
  return causes;
}
