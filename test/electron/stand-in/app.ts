import { EventEmitter } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { control } from './control.ts';
import { type NativeImage, nativeImage } from './menus.ts';

/** As `app`. What it is told about the system is told on to the test. */
class App
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'disableHardwareAcceleration'
      | 'enableSandbox'
      | 'exit'
      | 'getLoginItemSettings'
      | 'getPath'
      | 'getVersion'
      | 'isReady'
      | 'quit'
      | 'requestSingleInstanceLock'
      | 'setAsDefaultProtocolClient'
      | 'setLoginItemSettings'
      | 'setPath'
      | 'whenReady'
    >
{
  readonly name = 'Benchtop';
  readonly isPackaged = false;
  readonly #paths = new Map<string, string>([
    ['userData', join(tmpdir(), 'stand-in-user-data')],
    ['home', homedir()],
    ['appData', join(tmpdir(), 'stand-in-app-data')],
  ]);
  #ready: Promise<void> | null = null;
  readonly #windows = new Set<{ close(): boolean }>();
  #isReady = false;
  #lock: string | null = null;
  #server: Server | null = null;
  #sending: Promise<void> = Promise.resolve();

  /** Electron waits for the entry to come to its end; here the entry has come far enough when it asks. */
  whenReady(): Promise<void> {
    return (this.#ready ??= new Promise(resolve =>
      setImmediate(() => {
        this.#isReady = true;
        resolve();
        this.emit('ready');
      }),
    ));
  }

  isReady(): boolean {
    return this.#isReady;
  }

  getPath(name: string): string {
    return this.#paths.get(name) ?? tmpdir();
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  getVersion(): string {
    return '0.0.0';
  }

  enableSandbox(): void {
    control.tell('sandbox', { beforeReady: !this.#isReady });
  }

  disableHardwareAcceleration(): void {
    control.tell('without-card', { beforeReady: !this.#isReady });
  }

  /** The first of a `userData` folder has it; later ones bring it their arguments. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'SingletonLock');
    if (isHeld(file)) {
      this.#sending = send(socketOf(folder), process.argv.slice(1));
      return false;
    }
    rmSync(file, { force: true });
    const handle = openSync(file, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
    this.#lock = file;
    this.#listen(socketOf(folder));
    return true;
  }

  setAsDefaultProtocolClient(protocol: string): boolean {
    control.tell('protocol-client', protocol);
    return true;
  }

  getLoginItemSettings(): Electron.LoginItemSettings {
    throw new Error('Not on Linux');
  }

  setLoginItemSettings(): void {
    throw new Error('Not on Linux');
  }

  /** Empty, as for a kind of file that the system has no picture of. */
  getFileIcon(): Promise<NativeImage> {
    return Promise.resolve(nativeImage.createEmpty());
  }

  /** Asks the listeners, closes the windows and ends, unless a listener or a window prevents it. */
  quit(): void {
    setImmediate(() => {
      if (!this.#goesOn('before-quit')) return;
      if (![...this.#windows].every(window => window.close())) return;
      if (this.#goesOn('will-quit')) this.exit(0);
    });
  }

  exit(code = 0): void {
    if (this.#lock !== null) rmSync(this.#lock, { force: true });
    this.#server?.close();
    void this.#sending.finally(() => process.exit(code));
  }

  /** Of the stand-in. */
  addWindow(window: { close(): boolean }): () => void {
    this.#windows.add(window);
    return () => void this.#windows.delete(window);
  }

  /** Emits an event that a listener may prevent. */
  #goesOn(name: string): boolean {
    let isPrevented = false;
    this.emit(name, { preventDefault: () => (isPrevented = true) });
    return !isPrevented;
  }

  #listen(path: string): void {
    rmSync(path, { force: true });
    this.#server = createServer(socket => {
      let text = '';
      socket.setEncoding('utf8').on('data', part => (text += part));
      socket.on('end', () => this.emit('second-instance', {}, JSON.parse(text) as string[], '/', null));
    });
    this.#server.listen(path).unref();
  }
}

function isHeld(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/** Beside the lock, so that it goes with the folder. */
function socketOf(folder: string): string {
  return join(folder, 'Singleton.sock');
}

function send(path: string, args: readonly string[]): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(path, () => socket.end(JSON.stringify(args)));
    socket.once('close', () => resolve());
    socket.once('error', () => resolve());
  });
}

export const app = new App();
control.on('child-gone', (details: object) => app.emit('child-process-gone', {}, details));
control.on('quit', () => app.quit());
control.on('open-url', (url: string) => app.emit('open-url', { preventDefault: () => undefined }, url));
