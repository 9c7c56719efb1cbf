import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { DesktopBridge } from '../../shared/desktop/bridge.ts';
import { fileList, folderTree, headingOf, line, openFolderByMouse } from '../end-to-end/driver/window-steps.ts';
import type { WindowFacts } from './desktop.ts';
import type { Question, Stage } from './stage.ts';

const SCREENS = ['#/attention', '#/activity/history', '#/settings', '#/diagnostics/health', '#/chat', '#/files'];

/** What the window may not, by the ids of the requirements that it is held to; of an app that has just been started. */
export function securitySuite(stage: () => Stage): void {
  test('S02 the window opens at app://bundle/ and shows the sample, which the engine fetches meanwhile', async () => {
    const { bench, windowNow, page } = stage();
    await headingOf(page, 'Knowledge Base').waitFor();
    await expect.poll(() => folderTree(page).getByRole('row').allTextContents()).toContain('Protocols');
    expect((await windowNow()).url).toMatch(/^app:\/\/bundle\/(#.*)?$/);
    await expect.poll(async () => (await bench.files()).size).toBe(75);
  });

  test('S01 the window has a sandbox, a world of its own for the preload, and nothing of Node', async () => {
    const { desktop, page } = stage();
    const { preferences } = stage();
    expect(preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false });
    expect(preferences).toMatchObject({ webSecurity: true, webviewTag: false, allowRunningInsecureContent: false });
    const risky = ['experimentalFeatures', 'enableBlinkFeatures', 'additionalArguments', 'session', 'partition'];
    expect(Object.keys(preferences).filter(name => risky.includes(name))).toEqual([]);
    expect(await page.evaluate(() => ['require', 'process', 'module'].filter(name => name in window))).toEqual([]);
    expect(await desktop.next('sandbox')).toEqual({ beforeReady: true });
  });

  test('S03 no screen goes against the policy, which comes with the page and names one nonce for each answer', async () => {
    const { goTo, page } = stage();
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
    for (const part of [
      `default-src 'none'`,
      `script-src 'self'`,
      `frame-ancestors 'none'`,
      'trusted-types app default',
    ])
      expect(rest[0]?.split('; ')).toContain(part);
    expect(rest[0]).not.toMatch(/unsafe|https:|\*/);
  });

  test('S04 the window reaches no server', async () => {
    const { page } = stage();
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
  });

  test('S05 nothing leads the window to another page', async () => {
    const { desktop, windowNow, page } = stage();
    // The shell hears of a new place a moment after the page went there.
    const hash = await page.evaluate(() => window.location.hash);
    await expect.poll(async () => (await windowNow()).url).toBe(`app://bundle/${hash}`);
    const before = (await windowNow()).url;
    const leave = async (how: (url: string) => void, url: string): Promise<void> => {
      await page.evaluate(how, url);
      expect((await desktop.next<Question>('dialog')).message).toBe(`Open ${new URL(url).host} in your browser?`);
      await desktop.ask('answer', 'Cancel');
    };
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), {
        action: 'https://example.com/form',
        method: 'post',
      });
      const frame = Object.assign(document.createElement('iframe'), { src: 'https://example.com/frame' });
      document.body.append(form, frame);
      form.submit();
      for (const url of ['data:text/html,there', 'file:///etc/passwd', 'blob:https://example.com/1', 'javascript:0'])
        Object.assign(document.createElement('a'), { href: url }).click();
    });
    await leave(url => void (window.location.href = url), 'https://example.com/elsewhere');
    await leave(url => {
      const link = Object.assign(document.createElement('a'), { href: url, target: '_top' });
      document.body.append(link);
      link.click();
    }, 'https://example.net/link');
    await leave(url => {
      const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${url}` });
      document.head.append(meta);
    }, 'https://example.org/refresh');
    // Its own page it may load again; what was put into this one is gone then.
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => window.location.reload())]);
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    expect((await windowNow()).url).toBe(before);
    expect(desktop.events.filter(({ event }) => event === 'open-external')).toEqual([]);
  });

  test('S06 no second window opens, and an address goes outside only when somebody said so', async () => {
    const { desktop, page } = stage();
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
    const { page } = stage();
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
  });

  test('S08 the preload gives the page one frozen thing with named functions, and no page can change it', async () => {
    const { page } = stage();
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
      return {
        names: Object.keys(bridge ?? {}),
        isFrozen: Object.isFrozen(bridge),
        refused: refused.length,
        kinds,
        ipc,
      };
    });
    const names: readonly (keyof DesktopBridge)[] = [
      'openPipe',
      'handOver',
      'openItem',
      'showItem',
      'dragOut',
      'chooseFolder',
      'openOutside',
    ];
    expect(found).toEqual({ names, isFrozen: true, refused: 2, kinds: names.map(() => 'function'), ipc: [] });
  });

  test('S09 S11 whoever is not the page of the window is answered nothing, and neither is nonsense', async () => {
    const { page } = stage();
    const wrong = await page.evaluate(async () => {
      const wrong = ['', 'x'.repeat(200), { toString: 'x' }, 7];
      return Promise.all(wrong.map(async each => window.benchtop?.openItem(each as string)));
    });
    expect(wrong).toEqual(wrong.map(() => ({ done: false, reason: null })));
  });

  test('S10 a file that lies nowhere is taken in as the page has it, and where it went is not told', async () => {
    const { bench, goTo, page } = stage();
    await goTo('#/files');
    await openFolderByMouse(page, 'Protocols');
    expect(await page.evaluate(() => window.benchtop?.handOver(new File(['x'], 'made here.txt')))).toBeNull();
    await drop(page, [['made here.txt', 'well,ct\nA1,20\n']]);
    await line(page, 'made here.txt File On this computer').waitFor();
    expect(await bench.read('Protocols/made here.txt')).toBe('well,ct\nA1,20\n');
  });

  test('S25 a file that is looked into comes from an address of its own, in parts, and only to this window', async () => {
    const { page } = stage();
    const answers: { url: string; policy: string; status: number }[] = [];
    page.on('response', answer => {
      const policy = answer.headers()['content-security-policy'] ?? '';
      if (answer.url().includes('/content/')) answers.push({ url: answer.url(), policy, status: answer.status() });
    });
    await line(page, 'made here.txt').click();
    await page.keyboard.press('Space');
    await page.getByText('A1,20').waitFor();
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
    await page.keyboard.press('Escape');
  });
}

/** The same, as far as only the stand-in can tell. */
export function standInSecuritySuite(stage: () => Stage): void {
  test('S04 S05 nobody outside of this computer was asked for anything', async () => {
    const { desktop } = stage();
    expect(await desktop.ask('strangers')).toEqual([]);
  });

  test('S07 devices, screens and classes of USB are forbidden like everything else', async () => {
    const { desktop } = stage();
    expect(await desktop.ask('forbidden')).toEqual(['bluetooth', 'device', 'display', 'request', 'usb']);
  });

  test('where the graphics card failed before, it is drawn without it', async () => {
    expect(await stage().desktop.next('without-card')).toEqual({ beforeReady: true });
  });

  test('S42 the system is asked how it reaches the service', async () => {
    const { desktop, lab } = stage();
    expect(await desktop.next('resolve-proxy')).toBe(lab.service.baseUrl);
  });

  test('S09 whoever is not the page of the window is answered nothing, whatever is asked', async () => {
    const { desktop } = stage();
    const strangers = [null, 'https://example.com/', 'app://bundle.example/', 'app://bundle/?x', 'kbfile://preview/'];
    const channels = await desktop.ask<string[]>('channels');
    expect(channels).toEqual([
      'choose-folder',
      'drag-out',
      'hand-over',
      'open-item',
      'open-outside',
      'open-pipe',
      'show-item',
    ]);
    for (const url of strangers)
      for (const channel of channels)
        expect(await desktop.ask('ask-as-stranger', { channel, url, args: [1] })).toBeNull();
  });

  test('S10 a dropped file is read where it lies, under a name of the page’s own that is good once', async () => {
    const { lab, bench, desktop, page } = stage();
    const dropped = join(lab.folder, 'dropped.csv');
    await writeFile(dropped, 'from the disk\n');
    await desktop.ask('know-path', { name: 'dropped.csv', sizeBytes: 14, path: dropped });
    const name = await page.evaluate(() => window.benchtop?.handOver(new File(['.'.repeat(14)], 'dropped.csv')));
    expect(name).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    await drop(page, [['dropped.csv', '.'.repeat(14)]]);
    await line(page, 'dropped.csv').waitFor();
    expect(await bench.read('Protocols/dropped.csv')).toBe('from the disk\n');
  });
}

/** Drops files on the list, as they come from outside of the page. */
async function drop(page: Page, files: readonly (readonly [name: string, text: string])[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(given => {
    const transfer = new DataTransfer();
    for (const [name, text] of given) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await fileList(page).dispatchEvent('dragenter', { dataTransfer });
  await fileList(page).dispatchEvent('drop', { dataTransfer });
}

function nonceIn(policy: string): string {
  return /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? 'none';
}
