import { z } from 'zod';

const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
});

type Listener = (params: never) => void;

/** The debugging protocol of a running Chromium: what stands in for Electron's own browser is driven by it. */
export class Cdp {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(message.parse(JSON.parse(String(data)))));
  }

  /** @param endpoint as Chromium prints it. */
  static async connect(endpoint: string): Promise<Cdp> {
    const socket = new WebSocket(endpoint);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`No Chromium answers at ${endpoint}`)), { once: true });
    });
    return new Cdp(socket);
  }

  /** @throws Error when Chromium refuses. */
  send<T>(method: string, params: object, result: z.ZodType<T>, session?: string): Promise<T> {
    const id = (this.#lastId += 1);
    const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#socket.send(JSON.stringify({ id, method, params, ...(session === undefined ? {} : { sessionId: session }) }));
    return answer.then(value => result.parse(value));
  }

  /** The same where the answer tells nothing. */
  do(method: string, params: object = {}, session?: string): Promise<unknown> {
    return this.send(method, params, z.unknown(), session);
  }

  on<T>(method: string, params: z.ZodType<T>, listener: (params: T) => void, session = ''): void {
    const key = `${session} ${method}`;
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners);
    listeners.add((given: unknown) => listener(params.parse(given)));
  }

  close(): void {
    this.#socket.close();
  }

  #receive({ id, method, params, result, error, sessionId = '' }: z.infer<typeof message>): void {
    if (method !== undefined)
      for (const listener of this.#listeners.get(`${sessionId} ${method}`) ?? []) listener(params as never);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined) return;
    this.#pending.delete(id);
    if (error === undefined) pending.resolve(result);
    else pending.reject(new Error(error.message));
  }
}
