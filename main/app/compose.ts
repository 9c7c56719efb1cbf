import type { Handlers } from '../../shared/contract.ts';
import type { ManagedInfo } from '../../shared/features/settings/managed-model.ts';
import type { SyncReport } from '../../shared/features/status/model.ts';
import { Browsing } from '../remote/browse/browsing.ts';
import { Engine } from '../engine/loop/engine.ts';
import { OutgoingQueue } from '../engine/outgoing/queue.ts';
import { tryAllRefusedAgain } from '../engine/context/retry.ts';
import type { Destination } from '../engine/outgoing/send-new-file.ts';
import { Loop } from '../engine/loop/loop.ts';
import { searchesInside } from '../engine/context/settings.ts';
import { SessionKeeping } from '../engine/account/session-renewal.ts';
import { SteadyClock } from '../engine/loop/steady-clock.ts';
import { prepareTrash } from '../engine/recover/trash-keeping.ts';
import { Timekeeping } from '../engine/loop/timekeeping.ts';
import { Upkeep } from '../engine/loop/upkeep.ts';
import type { Journal } from '../journal/journal.ts';
import { openSafely } from '../journal/storage/open-or-restore.ts';
import type { Log } from '../ports/log.ts';
import type { World } from '../ports/world.ts';
import { openSearch, type Searching } from '../search/open-search.ts';
import { accountHandlers } from '../features/account/account.ts';
import { actingHandlers } from '../features/edit/edit.ts';
import { detailsHandlers } from '../features/details/details.ts';
import { activityHandlers } from '../features/activity/activity.ts';
import { Alerts } from '../features/alerts/alerts.ts';
import type { App, AppContext, AppSettings, Dropping } from '../items/app-context.ts';
import { browseHandlers } from '../features/browse/browse.ts';
import { Notes } from '../features/browse/folder-notes.ts';
import { attentionHandlers } from '../features/attention/attention.ts';
import { BrowserSignIns } from '../features/account/sign-in/browser-sign-in.ts';
import { contentHandlers } from '../features/preview/preview.ts';
import { Fetches } from '../items/content/fetches.ts';
import { ContentViews } from '../items/content/content-views.ts';
import { chatFileHandlers } from '../features/chat/files/chat-files.ts';
import { chatHandlers } from '../features/chat/chat.ts';
import { setUpHandlers, withChosenName } from '../features/set-up/set-up.ts';
import { conflictHandlers } from '../features/attention/conflicts.ts';
import { Authorizations } from '../features/connections/authorize.ts';
import { connectionHandlers } from '../features/connections/connections.ts';
import { CopySaver, downloadToHandlers } from '../items/local/save-copy.ts';
import { Diagnostics } from '../features/diagnostics/diagnostics.ts';
import { Downloads } from '../items/local/downloads.ts';
import { dropHandlers, Drops, settleJobs } from '../features/drops/drops.ts';
import { noteHandlers } from '../features/drops/new-note.ts';
import { waitingHandlers } from '../features/drops/waiting-drops.ts';
import { onlineOnlyHandlers } from '../features/browse/online-only-files.ts';
import { guardHandlers } from '../features/attention/guards.ts';
import { PinnedFiles } from '../items/pinned/pinned.ts';
import { leavingHandlers } from '../features/sign-out/sign-out.ts';
import { LibraryBrowsing } from '../features/library/browsing.ts';
import { libraryHandlers } from '../features/library/library.ts';
import { limitsHandlers, settingsHandlers } from '../features/settings/settings.ts';
import { networkHandlers, startNetwork } from '../features/settings/network.ts';
import { managedBy, managedHandlers, managedSecrets, settleManaged } from '../features/settings/managed.ts';
import { Monitoring } from '../features/monitoring/monitoring.ts';
import { mirrorHandlers } from '../features/mirrors/mirrors.ts';
import { ExportDownloads, exportHandlers } from '../features/organization/export.ts';
import { organizationHandlers } from '../features/organization/organization.ts';
import { oversightHandlers } from '../features/organization/oversight/oversight.ts';
import { pauseHandlers } from '../features/mirrors/pauses.ts';
import { Chat } from '../features/chat/chat-state.ts';
import { personRecords } from './person-records.ts';
import { publishing } from './publishing.ts';
import { problemHandlers } from '../features/attention/problems.ts';
import { projectHandlers } from '../features/projects/projects.ts';
import { ruleHandlers } from '../features/mirrors/ignore-rules.ts';
import { searchHandlers } from '../features/search/search.ts';
import { sharingHandlers } from '../features/sharing/sharing.ts';
import { signInHandlers } from '../features/account/sign-in/sign-in.ts';
import { engineStatus } from '../features/status/status.ts';
import { storeHandlers } from '../features/trash/trash.ts';
import { Topics } from '../items/topics.ts';
import { undoHandlers } from '../features/activity/undo.ts';
import { versionHandlers } from '../features/versions/versions.ts';
import { whyHandlers } from '../features/activity/why.ts';
import { ZonesApp } from '../features/zones/zone-handlers.ts';

