import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium, type Page } from 'playwright';

import { type Computer, openLab, until } from '../end-to-end/benchtop.ts';
import { findChromium } from '../setup/browser/chromium.ts';
import type { Desktop, TrayFacts, WindowFacts } from './desktop.ts';
import { readyPage, STAND_IN } from './host.ts';
import { type DesktopPicture, lastOf, pageOf } from './picture.ts';

/** `node test/electron/shots.ts FOLDER`: a run of the desktop app in the stand-in, in pictures. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder for the pictures: node test/electron/shots.ts FOLDER');
await mkdir(folder, { recursive: true });

const [host, lab] = await Promise.all([STAND_IN.open(), openLab({ sample: true, commandsHere: true })]);
const painter = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--headless', '--no-sandbox'] });
try {
  await record(folder, painter);
} finally {
  await painter.close();
  await host.close();
  await lab.close();
}

async function record(into: string, browser: Browser): Promise<void> {
  const bench = await lab.computer('bench');
  await bench.mirror('Knowledge Base');
  const desktop = await host.start(bench.data, { environment: { BENCHTOP_COMPUTER: 'bench' } });
  await desktop.next('window');
  const at: At = { bench, desktop, page: await readyPage(desktop), browser, into, shots: 0 };
  await states(at);
  await crashes(at);
  await quitting(at);
  process.stdout.write(`${at.shots} pictures in ${into}; the app ended with ${await desktop.ended}\n`);
}

/** Where the run is. */
interface At {
  readonly bench: Computer;
  readonly desktop: Desktop;
  readonly browser: Browser;
  readonly into: string;
  page: Page;
  shots: number;
}

async function states(at: At): Promise<void> {
  const { bench, desktop, page } = at;
  await shoot(at, 'It starts');
  await trayReads(at, /Up to date/);
  await page.getByText('Protocols').first().waitFor();
  await shoot(at, 'In step', { showsMenu: true });
  await desktop.ask('choose', { from: 'tray', path: ['Pause', 'Until I resume'] });
  await trayReads(at, /Paused/);
  await shoot(at, 'Paused', { showsMenu: true });
  await desktop.ask('choose', { from: 'tray', path: ['Resume'] });
  await trayReads(at, /Up to date/);
  await desktop.ask('blur');
  const from = desktop.events.length;
  await bench.write('Protocols/setup.exe', 'MZ');
  await trayReads(at, /needs attention/);
  await until('the notification', async () => lastOf(desktop.events, 'notification', from) ?? undefined);
  await shoot(at, 'Something needs somebody', { from });
  await bench.remove('Protocols/setup.exe');
  await trayReads(at, /Up to date/);
}

async function crashes(at: At): Promise<void> {
  const { desktop } = at;
  const [pid = 0] = await desktop.ask<number[]>('utility-pids');
  process.kill(pid, 'SIGKILL');
  await trayReads(at, /Starting again/);
  await shoot(at, 'The engine was killed', { showsMenu: true });
  await trayReads(at, /Up to date/);
  await shoot(at, 'It goes on with a new one');
  await desktop.ask('crash-page');
  at.page = await readyPage(desktop, true);
  await shoot(at, 'The page died and was loaded anew');
  await desktop.ask('crash-page');
  await until('the safe page', async () =>
    (await windowOf(at))?.url.endsWith('/trouble') === true ? true : undefined,
  );
  at.page = await desktop.page(true);
  await at.page.getByRole('link', { name: 'Try again' }).waitFor();
  await shoot(at, 'The page died again');
  await at.page.getByRole('link', { name: 'Try again' }).click();
  at.page = await readyPage(desktop);
}

async function quitting(at: At): Promise<void> {
  const { bench, desktop } = at;
  const closed = desktop.events.length;
  await desktop.ask('close-window');
  await desktop.next('dialog');
  await shoot(at, 'The window was closed', { from: closed });
  await desktop.ask('answer', 'Keep running');
  await desktop.ask('click-tray');
  await lab.stop();
  await Promise.all(['a', 'b', 'c'].map(name => bench.write(`Protocols/unsent ${name}.txt`, name)));
  await trayReads(at, /Offline · 3 changes waiting/);
  await shoot(at, 'Offline', { showsMenu: true });
  const from = desktop.events.length;
  await desktop.ask('choose', { from: 'tray', path: ['Quit'] });
  await desktop.next('dialog');
  await shoot(at, 'Quitting with unsent work', { from });
  await desktop.ask('answer', 'Quit');
}

/** @param from what was told from there on belongs to the picture. */
async function shoot(at: At, title: string, more: { showsMenu?: boolean; from?: number } = {}): Promise<void> {
  const { desktop, page, browser, into } = at;
  const { showsMenu = false, from = desktop.events.length } = more;
  const picture: DesktopPicture = {
    title,
    window: (await windowOf(at))?.isVisible === true ? await page.screenshot() : null,
    tray: await desktop.ask<TrayFacts | null>('tray'),
    showsMenu,
    question: lastOf(desktop.events, 'dialog', from),
    notification: lastOf(desktop.events, 'notification', from),
  };
  const canvas = await browser.newPage({ viewport: { width: 1280, height: 832 } });
  await canvas.setContent(pageOf(picture));
  at.shots += 1;
  await canvas.screenshot({ path: join(into, `${String(at.shots).padStart(2, '0')} ${title.toLowerCase()}.png`) });
  await canvas.close();
}

async function windowOf({ desktop }: At): Promise<WindowFacts | undefined> {
  return (await desktop.ask<WindowFacts[]>('windows'))[0];
}

async function trayReads({ desktop }: At, words: RegExp): Promise<true> {
  return until(`the tray reads ${String(words)}`, async () =>
    words.test((await desktop.ask<TrayFacts>('tray')).toolTip) ? true : undefined,
  );
}
