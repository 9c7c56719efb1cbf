import type { Page } from 'playwright';

import { type SharedChromium, startSharedChromium } from './chromium.ts';
import { type Desktop, type DesktopWishes, startInStandIn } from './desktop.ts';

/** Where the shell runs: the stand-in, or the real Electron. */
export interface Host {
  start(data: string, wishes?: DesktopWishes): Promise<Desktop>;
  close(): Promise<void>;
}

/** How one is had. */
export interface HostKind {
  /** What only one of them can show is tested only there. */
  readonly isStandIn: boolean;
  open(): Promise<Host>;
}

/** The stand-in, over one Chromium for all that is started in it. */
export const STAND_IN: HostKind = { isStandIn: true, open: standInHost };

async function standInHost(): Promise<Host> {
  const chromium: SharedChromium = await startSharedChromium();
  return {
    start: (data, wishes) => startInStandIn(chromium, data, wishes),
    close: () => chromium.close(),
  };
}

/** Waits until the window's page stands, and stops its movements, which tests need not wait for. */
export async function readyPage(desktop: Desktop, isFresh = false): Promise<Page> {
  const page = await desktop.page(isFresh);
  page.setDefaultTimeout(30_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('navigation', { name: 'Places' }).waitFor();
  return page;
}
