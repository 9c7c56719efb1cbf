import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';

import { startWindowServer, type WindowServer } from '../../../main/server/window-server.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type ScriptedEngine, scriptedEngine } from './scripted-engine.ts';
import { headingOf, type OpenWindow, openWindow, type WindowLook } from './window-steps.ts';

/** Where `npm run build` puts the window. */
export const BUILD = fileURLToPath(new URL('../../../out/renderer', import.meta.url));

/** A window on a scripted engine, with the real window server between them. */
export interface ScriptedWindow extends OpenWindow {
  readonly engine: ScriptedEngine;
  readonly server: WindowServer;
}

/** What a file of window tests needs, from its first test to its last. */
export interface ScriptedWindows {
  /** Opens a window of the sample and waits until its first folder is on show. Closed when the test ends. */
  start(look?: WindowLook): Promise<ScriptedWindow>;
  /** Has this closed too when the test ends. */
  alsoClose(closing: { close(): Promise<void> }): void;
  /** The troubles of all windows so far. Who takes them expects them; all others fail the test that made them. */
  takeTroubles(): readonly string[];
}

/** Starts one browser for a file of tests, and sees to it that no test violates the policy of the page or throws in it. */
export function scriptedWindows(): ScriptedWindows {
  // Longer than a single step may wait, so that what fails says which one.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
  let browser: Browser;
  const toClose: { close(): Promise<void> }[] = [];
  const windows: OpenWindow[] = [];
  const takeTroubles = () => windows.splice(0).flatMap(each => each.troubles);

  beforeAll(async () => {
    if (!existsSync(BUILD)) throw new Error("The window is not built. Run 'npm run build' first.");
    browser = await startChromium();
  });
  afterAll(async () => browser?.close());
  afterEach(async () => {
    for (const each of toClose.splice(0).reverse()) await each.close();
    expect(takeTroubles()).toEqual([]);
  });

  return {
    takeTroubles,
    alsoClose: closing => void toClose.push(closing),
    async start(look = {}) {
      const engine = scriptedEngine();
      const { handlers, topics } = engine;
      const server = await startWindowServer({ port: 0, buildFolder: BUILD, handlers, topics });
      toClose.push(server);
      const opened = await openWindow(browser, server.url, look);
      toClose.push(opened);
      windows.push(opened);
      await headingOf(opened.page, 'Knowledge Base').waitFor();
      return { ...opened, engine, server };
    },
  };
}
