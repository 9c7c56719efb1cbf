import type { Handlers } from '../../shared/contract/contract.ts';
import type { MirrorStatus } from '../../shared/model/sync.ts';
import { Engine } from '../engine/engine.ts';
import { Loop } from '../engine/loop.ts';
import { readLimits } from '../engine/limits.ts';
import { describedSettings } from '../engine/settings.ts';
import { SteadyClock } from '../engine/steady-clock.ts';
import { prepareStore } from '../engine/store-keeping.ts';
import { Timekeeping } from '../engine/timekeeping.ts';
import { Upkeep } from '../engine/upkeep.ts';
import type { Journal } from '../journal/journal.ts';
import { openSafely } from '../journal/safe-opening.ts';
import type { Log } from '../ports/log.ts';
import type { World } from '../ports/world.ts';
import { accountHandlers } from './account.ts';
import { activityHandlers, entryOf } from './activity.ts';
import type { App, AppSettings } from './app.ts';
import { attentionHandlers, AttentionCounter } from './attention.ts';
import { conflictHandlers } from './conflicts.ts';
import { Downloads } from './downloads.ts';
import { fileHandlers } from './files.ts';
import { guardHandlers } from './guards.ts';
import { limitsHandlers } from './limits.ts';
import { mirrorHandlers, mirrorInfos } from './mirrors.ts';
import { onlineOnlyHandlers } from './online-only.ts';
import type { AppParts } from './parts.ts';
import { pauseHandlers } from './pauses.ts';
import { problemHandlers } from './problems.ts';
import { ruleHandlers } from './rules.ts';
import { settingsHandlers } from './settings.ts';
import { engineStatus, withState } from './status.ts';
import { storeHandlers } from './store.ts';
import { Topics } from './topics.ts';
import { undoHandlers } from './undo.ts';
import { whyHandlers } from './why.ts';

/** Windows hear of changes at most this often, in milliseconds. */
const PUBLISH_EVERY_MS = 250;

/**
 * Puts the product together: the only place where its parts are wired. @throws FaultError when the journal cannot be read.
 * @param given in place of the one at `settings.journalPath`.
 */
export async function buildApp(outside: World, settings: AppSettings, given?: Journal): Promise<App> {
  const journal = given ?? openMended(outside.log, settings.journalPath);
  const clock = new SteadyClock(outside.clock);
  const world: World = { ...outside, clock };
  const time = new Timekeeping(clock, journal, world.log);
  const topics = new Topics();
  const publisher = { changed: (): void => undefined };
  const engine = new Engine({ world, time, journal, computer: settings.computer, onChange: () => publisher.changed() });
  const upkeep = new Upkeep(world, journal, settings.journalPath);
  const loop = new Loop({ engine, journal, world: { ...world, clock }, upkeep });
  const changed = (): void => publisher.changed();
  const parts: AppParts = {
    world,
    journal,
    engine,
    settings,
    upkeep,
    changed,
    checkNow: () => loop.checkNow(),
  };
  const downloads = new Downloads(world);
  publisher.changed = publishing(parts, loop, topics);
  await prepareStore(world, journal, time.isProven());
  return {
    handlers: handlersOf(parts, loop, downloads),
    topics,
    downloads,
    start: () => loop.start(),
    close: async () => {
      await loop.close();
      await engine.exclusively(() => Promise.resolve());
      journal.close();
    },
  };
}

/** A journal that had to be mended is no reason to stop; what was done is in the log. */
function openMended(log: Log, path: string): Journal {
  const { journal, mended } = openSafely(path);
  if (mended !== null) log.error('journal.mended', { aside: mended.aside ?? '', from: mended.from ?? '' });
  return journal;
}

function handlersOf(parts: AppParts, loop: Loop, downloads: Downloads): Handlers {
  const { journal, engine, world, settings, upkeep } = parts;
  const status = { engine, journal, world, isOverdue: () => loop.isOverdue };
  return {
    ...accountHandlers(parts),
    ...mirrorHandlers(parts),
    ...fileHandlers(parts),
    ...attentionHandlers(parts),
    ...conflictHandlers(parts),
    ...guardHandlers(parts),
    ...problemHandlers(parts),
    ...ruleHandlers(parts),
    ...whyHandlers(parts),
    ...storeHandlers(parts),
    ...pauseHandlers(parts),
    ...limitsHandlers(parts),
    ...onlineOnlyHandlers(parts),
    ...settingsHandlers(parts),
    ...undoHandlers(parts),
    ...activityHandlers(parts, downloads),
    'sync.checkNow': () => Promise.resolve((loop.checkNow(), null)),
    'sync.once': async () => {
      const report = await engine.once();
      await upkeep.atRest();
      return report;
    },
    'sync.status': () => engineStatus(status),
    'window.address': async () => ({ url: await settings.windowAddress() }),
  };
}

/** Tells the topics what changed, a few times a second at most. Counts are made anew when nothing is under way. */
function publishing(parts: AppParts, loop: Loop, topics: Topics): () => void {
  const { engine, journal, world } = parts;
  const status = { engine, journal, world, isOverdue: () => loop.isOverdue };
  const attention = new AttentionCounter(parts);
  let isDue = false;
  let revision = 0;
  let counted: readonly MirrorStatus[] = [];
  const publish = async (): Promise<void> => {
    await world.clock.sleep(PUBLISH_EVERY_MS);
    isDue = false;
    if (loop.isClosed) return;
    const now = engine.working && counted.length > 0 ? await withState(status, counted) : await engineStatus(status);
    counted = now.mirrors;
    topics.publish('sync.status', now);
    topics.publish('sync.transfers', [...engine.transfers]);
    topics.publish('mirrors.all', mirrorInfos(journal, world.clock.now()));
    topics.publish('conflicts.count', journal.conflicts.open().length);
    topics.publish('attention.count', attention.count());
    topics.publish('files.revision', ++revision);
    topics.publish('settings.all', describedSettings(journal.facts));
    topics.publish('limits.now', readLimits(journal.facts));
    const [latest] = journal.history.page(null, 1);
    topics.publish('activity.latest', latest === undefined ? null : entryOf(latest));
    topics.publish('account.session', await sessionOf(parts));
  };
  return () => {
    if (isDue) return;
    isDue = true;
    publish().catch((error: unknown) => {
      world.log.error('publish.failed', { error: error instanceof Error ? error.message : 'unknown' });
    });
  };
}

async function sessionOf({ engine, journal }: AppParts) {
  const standing = await engine.standing();
  if (standing === 'signed-out') return { name: 'signed-out' as const };
  if (standing === 'access-ended') return { name: 'access-ended' as const, messages: [] };
  const service = journal.facts.get('service') ?? '';
  return { name: 'ready' as const, service, organization: journal.facts.get('organizationName') };
}
