/**
 * What runs in a page of the stand-in: the world of the preload, which the page cannot reach, and the page's end of
 * `contextBridge`. The two share only the document, and speak by events of a name that the page does not know.
 * All of it is sent as text, so nothing here may use anything from outside of its own class or function.
 */

/** What the preload's world calls in the stand-in, and what the stand-in calls there. */
export interface PreloadGlobals {
  /** One text for the stand-in. */
  standIn(text: string): void;
  /** One text from it. */
  deliver(text: string): void;
  /** Where files are that tests drop, by name and size. */
  paths: Record<string, string>;
}

/** What one world says to the other. */
interface Said {
  readonly ready?: true;
  readonly expose?: readonly [string, unknown];
  readonly call?: number;
  readonly args?: readonly unknown[];
  readonly answer?: Answer;
  readonly id?: number;
  readonly value?: unknown;
  readonly error?: string;
}
interface Answer {
  readonly value?: unknown;
  readonly error?: string;
  /** The value comes by and by. */
  readonly later?: true;
}
interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** One end of the bridge between the two worlds: what is exposed at one, the other has, with its functions. */
export class BridgeEnd {
  readonly #secret: string;
  readonly #there: string;
  readonly #functions: ((...args: unknown[]) => unknown)[] = [];
  readonly #waiting = new Map<number, Waiting>();
  #files: File[] = [];
  #answered: Answer | null = null;
  #lastCall = 0;
  #exposed: Record<string, unknown> = {};
  #onExposed: (key: string, value: unknown) => void = () => undefined;

  constructor(secret: string, side: 'page' | 'preload') {
    this.#secret = secret;
    this.#there = side === 'page' ? 'preload' : 'page';
    document.addEventListener(`${secret}-file-${side}`, event => {
      this.#files = [...((event as DragEvent).dataTransfer?.files ?? [])];
    });
    document.addEventListener(`${secret}-${side}`, event => {
      this.#hear(JSON.parse(String((event as CustomEvent).detail)) as Said);
    });
  }

  /** Gives a value to the other world, now and whenever that world begins. */
  expose(key: string, value: unknown): void {
    this.#exposed = { ...this.#exposed, [key]: value };
    this.#tell({ expose: [key, this.#encode(value)] });
  }

  /** Hears of what the other world exposes. */
  take(onEach: (key: string, value: unknown) => void): void {
    this.#onExposed = onEach;
    this.#tell({ ready: true });
  }

