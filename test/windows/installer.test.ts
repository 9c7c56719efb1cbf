import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { requirePresent } from '../../shared/assert.ts';
import { filesBelow, type Lab, openLab, until } from '../end-to-end/benchtop.ts';
import { canMakeAgentSetup, makeAgentSetup } from '../packaging/build/agent-setup.ts';
import { shellProgram } from '../setup/on-posix.ts';
import { ROOT } from '../setup/run/test-files.ts';
import type { Output } from '../setup/child.ts';
import { HAS_WINDOWS } from './mixed-lab.ts';
import { SET_UP } from './windows-set-up.ts';
import { NODE, openWindows, type Windows } from './wine.ts';

// The package without Electron as people install it: silently, over an older one that runs, as a service, and away again.
// Node 22 is in it instead of 24, which Wine 8 cannot run, and it is not packed small.

const CAN_BUILD = canMakeAgentSetup();
if (HAS_WINDOWS && !CAN_BUILD) process.stderr.write('The installer for Windows: not run: NSIS is not installed\n');
const LONG_MS = 240_000;

describe.runIf(HAS_WINDOWS && CAN_BUILD)('the package for Windows without Electron', () => {
  let lab: Lab;
  let windows: Windows;
  let remote: string;
  let home: string;
  let program: string;
  const setups = new Map<string, string>();

  beforeAll(async () => {
    lab = await openLab();
    windows = openWindows(join(lab.folder, 'windows'));
    const users = join(windows.driveC, 'users');
    const person = requirePresent(
      readdirSync(users).find(name => name !== 'Public'),
      'a person on that Windows',
    );
    home = join(users, person);
    program = join(home, 'AppData', 'Local', 'Programs', 'Benchtop Agent');
    remote = await lab.service.owner.makeFolder('Instrument', lab.service.knowledgeBase);
    for (const version of ['1.0.0', '1.0.1']) setups.set(version, build(version));
    mkdirSync(join(windows.driveC, 'lab'));
  }, LONG_MS);
  afterAll(async () => {
    await windows.close();
    await lab.close();
  });

  /** A setup.exe of the program under test that calls itself by this version. */
  function build(version: string): string {
    const place = join(lab.folder, version);
    const app = join(place, 'app');
    cpSync(join(SET_UP, 'program'), app, { recursive: true });
    const manifest: unknown = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));
    writeFileSync(join(app, 'package.json'), JSON.stringify(Object.assign({}, manifest, { version })));
    const output = join(place, 'benchtop-setup.exe');
    const node = { program: NODE, licence: join(ROOT, 'LICENSE') };
    makeAgentSetup({ root: ROOT, app, node, work: join(place, 'work'), output, isSmall: false });
    return output;
  }

  const setUp = (version: string, ...args: readonly string[]): Promise<Output> =>
    windows.start(requirePresent(setups.get(version), version), ['/S', ...args]).output;
  /** An uninstaller goes on in a copy of itself, which is through when it is gone itself. */
  async function takeAway(from: string, ...args: readonly string[]): Promise<void> {
    expect(await windows.start(join(from, 'uninstall.exe'), ['/S', ...args]).output).toMatchObject({ code: 0 });
    await until('the program is gone', async () => (existsSync(from) ? undefined : true));
  }
  const benchtop = (args: readonly string[], input = ''): Promise<Output> =>
    windows.start('cmd.exe', ['/c', windows.windowsPath(join(program, 'benchtop.cmd')), ...args], { input }).output;
  const registry = async (key: string): Promise<string> =>
    (await windows.start('reg.exe', ['query', key]).output).stdout;
  const records = (): string => join(home, 'AppData', 'Local', 'benchtop', 'Data');

  /** The ids of the processes of the installed Node, as Windows sees them. */
  async function running(): Promise<readonly number[]> {
    const { stdout } = await windows.start('wmic.exe', ['process', 'get', 'name,processid']).output;
    const found = stdout.replaceAll('\0', '').matchAll(/node\.exe\s+(\d+)/g);
    return [...found].map(([, id]) => Number(id));
  }

  const agentRuns = (): Promise<number> =>
    until('the agent runs', async () => (existsSync(join(records(), 'journal.db')) ? (await running())[0] : undefined));

  async function arrives(name: string): Promise<void> {
    await lab.service.owner.upload(remote, name, `${name}\n`);
    await until(`${name} arrives`, async () => (existsSync(join(windows.driveC, 'lab', name)) ? true : undefined));
  }

  test('is installed silently for one account: command, PATH, Start menu, list of programs, and the agent runs', async () => {
    expect(await setUp('1.0.0')).toMatchObject({ code: 0 });
    await agentRuns();
    expect((await benchtop(['--version'])).stdout.trim()).toBe('1.0.0');
    expect(await registry(String.raw`HKCU\Environment`)).toContain(windows.windowsPath(program));
    const list = await registry(String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\BenchtopAgent`);
    expect(list).toMatch(/DisplayVersion +REG_SZ +1\.0\.0/);
    expect(existsSync(shortcutIn(home))).toBe(true);
    expect(readdirSync(program).toSorted()).toEqual([
      'BenchtopAgent.exe',
      'app',
      'benchtop.cmd',
      'benchtop.ico',
      'node-LICENCE.txt',
      'node.exe',
      'uninstall.exe',
    ]);
  });

  test('signs in with the key store, and keeps a folder in step', async () => {
    const key = lab.service.people[1].apiKey;
    const words = ['login', '--service', lab.service.baseUrl, '--key-stdin', '--store', 'keyring'];
    expect(await benchtop(words, `${key}\r\n`)).toMatchObject({ code: 0 });
    await benchtop(['config', 'set', 'pollSeconds', '1']);
    expect(await benchtop(['mirror', 'add', '--remote', remote, '--local', String.raw`C:\lab`])).toMatchObject({
      code: 0,
    });
    await arrives('first.csv');
    expect([...(await filesBelow(records()))].filter(([, text]) => text.includes(key))).toEqual([]);
  });

  test('a daemon that died is started again', async () => {
    const died = await agentRuns();
    // As Task Manager does it. What Linux or Wine's own taskkill ends has ended with 0, as in order.
    await windows.node(['-e', `process.kill(${died})`]).output;
    await until('another runs', async () => ((await running()).some(pid => pid !== died) ? true : undefined));
    await arrives('after a death.csv');
  });

  test('its entry in the Start menu opens the window in the browser', async () => {
    const folder = join(lab.folder, 'browser');
    const opened = join(folder, 'opened');
    mkdirSync(folder);
    writeFileSync(join(folder, 'xdg-open'), shellProgram(`printf %s "$1" > '${opened}'`));
    chmodSync(join(folder, 'xdg-open'), 0o755);
    const environment = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const agent = windows.start(join(program, 'BenchtopAgent.exe'), ['window'], { environment });
    const ended = await agent.output;
    expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ code: 0 });
    const address = await until('the browser opens', async () =>
      existsSync(opened) && readFileSync(opened, 'utf8') !== '' ? readFileSync(opened, 'utf8') : undefined,
    );
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect((await fetch(address, { redirect: 'manual' })).status).toBeLessThan(400);
  });

  test('is not exchanged while one of its programs is in use, and what ran before runs', async () => {
    const busy = windows.start(windows.windowsPath(join(program, 'node.exe')), [
      '-e',
      'setInterval(() => undefined, 1000)',
    ]);
    try {
      await until('it runs', async () => ((await running()).length > 1 ? true : undefined));
      expect((await setUp('1.0.1')).code).toBe(2);
    } finally {
      await busy.child.kill();
    }
    await agentRuns();
    expect((await benchtop(['--version'])).stdout.trim()).toBe('1.0.0');
    expect(existsSync(join(program, 'new'))).toBe(false);
    await arrives('not exchanged.csv');
  });

  test('a newer one ends the agent in order, takes its place, and the folder stays in step', async () => {
    const before = await agentRuns();
    expect(await setUp('1.0.1')).toMatchObject({ code: 0 });
    expect((await agentRuns()) === before).toBe(false);
    expect((await benchtop(['--version'])).stdout.trim()).toBe('1.0.1');
    await arrives('exchanged.csv');
    expect(existsSync(join(program, 'old'))).toBe(false);
    // In the PATH once.
    const path = await registry(String.raw`HKCU\Environment`);
    expect(path.split(windows.windowsPath(program))).toHaveLength(2);
  });

  test('goes without a trace of the program, and leaves the folder and the records', async () => {
    await takeAway(program);
    expect(await running()).toEqual([]);
    expect(existsSync(join(program, 'node.exe'))).toBe(false);
    expect(existsSync(shortcutIn(home))).toBe(false);
    expect(await registry(String.raw`HKCU\Environment`)).not.toContain('Benchtop Agent');
    expect(await registry(String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`)).not.toContain('Benchtop');
    expect(readdirSync(join(windows.driveC, 'lab'))).toEqual(expect.arrayContaining(['first.csv', 'exchanged.csv']));
    // A journal whose program was killed leaves its log, and no note that it was closed.
    const journal = readdirSync(records()).filter(name => name.startsWith('journal.db'));
    expect(journal.toSorted()).toEqual(['journal.db', 'journal.db.closed']);
  });

  test('installed again it goes on where it was; told to, it takes the records with it, and still no folder', async () => {
    expect(await setUp('1.0.1')).toMatchObject({ code: 0 });
    await agentRuns();
    await arrives('again.csv');
    await takeAway(program, '/RemoveRecords');
    expect(existsSync(records())).toBe(false);
    expect(existsSync(join(windows.driveC, 'lab', 'again.csv'))).toBe(true);
  });

  test('for the computer it is a service with few rights, which a newer one and the uninstaller stop in order', async () => {
    const before = program;
    program = join(windows.driveC, 'Program Files', 'Benchtop Agent');
    try {
      const data = join(windows.driveC, 'ProgramData', 'Benchtop');
      for (const version of ['1.0.0', '1.0.1']) {
        expect(await setUp(version, '/AllUsers')).toMatchObject({ code: 0 });
        await until('the service runs', async () =>
          existsSync(join(data, 'journal.db')) && (await running()).length > 0 ? true : undefined,
        );
        const status = await benchtop(['--data', windows.windowsPath(data), 'status']);
        expect(status.stdout + status.stderr).not.toContain('No Benchtop is running');
      }
      const service = await registry(String.raw`HKLM\System\CurrentControlSet\Services\benchtop`);
      expect(service).toContain(String.raw`NT AUTHORITY\LocalService`);
      expect(service).toMatch(
        /"C:\\Program Files\\Benchtop Agent\\BenchtopAgent\.exe" service --data "C:\\ProgramData\\Benchtop"/,
      );
      await takeAway(program);
      expect(await running()).toEqual([]);
      expect(existsSync(join(program, 'node.exe'))).toBe(false);
      expect(existsSync(join(data, 'journal.db'))).toBe(true);
    } finally {
      program = before;
    }
  });
});

function shortcutIn(home: string): string {
  return join(home, 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Benchtop Agent.lnk');
}
