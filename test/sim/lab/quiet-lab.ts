import type { CallName, Input, Output } from '../../../shared/contract.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { SyncReport } from '../../../shared/features/status/model.ts';
import { Computer, FOLDER } from '../world/computer.ts';
import { Dice } from '../fakes/dice.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import type { ChooseTrouble } from '../fakes/fake-http.ts';
import { FakeService } from '../service/fake-service.ts';
import { serviceFiles } from '../judges/invariants.ts';
import { Scheduler } from '../fakes/scheduler.ts';
import { serverOf } from '../world/server-of.ts';
import type { VolumeNames } from '../../../main/core/names/volume-names.ts';

/** One service and a few computers where nothing goes wrong but what a test wants. */
export class QuietLab {
  readonly clock = new FakeClock();
  readonly scheduler: Scheduler;
  readonly service: FakeService;
  /** The service's folder that is mirrored. */
  readonly root: string;
  readonly computers: Computer[] = [];
  /** Who signs in at the computers to come; counts from 0 as in the service's `users`. */
  user = 0;
  /** What goes wrong with requests; nothing. */
  trouble: ChooseTrouble = () => null;
  /** Where computers to come keep their search index; nowhere. */
  searchPath: string | null = null;
  /** The records of computers to come; their own. */
  journal: Journal | null = null;
  /** What the volumes of computers to come make of names; the usual when it is left out. */
  names: VolumeNames | undefined;
  /** Whether the disks of computers to come carry small files to and from servers by themselves. */
  carries = true;
  readonly #dice = new Dice(7);

  constructor() {
    this.scheduler = new Scheduler(this.#dice.fork(), this.clock);
    const ids = this.#dice.fork();
    this.service = new FakeService({ now: () => this.clock.now(), uuid: () => ids.uuid() });
    this.root = this.service.colleague(0).createFolder(null, 'Lab');
  }

  /** A computer, signed in, with the folder mirrored, quick in all its waits but for the settings given. */
  async computer(
    name: string,
    settings: Readonly<Record<string, string>> = {},
    mode: MirrorMode = 'two-way',
    { user, remote }: { readonly user: number; readonly remote: string } = { user: this.user, remote: this.root },
  ): Promise<Computer> {
    const computer = new Computer(name, {
      scheduler: this.scheduler,
      clock: this.clock,
      dice: this.#dice.fork(),
      server: serverOf(this.service),
      trouble: request => this.trouble(request),
      spoil: disk => disk,
      names: this.names,
      carries: this.carries,
    });
    computer.searchPath = this.searchPath;
    if (this.journal !== null) computer.journal = this.journal;
    this.computers.push(computer);
    await this.drive(computer.start());
    const key = this.service.users[user]?.apiKey ?? '';
    await this.call(computer, 'account.signIn', { service: this.service.baseUrl, key, store: null });
    await this.call(computer, 'mirrors.add', { remote, local: FOLDER, mode });
    const all = { deleteHoldSeconds: '0', settleMs: '0', pollSeconds: '5', ...settings };
    for (const [setting, value] of Object.entries(all))
      await this.call(computer, 'settings.set', { name: setting, value });
    return computer;
  }

  call<N extends CallName>(computer: Computer, name: N, input: Input<N>): Promise<Output<N>> {
    const handler = computer.app.handlers[name] as (input: Input<N>) => Promise<Output<N>>;
    return this.drive(handler(input));
  }

  sync(computer: Computer): Promise<SyncReport> {
    return this.call(computer, 'sync.once', null);
  }

  /** Syncs twice, a poll apart: enough to believe that something is gone. */
  async syncTwice(computer: Computer): Promise<SyncReport> {
    await this.sync(computer);
    this.clock.advanceBy(6000);
    return this.sync(computer);
  }

  /** Path → text at the service. */
  there(): Readonly<Record<string, string>> {
    return Object.fromEntries(serviceFiles(this.service, this.root));
  }

  /** Puts files into a computer's folder. */
  save(computer: Computer, files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) computer.disk.tree.write(`${FOLDER}/${path}`, text);
  }

  /** Takes something out of a computer's folder. */
  remove(computer: Computer, path: string): void {
    computer.disk.tree.remove(`${FOLDER}/${path}`);
  }

  /** The lab is used no more: the next one may use what is dear to make. */
  release(): void {
    for (const computer of this.computers) computer.release();
  }

  /** Lets time pass, in milliseconds, with everything that happens in it. */
  pass(ms: number): Promise<void> {
    return this.drive(this.clock.portFor().sleep(ms));
  }

  /** Lets the world go on until a promise is settled. */
  async drive<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = (): void => void (isSettled = true);
    promise.then(settle, settle);
    const end = await this.scheduler.run(() => isSettled, 200_000);
    if (!isSettled) throw new Error(`the world stands still (${end}): ${this.scheduler.waiting().join(', ')}`);
    return promise;
  }
}

/** A lab with one computer that sent these files, so long ago, in milliseconds. */
export async function labWith(
  files: Readonly<Record<string, string>>,
  agoMs = 0,
): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, files);
  await lab.sync(ada);
  if (agoMs > 0) lab.clock.advanceBy(agoMs);
  return { lab, ada };
}
