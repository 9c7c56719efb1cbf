import type { Handlers } from '../../../shared/contract.ts';
import { badRequest, FaultError } from '../../../shared/fault.ts';
import {
  type ZoneAlert,
  type ZoneCard,
  type ZoneChange,
  type ZoneNeed,
  type ZoneTest,
  zoneWish,
  type ZoneWish,
} from '../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../shared/features/zones/text.ts';
import { SECOND } from '../../../shared/units.ts';
import type { Figure } from '../../../shared/features/monitoring/model.ts';
import { figureHelp } from '../../../shared/features/monitoring/text.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { AppContext } from '../../items/app-context.ts';
import { findFolder } from '../../items/remote-path.ts';
import type { Topics } from '../../items/topics.ts';
import { calls } from '../../remote/api/calls.ts';
import { addressOf } from '../../items/signed-in-person.ts';
import type { Alerts } from '../alerts/alerts.ts';
import { mustAllowZone, readsBackEnough } from '../settings/managed.ts';
import { organizationOf } from '../mirrors/mirrors.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';
import type { Cause } from '../alerts/alert-records.ts';
import { type Entry, rowsOf } from '../sharing/access-rows.ts';
import type { ZoneDestination } from './engine/zone-bookkeeping.ts';
import { openZones } from './engine/open-zones.ts';
import type { Zones } from './engine/zones.ts';

/** Windows are told of changes at most this often. */
const PUBLISH_EVERY_MS = SECOND / 2;

/** Publishing rests this many times as long as counting took, because zones may have hundreds of thousands of files. */
const COUNTING_SHARE = 30;

/** The features that report what zones say. */
interface ReportChannels {
  readonly alerts: Pick<Alerts, 'ask'>;
  readonly monitoring: Pick<Monitoring, 'ask'>;
}

type ZoneHandlers = Pick<Handlers, Extract<keyof Handlers, `zones.${string}`>>;

/** The drop zones behind the contract. They work without any mirror. */
export class ZonesApp {
  readonly #context: AppContext;
  readonly #topics: Topics;
  readonly #zones: Zones | null;
  /** Why they could not be opened; null: they are open, or not supported. */
  readonly #trouble: FaultError | null;
  #isDue = false;
  #pauseMs = PUBLISH_EVERY_MS;
  #isClosed = false;
  #needsTold = '';

  private constructor(
    context: AppContext,
    topics: Topics,
    opened: { zones: Zones | null; trouble: FaultError | null },
  ) {
    this.#context = context;
    this.#topics = topics;
    this.#zones = opened.zones;
    this.#trouble = opened.trouble;
  }

  /** Never fails: without their database the zones do nothing and report why; everything else works. */
  static async open(context: AppContext, topics: Topics, { alerts, monitoring }: ReportChannels): Promise<ZonesApp> {
    const box: { app: ZonesApp | null } = { app: null };
    const opened = await opening(context, () => box.app?.changed());
    alerts.ask(() => causesOf(opened.zones?.listAlerts(false) ?? []));
    monitoring.ask(() => zoneFigures(opened.zones?.list() ?? []));
    context.zoneNeeds.list = () => opened.zones?.needs() ?? [];
    const app = (box.app = new ZonesApp(context, topics, opened));
    await app.#readBackEnough();
    return app;
  }

