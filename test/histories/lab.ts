import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { toFault } from '../../shared/fault.ts';
import type { Lab } from '../end-to-end/benchtop.ts';
import { openLab } from '../end-to-end/benchtop.ts';
import type { Dice } from '../sim/fakes/dice.ts';
import { Machine } from './machine.ts';

const MOST_TURNS = 150;
const BETWEEN_TURNS_MS = 250;
/** Slow answers are left out: they only make a history long. */
const KINDS = ['delay', 'busy', 'broken', 'html', 'dropBefore', 'dropAfter', 'truncate', 'link'];

const panel = z.object({ shown: z.array(z.unknown()), requests: z.number() });

/** A service with its fault panel and computers with daemons: real processes, which serve many histories. */
export class Town {
  readonly lab: Lab;
  readonly machines: readonly Machine[];
  faults = 0;
  /** How often the service was killed. */
  restarts = 0;
  /** Whether a promise was broken here: then no further history is played in it. */
  isKept = false;

  private constructor(lab: Lab, machines: readonly Machine[]) {
    this.lab = lab;
    this.machines = machines;
  }

  static async open(names: readonly string[]): Promise<Town> {
    const lab = await openLab({ faults: true });
    const machines: Machine[] = [];
    for (const name of names) {
      const machine = new Machine(await lab.computer(name));
      await machine.start();
      machines.push(machine);
    }
    return new Town(lab, machines);
  }

  get kills(): number {
    return this.machines.reduce((sum, { kills }) => sum + kills, 0);
  }

  /** A new folder of the service, mirrored by some of the machines. @returns its id. */
  async begin(name: string, machines: readonly Machine[]): Promise<string> {
    const { owner, knowledgeBase } = this.lab.service;
    const root = await owner.makeFolder(name, knowledgeBase);
    for (const machine of machines) {
      machine.folder = join(this.lab.folder, machine.name, name);
      await mkdir(machine.folder);
      const added = await machine.call('mirrors.add', { remote: root, local: machine.folder, mode: 'two-way' });
      machine.mirror = added.id ?? '';
    }
    return root;
  }

  async end(machines: readonly Machine[]): Promise<void> {
    for (const machine of machines) await machine.call('mirrors.remove', { id: machine.mirror as never });
  }

  /** What goes wrong from now on; a rate of 0 is peace. */
  async spread(dice: Dice, rate: number): Promise<void> {
    this.faults += (await this.#panel()).shown.length;
    const random = rate === 0 ? null : { seed: dice.below(2 ** 31), rate, kinds: KINDS };
    const answer = await fetch(this.#panelAt, { method: 'PUT', body: JSON.stringify({ random }), headers: JSON_TYPE });
    if (!answer.ok) throw new Error(`the fault panel answered ${answer.status}: ${await answer.text()}`);
  }

  /** Kills the service and starts it again; what the fault panel was told is gone with it. */
  async restartService(): Promise<void> {
    this.faults += (await this.#panel()).shown.length;
    await this.lab.restartService();
    this.restarts += 1;
  }

  /** Requests that came to the service so far, people's own included. */
  async requests(): Promise<number> {
    return (await this.#panel()).requests;
  }

  get #panelAt(): URL {
    return new URL('/faults', this.lab.service.baseUrl);
  }

  async #panel(): Promise<z.infer<typeof panel>> {
    return panel.parse(await (await fetch(this.#panelAt)).json());
  }

  /** Syncs all machines until none finds anything to do. @throws Error when that never happens. */
  async stabilize(machines: readonly Machine[]): Promise<void> {
    let last = '';
    for (let turn = 0, quiet = 0; turn < MOST_TURNS; turn++) {
      const machine = machines[turn % machines.length] as Machine;
      const report = await machine.call('sync.once', null);
      const { sent, received, moved, removed, held, blocked, stopped } = report;
      const isBusy = sent + received + moved + removed + held.length + blocked.length > 0 || stopped !== null;
      quiet = isBusy ? 0 : quiet + 1;
      if (quiet === 2 * machines.length) return;
      if (isBusy) last = `${machine.name}: ${JSON.stringify(report)}`;
      if (turn > machines.length * 4) await answerAll(machine);
      await sleep(held.length > 0 || stopped !== null ? 2 * BETWEEN_TURNS_MS : BETWEEN_TURNS_MS / 5);
    }
    throw new Error(`I2: it never comes to rest: ${last}`);
  }

  /** Ends all processes and, unless it is to be kept, removes the folder with all data. */
  close(): Promise<void> {
    return this.isKept ? this.lab.stop() : this.lab.close();
  }

  /**
   * Ends all processes and keeps the files on the disk (journals, logs, stores, folders, the
   * service) for finding out how the failure came about. @returns the folder.
   */
  async keep(name: string, story: string): Promise<string> {
    this.isKept = true;
    await this.lab.stop();
    // The system may have swept its temporary folder: the story is written all the same.
    await mkdir(this.lab.folder, { recursive: true });
    await writeFile(join(this.lab.folder, `${name}.txt`), story);
    return this.lab.folder;
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Many removals are wanted, and what was set aside in times of trouble is tried again at once. */
export async function answerAll(machine: Machine): Promise<void> {
  await machine.call('problems.retry', { id: null });
  for (const { id } of await machine.call('guards.list', null)) {
    // The daemon goes on between the two calls: a question may have answered itself.
    await machine.call('guards.answer', { id, answer: 'remove' }).catch((error: unknown) => {
      if (toFault(error).kind !== 'bad-request') throw error;
    });
  }
}
