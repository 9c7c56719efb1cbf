import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { DesktopBridge } from '../../shared/desktop-bridge.ts';
import { type Computer, type Lab, openLab, succeed } from '../end-to-end/benchtop.ts';
import { folderTree, headingOf, line, openFolderByMouse, statusPill } from '../end-to-end/window-steps.ts';
import type { Desktop, TrayFacts, WindowFacts } from './desktop.ts';
import { type Host, readyPage } from './host.ts';
import type { MenuLine } from './stand-in/menus.ts';

/** What a question looks like, as it is told. */
interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

declare global {
  interface Window {
    standInFound?: string[];
  }
}

const SCREENS = ['#/attention', '#/activity/history', '#/settings', '#/diagnostics/health', '#/chat', '#/files'];
const TASK = '3f0e8a52-6f0b-4d52-9f3c-0b7f2c1d4e5a';

/** What the desktop app does, in whatever it runs: one app on the sample, one test after the other. */
export function desktopSuite(openHost: () => Promise<Host>): void {
  let host: Host;
  let lab: Lab;
  let bench: Computer;
  let desktop: Desktop;
  let page: Page;
  let made: { readonly preferences: Readonly<Record<string, unknown>> };

  beforeAll(async () => {
    vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 });
    [host, lab] = await Promise.all([openHost(), openLab({ sample: true, commandsHere: true })]);
    bench = await lab.computer('bench');
    await bench.mirror('Knowledge Base');
    await succeed(bench.run(['config', 'set', 'onBattery', 'pause']));
    desktop = await host.start(bench.data, { environment: { BENCHTOP_COMPUTER: 'bench' } });
    made = await desktop.next('window');
    page = await readyPage(desktop);
  }, 180_000);

  afterAll(async () => {
    await desktop?.kill();
    await host?.close();
    await lab?.close();
  });

  const windowNow = async (): Promise<WindowFacts> => {
    const [first] = await desktop.ask<WindowFacts[]>('windows');
    if (first === undefined) throw new Error('There is no window');
    return first;
  };
  const tray = async (): Promise<TrayFacts> => desktop.ask<TrayFacts>('tray');
  const pids = async (): Promise<readonly number[]> => desktop.ask<number[]>('utility-pids');
  const goTo = async (hash: string): Promise<void> =>
    void (await page.evaluate(to => void (window.location.hash = to), hash));

  test('S02 the window opens at app://bundle/ and shows the sample, which the engine fetches meanwhile', async () => {
    await headingOf(page, 'Knowledge Base').waitFor();
    await expect.poll(() => folderTree(page).getByRole('row').allTextContents()).toContain('Protocols');
    expect((await windowNow()).url).toMatch(/^app:\/\/bundle\/(#.*)?$/);
    await expect.poll(async () => (await bench.files()).size).toBe(75);
  });

  test('S01 the window has a sandbox, a world of its own for the preload, and nothing of Node', async () => {
    const { preferences } = made;
    expect(preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });
    expect(preferences).toMatchObject({ webSecurity: true, webviewTag: false, allowRunningInsecureContent: false });
    const risky = ['experimentalFeatures', 'enableBlinkFeatures', 'additionalArguments', 'session', 'partition'];
    expect(Object.keys(preferences).filter(name => risky.includes(name))).toEqual([]);
    expect(await page.evaluate(() => ['require', 'process', 'module'].filter(name => name in window))).toEqual([]);
    expect(await desktop.next('sandbox')).toEqual({ beforeReady: true });
  });

  test('S03 no screen goes against the policy, which comes with the page and names one nonce for each answer', async () => {
    await page.evaluate(() => {
      window.standInFound = [];
      document.addEventListener('securitypolicyviolation', event =>
        window.standInFound?.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      );
    });
    for (const screen of SCREENS) {
      await goTo(screen);
      await page.locator('main').waitFor();
    }
    expect(await page.evaluate(() => window.standInFound)).toEqual([]);
    const policies = await page.evaluate(async () => {
      const answers = await Promise.all([fetch('/'), fetch('/')]);
      return answers.map(({ headers }) => headers.get('content-security-policy') ?? '');
    });
    const [nonces, rest] = [policies.map(nonceIn), policies.map(policy => policy.replace(nonceIn(policy), 'N'))];
    expect(new Set(nonces).size).toBe(2);
    expect(rest[0]).toBe(rest[1]);
    for (const part of [`default-src 'none'`, `script-src 'self'`, `frame-ancestors 'none'`, 'trusted-types app default'])
      expect(rest[0]?.split('; ')).toContain(part);
    expect(rest[0]).not.toMatch(/unsafe|https:|\*/);
  });

  test('S04 the window reaches no server', async () => {
    const tried = await page.evaluate(async () => {
      const asked = ['https://example.com/', 'http://127.0.0.1:1/', 'file:///etc/passwd'].map(url =>
        fetch(url).then(
          () => 'answered',
          () => 'refused',
        ),
      );
      const socket = new Promise(resolve => {
        const opened = new WebSocket('wss://example.com/');
        opened.addEventListener('error', () => resolve('refused'));
      });
      return Promise.all([...asked, socket]);
    });
    expect(tried).toEqual(['refused', 'refused', 'refused', 'refused']);
    if (host.isStandIn) expect(await desktop.ask('strangers')).toEqual([]);
  });

  test('S05 nothing leads the window to another page', async () => {
    const before = (await windowNow()).url;
    await page.evaluate(() => void (window.location.href = 'https://example.com/elsewhere'));
    expect((await desktop.next<Question>('dialog')).message).toBe('Open example.com in your browser?');
    await desktop.ask('answer', 'Cancel');
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { action: 'https://example.com/form', method: 'post' });
      const link = Object.assign(document.createElement('a'), { href: 'data:text/html,there' });
      const frame = Object.assign(document.createElement('iframe'), { src: 'https://example.com/frame' });
      const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=file:///etc' });
      document.body.append(form, link, frame);
      document.head.append(meta);
      form.submit();
      link.click();
    });
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    await page.evaluate(() => document.querySelectorAll('iframe,form,meta[http-equiv]').forEach(each => each.remove()));
    expect((await windowNow()).url).toBe(before);
    if (host.isStandIn) expect(await desktop.ask('strangers')).toEqual([]);
    expect(desktop.events.filter(({ event }) => event === 'open-external')).toEqual([]);
  });

  test('S06 no second window opens, and an address goes outside only when somebody said so', async () => {
    await page.evaluate(() => {
      for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'ms-msdt:/id', 'https://a@evil.example/'])
        window.open(url);
    });
    expect(await page.evaluate(() => window.benchtop?.openOutside('smb://host/share'))).toMatchObject({ done: false });
    const opening = page.evaluate(() => window.benchtop?.openOutside('https://example.org/protocol?x=1'));
    const question = await desktop.next<Question>('dialog');
    expect(question.message).toBe('Open example.org in your browser?');
    await desktop.ask('answer', 'Open');
    expect(await opening).toEqual({ done: true, reason: null });
    expect(await desktop.next('open-external')).toBe('https://example.org/protocol?x=1');
    expect((await desktop.ask<WindowFacts[]>('windows')).length).toBe(1);
  });

  test('S07 the page gets nothing of the system but a text into the clipboard', async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read', 'clipboard-write'];
    const states = await page.evaluate(async asked => {
      const query = async (name: string): Promise<[string, string]> => [
        name,
        await navigator.permissions.query({ name: name as PermissionName }).then(
          ({ state }) => state,
          () => 'unknown',
        ),
      ];
      return Object.fromEntries(await Promise.all(asked.map(query)));
    }, names);
    expect(Object.entries(states).filter(([, state]) => state === 'granted')).toEqual([['clipboard-write', 'granted']]);
    expect(Object.entries(states).filter(([, state]) => state === 'prompt')).toEqual([]);
    if (host.isStandIn) {
      const asked = ['bluetooth', 'device', 'display', 'request', 'usb'];
      expect(await desktop.ask('forbidden')).toEqual(asked);
    }
  });

  test('S08 the preload gives the page one frozen thing with named functions, and no page can change it', async () => {
    const found = await page.evaluate(() => {
      const bridge = window.benchtop;
      const tries = [
        () => Object.assign(window, { benchtop: {} }),
        () => Object.assign(bridge ?? {}, { openItem: null }),
      ];
      const refused = tries.filter(change => {
        try {
          change();
          return false;
        } catch {
          return true;
        }
      });
      const ipc = Object.keys(window).filter(name => /ipc|electron|require/i.test(name));
      const kinds = Object.values(bridge ?? {}).map(each => typeof each);
      return { names: Object.keys(bridge ?? {}), isFrozen: Object.isFrozen(bridge), refused: refused.length, kinds, ipc };
    });
    const names: readonly (keyof DesktopBridge)[] = [
      'openPipe',
      'handOver',
      'openItem',
      'showItem',
      'dragOut',
      'openOutside',
    ];
    expect(found).toEqual({ names, isFrozen: true, refused: 2, kinds: names.map(() => 'function'), ipc: [] });
  });

  test('S09 S11 whoever is not the page of the window is answered nothing, and neither is nonsense', async () => {
    if (host.isStandIn) {
      for (const url of [null, 'https://example.com/', 'app://bundle.example/', 'app://bundle/?x=1', 'kbfile://preview/']) {
        for (const channel of await desktop.ask<string[]>('channels')) {
          expect(await desktop.ask('ask-as-stranger', { channel, url, args: [1] })).toBeNull();
        }
      }
    }
    const wrong = await page.evaluate(async () => {
      const asked = ['', 'x'.repeat(200), { toString: 'x' }, 7].map(each => window.benchtop?.openItem(each as string));
      return Promise.all(asked);
    });
    expect(wrong).toEqual(wrong.map(() => ({ done: false, reason: null })));
  });

  test('S10 a dropped file goes by where it is, under a name that is good once, and the page learns no path', async () => {
    const dropped = join(lab.folder, 'dropped.csv');
    await writeFile(dropped, 'well,ct\nA1,20\n');
    if (host.isStandIn) await desktop.ask('know-path', { name: 'dropped.csv', sizeBytes: 14, path: dropped });
    await goTo('#/files');
    await openFolderByMouse(page, 'Protocols');
    const names = await page.evaluate(async () => {
      const give = (): Promise<string | null> | undefined =>
        window.benchtop?.handOver(new File(['well,ct\nA1,20\n'], 'dropped.csv'));
      return [await give(), await give(), await window.benchtop?.handOver(new File(['x'], 'made here.txt'))];
    });
    if (host.isStandIn) expect(names[0]).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    expect(names[0] === null || names[0] !== names[1]).toBe(true);
    expect(names[2]).toBeNull();
    await page.locator('input[type=file]').first().setInputFiles(dropped);
    await expect.poll(async () => [...(await bench.files()).keys()]).toContain('Protocols/dropped.csv');
    expect(await bench.read('Protocols/dropped.csv')).toBe('well,ct\nA1,20\n');
  });

  test('S25 a file that is looked into comes from an address of its own, in parts, and only to this window', async () => {
    await page.getByRole('grid', { name: /^Contents of / }).waitFor();
    const answers: { url: string; policy: string; status: number }[] = [];
    page.on('response', answer => {
      const policy = answer.headers()['content-security-policy'] ?? '';
      if (answer.url().includes('/content/')) answers.push({ url: answer.url(), policy, status: answer.status() });
    });
    await line(page, 'dropped.csv').click();
    await page.keyboard.press('Space');
    await page.getByRole('gridcell', { name: 'A1', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(answers.length).toBeGreaterThan(0);
    for (const { url, policy } of answers) {
      expect(url).toMatch(/kbfile/);
      expect(policy).toContain("sandbox; default-src 'none'");
    }
    const [first] = answers;
    const tried = await page.evaluate(async url => {
      const part = await fetch(url, { headers: { Range: 'bytes=0-3' } });
      const other = await fetch(url.replace(/[^/]+$/, 'another')).then(
        ({ status }) => status,
        () => 'refused',
      );
      return { part: [part.status, await part.text()], other };
    }, first?.url ?? '');
    expect(tried).toEqual({ part: [206, 'well'], other: 404 });
  });

  test('the engine is killed: the window stays as it is, says so, and goes on with a new one', async () => {
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
    const [pid] = await pids();
    await desktop.ask('crash-page');
    await expect.poll(async () => (await desktop.page()).locator('main').count()).toBe(1);
    page = await readyPage(desktop);
    await desktop.ask('crash-page');
    await expect.poll(async () => (await windowNow()).url).toBe('app://bundle/trouble');
    page = await desktop.page();
    await page.getByText('The window stopped working twice.').waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    page = await readyPage(desktop);
    expect(await pids()).toEqual([pid]);
    const [{ details } = { details: null }] = desktop.events.filter(({ event }) => event === 'crash-reporter');
    expect(details).toEqual({ uploadToServer: false });
  });

  test('the tray says how Benchtop is and works without the window', async () => {
    await expect.poll(async () => (await tray()).toolTip).toMatch(/^Benchtop: Up to date · checked/);
    const { lines, picture } = await tray();
    expect(picture).toMatch(/in-step\.png$/);
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
    expect((await tray()).picture).toMatch(/paused\.png$/);
    await desktop.ask('choose', { from: 'tray', path: ['Resume'] });
    await expect.poll(async () => (await tray()).toolTip).toMatch(/^Benchtop: Up to date/);
    await desktop.ask('choose', { from: 'tray', path: ['Open local folder'] });
    expect(await desktop.next('open-path')).toBe(bench.folder);
  });

  test('the system goes on battery, and the engine hears of it', async () => {
    await desktop.ask('power', 'on-battery');
    await expect.poll(async () => (await tray()).toolTip).toBe('Benchtop: Paused · on battery');
    await desktop.ask('power', 'on-ac');
    await expect.poll(async () => (await tray()).toolTip).toMatch(/^Benchtop: Up to date/);
  });

  test('S27 what could run is not opened, and the page is told why; other files open where they are', async () => {
    await bench.write('Protocols/install.sh', 'rm -rf /');
    await goTo('#/files');
    await openFolderByMouse(page, 'Protocols');
    await line(page, 'install.sh').waitFor();
    const opened = async (name: string): Promise<unknown> => {
      const id = await line(page, name).getAttribute('data-key');
      return page.evaluate(each => window.benchtop?.openItem(each), id ?? '');
    };
    expect(await opened('install.sh')).toMatchObject({ done: false, reason: expect.stringMatching(/could run as a program/) });
    expect(await opened('dropped.csv')).toEqual({ done: true, reason: null });
    expect(await desktop.next('open-path')).toBe(join(bench.folder, 'Protocols/dropped.csv'));
  });

  test('what needs somebody is told once, and not while the window is before their eyes', async () => {
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
    const hostile = ['--no-sandbox', 'file:///etc/passwd', 'benchtop://delete/all', `benchtop://task/${TASK}`, '; rm -rf /'];
    const second = await host.start(bench.data, { args: hostile });
    expect(await second.ended).toBe(0);
    await expect.poll(async () => (await windowNow()).url).toBe(`app://bundle/#/chat/${TASK}`);
    await desktop.ask('open-url', 'benchtop://attention');
    await expect.poll(async () => (await windowNow()).url).toBe('app://bundle/#/attention');
    expect((await desktop.ask<WindowFacts[]>('windows')).length).toBe(1);
    expect(await pids()).toHaveLength(1);
  });

  test('closing the window ends nothing, which is said once, and the tray brings it back', async () => {
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
    const menu = await desktop.ask<readonly MenuLine[]>('menu');
    const all = menu.flatMap(({ entries }) => entries);
    expect(all.filter(({ role, label }) => /reload|devtools/i.test(`${role} ${label}`))).toEqual([]);
    await desktop.ask('choose', { from: 'menu', path: ['View', 'Larger'] });
    expect((await windowNow()).zoom).toBe(0.5);
  });

  test('quitting with unsent work asks once with the honest number; nothing of it is lost', async () => {
    await desktop.ask('choose', { from: 'tray', path: ['Pause', 'Until I resume'] });
    await expect.poll(async () => (await tray()).toolTip).toBe('Benchtop: Paused');
    await Promise.all(['a', 'b', 'c'].map(name => bench.write(`Protocols/unsent ${name}.txt`, name)));
    const asked = async (): Promise<Question> => {
      await desktop.ask('choose', { from: 'tray', path: ['Quit'] });
      const question = await desktop.next<Question>('dialog');
      return question;
    };
    await expect
      .poll(async () => {
        const { message } = await asked();
        await desktop.ask('answer', 'Keep running');
        return message;
      })
      .toBe('3 changes are not sent yet.');
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

function nonceIn(policy: string): string {
  return /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? 'none';
}
