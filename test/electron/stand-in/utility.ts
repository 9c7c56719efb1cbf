import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';

import { control } from './control.ts';
import type { Arrivals, PortMain } from './ports.ts';

/** What goes between the stand-in and a process that stands in for a `utilityProcess`. */
export type UtilityMessage =
  | { readonly message: unknown; readonly ports: readonly number[] }
  | { readonly port: number; readonly data: unknown }
  | { readonly port: number; readonly closed: true };

const CHILD = fileURLToPath(new URL('utility-child.ts', import.meta.url));

/** As `UtilityProcess`: a process of Node's. */
class UtilityProcess extends EventEmitter implements Pick<Electron.UtilityProcess, 'kill' | 'pid'> {
  readonly #child: ChildProcess;
  readonly #ports = new Map<number, Arrivals>();
  #lastPort = 0;

  constructor(path: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    super();
    this.#child = fork(path, args, {
      serialization: 'advanced',
      execArgv: ['--import', CHILD],
      env,
      stdio: ['ignore', 'ignore', control.showsErrors ? 'inherit' : 'ignore', 'ipc'],
    });
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.on('message', message => this.#receive(message as UtilityMessage));
    this.#child.once('exit', code => {
      for (const port of this.#ports.values()) port.closed();
      this.#ports.clear();
      this.emit('exit', code ?? 1);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown, transfer: readonly PortMain[] = []): void {
    const ports = transfer.map(port => {
      const id = (this.#lastPort += 1);
      this.#ports.set(
        id,
        port.handOver({
          send: data => this.#send({ port: id, data }),
          close: () => this.#send({ port: id, closed: true }),
        }),
      );
      return id;
    });
    this.#send({ message, ports });
  }

  kill(): boolean {
    return this.#child.kill();
  }

  #send(message: UtilityMessage): void {
    if (this.#child.connected) this.#child.send(message);
  }

  #receive(message: UtilityMessage): void {
    if ('message' in message) this.emit('message', message.message);
    else if ('closed' in message) {
      this.#ports.get(message.port)?.closed();
      this.#ports.delete(message.port);
    } else this.#ports.get(message.port)?.receive(message.data);
  }
}

const running = new Set<UtilityProcess>();

export const utilityProcess = {
  fork(modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}): UtilityProcess {
    const started = new UtilityProcess(modulePath, args, { ...process.env, ...options.env });
    running.add(started);
    started.once('exit', () => running.delete(started));
    return started;
  },
};

control.on('utility-pids', () => [...running].map(({ pid }) => pid));
