/**
 * What runs in a page of the stand-in: the world of the preload, which the page cannot reach, and the page's end of
 * `contextBridge`. The two share only the document, and speak by events of a name that the page does not know.
 * Both are sent as text, so neither may use anything from outside of itself.
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

/** Runs in both worlds, first of all. Gives two ends of one bridge: what one exposes, the other has. */
export function bridgeEnd(secret: string, side: 'page' | 'preload') {
  const there = side === 'page' ? 'preload' : 'page';
  const functions: ((...args: unknown[]) => unknown)[] = [];
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let files: File[] = [];
  let answered: { value?: unknown; error?: string; later?: true } | null = null;
  let lastCall = 0;
  const tell = (what: object): boolean =>
    document.dispatchEvent(new CustomEvent(`${secret}-${there}`, { detail: JSON.stringify(what) }));
  const encode = (value: unknown): unknown => {
    if (typeof value === 'function') return { $f: functions.push(value as () => unknown) - 1 };
    if (value instanceof File) {
      const transfer = new DataTransfer();
      transfer.items.add(value);
      document.dispatchEvent(new DragEvent(`${secret}-file-${there}`, { dataTransfer: transfer }));
      return { $file: true };
    }
    if (Array.isArray(value)) return value.map(encode);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, encode(each)]));
  };
  const call = (number: number, args: unknown[]): unknown => {
    const id = (lastCall += 1);
    answered = null;
    tell({ call: number, id, args: args.map(encode) });
    const answer = answered as { value?: unknown; error?: string; later?: true } | null;
    if (answer?.error !== undefined) throw new Error(answer.error);
    if (answer?.later !== true) return decode(answer?.value);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return Object.freeze(value.map(decode));
    if (typeof value !== 'object' || value === null) return value;
    if ('$f' in value) return (...args: unknown[]) => call(Number(value.$f), args);
    if ('$file' in value) return files.pop();
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decode(each)])));
  };
  const run = (number: number, id: number, args: unknown[]): void => {
    try {
      const result = functions[number]?.(...args.map(decode));
      if (!(result instanceof Promise)) return void tell({ answer: { value: encode(result) } });
      result.then(
        value => tell({ id, value: encode(value) }),
        (error: unknown) => tell({ id, error: error instanceof Error ? error.message : 'failed' }),
      );
      tell({ answer: { later: true } });
    } catch (error) {
      tell({ answer: { error: error instanceof Error ? error.message : 'failed' } });
    }
  };
  document.addEventListener(`${secret}-file-${side}`, event => {
    files = [...((event as DragEvent).dataTransfer?.files ?? [])];
  });
  let exposed: Record<string, unknown> = {};
  let onExposed: (key: string, value: unknown) => void = () => undefined;
  document.addEventListener(`${secret}-${side}`, event => {
    const { call: number, id, args, answer, ready, ...rest } = JSON.parse(String((event as CustomEvent).detail)) as {
      call?: number;
      id?: number;
      args?: unknown[];
      answer?: typeof answered;
      ready?: true;
      expose?: [string, unknown];
      value?: unknown;
      error?: string;
    };
    if (ready) for (const [key, value] of Object.entries(exposed)) tell({ expose: [key, encode(value)] });
    else if (rest.expose !== undefined) onExposed(rest.expose[0], decode(rest.expose[1]));
    else if (number !== undefined && id !== undefined) run(number, id, args ?? []);
    else if (answer !== undefined) answered = answer;
    else if (id !== undefined) {
      const pending = waiting.get(id);
      waiting.delete(id);
      if (rest.error === undefined) pending?.resolve(decode(rest.value));
      else pending?.reject(new Error(rest.error));
    }
  });
  return {
    expose: (key: string, value: unknown): void => {
      exposed = { ...exposed, [key]: value };
      tell({ expose: [key, encode(value)] });
    },
    take: (onEach: typeof onExposed): void => {
      onExposed = onEach;
      tell({ ready: true });
    },
  };
}

/** The page's end: what the preload exposes becomes a property that nothing can change. */
export function pageWorld(end: ReturnType<typeof bridgeEnd>): void {
  if (window !== window.top) return;
  end.take((key, value) => {
    if (!Object.hasOwn(window, key)) Object.defineProperty(window, key, { value, enumerable: true });
  });
}

/** What `require('electron')` is in a sandboxed preload. */
export function preloadWorld(end: ReturnType<typeof bridgeEnd>, globals: PreloadGlobals) {
  const listeners = new Map<string, ((event: { ports: MessagePort[] }, ...args: unknown[]) => void)[]>();
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const ports = new Map<number, MessagePort>();
  let lastAsked = 0;
  const say = (what: object): void => globals.standIn(JSON.stringify(what));
  /** Its own end of a channel of which the stand-in has the other. */
  const portOf = (id: number): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port2);
    port2.addEventListener('message', ({ data }) => say({ port: id, data: data as unknown }));
    port2.addEventListener('close', () => say({ port: id, closed: true }));
    port2.start();
    return port1;
  };
  globals.paths = {};
  globals.deliver = text => {
    const told = JSON.parse(text) as {
      channel?: string;
      args?: unknown[];
      ports?: number[];
      answer?: number;
      value?: unknown;
      error?: string;
      port?: number;
      data?: unknown;
      closed?: true;
    };
    if (told.channel !== undefined) {
      const event = { ports: (told.ports ?? []).map(portOf) };
      for (const listener of listeners.get(told.channel) ?? []) listener(event, ...(told.args ?? []));
    } else if (told.answer !== undefined) {
      if (told.error === undefined) asked.get(told.answer)?.resolve(told.value);
      else asked.get(told.answer)?.reject(new Error(told.error));
      asked.delete(told.answer);
    } else if (told.port !== undefined) {
      if (told.closed) ports.get(told.port)?.close();
      else ports.get(told.port)?.postMessage(told.data);
    }
  };
  return {
    contextBridge: { exposeInMainWorld: end.expose },
    ipcRenderer: {
      on: (channel: string, listener: (event: { ports: MessagePort[] }, ...args: unknown[]) => void): void => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      invoke: (channel: string, ...args: unknown[]): Promise<unknown> => {
        const id = (lastAsked += 1);
        say({ invoke: channel, id, args });
        return new Promise((resolve, reject) => asked.set(id, { resolve, reject }));
      },
    },
    webUtils: { getPathForFile: ({ name, size }: File): string => globals.paths[`${name} ${size}`] ?? '' },
  };
}
