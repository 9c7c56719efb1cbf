import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { Child } from '../setup/child.ts';
import { type Computer, newComputer } from '../end-to-end/benchtop.ts';
import type { Desktop, TrayFacts, WindowFacts } from './desktop.ts';
import { type Host, type HostKind, readyPage } from './host.ts';

/** A desktop app on a computer where hardly anything is as it should be: each test mends one thing. */
export function troublesSuite({ open }: HostKind): void {
  const children: Child[] = [];
  let host: Host;
  let place: string;
  let bench: Computer;
  let daemon: Child;
  let desktop: Desktop;

  beforeAll(async () => {
    vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
    place = await realpath(await mkdtemp(join(tmpdir(), 'benchtop-desktop-')));
    bench = await newComputer(place, 'bench', { children });
    [host, daemon] = await Promise.all([open(), bench.daemon()]);
    await mkdir(join(bench.data, 'desktop'), { recursive: true });
    await writeFile(join(bench.data, 'desktop/desktop.json'), '{"bounds":{"x":-1e9},"zoom":"huge"');
    const environment = { STAND_IN_NO_TRAY: '1', STAND_IN_PROXY: 'PROXY proxy.lab.example:3128' };
    desktop = await host.start(bench.data, { args: ['--hidden', 'benchtop://folder/../../etc'], environment });
    await desktop.next('window');
  }, 120_000);

  afterAll(async () => {
    await desktop?.kill();
    await Promise.all(children.map(child => child.stop()));
    await host?.close();
    await rm(place, { recursive: true, force: true, maxRetries: 3 });
  });

  const windowNow = async (): Promise<WindowFacts | undefined> => (await desktop.ask<WindowFacts[]>('windows'))[0];

  test('a damaged state file is set aside, and the window opens where everybody sees it, without a tray too', async () => {
    expect(await desktop.ask<TrayFacts | null>('tray')).toBeNull();
    expect(await windowNow()).toMatchObject({ isVisible: true, bounds: { x: 0, y: 0, width: 1280, height: 800 } });
    expect(await readdir(join(bench.data, 'desktop'))).toContain('desktop.json.damaged');
  });

  test('a graphics card that fails again is remembered for the next start', async () => {
    const gone = (): Promise<unknown> => desktop.ask('child-gone', { type: 'GPU', reason: 'crashed' });
    await gone();
    await gone();
    const kept: unknown = JSON.parse(await readFile(join(bench.data, 'desktop/desktop.json'), 'utf8'));
    expect(kept).toMatchObject({ drawsWithoutCard: true });
  });

  test('an engine that cannot start because another one runs says so in the window, which stays usable', async () => {
    await expect.poll(async () => (await windowNow())?.url).toBe('app://bundle/trouble');
    const page = await desktop.page();
    await page.getByRole('heading', { name: 'Benchtop cannot start' }).waitFor();
    await page.getByText(`Benchtop is already running for '${bench.data}', and only one may.`).waitFor();
    await page.getByText('Your files are kept as they are').waitFor();
    expect(await page.evaluate(() => 'benchtop' in window)).toBe(true);
  });

  test('once that one has ended, trying again goes on in the same window', async () => {
    await daemon.stop();
    const page = await desktop.page();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Where is your knowledge base?' }).waitFor();
    await readyPage(desktop);
    expect((await windowNow())?.url).toMatch(/^app:\/\/bundle\/(#|$)/);
  });

  test('records of a newer Benchtop are left alone, and what to do is said', async () => {
    const [pid = 0] = await desktop.ask<number[]>('utility-pids');
    const journal = new Database(join(bench.data, 'journal.db'));
    journal.pragma('user_version = 9999');
    journal.close();
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await windowNow())?.url).toBe('app://bundle/trouble');
    const page = await desktop.page();
    await page.getByText(/newer/i).waitFor();
  });

  test('without a tray closing the window keeps it in the list of windows', async () => {
    await desktop.ask('close-window');
    await desktop.next('dialog');
    await desktop.ask('answer', 'Keep running');
    expect(await windowNow()).toMatchObject({ isMinimized: true });
  });
}
