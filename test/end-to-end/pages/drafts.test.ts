import type { Browser, JSHandle, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { seriousFindings } from '../../setup/browser/axe.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Computer, filesBelow, type Lab, openLab, succeed, until } from '../benchtop.ts';
import { askAs } from '../driver/first-run.ts';
import { focusedName, headingOf, line, openWindow, type OpenWindow } from '../driver/window-steps.ts';

// What is in no folder of this computer, with a daemon and the local service: drafts, and the library.

let lab: Lab;
let bench: Computer;
let browser: Browser;
let opened: OpenWindow | undefined;

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab({ commandsHere: true, faults: true });
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
  await question.getByText('This was not dropped on a folder, so it goes to “Drafts”').waitFor();
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

/** Publishes files out of a folder that only the owner has, in a folder of the library. */
async function publish(files: Readonly<Record<string, string>>): Promise<void> {
  const owner = lab.service.people[0];
  const ask = async (what: string, body?: object) => (await askAs(lab, owner, what, body)) as { id: string };
  const [organization] = (await askAs(lab, owner, 'GET /organizations')) as readonly { id: string }[];
  const drawer = await ask('POST /folders', { name: 'Drawer', visibility: 'private' });
  const folder = await ask(`POST /organizations/${organization?.id ?? ''}/library/folders`, { name: 'Protocols' });
  for (const [name, content] of Object.entries(files)) {
    const about = { contentType: 'text/markdown', fileType: 'md', folderId: drawer.id };
    const file = await ask('POST /files', { name, content, ...about });
    await ask(`POST /files/${file.id}/promote`, { visibility: 'library', orgFolderId: folder.id });
  }
}

/** Cuts the service off, or lets it answer again. */
async function setFaults(rules: readonly object[]): Promise<void> {
  const answer = await fetch(new URL('/faults', lab.service.baseUrl), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules }),
  });
  if (!answer.ok) throw new Error(`The fault panel answered ${answer.status}.`);
}

test('a file of the library is found by keyboard, looked into, kept, read offline, and copied to a folder here', async () => {
  await publish({ 'lysis.md': '# Lysis\n', 'pcr.md': '# Annealing\n\nat 58 °C\n' });
  const page = await start();
  await page.keyboard.press('Control+6');
  await headingOf(page, 'Library').waitFor();
  await line(page, 'Protocols').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedName(page)).toMatch(/^lysis\.md/);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedName(page)).toMatch(/^pcr\.md/);
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: 'Preview of pcr.md' }).getByText('at 58 °C').waitFor();
  await page.keyboard.press('Control+Shift+o');
  await page.getByText('1 file will be kept on this computer').first().waitFor();
  await page.getByText('A copy to look into offline').first().waitFor();
  await page.keyboard.press('Space');

  await setFaults([{ match: {}, dropBefore: true }]);
  await until('the copy alone is shown', async () => {
    await page.reload();
    await line(page, 'pcr.md').waitFor();
    await line(page, 'pcr.md').click();
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'Preview of pcr.md' }).getByText('at 58 °C').waitFor();
    return (await page.getByText('From the service').count()) === 0 ? true : undefined;
  });
  expect(await seriousFindings(page)).toEqual([]);

  await setFaults([]);
  await page.getByRole('button', { name: 'Copy to a folder…' }).click();
  await page.getByRole('dialog').getByRole('row', { name: 'Knowledge Base' }).first().click();
  await page.getByRole('button', { name: 'Copy here' }).click();
  await page.getByText('1 file copied to “Knowledge Base”.').first().waitFor();
  await until('the copy in the folder here', async () =>
    (await filesBelow(bench.folder)).has('pcr.md') ? true : undefined,
  );
});
