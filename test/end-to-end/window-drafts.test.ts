import type { Browser, JSHandle, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startChromium } from '../setup/chromium.ts';
import { type Computer, type Lab, openLab, succeed, until } from './benchtop.ts';
import { askAs } from './first-run.ts';
import { headingOf, openWindow, type OpenWindow, seriousFindings } from './window-steps.ts';

// What is dropped where no folder is open, with a daemon and the local service.

let lab: Lab;
let bench: Computer;
let browser: Browser;
let opened: OpenWindow | undefined;

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ commandsHere: true });
  bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base');
  await bench.daemon(['--window-port', '0']);
  browser = await startChromium();
}, 180_000);

afterEach(async () => {
  await opened?.close();
  const troubles = opened?.troubles ?? [];
  if (troubles.length > 0) throw new Error(`The window was in trouble: ${troubles.join('; ')}`);
});

afterAll(async () => {
  await browser?.close();
  await lab?.close();
});

async function start(): Promise<Page> {
  const { stdout } = await succeed(bench.run(['window']));
  opened = await openWindow(browser, stdout.trim());
  await headingOf(opened.page, 'Knowledge Base').waitFor();
  return opened.page;
}

function file(page: Page): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['a thought\n'], 'thought.txt', { type: 'text/plain' }));
    return transfer;
  });
}

async function drafts(): Promise<readonly string[]> {
  const { folderId } = (await askAs(lab, lab.service.people[0], 'POST /folders/drafts-user', {})) as {
    folderId: string;
  };
  return [...(await lab.service.owner.files(folderId)).keys()];
}

test('a drop where no folder is open goes to the drafts, after a question that says so', async () => {
  const page = await start();
  await page.keyboard.press('Control+3');
  await headingOf(page, 'Activity').waitFor();
  const screen = page.getByRole('main');
  const data = await file(page);
  await screen.locator('section').first().dispatchEvent('dragenter', { dataTransfer: data });
  await page.getByText('Add to your drafts').waitFor();
  await screen.locator('section').first().dispatchEvent('drop', { dataTransfer: data });
  const question = page.getByRole('dialog', { name: 'Add 1 file (10 B) to “Drafts”?' });
  await question.getByText('No folder was open, so these go to “Drafts”').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await drafts()).toEqual([]);
  // The same from the list of all folders, where no folder is open either.
  await page.goto(`${page.url().split('#')[0]}#/files/:base`);
  await page.getByRole('grid', { name: /^Contents of / }).waitFor();
  await page.getByRole('grid', { name: /^Contents of / }).dispatchEvent('drop', { dataTransfer: await file(page) });
  await question.getByRole('button', { name: 'Add 1 file' }).click();
  await page.getByText('1 file (10 B) added to “Drafts”.').first().waitFor();
  await until('the draft at the service', async () => ((await drafts()).includes('thought.txt') ? true : undefined));
});

test('a file that falls beside every area does not take the place of the window', async () => {
  const page = await start();
  const isTaken = await page.getByRole('navigation', { name: 'Places' }).evaluate(
    (rail, dataTransfer) => {
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      rail.dispatchEvent(event);
      return event.defaultPrevented;
    },
    await file(page),
  );
  expect(isTaken).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
});
