import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { trayPicture } from '../../../../main/shell/system/tray-menu.ts';
import type { Figure } from '../../../../shared/features/monitoring/model.ts';
import { healthTexts } from '../../../../shared/features/diagnostics/text.ts';
import { runs, seedOr } from '../../../setup/run/effort.ts';
import { type Computer, FOLDER } from '../../world/computer.ts';
import { Dice } from '../../fakes/dice.ts';
import type { ChooseTrouble } from '../../fakes/fake-http.ts';
import { bytes, instead } from '../../lab/altered-answers.ts';
import { PlantedJournal } from '../../lab/planted-throws.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

const SEEDS = runs(20);
const DEEDS = 25;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const OTHER = '/home/other';
/**
 * What a watcher loses (it loses a fifth here) is found by the next poll; a file is quiet by then. A claim says as of when
 * it holds, and may be wrong about what happened so long before that.
 */
const WINDOW_MS = 3 * MINUTE;
/** Without the service the folders are looked at with each attempt to reach it, at most so long after one another. */
const AWAY_MS = 12 * MINUTE;

/** What the tray shows beside the status. */
const TRAY = { engine: 'running', transfers: [], folders: [], recent: [], zones: [] } as const;

/** A mirrored folder, as the test knows it. */
interface Place {
  readonly id: string;
  readonly root: string;
  readonly remote: string;
}

/** A path that is not the same on both sides, and since when it is as it is. */
interface Difference {
  readonly seen: string;
  readonly since: number;
  /** Absent when nothing is here. */
  readonly here: string | undefined;
}

class World {
  readonly #dice: Dice;
  readonly #lab: QuietLab;
  readonly #ada: Computer;
  readonly #planted: PlantedJournal;
  readonly #places: readonly Place[];
  readonly #story: string[] = [];
  readonly #differences = new Map<string, Difference>();
  #count = 0;
  #isAway = false;
  #isFull = false;
  /** Since when a change here waits to be recorded. */
  #unrecordedSince: number | null = null;
  /** Whether the program looks by itself. */
  #isKept = true;
  /** Since when the loop may look at everything here: not paused, not off, its records writable. */
  #freeSince: number | null = null;
  #closed: string | null = null;

