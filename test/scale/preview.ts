import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser, CDPSession, Page } from 'playwright';

import { type Computer, openLab, succeed } from '../end-to-end/benchtop.ts';
import { line } from '../end-to-end/driver/window-steps.ts';
import { chromatography } from '../preview/csv/chromatography.ts';
import { plateReaders } from '../preview/csv/plate-readers.ts';
import { plateWorkbook, protocolDocument } from '../preview/files/office.ts';
import { reportPdf } from '../preview/files/pdf.ts';
import { cellStack } from '../preview/files/tiff.ts';
import { startChromium } from '../setup/browser/chromium.ts';
import { percentile } from './window-page.ts';

/**
 * `node test/scale/preview.ts`: how quickly files are looked into, with real programs. A megabyte of text, a table of 200,000
 * rows that is scrolled through, a PDF of 100 pages, and a hundred files of all kinds one after the other, with what is left of them in memory.
 * Prints each beside what was promised; ends with 1 when a promise was not kept.
 */
const PROMISED = { firstLineMs: 200, tableMs: 1000, pagesMs: 1000, frameMs: 34, leftMb: 50, workers: 0 };
const ROWS = 200_000;
const MANY = 100;

let failures = 0;
const lab = await openLab({});
const browser = await startChromium();
try {
  const computer = await lab.computer('looking');
  await computer.mirror('Knowledge Base');
  for (const [name, content] of files()) await writeFile(join(computer.folder, name), content);
  const page = await windowOf(computer, browser);
  await measure(page, await pidOf(browser));
} finally {
  await browser.close();
  await lab.close();
}
process.exitCode = failures === 0 ? 0 : 1;

async function measure(page: Page, pid: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // Once before it counts: the code of a viewer loads with its first file.
  await look(page, 'warm.txt', 'lamp 3 steady');
  await look(page, 'warm.csv', 'Well');
  noteBusyness();
  const times: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    await look(page, 'warm.txt', 'lamp 3 steady');
    // What follows sooner counts as passed by, as with an arrow key that is held.
    await page.waitForTimeout(300);
    times.push(await look(page, 'large.txt', 'reading 7 steady'));
  }
  report('a megabyte of text, ms', percentile(times, 50), PROMISED.firstLineMs);
  report(
    `a table of ${ROWS} rows, ms`,
    await look(page, 'kinetic.csv', `${ROWS.toLocaleString('en-GB')} rows`),
    PROMISED.tableMs,
  );
  await look(page, 'warm.pdf', 'Melting temperature');
  report('a PDF of 100 pages, ms', await look(page, 'manual.pdf', 'Melting temperature'), PROMISED.pagesMs);
  await look(page, 'kinetic.csv', `${ROWS.toLocaleString('en-GB')} rows`);
  const frames = await scrolled(page);
  report('scrolling through the table, a frame, 95 %, ms', percentile(frames, 95), PROMISED.frameMs);
  report('scrolling through the table, a frame, median, ms', percentile(frames, 50), PROMISED.frameMs);
  await page.keyboard.press('Escape');
  await settle(session);
  const before = residentMb(pid);
  const names = [...files().keys()].filter(name => !name.startsWith('kinetic'));
  for (let at = 0; at < MANY; at += 1) await look(page, names[at % names.length] ?? '', null);
  await page.keyboard.press('Space');
  await settle(session);
  report(`memory of the page after ${MANY} files, MB more than before`, residentMb(pid) - before, PROMISED.leftMb);
  report('workers that are left', page.workers().length, PROMISED.workers);
}

/** Looks into a file beside the list. @returns milliseconds until a text of it is on show. */
async function look(page: Page, name: string, text: string | null): Promise<number> {
  await line(page, name).scrollIntoViewIfNeeded();
  const pane = page.getByRole('complementary', { name: 'Preview' });
  const isOpen = (await pane.count()) > 0;
  const began = performance.now();
  await line(page, name).click();
  if (!isOpen) await page.keyboard.press('Space');
  if (text === null) await pane.getByRole('heading', { name, exact: true }).waitFor();
  else await inFrame(page, text);
  return performance.now() - began;
}