/**
 * Builds the app: the only place where objects are wired together. @param given a journal to use instead of the file at
 * `host.journalPath`. @throws FaultError when the journal cannot be read.
 */
export async function buildApp(outside: World, host: AppSettings, given?: Journal): Promise<App> {
  const { journal, settings, managed } = openRecords(outside.log, host, given);
  const clock = new SteadyClock(outside.clock);
  const world: World = { ...outside, clock, secrets: managedSecrets(outside.secrets, managed, journal.facts) };
  const time = new Timekeeping(clock, journal, world.log);
  const topics = new Topics();
  const publisher = { changed: (): void => undefined };
  const engine = new Engine({ world, time, journal, computer: settings.computer, onChange: () => publisher.changed() });
  const upkeep = new Upkeep(world, journal, settings.journalPath);
  const loop = new Loop({ engine, journal, world: { ...world, clock }, upkeep, changed: () => publisher.changed() });
  let searching: Searching | null = null;
  const changed = (): void => {
    publisher.changed();
    searching?.indexer.wake();
  };
  const sessions = new SessionKeeping(world, journal.facts, () => engine.refreshConnection());
  const records = { world, journal, settings, managed, person: personRecords(journal) };
  const working = { engine, keeping: loop, upkeep, sessions, checkNow: () => loop.checkNow() };
  const context: AppContext = { ...records, ...working, zoneNeeds: { list: () => [] }, changed };
  publisher.changed = publishing(context, loop, topics);
  await startNetwork(world, journal);
  await tidyUp(world, journal, time.isProven());
  searching = searchingIn(context);
  const living = livingOf(context, searching, topics);
  const { browsing, library, kept, chat, browser, outgoing, downloads, copies, fetches, looking } = living;
  const diagnostics = new Diagnostics(context, topics, copies);
  const zones = await ZonesApp.open(context, topics, living);
  const beside = { ...diagnostics.handlers, ...zones.handlers };
  await copies.clear();
  return {
    handlers: { ...handlersOf(context, loop), ...livingHandlers(context, living), ...beside },
    drops: takingIn(living),
    downloads,
    contents: looking.handedOut,
    topics,
    tell: changed,
    start: () => {
      diagnostics.start();
      sessions.recheck();
      loop.start();
      for (const each of [outgoing, kept, chat, zones, living.alerts, living.monitoring]) each.start();
      searching?.indexer.start();
      // While everything is paused nothing changes, so publish once: a window waits for its first status.
      changed();
    },
    close: async () => {
      engine.closing = true;
      for (const each of [sessions, fetches, looking, living.drops]) each.close();
      await Promise.all([diagnostics.close(), zones.close()]);
      await Promise.all([copies, browser, living.authorizations].map(each => each.close()));
      for (const each of [browsing, library]) each.close();
      await Promise.all([kept.close(), chat.close(), living.alerts.close(), living.monitoring.close()]);
      await outgoing.close();
      await loop.close();
      await searching?.close();
      await engine.exclusively(() => Promise.resolve());
      journal.close();
    },
  };
}

