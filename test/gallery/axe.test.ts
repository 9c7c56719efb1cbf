import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seriousFindings } from '../setup/browser/axe.ts';
import { startChromium } from '../setup/browser/chromium.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(async () => browser?.close());

async function pageWith(body: string) {
  const page = await (await browser.newContext()).newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>A page</title><main>${body}</main></html>`);
  return page;
}

const PALE = '<p id="pale" style="color: #ccc; background: #fff">pale</p>';
const NAMELESS = '<button id="nameless"></button>';

test('a text that is too pale and a button without a name are found, each with its place', async () => {
  const page = await pageWith(`<h1>Plates</h1>${PALE}${NAMELESS}`);
  const found = await seriousFindings(page);
  expect(found).toEqual([
    expect.stringMatching(/^button-name: .*\(#nameless\)$/),
    expect.stringMatching(/^color-contrast: .*\(#pale\)$/),
  ]);
  expect(await seriousFindings(page, { about: 'colours' })).toEqual([expect.stringMatching(/^color-contrast: /)]);
  expect(await seriousFindings(page, { within: 'button' })).toEqual([expect.stringMatching(/^button-name: /)]);
  expect(await seriousFindings(page, { within: 'h1' })).toEqual([]);
});

test('a page with a frame is refused, since nobody looks into that', async () => {
  const page = await pageWith('<h1>Plates</h1><iframe title="A frame" srcdoc="<p>inside</p>"></iframe>');
  await expect(seriousFindings(page)).rejects.toThrow('There is a frame that is not looked into');
});
