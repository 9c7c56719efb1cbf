import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { chromatography } from '../../preview/csv/chromatography.ts';
import { plateReaders } from '../../preview/csv/plate-readers.ts';
import { office, plateWorkbook, protocolDocument } from '../../preview/files/office.ts';
import { lockedPdf, reportPdf, scannedPdf } from '../../preview/files/pdf.ts';
import { cellStack, tiffOf } from '../../preview/files/tiff.ts';
import { seriousFindings } from '../../setup/browser/axe.ts';
import { startChromium } from '../../setup/browser/chromium.ts';
import { type Computer, type Lab, openLab, succeed, until } from '../benchtop.ts';
import { headingOf, line, openSearch, openWindow, type OpenWindow } from '../driver/window-steps.ts';

// Looking into real files, through a daemon and the window's own server, as a person does.

const MARKDOWN = [
  '# Assay',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '$V = \\frac{a}{b}$',
  '![gel](http://127.0.0.1:9/leak.png)',
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked=2">',
  '[bad](javascript:window.hacked=3)',
].join('\n\n');
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" onload="parent.hacked=4"><script>parent.hacked=5</script>' +
  '<image href="http://127.0.0.1:9/leak.png"/><rect width="40" height="20" fill="red"/></svg>';
/** Parts that use each other in turn: 4^12 of them. */
const HEAVY = `<svg xmlns="http://www.w3.org/2000/svg"><g id="a0"><rect/></g>${Array.from(
  { length: 12 },
  (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(4)}</g>`,
).join('')}</svg>`;
const LAUGHS = Array.from({ length: 9 }, (_, at) =>
  at === 0 ? 'a0: &a0 [lol, lol]' : `a${at}: &a${at} [${Array.from({ length: 9 }, () => `*a${at - 1}`).join(', ')}]`,
).join('\n');
const ROWS = 200_000;
const LARGE = `time_s;OD\n${Array.from({ length: ROWS }, (_, at) => `${at};${(at / 1000).toFixed(3).replace('.', ',')}`).join('\n')}\n`;
/** More rows than any element is high. */
const TALL = 1_500_000;
/** The smallest picture there is: one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');
/** A picture that says it has 2^31 by 2^31 pixels. */
const ENORMOUS = Buffer.from('89504e470d0a1a0a0000000d494844527fffffff7fffffff0806000000', 'hex');

const bytesOf = (name: string) => [...plateReaders, ...chromatography].find(each => each.name === name)?.bytes ?? '';

/** What older and locked Office documents begin with. */
const OLE = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(600),
  Buffer.from('EncryptedPackage', 'utf16le'),
]);
const HUGE = new Map([256, 257].map(tag => [tag, 0x7fffffff]));

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'plate 7.csv': bytesOf('absorbance-96-grid.csv'),
  'peaks.csv': bytesOf('peak-table.csv'),
  'kinetic.csv': LARGE,
  'assay.md': MARKDOWN,
  'run.json': '{"instrument": {"serial": 12345678901234567890}, "passed": true}',
  'config.yaml': LAUGHS,
  'lamp.log': Array.from({ length: 500 }, (_, at) => `lamp ${at} steady`).join('\n'),
  'umlauts.txt': Buffer.from('Größe in µm', 'latin1'),
  'pixel.gif': PIXEL,
  'gel.svg': DRAWING,
  'page.htm': '<html><script>parent.hacked = 6</script>a page</html>',
  'traces.raw': Buffer.alloc(300, 7),
  'damaged.csv': Buffer.alloc(300, 0),
  'cut.json': '{"a": [1, 2',
  'deep.json': `${'['.repeat(100)}${']'.repeat(100)}`,
  'heavy.svg': HEAVY,
  'enormous.png': ENORMOUS,
  'text called.png': 'no picture at all, and not one byte of it',
  'empty.csv': '',
  'analysis.xlsx': plateWorkbook(),
  'cells.tif': cellStack(6, 64),
  'lysis.docx': protocolDocument(),
  'report.pdf': reportPdf(4),
  'locked.xlsx': OLE,
  'cut.xlsx': plateWorkbook().subarray(0, 900),
  'laughs.docx': office({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY a "aaaa">]><a>&a;</a>' }),
  'enormous.tif': tiffOf([{ width: 1, height: 1, bits: 8, pieces: [Uint8Array.of(1)], tags: HUGE }]),
  'cut.tif': cellStack(2, 64).subarray(0, 900),
  'locked.pdf': lockedPdf(),
  'cut.pdf': reportPdf().subarray(0, 60),
  'tiles.tif': readFileSync(new URL('../../preview/files/real/libtiff-jpeg-tiles.tif', import.meta.url)),
  'scan.pdf': scannedPdf(),
  'tall.csv': `n,square\n${Array.from({ length: TALL }, (_, at) => `${at},x${at}`).join('\n')}\n`,
  'long.txt': `${'x'.repeat(30_000_000)}`,
};

let lab: Lab;
let bench: Computer;
let browser: Browser;
let opened: OpenWindow;
let page: Page;
const strangers: string[] = [];

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  lab = await openLab();
  bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base');
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(bench.folder, name), content);
  await bench.daemon(['--window-port', '0']);
  browser = await startChromium();
  const { stdout } = await succeed(bench.run(['window']));
  // So high that every file has its line.
  opened = await openWindow(browser, stdout.trim(), { width: 1280, height: 1600 });
  ({ page } = opened);
  page.on('request', request => {
    const { origin } = new URL(page.url());
    // What the page made itself, such as a small picture, does not leave it.
    const isOwn = [`${origin}/`, `blob:${origin}/`].some(begins => request.url().startsWith(begins));
    if (!isOwn) strangers.push(request.url());
  });
  await headingOf(page, 'Knowledge Base').waitFor();
  await line(page, 'umlauts.txt').waitFor();
}, 180_000);

afterEach(async () => {
  // What one test left open is in no other's way.
  for (let turn = 0; turn < 3 && (await page.getByRole('dialog').count()) > 0; turn++)
    await page.keyboard.press('Escape');
  // No violation of the policy, no error of the page, nothing that left it.
  const troubles = [...opened.troubles, ...strangers];
  if (troubles.length > 0) throw new Error(`The window was in trouble: ${troubles.join('; ')}`);
});

afterAll(async () => {
  await browser?.close();
  await lab?.close();
});

const pane = (): Locator => page.getByRole('complementary', { name: 'Preview' });
const sheet = (name: string): Locator => page.getByRole('dialog', { name: `Preview of ${name}` });

/** Chooses a file in the list, with the preview open beside it. */
async function beside(name: string): Promise<Locator> {
  await line(page, name).scrollIntoViewIfNeeded();
  await line(page, name).click();
  if ((await pane().count()) === 0) await page.keyboard.press('Space');
  await pane().getByRole('heading', { name, exact: true }).waitFor();
  return pane();
}

test('each kind of file is looked into beside the list', async () => {
  const plate = await beside('plate 7.csv');
  await plate.getByText('Separator: semicolon').waitFor();
  await plate.getByText('Decimal sign: comma').waitFor();
  await plate.getByText('6 lines before the table').waitFor();
  await plate.getByRole('gridcell', { name: '0,5754' }).waitFor();
  expect(await seriousFindings(page, { within: '[data-region="preview"]' })).toEqual([]);

  const run = await beside('run.json');
  // Every digit of a number stays, and the tree is read as one.
  await run.getByRole('treeitem', { name: /serial:.*12345678901234567890/ }).waitFor();
  const log = await beside('lamp.log');
  await log.getByRole('searchbox', { name: 'Find in this file' }).fill('lamp 499');
  await log.getByText('1 of 1').waitFor();
  await log.locator('mark', { hasText: 'lamp 499' }).waitFor();
  const umlauts = await beside('umlauts.txt');
  await umlauts.getByText('Größe in µm').waitFor();
  await umlauts.getByRole('button', { name: /WINDOWS-1252/ }).waitFor();
  const pixel = await beside('pixel.gif');
  await pixel.getByRole('img', { name: 'pixel.gif, 1 by 1 pixels' }).waitFor();
  const traces = await beside('traces.raw');
  await traces.getByText('Instrument data').waitFor();
  await traces.getByText('300 bytes').waitFor();

  await page.keyboard.press('Space');
  await expect.poll(() => pane().count()).toBe(0);
  // No worker goes on reading a file whose preview is no longer shown.
  await expect.poll(() => page.workers().length).toBe(0);
});

test('a table of two hundred thousand rows is sorted, narrowed and added up, by keyboard alone', async () => {
  await line(page, 'kinetic.csv').click();
  await page.keyboard.press('Enter');
  const table = sheet('kinetic.csv');
  await table.getByText('200,000 rows').waitFor();
  await table.getByRole('gridcell', { name: '0,000', exact: true }).waitFor();
  const grid = table.getByRole('grid');
  await expect.poll(() => grid.evaluate(element => element === document.activeElement)).toBe(true);
  expect(await grid.getAttribute('aria-rowcount')).toBe('200001');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+End');
  await table.getByRole('gridcell', { name: '199,999' }).waitFor();
  expect(await grid.getByRole('row').count()).toBeLessThan(100);
  await page.keyboard.press('Control+Shift+Home');
  // 0,000 to 199,999 and 0 to 199999: as spreadsheets say it.
  await table.getByText('Mean: 50049,74975').waitFor();
  await table.getByRole('searchbox', { name: 'Only rows with' }).fill('99,99');
  await table.getByText(/^\d+ of 200,000 rows$/).waitFor();
  await table.getByRole('button', { name: 'Sort by OD' }).click();
  await table.getByRole('button', { name: 'Sort by OD' }).click();
  await table.getByRole('gridcell', { name: '199,999' }).waitFor();
  expect(await seriousFindings(page, { within: '[role="dialog"]' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => table.count()).toBe(0);
});

test('how a table is read can be chosen, and taken back', async () => {
  await line(page, 'peaks.csv').click();
  await page.keyboard.press('Enter');
  const table = sheet('peaks.csv');
  await table.getByText('Separator: comma').waitFor();
  await table.getByRole('button', { name: 'Change' }).click();
  await table.getByRole('button', { name: /Separator/ }).click();
  await page.getByRole('option', { name: 'Tab' }).click();
  await table.getByText('1 column', { exact: true }).waitFor();
  await table.getByRole('button', { name: 'As found' }).click();
  await table.getByText('6 columns').waitFor();
  await table.getByRole('button', { name: 'Reading view' }).click();
  await table.getByRole('columnheader', { name: 'RT [min]' }).waitFor();
  await expect.poll(() => table.getByRole('cell', { name: 'Caffeine' }).count()).toBe(1);
});

test('nothing in a file runs, and nothing of it leaves this computer [S24]', async () => {
  const page7 = await beside('assay.md');
  await page7.locator('math').first().waitFor();
  await page7.getByText('Picture, not shown here: gel').waitFor();
  await page7.getByText('<script>window.hacked = 1').waitFor();
  const drawing = await beside('gel.svg');
  await drawing.getByRole('img', { name: /gel\.svg, 40 by 20/ }).waitFor();
  const html = await beside('page.htm');
  await html.getByText('parent.hacked').waitFor();
  // Opened by itself, an address of bytes is a download in a sandbox.
  const address = await beside('gel.svg').then(shown => shown.getByRole('img').getAttribute('src'));
  const answer = await page.request.get(new URL(address ?? '', page.url()).href);
  expect(answer.headers()['content-security-policy']).toContain("sandbox; default-src 'none'");
  expect(answer.headers()['content-disposition']).toContain('attachment');
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
});

test('whatever cannot be shown ends in a sentence within ten seconds, and the window goes on [S22]', async () => {
  const ends: readonly (readonly [string, RegExp])[] = [
    ['damaged.csv', /not the text that its name promises/],
    ['cut.json', /shown as text\. Line 1/],
    ['heavy.svg', /repeats parts of itself/],
    ['enormous.png', /more than 100 million pixels/],
    ['text called.png', /damaged, or another kind of file/],
    ['empty.csv', /This file is empty/],
  ];
  for (const [name, sentence] of ends) {
    const began = Date.now();
    await (await beside(name)).getByText(sentence).waitFor();
    expect(Date.now() - began).toBeLessThan(10_000);
  }
  await (await beside('config.yaml')).getByText('same as &a0').first().waitFor();
  await (await beside('deep.json')).getByRole('treeitem').first().waitFor();
  await (await beside('long.txt')).getByText('Showing the first 5.2 MB of 30 MB.').waitFor();
  const plate = await beside('plate 7.csv');
  await plate.getByRole('gridcell', { name: '0,5754' }).waitFor();
});

test('a file that changes under the eyes is said to be newer, and is shown as it was until then', async () => {
  const shown = await beside('umlauts.txt');
  await shown.getByText('Größe in µm').waitFor();
  await writeFile(join(bench.folder, 'umlauts.txt'), 'other words');
  await shown.getByText('There is a newer version').waitFor();
  expect(await shown.getByText('Größe in µm').count()).toBe(1);
  await shown.getByRole('button', { name: 'Show it' }).click();
  await shown.getByText('other words').waitFor();
});

test('what is found is looked into from the search, and from the service when it is not here', async () => {
  await until('the file at the service', async () => {
    const { stdout } = await bench.run(['preview', '--json', join(bench.folder, 'plate 7.csv')]);
    return stdout.includes('"version":"') ? true : undefined;
  });
  await succeed(bench.run(['free', join(bench.folder, 'plate 7.csv')]));
  await openSearch(page);
  await page.keyboard.type('plate 7');
  await page.getByRole('option', { name: /^plate 7\.csv/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  const found = sheet('plate 7.csv');
  await found.getByText('From the service, not on this computer').waitFor();
  await found.getByRole('gridcell', { name: '0,5754' }).waitFor();
  await page.keyboard.press('Escape');
  // The same parsers on the command line.
  const { stdout } = await succeed(bench.run(['preview', '--text', '--lines', '1', join(bench.folder, 'plate 7.csv')]));
  expect(stdout.split('\n')[1]).toMatch(/^A\t0,5754\t0,9373/);
});

test('a workbook is looked into sheet by sheet, with the values it shows', async () => {
  const book = await beside('analysis.xlsx');
  await book.getByRole('gridcell', { name: '2026-11-19 09:00' }).waitFor();
  await book.getByRole('gridcell', { name: '4.2%' }).waitFor();
  await book.getByRole('button', { name: /Plate 7/ }).click();
  await page.getByRole('option', { name: 'Standards & blanks' }).click();
  await book.getByRole('gridcell', { name: '0.051' }).waitFor();
  expect(await seriousFindings(page, { within: '[data-region="preview"]' })).toEqual([]);
});

test('a stack is gone through plane by plane, and its contrast set, by keyboard', async () => {
  const stack = await beside('cells.tif');
  await stack.getByRole('img', { name: /cells\.tif, 64 by 64 pixels, 1 of 6/ }).waitFor();
  const brightness = () =>
    stack.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, 64, 64).data ?? new Uint8ClampedArray();
      return data.reduce((sum, value) => sum + value, 0);
    });
  const usual = await brightness();
  await stack.getByRole('slider', { name: 'White at' }).focus();
  await page.keyboard.press('PageDown');
  await expect.poll(brightness).toBeGreaterThan(usual);
  await stack.getByRole('slider', { name: 'Plane' }).focus();
  await page.keyboard.press('ArrowRight');
  await stack.getByRole('img', { name: /2 of 6 \(channel 2\/2, slice 1\/3\)/ }).waitFor();
  await stack.getByRole('button', { name: 'Full range' }).click();
  await stack.getByText('16-bit grey').waitFor();
  expect(await seriousFindings(page, { within: '[data-region="preview"]' })).toEqual([]);
});

test('pieces packed as JPEG are drawn, in the colours that the TIFF file says', async () => {
  const tiles = await beside('tiles.tif');
  await tiles.getByText('8-bit colour').waitFor();
  const colour = await tiles
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => [...(canvas.getContext('2d')?.getImageData(5, 5, 1, 1).data ?? [])]);
  // Written as 209, 107, 112.
  expect(colour.map((value, at) => Math.abs(value - ([209, 107, 112, 255][at] ?? 0)) < 12)).not.toContain(false);
});

test('the last of a million and a half rows is reached, and where a picture is not drawn the page says so', async () => {
  await line(page, 'tall.csv').click();
  await page.keyboard.press('Enter');
  const table = sheet('tall.csv');
  await table.getByText('1,500,000 rows').waitFor();
  const grid = table.getByRole('grid');
  await expect.poll(() => grid.evaluate(element => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+End');
  await table.getByRole('gridcell', { name: 'x1499999', exact: true }).waitFor();
  await grid.evaluate(element => element.scrollTo({ top: 0 }));
  await table.getByRole('gridcell', { name: 'x0', exact: true }).waitFor();
  await grid.evaluate(element => element.scrollTo({ top: element.scrollHeight }));
  await table.getByRole('gridcell', { name: 'x1499999', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await (await beside('scan.pdf')).getByText('A picture on this page cannot be drawn here').waitFor();
});

test('a Word document reads as it was written', async () => {
  const lysis = await beside('lysis.docx');
  await lysis.getByRole('heading', { name: 'Lysis of HEK293 cells' }).waitFor();
  await lysis.getByText('rest for 15 min').waitFor();
  await lysis.getByRole('cell', { name: '150 mM' }).waitFor();
  expect(await seriousFindings(page, { within: '[data-region="preview"]' })).toEqual([]);
});

test('a PDF is drawn and its text selected; its script does not run and its link leads nowhere [S23]', async () => {
  const report = await beside('report.pdf');
  const line = report.getByText('Melting temperature: 64.2');
  await line.waitFor();
  const drawn = await report
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const data =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
      return data.some((value, at) => at % 4 === 0 && value < 100);
    });
  expect(drawn).toBe(true);
  await line.dblclick({ position: { x: 8, y: 8 } });
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('Melting');
  await report.getByText('Thermal shift assay').click();
  const pages = report.getByRole('document');
  await pages.focus();
  await page.keyboard.press('End');
  await report.getByText('Raw data, part 3').waitFor();
  await report.getByText('Page 4 of 4', { exact: true }).waitFor();
  await report.getByRole('button', { name: 'Actual size' }).click();
  await report.getByText('100 %').waitFor();
  expect(await seriousFindings(page, { within: '[data-region="preview"]' })).toEqual([]);
});

test('damaged, locked and enormous documents end in a sentence within ten seconds [S22]', async () => {
  const ends: readonly (readonly [string, RegExp])[] = [
    ['locked.xlsx', /protected with a password/],
    ['cut.xlsx', /damaged or ends too early/],
    ['laughs.docx', /defines text of its own/],
    ['enormous.tif', /more than 100 million pixels/],
    ['cut.tif', /damaged or ends too early/],
    ['locked.pdf', /protected with a password/],
    ['cut.pdf', /damaged or ends too early/],
  ];
  for (const [name, sentence] of ends) {
    const began = Date.now();
    await (await beside(name)).getByText(sentence).waitFor();
    expect(Date.now() - began).toBeLessThan(10_000);
  }
  await (await beside('lamp.log')).getByText('lamp 3 steady').waitFor();
});