/** Looks at each frame: a locator looks again only after 20, 50, 100 and 500 ms. */
async function inFrame(page: Page, text: string): Promise<void> {
  const isThere = (wanted: string): boolean =>
    document.querySelector('[role="complementary"], aside[aria-label="Preview"]')?.textContent.includes(wanted) ===
    true;
  await page.waitForFunction(isThere, text, { polling: 'raf' });
}

/** Turns the wheel over the table for a while. @returns milliseconds between frames. */
async function scrolled(page: Page): Promise<readonly number[]> {
  const grid = page.getByRole('grid', { name: /^Table of / });
  return grid.evaluate(
    element =>
      new Promise<number[]>(done => {
        const frames: number[] = [];
        let last = performance.now();
        const step = (): void => {
          const now = performance.now();
          frames.push(now - last);
          last = now;
          element.scrollTop += frames.length % 40 === 0 ? 400_000 : 130;
          if (frames.length < 300) requestAnimationFrame(step);
          else done(frames.slice(1));
        };
        requestAnimationFrame(step);
      }),
  );
}

async function settle(session: CDPSession): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await session.send('HeapProfiler.collectGarbage');
    await new Promise(resolve => setTimeout(resolve, 500));
  }
}

/** The process that draws the window. */
async function pidOf(chromium: Browser): Promise<number> {
  const session = await chromium.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const drawing = processInfo
    .filter(({ type }) => type === 'renderer')
    .toSorted((one, other) => other.cpuTime - one.cpuTime);
  return drawing[0]?.id ?? 0;
}

function residentMb(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 1e6;
}

async function windowOf(computer: Computer, chromium: Browser): Promise<Page> {
  await computer.daemon(['--window-port', '0']);
  const { stdout } = await succeed(computer.run(['window']));
  const page = await (await chromium.newContext({ viewport: { width: 1280, height: 1700 } })).newPage();
  await page.goto(stdout.trim());
  await line(page, 'warm.txt').waitFor({ timeout: 120_000 });
  return page;
}

function files(): ReadonlyMap<string, string | Uint8Array> {
  const log = (count: number, word: string): string =>
    Array.from({ length: count }, (_, at) => `${word} ${at} steady`).join('\n');
  const exports = [...plateReaders, ...chromatography].slice(0, 20);
  return new Map<string, string | Uint8Array>([
    [
      'kinetic.csv',
      `time_s;OD\n${Array.from({ length: ROWS }, (_, at) => `${at};${(at / 1000).toFixed(3)}`).join('\n')}\n`,
    ],
    ['warm.txt', log(50, 'lamp')],
    ['warm.csv', 'Well,Cq\nA1,20.1\n'],
    ['large.txt', log(55_000, 'reading')],
    ['notes.md', '# Notes\n\n| a | b |\n|---|---|\n| 1 | $x^2$ |\n'.repeat(40)],
    ['run.json', JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ at, ct: at / 7 })))],
    ['config.yaml', 'gain: 1.5\nfilters: [450, 570]\n'],
    ['fit.py', 'def fit(x):\n    return x * 2\n'.repeat(400)],
    ['gel.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>'],
    ['traces.raw', new Uint8Array(300)],
    ['warm.pdf', reportPdf(2)],
    ['manual.pdf', reportPdf(100)],
    ['analysis.xlsx', plateWorkbook()],
    ['cells.tif', cellStack(12, 256)],
    ['lysis.docx', protocolDocument()],
    ...exports.map(({ name, bytes }) => [`export ${name}`, bytes] as const),
  ]);
}

/** How long work takes here for the time that it is really worked on: above 1.5 others need the machine, and no figure counts. */
function noteBusyness(): void {
  const [began, spent] = [performance.now(), process.cpuUsage()];
  for (let sum = 0; performance.now() - began < 500;) sum += 1;
  const { user, system } = process.cpuUsage(spent);
  const longer = (performance.now() - began) / ((user + system) / 1000);
  process.stdout.write(`  others on this machine: everything takes ${longer.toFixed(1)} times as long\n`);
}

function report(what: string, value: number, promised: number): void {
  const isKept = value <= promised;
  if (!isKept) failures += 1;
  process.stdout.write(`${isKept ? '' : 'NOT KEPT: '}${what}: ${Math.round(value * 10) / 10} (promised ${promised})\n`);
}