/** Cleans up what the last process left unfinished, before anything reads it. */
async function tidyUp(world: World, journal: Journal, isTimeProven: boolean): Promise<void> {
  await settleJobs(world, journal);
  await prepareTrash(world, journal, isTimeProven);
}

/** The journal, and the settings that result from it and from the administrator's policy. */
interface OpenedJournal {
  readonly journal: Journal;
  readonly settings: AppSettings;
  readonly managed: ManagedInfo;
}

function openRecords(log: Log, host: AppSettings, given?: Journal): OpenedJournal {
  const journal = given ?? openMended(log, host.journalPath);
  const managed = settleManaged(managedBy(host.managed), journal.facts);
  if (managed.why !== null) log.error('managed.trouble', { state: managed.state });
  return { journal, settings: withChosenName(host, journal.facts), managed };
}

/** Opens the journal. A journal that had to be repaired does not stop the start; the repair is logged. */
function openMended(log: Log, path: string): Journal {
  const { journal, mended } = openSafely(path);
  if (mended !== null) log.error('journal.mended', { aside: mended.aside ?? '', from: mended.from ?? '' });
  return journal;
}

/** Opens the search index; null when it cannot be opened, since everything else works without it. */
function searchingIn({ settings, journal, world }: AppContext): Searching | null {
  if (settings.searchPath === null) return null;
  try {
    const { clock, disk, log } = world;
    return openSearch(settings.searchPath, {
      journal,
      clock,
      disk,
      log,
      looksInside: () => searchesInside(journal.facts),
    });
  } catch (error) {
    world.log.error('search.not-opened', { error: error instanceof Error ? error.message : 'unknown' });
    return null;
  }
}

/** Objects with state of their own, such as timers, queues and caches. */
interface Services {
  readonly alerts: Alerts;
  readonly monitoring: Monitoring;
  readonly browsing: Browsing;
  readonly library: LibraryBrowsing;
  readonly kept: PinnedFiles;
  readonly chat: Chat;
  readonly browser: BrowserSignIns;
  readonly authorizations: Authorizations;
  readonly outgoing: OutgoingQueue;
  readonly downloads: Downloads;
  readonly drops: Drops;
  readonly copies: CopySaver;
  readonly exports: ExportDownloads;
  readonly fetches: Fetches;
  readonly looking: ContentViews;
  readonly searching: Searching | null;
}

function livingOf(context: AppContext, searching: Searching | null, topics: Topics): Services {
  const { world, journal, engine, changed } = context;
  const link = () => engine.connection();
  const browsing = new Browsing({ world, journal, link, looks: engine.requests, changed });
  const arrived = (folders: readonly Destination[]): void => lookAgain(context, browsing, folders);
  const outgoing = new OutgoingQueue({ world, journal, link, changed, arrived });
  const kept: PinnedFiles = new PinnedFiles(context, () => library.check(null, false));
  const library = new LibraryBrowsing(context, entries => kept.listed(entries));
  const fetches = new Fetches(context, underway => topics.publish('content.fetching', underway));
  return {
    alerts: new Alerts(context),
    monitoring: new Monitoring(context, topics),
    browsing,
    library,
    kept,
    chat: new Chat(context, topics),
    browser: new BrowserSignIns(context),
    authorizations: new Authorizations(context),
    outgoing,
    downloads: new Downloads(world),
    drops: new Drops(context, () => outgoing.poke()),
    copies: new CopySaver(context),
    exports: new ExportDownloads(world.clock, underway => topics.publish('export.downloading', underway)),
    fetches,
    looking: new ContentViews(context, { fetches, kept }),
    searching,
  };
}

