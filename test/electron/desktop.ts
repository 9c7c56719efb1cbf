import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Browser, Page } from 'playwright';

import { until } from '../end-to-end/benchtop.ts';
import { builtProgram } from '../setup/program.ts';
import type { SharedChromium } from './chromium.ts';
import type { ControlAnswer, ControlEvent } from './stand-in/control.ts';
import type { MenuLine } from './stand-in/menus.ts';

/** A window, as the desktop knows it. */
export interface WindowFacts {
  readonly target: string;
  /** As the shell knows it: `app://…`. */
  readonly url: string;
  readonly isVisible: boolean;
  readonly isFocused: boolean;
  readonly isMinimized: boolean;
  readonly zoom: number;
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** The icon in the system's bar. */
export interface TrayFacts {
  readonly picture: string;
  readonly toolTip: string;
  readonly lines: readonly MenuLine[];
}

/** A running desktop app, in Electron or in the stand-in, and all that a person or a system can do to it. */
export interface Desktop {
  /** What it was told about: notifications, questions, what was opened outside, in order. */
  readonly events: readonly ControlEvent[];
  /** Asks, or does, one thing beside the window. @throws Error when it cannot be. */
  ask<T>(what: string, about?: unknown): Promise<T>;
  /** The next event of a name after those that `next` gave before; waits for it. */
  next<T>(name: string): Promise<T>;
  /** The window's page. After it died, look at it afresh. */
  page(isFresh?: boolean): Promise<Page>;
  /** Resolves with its exit code. */
  readonly ended: Promise<number>;
  /** Ends it without a question. */
  kill(): Promise<void>;
}

export interface DesktopWishes {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The shell as it is packed; `BENCHTOP_DESKTOP` names another entry, such as that of the sources. */
async function entry(): Promise<string> {
  const named = process.env['BENCHTOP_DESKTOP'];
  if (named !== undefined) return named;
  const [, script = ''] = await builtProgram();
  return join(dirname(script), 'desktop.js');
}

const REGISTER = fileURLToPath(new URL('stand-in/register.ts', import.meta.url));

/** Starts the shell as it is, in the stand-in. @param data the data directory. */
export async function startInStandIn(
  chromium: SharedChromium,
  data: string,
  { args = [], environment = {} }: DesktopWishes = {},
): Promise<Desktop> {
  const child = fork(await entry(), args, {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', REGISTER],
    env: { ...process.env, STAND_IN_CHROMIUM: chromium.endpoint, BENCHTOP_DATA: data, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const line = new Line(child);
  return {
    events: line.events,
    ask: (what, about = null) => line.ask(what, about),
    next: name => line.next(name),
    page: isFresh => pageOf(chromium, line, isFresh),
    ended: line.ended,
    kill: async () => {
      child.kill('SIGKILL');
      await line.ended;
    },
  };
}

/** The line to a process of the stand-in. */
class Line {
  readonly events: ControlEvent[] = [];
  readonly ended: Promise<number>;
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (answer: ControlAnswer) => void>();
  readonly #heard = new EventEmitter();
  readonly #taken = new Map<string, number>();
  #lastId = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = new Promise(resolve => child.once('exit', code => resolve(code ?? -1)));
    child.on('message', (message: ControlAnswer | ControlEvent) => {
      if ('id' in message) return this.#answers.get(message.id)?.(message);
      this.events.push(message);
      this.#heard.emit('event');
    });
    void this.ended.then(() => {
      for (const [id, resolve] of this.#answers) resolve({ id, error: 'The desktop app has ended' });
      this.#heard.emit('event');
    });
  }

  async ask<T>(what: string, about: unknown): Promise<T> {
    const id = (this.#lastId += 1);
    const coming = new Promise<ControlAnswer>(resolve => this.#answers.set(id, resolve));
    this.#child.send({ id, ask: what, about });
    const { answer, error } = await coming;
    if (error !== undefined) throw new Error(`${what}: ${error}`);
    return answer as T;
  }

  async next<T>(name: string): Promise<T> {
    for (;;) {
      const index = this.#taken.get(name) ?? 0;
      const found = this.events.findIndex((each, at) => at >= index && each.event === name);
      if (found >= 0) {
        this.#taken.set(name, found + 1);
        return this.events[found]?.details as T;
      }
      if (this.#child.exitCode !== null) throw new Error(`The desktop app has ended before '${name}'`);
      await once(this.#heard, 'event');
    }
  }
}

/** The page of the one window, found by its id in the browser that both share. */
async function pageOf(chromium: SharedChromium, line: Line, isFresh = false): Promise<Page> {
  const [window] = await line.ask<WindowFacts[]>('windows', null);
  if (window === undefined) throw new Error('There is no window');
  const browser = await chromium.look(isFresh);
  return until('the page of the window', () => pageWith(browser, window.target), 20_000);
}

async function pageWith(browser: Browser, target: string): Promise<Page | undefined> {
  const pages = browser.contexts().flatMap(context => context.pages());
  for (const page of pages) {
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    if (targetInfo.targetId === target) return page;
  }
  return undefined;
}
