import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { connectToEngine } from '../../main/node/net/engine-socket.ts';
import type { CallName, Input, Output } from '../../shared/contract.ts';
import type { EngineClient } from '../../shared/rpc/engine-client.ts';
import { connect } from '../../shared/rpc/rpc-client.ts';
import type { Computer } from '../end-to-end/benchtop.ts';
import type { Child } from '../setup/child.ts';
import { megabytesOf } from '../setup/on-posix.ts';

/** A computer with a daemon on it that is killed and started again, and asked over its socket. */
export class Machine {
  readonly computer: Computer;
  kills = 0;
  #daemon: Child | null = null;
  #client: EngineClient | null = null;
  /** The mirrored folder of the history at hand. */
  folder = '';
  mirror = '';

  constructor(computer: Computer) {
    this.computer = computer;
  }

  get name(): string {
    return this.computer.name;
  }

  get pid(): number {
    return this.#daemon?.pid ?? 0;
  }

  /** Memory of the daemon and size of its write-ahead log, in MB. */
  async weight(): Promise<{ readonly rssMb: number; readonly walMb: number }> {
    const wal = await stat(join(this.computer.data, 'journal.db-wal')).catch(() => null);
    return { rssMb: Math.round(megabytesOf(this.pid, 'VmRSS')), walMb: (wal?.size ?? 0) / 1e6 };
  }

  async start(): Promise<void> {
    this.#daemon = await this.computer.daemon();
    const transport = await connectToEngine(this.computer.data);
    if (transport === null) throw new Error(`the daemon of ${this.name} does not answer: ${this.#daemon.complaint()}`);
    this.#client = connect(transport);
  }

  /** Ends the daemon without warning, and starts another one. */
  async die(): Promise<void> {
    this.kills += 1;
    await this.#daemon?.kill();
    await this.start();
  }

  call<N extends CallName>(name: N, input: Input<N>): Promise<Output<N>> {
    if (this.#client === null) throw new Error(`${this.name} is not running`);
    return this.#client.call(name, input);
  }

  /** What was taken out of mirrored folders here and is kept. */
  async stored(): Promise<readonly string[]> {
    return textsIn(join(this.computer.data, 'store'));
  }
}

/** The texts of all files in a folder, or none when it is not there. */
export async function textsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
}
