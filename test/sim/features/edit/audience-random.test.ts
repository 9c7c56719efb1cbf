import { expect, test } from 'vitest';
import { z } from 'zod';

import { FaultError } from '../../../../shared/fault.ts';
import { agreeTo } from '../../../../shared/confirmation.ts';
import { runs, seedOr } from '../../../setup/run/effort.ts';
import { type Computer, FOLDER } from '../../world/computer.ts';
import { Dice } from '../../fakes/dice.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import type { FakeRequest, FakeResponse } from '../../service/fake-exchange.ts';

const SEEDS = runs(20);
const DEEDS = 30;
const OTHER = '/home/other';
const MINUTE = 60_000;
/** The one whose computer it is, by the number that the service gave the account. */
const OWNER = 0;
const COLLEAGUES = [1, 2];
/** As the service calls them. */
const NAMES = ['Mira Halden', 'Jonas Brandt', 'Aiko Tanabe'];

/** Who may know which text: everybody who could read it when it was written, and whom a person let in since. */
class Model {
  readonly #allowed = new Map<string, Set<number>>();

  written(text: string, readers: Iterable<number>): void {
    this.#allowed.set(text, new Set(readers));
  }

  letIn(text: string, readers: Iterable<number>): void {
    const allowed = this.#allowed.get(text);
    for (const reader of readers) allowed?.add(reader);
  }

  has(text: string): boolean {
    return this.#allowed.has(text);
  }

  /** Who reads a text and may not. */
  unasked(text: string, readers: Iterable<number>): readonly number[] {
    const allowed = this.#allowed.get(text);
    return [...readers].filter(reader => allowed?.has(reader) !== true);
  }
}

class World {
  readonly lab: QuietLab;
  readonly #model = new Model();
  readonly #story: string[] = [];
  readonly #dice: Dice;
  readonly #roots: readonly string[];
  readonly #ada: Computer;

  private constructor(dice: Dice, lab: QuietLab, ada: Computer, other: string) {
    this.#dice = dice;
    this.lab = lab;
    this.#ada = ada;
    this.#roots = [lab.root, other];
  }

  static async make(seed: number): Promise<World> {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada', { deleteHoldSeconds: '60', guardItems: '1000', guardPercent: '100' });
    const other = lab.service.colleague(OWNER).createFolder(null, 'Other');
    ada.disk.tree.mkdir(OTHER);
    await lab.call(ada, 'mirrors.add', { remote: other, local: OTHER, mode: 'two-way' });
    const world = new World(new Dice(seed), lab, ada, other);
    for (const folder of ['f1', 'f2', 'f2/f3'])
      for (const root of [FOLDER, OTHER]) {
        const name = `${folder}/${root === FOLDER ? 'a' : 'b'}${folder.length}`;
        ada.disk.tree.write(`${root}/${name}.csv`, `text ${name}`);
      }
    await world.#settle();
    world.#judge();
    return world;
  }

  async play(): Promise<void> {
    for (let deed = 0; deed < DEEDS; deed++) {
      await this.#act();
      await this.#settle();
      this.#judge();
    }
  }

