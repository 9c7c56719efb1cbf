import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

import { startChromium } from '../../setup/browser/chromium.ts';
import { type Computer, type Lab, openLab, type Person, succeed } from '../benchtop.ts';
import { openWindow, type OpenWindow } from './window-steps.ts';

/** The people of the local service: an owner, two members and an admin of Halden Lab, and the owner of Weir Group. */
export type FirstName = 'mira' | 'jonas' | 'aiko' | 'ines' | 'leon';

/** People of one lab, each with a computer of their own and a daemon on it. */
export interface LabWindows<N extends FirstName> {
  /** From the first hook on. */
  readonly lab: Lab;
  person(name: FirstName): Person;
  computer(name: N): Computer;
  /** Opens a new window of a person. Closed when the test ends, which fails if anything went wrong in it. */
  open(name: N): Promise<Page>;
}

interface Wishes {
  readonly faults?: boolean;
  /** What is done before the daemons start. */
  readonly prepare?: () => Promise<void>;
}

/** Starts a service, the computers of these people with their daemons, and one browser, for a file of tests. */
export function labWindows<N extends FirstName>(names: readonly N[], { faults = false, prepare }: Wishes = {}) {
  // Longer than a single step may wait, so that what fails says which one.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  let lab: Lab | undefined;
  let browser: Browser | undefined;
  const computers = new Map<N, Computer>();
  const opened: OpenWindow[] = [];
  const windows: LabWindows<N> = {
    get lab() {
      return begun(lab);
    },
    person: name => begun(begun(lab).service.people.find(({ email }) => email.startsWith(`${name}.`))),
    computer: name => begun(computers.get(name)),
    async open(name) {
      const { stdout } = await succeed(windows.computer(name).run(['window']));
      const one = await openWindow(begun(browser), stdout.trim());
      opened.push(one);
      return one.page;
    },
  };

  beforeAll(async () => {
    const starting = startChromium();
    lab = await openLab({ commandsHere: true, faults });
    for (const name of names) computers.set(name, await lab.computer(name, windows.person(name)));
    await prepare?.();
    await Promise.all(names.map(name => windows.computer(name).daemon(['--window-port', '0'])));
    browser = await starting;
  }, 180_000);

  afterEach(async () => {
    const ended = opened.splice(0);
    await Promise.all(ended.map(each => each.close()));
    const troubles = ended.flatMap(each => each.troubles);
    if (troubles.length > 0) throw new Error(`A window was in trouble: ${troubles.join('; ')}`);
  });

  afterAll(async () => {
    await browser?.close();
    await lab?.close();
  });
  return windows;
}

function begun<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('This is there only once the hooks ran, and for people who take part.');
  return thing;
}
