import { EventEmitter } from 'node:events';

import { z } from 'zod';

import { browser } from './browser.ts';
import { control } from './control.ts';
import { BINDING, pageScripts, PRELOAD_WORLD } from './page-scripts.ts';
import type { Arrivals, PortMain } from './ports.ts';
import { ipcMain } from './ipc-main.ts';

const fromPage = z.union([
  z.object({ invoke: z.string(), id: z.number(), args: z.array(z.unknown()) }),
  z.object({ port: z.number(), closed: z.literal(true) }),
  z.object({ port: z.number(), data: z.unknown() }),
]);

const paused = z.object({
  requestId: z.string(),
  request: z.object({ url: z.string() }),
  frameId: z.string(),
  redirectedRequestId: z.string().optional(),
});
const context = z.object({
  context: z.object({ id: z.number(), name: z.string(), auxData: z.object({ frameId: z.string() }) }),
});
const navigated = z.object({
  frame: z.object({ id: z.string(), url: z.string(), urlFragment: z.string().default('') }),
});
const within = z.object({ frameId: z.string(), url: z.string() });

/** As `WebContents`: a page of a real Chromium. */
export class WebContents
  extends EventEmitter
  implements
    Pick<
      Electron.WebContents,
      'getURL' | 'send' | 'getZoomLevel' | 'setZoomLevel' | 'setWindowOpenHandler' | 'isDestroyed'
    >
{
  readonly id: number;
  readonly mainFrame = { url: '' };
  readonly preferences: Electron.WebPreferences;
  readonly #ports = new Map<number, Arrivals>();
  readonly #made: Promise<{ readonly session: string; readonly target: string }>;
  #frame = '';
  #context: number | null = null;
  #expected = '';
  #zoom = 0;
  #lastPort = 0;
  #isDestroyed = false;
  #onOpen: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse = () => ({ action: 'allow' });

  static #count = 0;

  constructor(preferences: Electron.WebPreferences, size: { readonly width: number; readonly height: number }) {
    super();
    this.id = WebContents.#count += 1;
    this.preferences = preferences;
    this.#made = this.#make(size);
  }

  /** The page's own id in the browser, for the test. */
  async target(): Promise<string> {
    return (await this.#made).target;
  }

  async loadURL(url: string): Promise<void> {
    const { session } = await this.#made;
    this.#expected = browser.addresses.outward(url);
    const loaded = new Promise<void>(resolve => this.once('did-finish-load', resolve));
    const result = z.object({ loaderId: z.string().optional(), errorText: z.string().optional() });
    const { loaderId, errorText } = await browser.cdp.send('Page.navigate', { url: this.#expected }, result, session);
    if (errorText !== undefined) throw new Error(errorText);
    // Only the end of the address is another one: nothing is loaded.
    if (loaderId !== undefined) await loaded;
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  send(channel: string, ...args: unknown[]): void {
    this.#deliver({ channel, args, ports: [] });
  }

  postMessage(channel: string, message: unknown, transfer: readonly PortMain[] = []): void {
    const ports = transfer.map(port => {
      const id = (this.#lastPort += 1);
      this.#ports.set(
        id,
        port.handOver({
          send: data => this.#deliver({ port: id, data }),
          close: () => this.#deliver({ port: id, closed: true }),
        }),
      );
      return id;
    });
    this.#deliver({ channel, args: [message], ports });
  }

  getZoomLevel(): number {
    return this.#zoom;
  }

  setZoomLevel(level: number): void {
    this.#zoom = level;
    void this.#do('Emulation.setPageScaleFactor', { pageScaleFactor: 1.2 ** level }).catch(() => undefined);
  }

  setWindowOpenHandler(handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse): void {
    this.#onOpen = handler;
  }

  /** As on macOS. @throws Error without a picture. */
  startDrag(item: Electron.Item): void {
    if (typeof item.icon !== 'string' && item.icon.isEmpty()) throw new Error("Must specify non-empty 'icon' option");
    control.tell('drag', { file: item.file, files: item.files ?? [item.file] });
  }

  getLastWebPreferences(): Electron.WebPreferences {
    return this.preferences;
  }

  /** Of a test: what a file is where `webUtils.getPathForFile` is asked. */
  async knowPath(name: string, sizeBytes: number, path: string): Promise<void> {
    const set = `standInGlobals.paths[${JSON.stringify(`${name} ${sizeBytes}`)}] = ${JSON.stringify(path)}`;
    await this.#evaluate(set);
  }

  /** Of a test: the page's process dies. */
  async crash(): Promise<void> {
    void this.#do('Page.crash').catch(() => undefined);
    await new Promise(resolve => this.once('render-process-gone', resolve));
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    const { target } = await this.#made;
    await browser.cdp.do('Target.closeTarget', { targetId: target }).catch(() => undefined);
  }

  async #make(size: { readonly width: number; readonly height: number }) {
    const { cdp } = browser;
    const made = z.object({ targetId: z.string() });
    const where = { url: 'about:blank', browserContextId: await browser.context(), ...size };
    const { targetId: target } = await cdp.send('Target.createTarget', where, made);
    const attached = z.object({ sessionId: z.string() });
    const wish = { targetId: target, flatten: true };
    const { sessionId: session } = await cdp.send('Target.attachToTarget', wish, attached);
    this.#listen(session, target);
    const tree = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) });
    const scripts = this.preferences.preload === undefined ? null : pageScripts(this.preferences.preload);
    const steps = [
      cdp.do('Page.enable', {}, session),
      cdp.do('Runtime.enable', {}, session),
      cdp.do('Inspector.enable', {}, session),
      cdp.do('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }, session),
      cdp.do('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD }, session),
      cdp.do('Page.addScriptToEvaluateOnNewDocument', { source: scripts?.page ?? '' }, session),
      cdp.do(
        'Page.addScriptToEvaluateOnNewDocument',
        { source: scripts?.preload ?? '', worldName: PRELOAD_WORLD },
        session,
      ),
    ];
    this.#frame = (await cdp.send('Page.getFrameTree', {}, tree, session)).frameTree.frame.id;
    await Promise.all(steps);
    return { session, target };
  }

  #listen(session: string, target: string): void {
    const { cdp, addresses } = browser;
    const moved = (url: string): void => void (this.mainFrame.url = addresses.inward(url));
    cdp.on('Fetch.requestPaused', paused, asked => void this.#judge(asked, session), session);
    cdp.on(
      'Page.frameNavigated',
      navigated,
      ({ frame }) => frame.id === this.#frame && moved(frame.url + frame.urlFragment),
      session,
    );
    cdp.on(
      'Page.navigatedWithinDocument',
      within,
      ({ frameId, url }) => frameId === this.#frame && moved(url),
      session,
    );
    cdp.on('Page.loadEventFired', z.unknown(), () => this.emit('did-finish-load'), session);
    cdp.on(
      'Page.windowOpen',
      z.object({ url: z.string() }),
      ({ url }) => this.#onOpen({ url: addresses.inward(url) } as Electron.HandlerDetails),
      session,
    );
    cdp.on('Inspector.targetCrashed', z.unknown(), () => this.#died(), session);
    cdp.on(
      'Runtime.executionContextCreated',
      context,
      ({ context: { id, name, auxData } }) => {
        if (name === PRELOAD_WORLD && auxData.frameId === this.#frame) this.#context = id;
      },
      session,
    );
    const called = z.object({ name: z.string(), payload: z.string() });
    cdp.on('Runtime.bindingCalled', called, ({ payload }) => this.#hear(payload), session);
    browser.onDestroyed(target, () => this.emit('destroyed'));
  }

  #died(): void {
    this.#context = null;
    for (const port of this.#ports.values()) port.closed();
    this.#ports.clear();
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  }

  /** A document is about to be loaded: unless the shell itself wished for it, it is asked. */
  async #judge({ requestId, request: { url }, frameId, redirectedRequestId }: z.infer<typeof paused>, session: string) {
    const isMainFrame = frameId === this.#frame;
    let isPrevented = false;
    const preventDefault = (): void => void (isPrevented = true);
    const details = { url: browser.addresses.inward(url), isMainFrame, isSameDocument: false, preventDefault };
    if (redirectedRequestId !== undefined) this.emit('will-redirect', details, details.url, false, isMainFrame, 0, 0);
    else if (!isMainFrame || url.split('#')[0] !== this.#expected.split('#')[0]) {
      this.emit('will-frame-navigate', details);
      if (isMainFrame && !isPrevented) this.emit('will-navigate', details, details.url, false, isMainFrame, 0, 0);
    }
    if (isMainFrame) this.#expected = '';
    const way = isPrevented ? 'Fetch.failRequest' : 'Fetch.continueRequest';
    await browser.cdp
      .do(way, { requestId, ...(isPrevented ? { errorReason: 'Aborted' } : {}) }, session)
      .catch(() => 0);
  }

  #hear(payload: string): void {
    const said = fromPage.parse(JSON.parse(browser.addresses.inward(payload)));
    if ('invoke' in said) void this.#invoke(said);
    else if ('closed' in said) {
      this.#ports.get(said.port)?.closed();
      this.#ports.delete(said.port);
    } else this.#ports.get(said.port)?.receive(said.data);
  }

  async #invoke({ invoke, id, args }: { readonly invoke: string; readonly id: number; readonly args: unknown[] }) {
    const event = { sender: this, senderFrame: this.mainFrame };
    const answer = await ipcMain.answer(invoke, event, args).then(
      value => ({ value }),
      (error: unknown) => ({ error: `Error invoking remote method '${invoke}': ${String(error)}` }),
    );
    this.#deliver({ answer: id, ...answer });
  }

  #deliver(told: object): void {
    const text = browser.addresses.outward(JSON.stringify(told));
    void this.#evaluate(`standInGlobals.deliver(${JSON.stringify(text)})`);
  }

  async #evaluate(expression: string): Promise<void> {
    if (this.#context === null) return;
    await this.#do('Runtime.evaluate', { expression, contextId: this.#context }).catch(() => undefined);
  }

  async #do(method: string, params: object = {}): Promise<unknown> {
    return browser.cdp.do(method, params, (await this.#made).session);
  }
}
