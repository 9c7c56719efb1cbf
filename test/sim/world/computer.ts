import { buildApp } from '../../../main/app/compose.ts';
import type { App } from '../../../main/items/app-context.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { Disk } from '../../../main/ports/disk.ts';
import type { PowerFacts } from '../../../main/ports/power.ts';
import type { World } from '../../../main/ports/world.ts';
import type { Dice } from '../fakes/dice.ts';
import type { FakeClock } from '../fakes/fake-clock.ts';
import { createDiskState, createFakeDisk } from '../fakes/fake-disk.ts';
import type { FakeDiskState } from '../fakes/fake-disk-parts.ts';
import type { FakeVolume } from '../fakes/fake-tree.ts';
import { createFakeHttp } from '../fakes/fake-http.ts';
import type { ChooseTrouble, FakeServer } from '../fakes/fake-http.ts';
import { createFakeSecrets } from '../fakes/fake-secrets.ts';
import type { SecretsState } from '../fakes/fake-secrets.ts';
import { createFakeWatcher } from '../fakes/fake-watcher.ts';
import type { Device, Scheduler } from '../fakes/scheduler.ts';
import { memoryJournal } from '../fakes/memory-journal.ts';
import type { MemoryJournal } from '../fakes/memory-journal.ts';
import { API_ORIGIN } from '../service/fake-service.ts';
import { ASKED_BY } from './races.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { Witness } from './witness.ts';

/** Where the mirrored folder is on every simulated computer. */
export const FOLDER = '/home/lab';

/** What all computers of a run share. */
export interface Surroundings {
  readonly scheduler: Scheduler;
  readonly clock: FakeClock;
  readonly dice: Dice;
  readonly server: FakeServer;
  readonly trouble: ChooseTrouble;
  /** Puts a deliberate mistake into the disk, to see whether it is found. */
  readonly spoil: (disk: Disk) => Disk;
  /** Whether the disk gives the numbers of removed files to new ones. */
  readonly reusesInodes?: boolean;
  /** Whether people may also act while a look that they disturbed is made again. */
  readonly isRestless?: boolean;
  /** What the volume of its folders makes of names; usual ones when it is left out. */
  readonly names?: FakeVolume | undefined;
  /** Whether its mirrors count as large, of which only parts are read. */
  readonly readsParts?: boolean;
  /** Whether the disk carries small files to and from servers by itself; left out: it does. */
  readonly carries?: boolean;
}

/**
 * One simulated computer with the whole real product on it. Its disk and journal outlive a crash: the journal's commits
 * are whole or not there, and the product only waits at its ports, so a crash never finds a transaction half done.
 */
export class Computer {
  readonly name: string;
  readonly disk: FakeDiskState;
  readonly #memory: MemoryJournal;
  /** Watches what the product asks of its edges. */
  readonly witness: Witness;
  /** Records that a test put in the place of those in memory. */
  #others: Journal | null = null;
  /** How far its clock is from the truth, in milliseconds; a change is a jump. */
  skewMs = 0;
  readonly #surroundings: Surroundings;
  /** What it runs on, as it tells by itself. */
  power: PowerFacts = { onBattery: null, metered: null };
  /** What the key store has. */
  readonly secrets: SecretsState = { kept: null, hasKeyring: true };
  #device: Device;
  #app: App | null = null;

  constructor(name: string, surroundings: Surroundings) {
    this.name = name;
    this.#surroundings = surroundings;
    this.#memory = memoryJournal(surroundings.readsParts === true);
    this.disk = createDiskState(() => surroundings.clock.now() + this.skewMs);
    this.disk.tree.reusesInodes = surroundings.reusesInodes === true;
    this.disk.tree.isRestless = surroundings.isRestless === true;
    if (surroundings.names !== undefined) this.disk.tree.useNames(surroundings.names);
    this.disk.tree.mkdir(FOLDER);
    this.witness = new Witness(name, () => this.journal);
    this.#device = surroundings.scheduler.device(name);
  }

  get app(): App {
    if (this.#app === null) throw new Error(`${this.name} is not running`);
    return this.#app;
  }

  get isAlive(): boolean {
    return this.#device.isAlive;
  }

  /** The computer dies, as it may at any moment. */
  crash(): void {
    this.#device.crash();
  }

  /** Starts the product, after the first time on what a crash left. */
  async start(): Promise<void> {
    const { scheduler, clock, dice, server, trouble, spoil, carries = true } = this.#surroundings;
    this.#device = scheduler.device(this.name);
    const device = this.#device;
    const { witness } = this;
    const asking: FakeServer = request =>
      server({ ...request, headers: new Map([...request.headers, [ASKED_BY, this.name]]) });
    const clockPort = clock.portFor(device, () => this.skewMs);
    const http = createFakeHttp({ device, clock: clockPort, server: witness.server(asking, API_ORIGIN), trouble });
    const world: World = {
      clock: clockPort,
      disk: witness.disk(spoil(createFakeDisk(this.disk, device, carries ? http : undefined))),
      watcher: createFakeWatcher(this.disk.tree, device, () => (dice.chance(0.2) ? 'drop' : 'deliver')),
      http,
      secrets: createFakeSecrets(this.secrets),
      random: dice.fork(),
      log: witness.log(silentLog),
      power: { read: () => Promise.resolve(this.power) },
      ...this.further,
    };
    const settings = {
      dataDirectory: '/data',
      journalPath: ':memory:',
      searchPath: this.searchPath,
      computer: this.name,
      version: '0.0.0',
      windowAddress: () => Promise.resolve(null),
    };
    this.#app = await buildApp(world, settings, this.journal);
  }

  /** Edges that most runs do without. */
  further: Partial<World> = {};

  /** The file of the search index; none, so that a run has no work beside its own. */
  searchPath: string | null = null;

  get journal(): Journal {
    return this.#others ?? this.#memory.journal;
  }

  /** A test may put other records in the place of these before `start`. */
  set journal(journal: Journal) {
    this.#others = journal;
  }

  /** The run is over, and nothing of it goes on: the next one may use what is dear to make. */
  release(): void {
    this.#memory.release();
  }

  /** Path inside the folder → text of every file. */
  texts(): Readonly<Record<string, string>> {
    return this.disk.tree.texts(FOLDER);
  }

  /** The texts of everything in the store. */
  stored(): readonly string[] {
    return [...this.disk.stored.values()].map(bytes => new TextDecoder().decode(bytes));
  }
}