/** Lists folders again into which files were uploaded, where a listing of them is recorded. */
function lookAgain({ journal, checkNow }: AppContext, browsing: Browsing, folders: readonly Destination[]): void {
  for (const { id, item } of folders) {
    if (item !== null) checkNow();
    const isListed = journal.catalogue.find(browsing.organization, id) !== null;
    if (isListed) void browsing.check(id, { isAsked: true });
  }
}

/** Routes incoming file bytes by ticket: to a message's files, or to dropped files. */
function takingIn({ drops, chat }: Pick<Services, 'drops' | 'chat'>): Dropping {
  const { uploads } = chat.outbox;
  return {
    take: (ticket, path, incoming) => (uploads.has(ticket) ? uploads : drops).take(ticket, path, incoming),
  };
}

function livingHandlers(context: AppContext, living: Services) {
  const { browsing, library, kept, outgoing, downloads, drops, copies, fetches, looking, searching } = living;
  // One for lists and searches: making it plans everything that is open.
  const notes = new Notes(context);
  const search = searchHandlers({ context, browsing, notes }, searching);
  return {
    ...living.alerts.handlers,
    ...living.monitoring.handlers,
    ...signInHandlers(context, living.browser),
    ...connectionHandlers(context, living.authorizations),
    ...browseHandlers(context, { browsing, library, kept, notes }),
    ...leavingHandlers(context, kept, living.chat.outbox.uploads),
    ...libraryHandlers({ context, browsing, library, kept }),
    ...search,
    ...chatFileHandlers(context, { ...living, uploads: living.chat.outbox.uploads, findHere: search['search.here'] }),
    ...dropHandlers(context, drops, takingIn(living)),
    ...downloadToHandlers(context, copies),
    ...exportHandlers(context, copies, living.exports),
    ...versionHandlers(context, { copies, fetches }),
    ...contentHandlers(context, looking),
    ...detailsHandlers(context, outgoing, {
      described: thing => searching?.indexer.described(thing.where === 'service' ? thing : { item: thing.item.id }),
      kept: id => kept.facts(id),
    }),
    ...chatHandlers(living.chat),
    ...waitingHandlers(context, outgoing),
    ...noteHandlers({
      context,
      poke: () => outgoing.poke(),
      arrived: folder => lookAgain(context, browsing, [folder]),
    }),
    ...storeHandlers(context, () => outgoing.poke()),
    ...activityHandlers(context, downloads),
    'sync.once': () => onceWith(context, outgoing),
  };
}

/** Runs complete passes, and sends what else is queued. */
async function onceWith({ engine, upkeep }: AppContext, outgoing: OutgoingQueue): Promise<SyncReport> {
  const report = await engine.syncOnce();
  await outgoing.sendAll();
  if (!engine.closing) await upkeep.atRest();
  return report;
}

function handlersOf(
  context: AppContext,
  loop: Loop,
): Omit<Handlers, keyof ReturnType<typeof livingHandlers> | keyof (Diagnostics & ZonesApp)['handlers']> {
  const { settings } = context;
  return {
    ...accountHandlers(context),
    ...setUpHandlers(context),
    ...mirrorHandlers(context),
    ...actingHandlers(context),
    ...attentionHandlers(context),
    ...conflictHandlers(context),
    ...guardHandlers(context),
    ...problemHandlers(context),
    ...ruleHandlers(context),
    ...whyHandlers(context),
    ...pauseHandlers(context),
    ...limitsHandlers(context),
    ...networkHandlers(context),
    ...onlineOnlyHandlers(context),
    ...settingsHandlers(context),
    ...managedHandlers(context.managed),
    ...undoHandlers(context),
    ...sharingHandlers(context),
    ...organizationHandlers(context),
    ...projectHandlers(context),
    ...oversightHandlers(context),
    'sync.checkNow': () => Promise.resolve((tryAllRefusedAgain(context), loop.checkNow(), null)),
    'sync.status': () => engineStatus(context),
    // Only a daemon can end itself, and only on a command's request: see `cli/runner/daemon.ts`.
    'engine.stop': async () => ({ process: null }),
    'window.address': async () => ({ url: await settings.windowAddress() }),
  };
}
