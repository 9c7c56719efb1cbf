import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium } from 'playwright';

import { openLab, until } from '../end-to-end/benchtop.ts';
import { findChromium } from '../setup/chromium.ts';
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
  let page = await readyPage(desktop);
  let shots = 0;
  const shoot = async (title: string, more: { showsMenu?: boolean; from?: number } = {}): Promise<void> => {
    const { showsMenu = false, from = desktop.events.length } = more;
    const [window] = await desktop.ask<WindowFacts[]>('windows');
    const picture: DesktopPicture = {
      title,
      window: window?.isVisible === true ? await page.screenshot() : null,
      tray: await desktop.ask<TrayFacts | null>('tray'),
      showsMenu,
      question: lastOf(desktop.events, 'dialog', from),
      notification: lastOf(desktop.events, 'notification', from),
    };
    const canvas = await browser.newPage({ viewport: { width: 1280, height: 832 } });
    await canvas.setContent(pageOf(picture));
    shots += 1;
    await canvas.screenshot({ path: join(into, `${String(shots).padStart(2, '0')} ${title.toLowerCase()}.png`) });
    await canvas.close();
  };
  const trayReads = (words: RegExp): Promise<true> => trayOf(desktop, words);

  await shoot('It starts');
  await trayReads(/Up to date/);
  await page.getByText('Protocols').first().waitFor();
  await shoot('In step', { showsMenu: true });
  await desktop.ask('choose', { from: 'tray', path: ['Pause', 'Until I resume'] });
  await trayReads(/Paused/);
  await shoot('Paused', { showsMenu: true });
  await desktop.ask('choose', { from: 'tray', path: ['Resume'] });
  await trayReads(/Up to date/);

  await desktop.ask('blur');
  const before = desktop.events.length;
  await bench.write('Protocols/setup.exe', 'MZ');
  await trayReads(/needs attention/);
  await until('the notification', async () => lastOf(desktop.events, 'notification', before) ?? undefined);
  await shoot('Something needs somebody', { showsMenu: false, from: before });
  await bench.remove('Protocols/setup.exe');
  await trayReads(/Up to date/);

  const [pid = 0] = await desktop.ask<number[]>('utility-pids');
  process.kill(pid, 'SIGKILL');
  await trayReads(/Starting again/);
  await shoot('The engine was killed', { showsMenu: true });
  await trayReads(/Up to date/);
  await shoot('It goes on with a new one');
  await desktop.ask('crash-page');
  page = await readyPage(desktop, true);
  await shoot('The page died and was loaded anew');
  await desktop.ask('crash-page');
  await until('the safe page', async () =>
    (await desktop.ask<WindowFacts[]>('windows'))[0]?.url.endsWith('/trouble') === true ? true : undefined,
  );
  page = await desktop.page(true);
  await page.getByRole('link', { name: 'Try again' }).waitFor();
  await shoot('The page died again');
  await page.getByRole('link', { name: 'Try again' }).click();
  page = await readyPage(desktop);

  const closing = desktop.events.length;
  await desktop.ask('close-window');
  await desktop.next('dialog');
  await shoot('The window was closed', { from: closing });
  await desktop.ask('answer', 'Keep running');
  await desktop.ask('click-tray');
  await lab.stop();
  await Promise.all(['a', 'b', 'c'].map(name => bench.write(`Protocols/unsent ${name}.txt`, name)));
  await trayReads(/Offline · 3 changes waiting/);
  await shoot('Offline', { showsMenu: true });
  const quitting = desktop.events.length;
  await desktop.ask('choose', { from: 'tray', path: ['Quit'] });
  await desktop.next('dialog');
  await shoot('Quitting with unsent work', { from: quitting });
  await desktop.ask('answer', 'Quit');
  process.stdout.write(`${shots} pictures in ${into}; the app ended with ${await desktop.ended}\n`);
}

async function trayOf(desktop: Desktop, words: RegExp): Promise<true> {
  return until(`the tray reads ${String(words)}`, async () =>
    words.test((await desktop.ask<TrayFacts>('tray')).toolTip) ? true : undefined,
  );
}