  private constructor(dice: Dice, lab: QuietLab, ada: Computer, parts: { planted: PlantedJournal; other: string }) {
    this.#dice = dice;
    this.#lab = lab;
    this.#ada = ada;
    this.#planted = parts.planted;
    this.#places = [
      { id: 'm1', root: FOLDER, remote: lab.root },
      { id: 'm2', root: OTHER, remote: parts.other },
    ];
    lab.trouble = request => this.#trouble(request);
  }

  static async make(seed: number): Promise<World> {
    const planted = new PlantedJournal();
    const lab = new QuietLab();
    lab.journal = planted.journal;
    const ada = await lab.computer('Ada', { pollSeconds: '60', settleMs: '2000', deleteHoldSeconds: '60' });
    const other = lab.service.colleague(0).createFolder(null, 'Other');
    ada.disk.tree.mkdir(OTHER);
    await lab.call(ada, 'mirrors.add', { remote: other, local: OTHER, mode: 'two-way' });
    for (const root of [FOLDER, OTHER])
      for (const name of ['a.csv', 'f1/b.csv', 'f1/f2/c.csv', 'f3/d.csv']) ada.disk.tree.write(`${root}/${name}`, name);
    const world = new World(new Dice(seed), lab, ada, { planted, other });
    ada.app.start();
    world.#freeSince = lab.clock.now();
    await world.#pass(5 * MINUTE);
    return world;
  }

  async play(): Promise<void> {
    for (let deed = 0; deed < DEEDS; deed++) {
      await this.#act();
      this.#compare();
      await this.#judge();
      await this.#pass(this.#dice.pick([SECOND, 20 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE]));
      await this.#judge();
    }
    this.#lab.release();
  }

  async #act(): Promise<void> {
    const deeds: readonly (() => Promise<void> | void)[] = [
      () => this.#save(),
      () => this.#save(),
      () => this.#edit(),
      () => this.#edit(),
      () => this.#remove(),
      () => this.#saveThere(),
      () => this.#editThere(),
      () => this.#hideThere(),
      () => this.#network(),
      () => this.#network(),
      () => this.#records(),
      () => this.#access(),
      () => this.#restart(),
      () => this.#pause(),
    ];
    await this.#dice.pick(deeds)();
  }

  #save(): void {
    const folder = this.#dice.pick(['', 'f1/', 'f1/f2/', 'f3/']);
    const ending = this.#dice.pick(['csv', 'csv', 'exe']);
    this.#write(`${this.#dice.pick(this.#places).root}/${folder}n${this.#count}.${ending}`);
  }

  #edit(): void {
    const path = this.#fileHere();
    if (path !== null) this.#write(path);
  }

  #write(path: string): void {
    this.#tell(`${path} is written`);
    this.#ada.disk.tree.write(path, `text ${this.#count++}`);
    if (this.#isFull && this.#isKept) this.#unrecordedSince ??= this.#lab.clock.now();
  }

  #remove(): void {
    const path = this.#fileHere();
    if (path === null) return;
    this.#tell(`${path} is removed`);
    this.#ada.disk.tree.remove(path);
  }

  #fileHere(): string | null {
    const place = this.#dice.pick(this.#places);
    const paths = Object.keys(this.#ada.disk.tree.texts(place.root));
    return paths.length === 0 ? null : `${place.root}/${this.#dice.pick(paths)}`;
  }

  #saveThere(): void {
    const { remote } = this.#dice.pick(this.#places);
    this.#tell('a colleague adds a file');
    this.#lab.service.colleague(0).createFile(remote, `t${this.#count}.csv`, bytes(`text ${this.#count++}`));
  }

  #editThere(): void {
    const file = this.#fileThere();
    if (file === null) return;
    this.#tell(`a colleague edits ${file.path}`);
    this.#lab.service.colleague(0).editFile(file.id, bytes(`text ${this.#count++}`));
  }

  #hideThere(): void {
    const file = this.#fileThere();
    if (file === null) return;
    this.#tell(`a colleague calls ${file.path} a name that is skipped`);
    this.#lab.service.colleague(0).renameFile(file.id, `x${this.#count++}.tmp`);
  }

  #fileThere(): { readonly id: string; readonly path: string } | null {
    const { remote } = this.#dice.pick(this.#places);
    const files = this.#lab.service.sights.tree(remote).filter(({ kind }) => kind === 'file');
    return files.length === 0 ? null : this.#dice.pick(files);
  }

  #network(): void {
    this.#isAway = !this.#isAway;
    this.#tell(this.#isAway ? 'the service is away' : 'the service is back');
  }

  #records(): void {
    this.#isFull = !this.#isFull;
    this.#tell(this.#isFull ? 'the disk of the records is full' : 'the records can be written');
    this.#planted.plant = () => {
      if (this.#isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    this.#unrecordedSince = null;
    this.#freeSince = this.#isFull || !this.#isKept ? null : this.#lab.clock.now();
  }

  #access(): void {
    const folders = this.#places.flatMap(({ remote }) => this.#lab.service.sights.tree(remote));
    const folder = this.#dice.pick(folders.filter(({ kind }) => kind === 'folder'));
    this.#closed = this.#closed === null ? folder.id : null;
    this.#tell(this.#closed === null ? 'every folder may be read' : `${folder.path} may not be read any more`);
  }

  async #restart(): Promise<void> {
    if (this.#isFull) return;
    this.#ada.crash();
    await this.#lab.drive(this.#ada.start());
    const isKept = this.#dice.chance(0.8);
    this.#isKept = isKept;
    if (isKept) this.#ada.app.start();
    this.#freeSince = isKept ? this.#lab.clock.now() : null;
    this.#tell(isKept ? 'the program is started again' : 'the program is asked, and keeps nothing in step');
  }

  async #pause(): Promise<void> {
    if (this.#isFull) return;
    const { id } = this.#dice.pick(this.#places);
    this.#tell(`${id} is paused and goes on after a while`);
    await this.#lab.call(this.#ada, 'sync.pause', { mirror: id, untilMs: null });
    await this.#pass(5 * MINUTE);
    await this.#judge();
    await this.#lab.call(this.#ada, 'sync.resume', { mirror: id });
    if (this.#freeSince !== null) this.#freeSince = this.#lab.clock.now();
  }

  #trouble({ url }: Parameters<ChooseTrouble>[0]): ReturnType<ChooseTrouble> {
    if (this.#isAway) return { kind: 'no-connection' };
    if (this.#closed !== null && url.includes(this.#closed))
      return instead(403, { errorCode: 'FORBIDDEN', messages: ['No access.'] });
    return null;
  }

  async #pass(ms: number): Promise<void> {
    await this.#lab.pass(ms);
    this.#compare();
  }

  /** What is not the same on both sides now, and since when. */
  #compare(): void {
    const now = this.#lab.clock.now();
    const before = new Map(this.#differences);
    this.#differences.clear();
    for (const { id, root, remote } of this.#places) {
      const here = this.#ada.disk.tree.texts(root);
      const files = this.#lab.service.sights.tree(remote).flatMap(each => (each.kind === 'file' ? [each] : []));
      const there = Object.fromEntries(files.map(each => [each.path, new TextDecoder().decode(each.bytes)]));
      for (const path of new Set([...Object.keys(here), ...Object.keys(there)].filter(isNotSkipped))) {
        const key = `${id} ${path}`;
        if (here[path] === there[path]) continue;
        const known = before.get(key);
        const seen = `${String(here[path])} | ${String(there[path])}`;
        const since = known?.seen === seen ? known.since : now;
        this.#differences.set(key, { seen, since, here: here[path] });
      }
    }
  }

  /** No surface says more than what was so when it could last be seen. */
  async #judge(): Promise<void> {
    const status = await this.#lab.call(this.#ada, 'sync.status', null);
    const mirrors = await this.#lab.call(this.#ada, 'mirrors.list', null);
    const waiting = await this.#lab.call(this.#ada, 'activity.waiting', null);
    const told = [waiting.queued, waiting.held, waiting.blocked, waiting.conflicted].flat();
    const inStep = await this.#inStepSamples();
    const isFree = this.#dice.chance(0.3) && (await this.#isNothingStuck());
    const wrong = [...(await this.#wrongAttention(waiting.blocked.length + waiting.conflicted.length))];
    for (const place of this.#places) {
      const mine = status.mirrors.find(({ id }) => id === place.id);
      const asOf = mine?.checkedAt === null || mine === undefined ? null : Date.parse(mine.checkedAt);
      const older = asOf === null ? [] : this.#olderThan(place, asOf - WINDOW_MS);
      const claims: readonly (readonly [string, boolean])[] = [
        ['status', mine?.standing === 'in-step'],
        ['settings', mirrors.find(({ id }) => id === place.id)?.standing === 'in-step'],
        ['waiting', waiting.standing === 'in-step'],
        ['pill', status.state === 'upToDate'],
        ['tray', trayPicture({ ...TRAY, status, nowMs: this.#lab.clock.now() }) === 'in-step'],
        ['monitoring', inStep.some(({ labels, value }) => labels['mirror'] === place.id && value === 1)],
        ['doctor', isFree],
      ];
      for (const [surface, isClaimed] of claims)
        if (isClaimed && (asOf === null || older.length > 0))
          wrong.push(`${surface} calls ${place.id} in step with ${older.join(', ') || 'nothing looked at'}`);
      wrong.push(...(await this.#wrongRows(place, null, '')));
      if (told.some(({ mirror, path }) => mirror === place.id && path === '')) continue;
      for (const path of this.#unseenHere(place))
        if (!told.some(one => one.mirror === place.id && `${path}/`.startsWith(`${one.path}/`)))
          wrong.push(`${place.id} ${path} was changed here long ago, and nothing tells of it`);
    }
    if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\n\n${this.#story.join('\n')}`);
  }

  async #inStepSamples(): Promise<Figure['samples']> {
    const figures = await this.#lab.call(this.#ada, 'monitoring.figures', null);
    return figures.find(({ name }) => name === 'benchtop_mirror_in_step')?.samples ?? [];
  }

  /** Whether the check of everything says that nothing waits and nothing is stuck. */
  async #isNothingStuck(): Promise<boolean> {
    const { items } = await this.#lab.call(this.#ada, 'diagnostics.health', { isThorough: false });
    return items.find(({ id }) => id === 'queue')?.text === healthTexts.queue.none;
  }

  /** @param needing of how many files it is said elsewhere that a person has to do something. */
  async #wrongAttention(needing: number): Promise<readonly string[]> {
    const { items } = await this.#lab.call(this.#ada, 'attention.list', null);
    if (items.length > 0) return [];
    const since = this.#unrecordedSince;
    const isFull = since !== null && this.#lab.clock.now() - since > AWAY_MS;
    return [
      ...(needing > 0 ? [`nothing needs a person, and ${needing} files do`] : []),
      ...(isFull ? ['nothing needs a person, and a change here cannot be recorded'] : []),
    ];
  }

  async #wrongRows(place: Place, folder: string | null, above: string): Promise<readonly string[]> {
    const view = await shownFolder(this.#lab, this.#ada, folder, place.id);
    const older = view.checkedAt === null ? [] : this.#olderThan(place, Date.parse(view.checkedAt) - WINDOW_MS);
    const rows = view.rows.map(async ({ id, kind, name, badge }) => {
      const path = `${above}${name}`;
      const inside = older.filter(one => `${one}/`.startsWith(`${path}/`));
      const own =
        badge === 'local' && inside.length > 0 ? [`${place.id} ${path} has a tick with ${inside.join(', ')}`] : [];
      return kind === 'folder' ? [...own, ...(await this.#wrongRows(place, id, `${path}/`))] : own;
    });
    return (await Promise.all(rows)).flat();
  }

  #olderThan({ id }: Place, moment: number): readonly string[] {
    const all = [...this.#differences].filter(([key, { since }]) => key.startsWith(`${id} `) && since < moment);
    return all.map(([key]) => key.slice(id.length + 1));
  }

  /** What was changed here so long ago that it was seen, whether the service is there or not. */
  #unseenHere({ id }: Place): readonly string[] {
    const free = this.#freeSince;
    const now = this.#lab.clock.now();
    if (free === null || now - free < AWAY_MS) return [];
    // Each text is written once.
    const sent = new Set(this.#lab.service.sights.history().map(version => new TextDecoder().decode(version.bytes)));
    const all = [...this.#differences].filter(
      ([key, { here, since }]) =>
        key.startsWith(`${id} `) && here !== undefined && !sent.has(here) && now - since > AWAY_MS,
    );
    return all.map(([key]) => key.slice(id.length + 1));
  }

  #tell(sentence: string): void {
    this.#story.push(`${new Date(this.#lab.clock.now()).toISOString().slice(11, 19)} ${sentence}`);
  }
}

function isNotSkipped(path: string): boolean {
  return !path.endsWith('.tmp');
}

test.each(Array.from({ length: SEEDS }, (_, at) => seedOr(1) + at))(
  'no surface claims more than was seen, whatever happens on either side and between them (seed %i)',
  async seed => {
    await expect((await World.make(seed)).play()).resolves.toBeUndefined();
  },
  60_000,
);