  async #act(): Promise<void> {
    const deeds: readonly (() => Promise<void> | void)[] = [
      () => this.#share(),
      () => this.#share(),
      () => this.#moveOnDisk(),
      () => this.#moveOnDisk(),
      () => this.#moveByCopy(),
      () => this.#moveWhileOff(),
      () => this.#moveByCommand(),
      () => this.#moveAtService(),
      () => this.#endInheriting(),
      () => this.#answer(),
      () => this.#answer(),
    ];
    await this.#dice.pick(deeds)();
  }

  #share(): void {
    const [id, path] = this.#dice.pick(this.#things());
    const kind = this.#isFolder(id) ? 'folders' : 'files';
    const principal = this.#dice.chance(0.2)
      ? { isOrgWide: true }
      : { userId: this.lab.service.users[this.#dice.pick(COLLEAGUES)]?.userId };
    const entries = entriesOf(this.#ask('GET', `/${kind}/${id}/shares`));
    const ends = entries.length > 0 && this.#dice.chance(0.5);
    if (ends) this.#ask('DELETE', `/${kind}/${id}/share/${this.#dice.pick(entries)}`);
    else this.#ask('POST', `/${kind}/${id}/share`, { ...principal, role: 'viewer' });
    this.#tell(ends ? `an entry of ${path} is removed` : `${path} is shared with ${JSON.stringify(principal)}`);
    this.#letInNow();
  }

  #moveOnDisk(): void {
    const move = this.#drawMove();
    if (move === null) return;
    this.#tell(`${move.from} is moved to ${move.to}`);
    this.#ada.disk.tree.rename(move.from, move.to);
  }

  #moveByCopy(): void {
    const { tree } = this.#ada.disk;
    const move = this.#drawMove('file');
    const file = move === null ? null : tree.find(move.from);
    if (move === null || file?.kind !== 'file') return;
    this.#tell(`${move.from} is copied to ${move.to} and removed`);
    tree.write(move.to, file.bytes);
    tree.remove(move.from);
  }

  async #moveWhileOff(): Promise<void> {
    this.#tell('the computer is off');
    this.#ada.crash();
    for (let moves = 1 + this.#dice.below(3); moves > 0; moves -= 1) this.#moveOnDisk();
    await this.lab.drive(this.#ada.start());
  }

  async #moveByCommand(): Promise<void> {
    const move = this.#drawMove();
    if (move === null) return;
    const folder = move.to.slice(0, move.to.lastIndexOf('/'));
    const texts = this.#textsAt(move.from);
    try {
      const { id } = await this.#identify(move.from);
      const root = folder === FOLDER || folder === OTHER;
      const to = { mirror: mirrorOf(folder), folder: root ? null : (await this.#identify(folder)).id };
      const asked = await this.lab.call(this.#ada, 'files.move', { ids: [id], to, agreed: null });
      const who = asked.question?.who?.map(({ name }) => name) ?? null;
      this.#tell(
        `a command moves ${move.from} into ${folder}: ${asked.question === null ? 'done' : `asks about ${String(who)}`}`,
      );
      if (asked.question === null || who === null || this.#dice.chance(0.5)) return;
      this.#tell('that is agreed to');
      this.#letInNamed(texts, who.join(', '));
      await this.lab.call(this.#ada, 'files.move', { ids: [id], to, agreed: agreeTo(asked.question) });
    } catch (error) {
      // What is not in step yet is refused with a reason.
      if (!(error instanceof FaultError)) throw error;
      this.#tell(`the command is refused: ${error.message}`);
    }
  }

  #moveAtService(): void {
    const things = this.#things().filter(([id]) => !this.#roots.includes(id));
    const [id, path] = this.#dice.pick(things);
    const [folder, into] = this.#dice.pick(this.#things().filter(([each]) => this.#isFolder(each)));
    if (`${into}/`.startsWith(`${path}/`)) return;
    const kind = this.#isFolder(id) ? 'folders' : 'files';
    this.#ask('PATCH', `/${kind}/${id}/move`, { parentFolderId: folder });
    this.#tell(`a colleague moves ${path} into ${into}`);
    this.#letInNow();
  }

  #endInheriting(): void {
    const [id, path] = this.#dice.pick(this.#things().filter(([each]) => this.#isFolder(each)));
    this.#ask('POST', `/folders/${id}/break-inheritance`);
    this.#tell(`${path} ends inheriting`);
  }

  async #answer(): Promise<void> {
    const problems = (await this.lab.call(this.#ada, 'problems.list', null)).filter(
      ({ reason }) => reason === 'wider-audience',
    );
    if (problems.length === 0) return;
    const { id, path, mirror, text } = this.#dice.pick(problems);
    this.#tell(`a person allows: ${text}`);
    this.#letInNamed(this.#textsAt(`${mirror === 'm1' ? FOLDER : OTHER}/${path}`), text);
    await this.lab.call(this.#ada, 'problems.allow', { id });
  }

  /** What comes to the service for the first time is new, and for those who read its folder. */
  #judge(): void {
    for (const [file, text] of this.#contents()) {
      const readers = this.#readersOf(file);
      if (!this.#model.has(text)) this.#model.written(text, readers);
      const unasked = this.#model.unasked(text, readers);
      if (unasked.length > 0)
        throw new Error(`${unasked.join(' and ')} read '${text}' unasked:\n${this.#story.join('\n')}`);
    }
  }

  /** What a person did at the service lets in those whom it lets in. */
  #letInNow(): void {
    for (const [file, text] of this.#contents()) this.#model.letIn(text, this.#readersOf(file));
  }

  /** Who is named to a person that agrees is let in. */
  #letInNamed(texts: readonly string[], said: string): void {
    const isNamed = (user: number): boolean => said.includes('everybody') || said.includes(NAMES[user] ?? '');
    for (const text of texts) this.#model.letIn(text, COLLEAGUES.filter(isNamed));
  }

  #contents(): ReadonlyMap<string, string> {
    const entries = this.#roots.flatMap(root => this.lab.service.sights.tree(root));
    return new Map(entries.flatMap(each => (each.kind === 'file' ? [[each.id, textOf(each.bytes)] as const] : [])));
  }

  /** Who the service lets read a file, asked as each of them. */
  #readersOf(file: string): readonly number[] {
    return [OWNER, ...COLLEAGUES].filter(user => this.#answerTo(user, 'GET', `/files/${file}`).status === 200);
  }

  #answerTo(user: number, method: FakeRequest['method'], path: string, body: object = {}): FakeResponse {
    const { service } = this.lab;
    const headers = { 'x-api-key': service.users[user]?.apiKey ?? '', 'content-type': 'application/json' };
    const sent = method === 'GET' ? new Uint8Array() : bytes(JSON.stringify(body));
    return service.handle({ method, url: `${service.baseUrl}${path}`, headers, body: sent });
  }

  /** The owner does it at the service. What is refused there was not done. */
  #ask(method: FakeRequest['method'], path: string, body: object = {}): string {
    return textOf(this.#answerTo(OWNER, method, path, body).body);
  }

  /** Everything at the service: its id, and its path. */
  #things(): readonly (readonly [id: string, path: string])[] {
    return this.#roots.flatMap((root, at) => [
      [root, `root ${at}`] as const,
      ...this.lab.service.sights.tree(root).map(({ id, path }) => [id, `root ${at}/${path}`] as const),
    ]);
  }

  #isFolder(id: string): boolean {
    return this.lab.service.sights.folders().some(folder => folder.id === id);
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < 2; turn++) {
      await this.lab.syncTwice(this.#ada);
      this.lab.clock.advanceBy(2 * MINUTE);
    }
    await this.lab.sync(this.#ada);
  }

  #tell(sentence: string): void {
    this.#story.push(sentence);
  }

  #identify(path: string): Promise<{ readonly id: string }> {
    return this.lab.call(this.#ada, 'files.identify', { path, absolute: path, mirror: null });
  }

  /** Something on the disk, and where it goes: into another folder, never onto something. */
  #drawMove(kind: 'file' | 'any' = 'any'): { readonly from: string; readonly to: string } | null {
    const all = [FOLDER, OTHER].flatMap(root => this.#below(root));
    const movable = all.filter(path => kind === 'any' || this.#ada.disk.tree.find(path)?.kind === 'file');
    if (movable.length === 0) return null;
    const from = this.#dice.pick(movable);
    const folders = [FOLDER, OTHER, ...all.filter(path => this.#ada.disk.tree.find(path)?.kind === 'folder')];
    const into = this.#dice.pick(folders.filter(path => !`${path}/`.startsWith(`${from}/`)));
    const to = `${into}/${from.slice(from.lastIndexOf('/') + 1)}`;
    return all.includes(to) ? null : { from, to };
  }

  #below(path: string): string[] {
    const node = this.#ada.disk.tree.find(path);
    if (node?.kind !== 'folder') return [];
    const inside = [...node.names.keys()].filter(name => name !== '.benchtop').map(name => `${path}/${name}`);
    return inside.flatMap(each => [each, ...this.#below(each)]);
  }

  #textsAt(path: string): readonly string[] {
    const files = [path, ...this.#below(path)].map(each => this.#ada.disk.tree.find(each));
    return files.flatMap(node => (node?.kind === 'file' ? [textOf(node.bytes)] : []));
  }
}

function mirrorOf(path: string): string {
  return path === OTHER || path.startsWith(`${OTHER}/`) ? 'm2' : 'm1';
}

const shares = z.union([z.array(z.object({ id: z.string() })), z.unknown().transform(() => [])]);

function entriesOf(answer: string): readonly string[] {
  return shares.parse(JSON.parse(answer)).map(({ id }) => id);
}

function textOf(content: Uint8Array): string {
  return new TextDecoder().decode(content);
}

test.each(Array.from({ length: SEEDS }, (_, at) => seedOr(1) + at))(
  'nobody can read a text whom no person let in, however things are moved and shared (seed %i)',
  async seed => {
    await expect((await World.make(seed)).play()).resolves.toBeUndefined();
  },
);