  /** Raises the verification of zones that predate a policy. A zone that cannot be changed does not send either. */
  async #readBackEnough(): Promise<void> {
    const { managed, world } = this.#context;
    const { zonesVerify: verify } = managed;
    if (verify === null) return;
    const short = this.#zones?.list().filter(({ definition }) => !readsBackEnough(managed, definition.verify)) ?? [];
    for (const { id } of short) {
      await this.#change(id, { verify }).catch(() => world.log.error('managed.zone', { zone: id }));
    }
  }

  start(): void {
    this.#zones?.start();
    this.changed();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#zones?.close();
  }

  /** Publishes to windows, a few times a second at most. */
  changed(): void {
    if (this.#isDue || this.#isClosed || this.#zones === null) return;
    this.#isDue = true;
    void this.#publish();
  }

  get handlers(): ZoneHandlers {
    return {
      'zones.list': async () => this.#opened.list(),
      'zones.add': wish => this.#add(wish),
      'zones.change': ({ zone, change }) => this.#change(zone, change),
      'zones.remove': ({ zone }) => this.#opened.remove(zone).then(() => null),
      'zones.pause': ({ zone, until }) => this.#opened.pause(zone, until ?? 0).then(() => null),
      'zones.resume': ({ zone }) => this.#opened.pause(zone, null).then(() => null),
      'zones.run': ({ zone, wait }, signal) => this.#opened.run(zone, wait, signal),
      'zones.test': ({ wish, most }) => this.#test(wish, most),
      'zones.runs': async ({ zone, before, limit }) => this.#opened.runs(zone, { before, limit }),
      'zones.runPage': async ({ run }) => this.#opened.runCard(run),
      'zones.files': async ({ run, after, limit }) => this.#opened.files(run, { after, limit }),
      'zones.retry': async ({ zone, run }) => ({ files: this.#opened.retry(zone, run) }),
      'zones.sendNow': async ({ run }) => (this.#opened.sendNow(run), null),
      'zones.setOperator': async ({ run, operator }) => (this.#opened.setOperator(run, operator), null),
      'zones.nextRuns': async ({ zone, ...said }) => (this.#opened.nextRuns(zone, said), null),
      'zones.hasPin': async () => this.#opened.hasPin,
      'zones.setPin': ({ pin }) => this.#opened.setPin(pin).then(() => null),
      'zones.checkPin': ({ pin }) => this.#opened.checkPin(pin),
      'zones.verify': async ({ zone, run }) => ({ verified: await this.#opened.verify(zone, run) }),
      'zones.report': ({ zone, ...page }) => this.#opened.report(zone, page),
      'zones.audit': page => this.#opened.audit(page),
      'zones.auditCheck': () => this.#opened.auditCheck(),
      'zones.alerts': async ({ all }) => [...this.#opened.listAlerts(all)],
      'zones.acknowledge': async ({ alert }) => (this.#opened.acknowledge(alert), null),
    };
  }

  get #opened(): Zones {
    if (this.#zones === null) throw this.#trouble ?? badRequest(zoneTexts.cannotStart);
    return this.#zones;
  }

  async #add(wish: ZoneWish): Promise<{ id: string }> {
    mustAllowZone(this.#context.managed, wish);
    return { id: await this.#opened.add(wish, await this.#remoteOf(wish)) };
  }

  async #test(wish: ZoneWish, most: number): Promise<ZoneTest> {
    const found = await this.#opened.test(wish, most);
    // A wizard without a destination yet only asks what is in the folder.
    if (wish.destination === '-') return found;
    return { ...found, troubles: [...found.troubles, ...(await destinationTroubles(this.#context, wish))] };
  }

  async #change(named: string, change: ZoneChange): Promise<null> {
    const zone = this.#opened.definition(named);
    const { destination, remotePath, organization } = zone;
    const remote = { destination, remotePath, organization };
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const wish = zoneWish.parse({ ...zone.wish, ...given });
    mustAllowZone(this.#context.managed, wish);
    const isElsewhere = wish.destination !== zone.wish.destination || wish.organization !== zone.wish.organization;
    await this.#opened.change(named, wish, isElsewhere ? await this.#remoteOf(wish) : remote);
    return null;
  }

  async #remoteOf({ destination, organization }: ZoneWish): Promise<ZoneDestination> {
    const link = await this.#context.engine.connection();
    const id = await organizationOf(this.#context, organization);
    const folder = await findFolder(link.api(id), destination);
    return { destination: folder.id, remotePath: folder.path, organization: id };
  }

  /** Other lists count what needs a person in the zones: notify them when it changes. */
  #tellOfNeeds(needs: readonly ZoneNeed[]): void {
    const now = needs.map(({ key }) => key).join();
    if (now !== this.#needsTold) this.#context.changed();
    this.#needsTold = now;
  }

  async #publish(): Promise<void> {
    const { clock } = this.#context.world;
    await clock.sleep(this.#pauseMs);
    this.#isDue = false;
    if (this.#isClosed || this.#zones === null) return;
    const before = clock.elapsed();
    this.#topics.publish('zones.all', this.#zones.list());
    this.#tellOfNeeds(this.#zones.needs());
    this.#pauseMs = Math.max(PUBLISH_EVERY_MS, (clock.elapsed() - before) * COUNTING_SHARE);
  }
}

async function opening(
  { world, engine, journal, settings }: AppContext,
  changed: () => void,
): Promise<{ zones: Zones | null; trouble: FaultError | null }> {
  const { sources, ledger, clock, random, log, processes, watcher } = world;
  if (sources === undefined || ledger === undefined) return { zones: null, trouble: null };
  try {
    const zones = await openZones({
      path: settings.journalPath === ':memory:' ? ':memory:' : settings.journalPath.replace(/[^/\\]*$/, 'zones.db'),
      world: { clock, random, log, sources, ledger, processes, watcher },
      computer: settings.computer,
      version: settings.version,
      link: async () => {
        const link = await engine.connection();
        const { storage } = link;
        return {
          storage,
          api: organization => link.api(organization),
          serverTime: () => link.line(null).connection.saidTime,
        };
      },
      mirrors: () => [settings.dataDirectory, ...journal.mirrors.all().map(({ root }) => root.path)],
      changed,
    });
    return { zones, trouble: null };
  } catch (error) {
    log.error('zones.not-opened', { error: error instanceof Error ? error.message : 'unknown' });
    return { zones: null, trouble: error instanceof FaultError ? error : badRequest(zoneTexts.cannotStart) };
  }
}

/**
 * The alerts of the drop zones as causes for the alert channels. The id in the key makes a recurring cause a new alert.
 */
export function causesOf(alerts: readonly ZoneAlert[]): readonly Cause[] {
  return alerts.map(({ id, cause, zoneName, text }) => ({
    key: `zone:${id}`,
    cause: `zone-${cause}`,
    subject: zoneName,
    text,
  }));
}

/** The drop zones as figures for monitoring. Unknown values have no sample. */
export function zoneFigures(cards: readonly ZoneCard[]): readonly Figure[] {
  const each = (name: keyof typeof figureHelp, samplesOf: (card: ZoneCard) => Figure['samples']): Figure => ({
    name,
    help: figureHelp[name],
    samples: cards.flatMap(card => {
      const labels = { zone: card.id, name: card.definition.name };
      return samplesOf(card).map(sample => ({ ...sample, labels: { ...labels, ...sample.labels } }));
    }),
  });
  return [
    each('benchtop_zone_state', ({ state }) => [{ labels: { state }, value: 1 }]),
    each('benchtop_zone_files', ({ files }) =>
      Object.entries(files).map(([state, value]) => ({ labels: { state }, value })),
    ),
    each('benchtop_zone_waiting_bytes', ({ waitingBytes }) => [{ labels: {}, value: waitingBytes }]),
    each('benchtop_zone_oldest_unconfirmed_seconds', ({ oldestUnconfirmedAt: at }) =>
      at === null ? [] : [{ labels: {}, value: Math.floor(at / SECOND) }],
    ),
    each('benchtop_zone_alerts', ({ alerts }) => [{ labels: {}, value: alerts }]),
  ];
}

/**
 * Reasons that certainly prevent sending into a folder of the service: it does not exist, or is read-only for this
 * person. Empty when the service does not tell or cannot be reached; the first upload will then show it.
 */
async function destinationTroubles(
  context: AppContext,
  { destination, organization }: { readonly destination: string; readonly organization: string | null },
): Promise<readonly string[]> {
  try {
    const link = await context.engine.connection();
    const id = await organizationOf(context, organization);
    const folder = await findFolder(link.api(id), destination);
    const line = link.line(id);
    const access = await calls.listFolderAccess(line, { path: { id: folder.id as ServiceId } });
    return mayOnlyRead(access, await addressOf(context, line)) ? [zoneTexts.readOnlyThere(folder.path)] : [];
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return error.fault.kind === 'bad-request' ? [error.fault.detail] : [];
  }
}

/**
 * Whether a person certainly cannot add files: everything that the access list grants them, directly or as a member of
 * the organization, is viewing. Grants of teams count for them, since they may be members.
 * @param me their address; null: not known.
 */
export function mayOnlyRead(access: readonly Entry[], me: string | null): boolean {
  const rows = rowsOf(access, null, me);
  const isNamed = rows.some(({ isMe, principal }) => isMe || principal.kind === 'organization');
  if (me === null || !isNamed) return false;
  return rows.filter(({ isMe, principal }) => isMe || principal.kind !== 'user').every(({ role }) => role === 'viewer');
}
