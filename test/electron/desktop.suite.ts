import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { localFolderTexts } from '../../shared/features/set-up/local-folder-text.ts';
import { line, openFolderByMouse, statusPill } from '../end-to-end/driver/window-steps.ts';
import type { WindowFacts } from './desktop.ts';
import { readyPage } from './host.ts';
import type { Question, Stage } from './stage.ts';
import type { MenuLine } from './stand-in/menus.ts';

const TASK = '3f0e8a52-6f0b-4d52-9f3c-0b7f2c1d4e5a';

/** How the desktop app reacts to events around its window; in the end it quits. */
export function desktopSuite(stage: () => Stage): void {
  test('the engine is killed: the window stays as it is, says so, and goes on with a new one', async () => {
    const { windowNow, tray, pids, page } = stage();
    const [pid = 0] = await pids();
    const before = (await windowNow()).target;
    await page.evaluate(() => void (window.standInFound = ['still the same page']));
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await tray()).toolTip).toBe('Benchtop: Starting again…');
    await expect.poll(async () => (await pids())[0]).not.toBe(pid);
    await expect.poll(async () => (await tray()).toolTip).toMatch(/^Benchtop: Up to date/);
    await expect.poll(() => statusPill(page).textContent()).toMatch(/^Up to date/);
    expect((await windowNow()).target).toBe(before);
    expect(await page.evaluate(() => window.standInFound)).toEqual(['still the same page']);
  });

  test('S13 the page dies: it is loaded anew once, then a safe page stands; the engine knows nothing of it', async () => {
    const { desktop, windowNow, pids } = stage();
    const [pid] = await pids();
    await desktop.ask('crash-page');
    stage().page = await readyPage(desktop, true);
    await desktop.ask('crash-page');
    await expect.poll(async () => (await windowNow()).url).toBe('app://bundle/trouble');
    stage().page = await desktop.page(true);
    await stage().page.getByRole('heading', { name: 'The window stopped working' }).waitFor();
    await stage().page.getByRole('link', { name: 'Try again' }).click();
    stage().page = await readyPage(desktop);
    expect(await pids()).toEqual([pid]);
    const [{ details } = { details: null }] = desktop.events.filter(({ event }) => event === 'crash-reporter');
    expect(details).toEqual({ uploadToServer: false });
  });

  test('the tray says how Benchtop is and works without the window', async () => {
    const { bench, desktop, tray } = stage();
    await expect.poll(async () => (await tray()).toolTip).toMatch(/^Benchtop: Up to date · checked/);
    const { lines, picture } = await tray();
    expect(picture).toMatch(/^$|in-step\.png$/);
    expect(lines.map(({ label }) => label)).toEqual([
      expect.stringMatching(/^Up to date/),
      'Open Knowledge base',
      'Open local folder',
      'Recent',
      'Pause',
      'Check now',
      'Settings…',
      'Diagnostics…',
      'Quit',
    ]);
    await desktop.ask('choose', { from: 'tray', path: ['Pause', 'Until I resume'] });
    await expect.poll(async () => (await tray()).toolTip).toBe('Benchtop: Paused');
    expect((await tray()).picture).toMatch(/^$|paused\.png$/);
    await desktop.ask('choose', { from: 'tray', path: ['Resume'] });
    await expect.poll(async () => (await tray()).toolTip).toMatch(/^Benchtop: Up to date/);
    await desktop.ask('choose', { from: 'tray', path: ['Open local folder'] });
    expect(await desktop.next('open-path')).toBe(bench.folder);
  });

  test('the system goes on battery, and the engine hears of it', async () => {
    const { desktop, tray } = stage();
    await desktop.ask('power', 'on-battery');
    await expect.poll(async () => (await tray()).toolTip).toBe('Benchtop: Paused · on battery');
    await desktop.ask('power', 'on-ac');
    await expect.poll(async () => (await tray()).toolTip).toMatch(/^Benchtop: Up to date/);
  });

  test('S27 what could run is not opened, which is said; other files open where they are, and are dragged out from there', async () => {
    const { bench, desktop, goTo, page } = stage();
    await bench.write('Protocols/install.sh', 'rm -rf /');
    await goTo('#/files');
    await openFolderByMouse(page, 'Protocols');
    await line(page, 'install.sh').waitFor();
    const choose = async (name: string, what: string): Promise<void> => {
      await line(page, name).click({ button: 'right' });
      await page.getByRole('menuitem', { name: what }).click();
    };
    await choose('install.sh', 'Open in its program');
    await page.getByText('“install.sh” could run as a program, so Benchtop does not open it.').first().waitFor();
    await choose('made here.txt', 'Open in its program');
    expect(await desktop.next('open-path')).toBe(join(bench.folder, 'Protocols/made here.txt'));
    await choose('install.sh', 'More');
    await page.getByRole('menuitem', { name: 'Show in its folder' }).click();
    expect(await desktop.next('show-item')).toBe(join(bench.folder, 'Protocols/install.sh'));
    const dataTransfer = await page.evaluateHandle(() => new DataTransfer());
    await line(page, 'made here.txt').dispatchEvent('dragstart', { dataTransfer, ctrlKey: true });
    const dragged = join(bench.folder, 'Protocols/made here.txt');
    expect(await desktop.next('drag')).toEqual({ file: dragged, files: [dragged] });
    expect(await page.evaluate(() => window.benchtop?.dragOut(['999999']))).toEqual({
      done: false,
      reason: 'This is not on this computer. Keep it offline first.',
    });
  });

  test('a folder of the computer is chosen in the dialog of the system, one question at a time, or none is', async () => {
    const { bench, desktop, page } = stage();
    const choose = (at: string) => page.evaluate(from => window.benchtop?.chooseFolder(from), at);
    const chosen = choose(bench.folder);
    expect(await desktop.next('choosing')).toEqual({
      title: localFolderTexts.dialog,
      properties: ['openDirectory', 'createDirectory'],
      defaultPath: bench.folder,
    });
    expect(await choose(bench.folder)).toBe(null);
    await desktop.ask('answer', bench.data);
    expect(await chosen).toBe(bench.data);
    // A path that leads nowhere certain is not given to the system.
    const none = choose('somewhere');
    expect(await desktop.next('choosing')).not.toHaveProperty('defaultPath');
    await desktop.ask('answer', '');
    expect(await none).toBe(null);
  });

  test('what needs somebody is told once, and not while the window is before their eyes', async () => {
    const { bench, desktop, windowNow, tray } = stage();
    await expect.poll(async () => (await tray()).lines.map(({ label }) => label)).toContain('1 item needs attention…');
    expect(desktop.events.filter(({ event }) => event === 'notification')).toEqual([]);
    await desktop.ask('blur');
    await bench.write('Protocols/setup.exe', 'MZ');
    expect(await desktop.next('notification')).toEqual({
      title: '1 item is not in step and needs a fix',
      body: 'Open Benchtop to see what to do.',
    });
    await desktop.ask('click-notification');
    await expect.poll(async () => (await windowNow()).url).toBe('app://bundle/#/attention');
    await bench.remove('Protocols/setup.exe');
    await bench.remove('Protocols/install.sh');
    await expect.poll(async () => (await tray()).toolTip).toMatch(/^Benchtop: Up to date/);
    expect(desktop.events.filter(({ event }) => event === 'notification').length).toBe(1);
  });

  test('S49 a second start brings its link to the first and ends; whatever else it brings is passed over', async () => {
    const { host, bench, desktop, windowNow, pids } = stage();
    const hostile = [
      '--no-sandbox',
      'file:///etc/passwd',
      'benchtop://delete/all',
      `benchtop://task/${TASK}`,
      '; rm -rf /',
    ];
    const second = await host.start(bench.data, { args: hostile });
    expect(await second.ended).toBe(0);
    await expect.poll(async () => (await windowNow()).url).toBe(`app://bundle/#/chat/${TASK}`);
    await desktop.ask('open-url', 'benchtop://attention');
    await expect.poll(async () => (await windowNow()).url).toBe('app://bundle/#/attention');
    expect((await desktop.ask<WindowFacts[]>('windows')).length).toBe(1);
    expect(await pids()).toHaveLength(1);
  });

  test('closing the window ends nothing, which is said once, and the tray brings it back', async () => {
    const { desktop, windowNow } = stage();
    await desktop.ask('close-window');
    expect((await desktop.next<Question>('dialog')).buttons).toEqual(['Keep running', 'Quit instead']);
    await desktop.ask('answer', 'Keep running');
    expect(await windowNow()).toMatchObject({ isVisible: false, isFocused: false });
    await desktop.ask('choose', { from: 'tray', path: ['Settings…'] });
    expect(await windowNow()).toMatchObject({ isVisible: true, isFocused: true });
    await desktop.ask('close-window');
    expect((await windowNow()).isVisible).toBe(false);
    await desktop.ask('click-tray');
  });

  test('S12 no menu reloads the window or opens tools for developers; it can be made larger, and stays so', async () => {
    const { desktop, windowNow } = stage();
    const menu = await desktop.ask<readonly MenuLine[]>('menu');
    const all = menu.flatMap(({ entries }) => entries);
    expect(all.filter(({ role, label }) => /reload|devtools/i.test(`${role} ${label}`))).toEqual([]);
    await desktop.ask('choose', { from: 'menu', path: ['View', 'Larger'] });
    expect((await windowNow()).zoom).toBe(0.5);
  });

  test('quitting with unsent work asks once with the honest number; nothing of it is lost', async () => {
    const { lab, bench, desktop, tray, pids } = stage();
    await lab.stop();
    await Promise.all(['a', 'b', 'c'].map(name => bench.write(`Protocols/unsent ${name}.txt`, name)));
    await expect.poll(async () => (await tray()).toolTip).toBe('Benchtop: Offline · 3 changes waiting');
    expect((await tray()).picture).toMatch(/^$|offline\.png$/);
    const asked = async (): Promise<Question> => {
      await desktop.ask('choose', { from: 'tray', path: ['Quit'] });
      const question = await desktop.next<Question>('dialog');
      return question;
    };
    expect((await asked()).message).toBe('3 changes are not sent yet.');
    await desktop.ask('answer', 'Keep running');
    expect(await asked()).toEqual({
      message: '3 changes are not sent yet.',
      detail: 'They stay on this computer and continue next time.',
      buttons: ['Quit', 'Keep running'],
    });
    const [pid = 0] = await pids();
    await desktop.ask('answer', 'Quit');
    expect(await desktop.ended).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await bench.read('Protocols/unsent a.txt')).toBe('a');
    const kept: unknown = JSON.parse(await readFile(join(bench.data, 'desktop/desktop.json'), 'utf8'));
    expect(kept).toMatchObject({ zoom: 0.5, knowsClosing: true });
  });
}