  #tell(said: Said): void {
    document.dispatchEvent(new CustomEvent(`${this.#secret}-${this.#there}`, { detail: JSON.stringify(said) }));
  }

  #hear({ ready, expose, call, args, answer, id, value, error }: Said): void {
    if (ready) {
      for (const [key, each] of Object.entries(this.#exposed)) this.#tell({ expose: [key, this.#encode(each)] });
    } else if (expose !== undefined) this.#onExposed(expose[0], this.#decode(expose[1]));
    else if (call !== undefined) this.#run(call, id ?? 0, args ?? []);
    else if (answer !== undefined) this.#answered = answer;
    else if (id !== undefined) this.#settle(id, { value, ...(error === undefined ? {} : { error }) });
  }

  #settle(id: number, { value, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(this.#decode(value));
    else waiting?.reject(new Error(error));
  }

  /** Calls a function of the other world. What comes at once is in `#answered` before the event is over. */
  #call(call: number, args: readonly unknown[]): unknown {
    const id = (this.#lastCall += 1);
    this.#answered = null;
    this.#tell({ call, id, args: args.map(each => this.#encode(each)) });
    const answer: Answer = this.#answered ?? {};
    if (answer.error !== undefined) throw new Error(answer.error);
    if (answer.later !== true) return this.#decode(answer.value);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #run(call: number, id: number, args: readonly unknown[]): void {
    const words = (error: unknown): string => (error instanceof Error ? error.message : 'failed');
    try {
      const result = this.#functions[call]?.(...args.map(each => this.#decode(each)));
      if (!(result instanceof Promise)) return this.#tell({ answer: { value: this.#encode(result) } });
      result.then(
        value => this.#tell({ id, value: this.#encode(value) }),
        (error: unknown) => this.#tell({ id, error: words(error) }),
      );
      this.#tell({ answer: { later: true } });
    } catch (error) {
      this.#tell({ answer: { error: words(error) } });
    }
  }

  #encode(value: unknown): unknown {
    if (typeof value === 'function') return { $f: this.#functions.push(value as () => unknown) - 1 };
    if (value instanceof File) {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(value);
      document.dispatchEvent(new DragEvent(`${this.#secret}-file-${this.#there}`, { dataTransfer }));
      return { $file: true };
    }
    if (Array.isArray(value)) return value.map(each => this.#encode(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#encode(each)]));
  }

  #decode(value: unknown): unknown {
    if (Array.isArray(value)) return Object.freeze(value.map(each => this.#decode(each)));
    if (typeof value !== 'object' || value === null) return value;
    if ('$f' in value) return (...args: unknown[]) => this.#call(Number(value.$f), args);
    if ('$file' in value) return this.#files.pop();
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#decode(each)])));
  }
}

/** The page's end: what the preload exposes becomes a property that nothing can change. */
export function pageWorld(end: BridgeEnd): void {
  if (window !== window.top) return;
  end.take((key, value) => {
    if (!Object.hasOwn(window, key)) Object.defineProperty(window, key, { value, enumerable: true });
  });
}

/** What the stand-in says to the preload's world. */
interface Delivered {
  readonly channel?: string;
  readonly args?: readonly unknown[];
  readonly ports?: readonly number[];
  readonly answer?: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly port?: number;
  readonly data?: unknown;
  readonly closed?: true;
}
type PreloadListener = (event: { readonly ports: readonly MessagePort[] }, ...args: unknown[]) => void;

/** What `require('electron')` is in a sandboxed preload. */
export class PreloadElectron {
  readonly contextBridge: { readonly exposeInMainWorld: (key: string, value: unknown) => void };
  readonly ipcRenderer = {
    on: (channel: string, listener: PreloadListener): void => {
      this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
    },
    invoke: (channel: string, ...args: unknown[]): Promise<unknown> => {
      const id = (this.#lastAsked += 1);
      this.#say({ invoke: channel, id, args });
      return new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    },
  };
  readonly webUtils = {
    getPathForFile: ({ name, size }: File): string => this.#globals.paths[`${name} ${size}`] ?? '',
  };
  readonly #globals: PreloadGlobals;
  readonly #listeners = new Map<string, PreloadListener[]>();
  readonly #asked = new Map<number, Waiting>();
  readonly #ports = new Map<number, MessagePort>();
  #lastAsked = 0;

  constructor(end: BridgeEnd, globals: PreloadGlobals) {
    this.contextBridge = { exposeInMainWorld: (key, value) => end.expose(key, value) };
    this.#globals = globals;
    globals.paths = {};
    globals.deliver = text => this.#take(JSON.parse(text) as Delivered);
  }

  #say(what: object): void {
    this.#globals.standIn(JSON.stringify(what));
  }

  #take({ channel, args = [], ports = [], answer, value, error, port, data, closed }: Delivered): void {
    if (channel !== undefined) {
      const event = { ports: ports.map(id => this.#portOf(id)) };
      for (const listener of this.#listeners.get(channel) ?? []) listener(event, ...args);
    } else if (answer !== undefined) {
      if (error === undefined) this.#asked.get(answer)?.resolve(value);
      else this.#asked.get(answer)?.reject(new Error(error));
      this.#asked.delete(answer);
    } else if (port !== undefined) {
      if (closed) this.#ports.get(port)?.close();
      else this.#ports.get(port)?.postMessage(data);
    }
  }

  /** One end of a channel of which the stand-in has the other. */
  #portOf(id: number): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#ports.set(id, port2);
    port2.addEventListener('message', ({ data }) => this.#say({ port: id, data: data as unknown }));
    port2.addEventListener('close', () => this.#say({ port: id, closed: true }));
    port2.start();
    return port1;
  }
}
