import { pathBelow } from '../../../shared/local-path.ts';
import type { ConnectedEngine } from '../../../shared/rpc/rpc-client.ts';
import type { ChatChange } from '../../../shared/features/chat/model.ts';
import type { AttentionItem } from '../../../shared/features/attention/model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import type { ActivityEntry, Transfer } from '../../../shared/features/status/records-model.ts';
import type { EngineStatus } from '../../../shared/features/status/model.ts';
import type { ZoneCard } from '../../../shared/features/zones/model.ts';
import type { Unsent } from '../../../shared/desktop/text.ts';
import { zoneTexts } from '../../../shared/features/zones/text.ts';
import { SECOND } from '../../../shared/units.ts';
import type { NoticeFacts } from '../system/notifications.ts';
import { MOST_RECENT, type TrayFacts } from '../system/tray-menu.ts';

/** The engine knows what is not sent from its records; longer than this it hangs. */
const ANSWER_WITHIN_MS = 3 * SECOND;
/** So many lines of history are looked through for transfers. */
const LINES = 30;

/** What the desktop app hears from its engine, over the same contract as a window. */
export class EngineFacts {
  readonly #changed: () => void;
  #engine: ConnectedEngine | null = null;
  #status: EngineStatus | null = null;
  #transfers: readonly Transfer[] = [];
  #mirrors: readonly MirrorInfo[] = [];
  #zones: readonly ZoneCard[] = [];
  #recent: readonly ActivityEntry[] = [];
  #attention: readonly AttentionItem[] | null = null;
  #chat: ChatChange | null = null;

  /** @param changed something that is shown may be another now. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The engine, to be asked; null while there is none. */
  get engine(): ConnectedEngine | null {
    return this.#engine;
  }

  /** Listens to an engine, in place of the one before. */
  listen(engine: ConnectedEngine): void {
    this.#engine = engine;
    const keep = <T>(take: (value: T) => void) => {
      return (value: T): void => {
        take(value);
        this.#changed();
      };
    };
    engine.on(
      'sync.status',
      keep(value => (this.#status = value)),
    );
    engine.on(
      'sync.transfers',
      keep(value => (this.#transfers = value)),
    );
    engine.on(
      'mirrors.all',
      keep(value => (this.#mirrors = value)),
    );
    engine.on(
      'zones.all',
      keep(value => (this.#zones = value)),
    );
    engine.on(
      'chat.changes',
      keep(value => (this.#chat = value)),
    );
    engine.on('attention.count', () => void this.#readAttention(engine));
    engine.on('activity.latest', () => void this.#readRecent(engine));
  }

  /** The engine ended. What it said last is no longer so. */
  forget(): void {
    this.#engine = null;
    this.#status = null;
    this.#transfers = [];
    this.#changed();
  }

  get service(): string | null {
    return this.#status?.service ?? null;
  }

  get isPaused(): boolean {
    return this.#status?.state === 'paused';
  }

  get isTransferring(): boolean {
    return this.#transfers.length > 0;
  }

  /** For the tray. */
  tray(engine: TrayFacts['engine'], nowMs: number): TrayFacts {
    return {
      engine,
      status: this.#status,
      transfers: this.#transfers,
      folders: this.#mirrors.map(({ local }) => local),
      recent: this.#recent.flatMap(entry => this.#whereIs(entry)),
      zones: this.#zones.map(zoneLine),
      nowMs,
    };
  }

  /** For notifications; null while nothing is known. */
  notices(): NoticeFacts | null {
    if (this.#status === null || this.#attention === null) return null;
    const zones = this.#zones.filter(({ alerts }) => alerts > 0);
    return {
      attention: this.#attention,
      state: this.#status.state,
      replies: this.#chat?.ready ?? [],
      zones: zones.map(zone => ({ id: zone.id, name: nameOf(zone.definition.folder) })),
    };
  }

  /** What is not sent; null when the engine does not say in time. */
  async unsent(): Promise<Unsent | null> {
    const engine = this.#engine;
    if (engine === null) return null;
    const late = new Promise<null>(resolve => setTimeout(resolve, ANSWER_WITHIN_MS, null));
    const said = engine.call('account.unsent', null).then(
      ({ total, messagesTotal }) => ({ changes: total, messages: messagesTotal, zoneFiles: this.#zoneFiles() }),
      () => null,
    );
    return Promise.race([said, late]);
  }

  #zoneFiles(): number {
    return this.#zones.reduce((sum, { files }) => sum + files.waiting, 0);
  }

  async #readAttention(engine: ConnectedEngine): Promise<void> {
    const list = await engine.call('attention.list', null).catch(() => null);
    if (list === null || engine !== this.#engine) return;
    this.#attention = list.items;
    this.#changed();
  }

  async #readRecent(engine: ConnectedEngine): Promise<void> {
    const lines = await engine.call('activity.page', { before: null, limit: LINES }).catch(() => []);
    if (engine !== this.#engine) return;
    this.#recent = lines.filter(({ verb }) => verb === 'sent' || verb === 'received').slice(0, MOST_RECENT);
    this.#changed();
  }

  #whereIs({ mirror, path }: ActivityEntry): TrayFacts['recent'] {
    const local = this.#mirrors.find(({ id }) => id === mirror)?.local;
    return local === undefined ? [] : [{ name: nameOf(path), path: pathBelow(local, path) }];
  }
}

function zoneLine(zone: ZoneCard): string {
  return `${nameOf(zone.definition.folder)}: ${zoneTexts.states[zone.state]}`;
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).findLast(part => part !== '') ?? path;
}
