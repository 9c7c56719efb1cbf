import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

import { startChromium } from '../../setup/browser/chromium.ts';
import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';
import { openWindow, type OpenWindow, type WindowLook } from './window-steps.ts';

/** A daemon on real files with the local service, and windows of it in a browser. */
export interface Stage {
  readonly lab: () => Lab;
  readonly bench: () => Computer;
  /** Opens a window by an address that the command line printed; closed when the test ends. */
  open(look?: WindowLook): Promise<Page>;
  /** Mirrors a new folder of the service in place of the one before, with these files on both sides. */
  folder(files: Readonly<Record<string, string | Uint8Array>>): Promise<{ readonly id: string; readonly name: string }>;
  /** Changes files at the service and here while nothing is synced, so that both versions have to be kept. */
  conflict(folder: string, ...names: readonly string[]): Promise<void>;
}

/** Starts service, daemon and browser once for a file of tests. No test may violate the policy of the page or throw in it. */
export function stage(): Stage {
  let lab: Lab;
  let bench: Computer;
  let browser: Browser;
  let count = 0;
  const windows: OpenWindow[] = [];

  beforeAll(async () => {
    vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
    lab = await openLab({ faults: true, commandsHere: true });
    bench = await lab.computer('bench');
    await bench.daemon(['--window-port', '0']);
    browser = await startChromium();
  }, 180_000);
  afterEach(async () => {
    const opened = windows.splice(0);
    for (const each of opened) await each.close();
    const troubles = opened.flatMap(each => each.troubles);
    if (troubles.length > 0) throw new Error(`The window was in trouble: ${troubles.join('; ')}`);
  });
  afterAll(async () => {
    await browser?.close();
    await lab?.close();
  });

  return {
    lab: () => lab,
    bench: () => bench,
    async open(look = {}) {
      const { stdout } = await succeed(bench.run(['window']));
      const opened = await openWindow(browser, stdout.trim(), look);
      windows.push(opened);
      return opened.page;
    },
    async folder(files) {
      count += 1;
      const name = `Series ${count}`;
      const id = await lab.service.owner.makeFolder(name, lab.service.knowledgeBase);
      await bench.mirror(id);
      for (const [path, content] of Object.entries(files)) await bench.write(path, content);
      await until('the files at the service', async () =>
        (await lab.service.owner.files(id)).size === Object.keys(files).length ? true : undefined,
      );
      return { id, name };
    },
    async conflict(folder, ...names) {
      await succeed(bench.run(['pause']));
      const there = await lab.service.owner.files(folder);
      for (const name of names) {
        await lab.service.owner.edit(there.get(name)?.id ?? '', `${name} of a colleague\n`);
        await bench.write(name, `${name} of the bench\n`);
      }
      await succeed(bench.run(['resume']));
    },
  };
}
