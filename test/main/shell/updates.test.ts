import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestOptions, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { configureRequestUrl, type DownloadOptions } from 'builder-util-runtime';
import { NodeHttpExecutor } from 'builder-util/out/nodeHttpExecutor.js';
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { startUpdates, type Updater, type UpdateState, type Updates } from '../../../main/shell/updates/updates.ts';
import { MINUTE } from '../../../shared/units.ts';
import { FakeClock } from '../../sim/fakes/fake-clock.ts';

// The real electron-updater, asking a real server for its feed; only Electron's `app` and its network are replaced, and
// the address, because a feed without https is refused.

const PACKAGE = Buffer.from('what would be installed\n'.repeat(1000));

let server: Server;
let folder: string;
let feed: { readonly [path: string]: string | Buffer };
let asked: string[];
let at: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchtop-updates-'));
  asked = [];
  feed = {};
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://feed').pathname;
    asked.push(path);
    const body = feed[path];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  at = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** What electron-builder writes for a release. */
function offer(version: string, { staged = '', content = PACKAGE } = {}): void {
  const sha512 = createHash('sha512').update(PACKAGE).digest('base64');
  const file = `Benchtop-${version}-win-x64.exe`;
  const feedText = `version: ${version}
files:
  - url: ${file}
    sha512: ${sha512}
    size: ${PACKAGE.length}
path: ${file}
sha512: ${sha512}
releaseDate: '2026-11-20T12:00:00.000Z'
${staged}`;
  const channel = process.arch === 'arm64' ? '/latest-linux-arm64.yml' : '/latest-linux.yml';
  feed = { [channel]: feedText, [`/${file}`]: content };
}

/** The network of Node, with the download that electron-updater has for the network of Electron. */
class NodeNetwork extends NodeHttpExecutor {
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request: RequestOptions = { headers: { ...options.headers } };
      configureRequestUrl(url, request);
      const callback = (failure: unknown): void => (failure instanceof Error ? reject(failure) : resolve(destination));
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0);
    });
  }
}

function realUpdater(): { readonly updater: Updater; readonly real: NsisUpdater; readonly installed: string[] } {
  const installed: string[] = [];
  const config = join(folder, 'app-update.yml');
  writeFileSync(config, 'updaterCacheDirName: benchtop-updater\n');
  const real = new NsisUpdater(null, {
    version: '1.2.0',
    name: 'benchtop',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: join(folder, 'user'),
    baseCachePath: join(folder, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => installed.push('waits for the end of the app'),
  });
  // Its network is Electron's, and so is the way to an installation.
  real.disableDifferentialDownload = true;
  real.logger = null;
  Reflect.set(real, 'httpExecutor', new NodeNetwork());
  Reflect.set(real, 'quitAndInstall', () => installed.push('installed'));
  const setFeed = real.setFeedURL.bind(real);
  Reflect.set(real, 'setFeedURL', () => setFeed({ provider: 'generic', url: at }));
  return { updater: real, real, installed };
}

interface Run {
  readonly updates: Updates;
  readonly told: UpdateState[];
  readonly installed: readonly string[];
  readonly real: NsisUpdater;
  readonly clock: FakeClock;
  transferring: boolean;
  forbidden: boolean;
}

function begin(signedFeed: string | null = 'https://updates.example.org/benchtop'): Run {
  const { updater, real, installed } = realUpdater();
  const clock = new FakeClock();
  const told: UpdateState[] = [];
  const state = { transferring: false, forbidden: false };
  const updates = startUpdates({
    current: '1.2.0',
    feed: signedFeed,
    isForbidden: () => state.forbidden,
    isTransferring: () => state.transferring,
    tell: each => void told.push(each),
    leave: async () => void installed.push('engine ended'),
    open: () => Promise.resolve(updater),
    clock: clock.portFor(),
    random: { next: () => 0.5 },
    log: { info: () => undefined },
  });
  return Object.assign(state, { updates, told, installed, real, clock });
}

test('a newer version is fetched, compared with the feed, and installed only when a person says so', async () => {
  offer('1.3.0');
  const { updates, told, installed } = begin();
  await updates.look();
  expect(told).toEqual([
    { is: 'downloading', version: '1.3.0' },
    { is: 'ready', version: '1.3.0' },
  ]);
  const fetched = join(folder, 'cache', 'benchtop-updater', 'pending', 'Benchtop-1.3.0-win-x64.exe');
  expect(readFileSync(fetched).equals(PACKAGE)).toBe(true);
  await updates.stop();
  expect(installed).toEqual([]);
  expect([await updates.install(), installed]).toEqual(['installing', ['engine ended', 'installed']]);
});

test('S63: a build that is not signed asks nobody', async () => {
  offer('1.3.0');
  const { updates, told } = begin(null);
  await updates.look();
  await updates.stop();
  expect({ told, asked, install: await updates.install() }).toEqual({
    told: [{ is: 'off', why: 'not-signed' }],
    asked: [],
    install: 'not-ready',
  });
});

test('S64: an older version in the feed is refused', async () => {
  offer('1.1.0');
  const { updates, told, real } = begin();
  await updates.look();
  // Even if the library were told otherwise.
  real.allowDowngrade = true;
  await updates.look();
  await updates.stop();
  expect(told).toEqual([{ is: 'current' }, { is: 'current' }]);
  expect(asked.filter(path => path.endsWith('.exe'))).toEqual([]);
});

test('S64: during transfers nothing is fetched or installed; it is looked again soon', async () => {
  offer('1.3.0');
  const run = begin();
  run.transferring = true;
  await run.updates.look();
  expect(run.told).toEqual([{ is: 'found', version: '1.3.0', waitsFor: 'transfers' }]);
  expect(asked.filter(path => path.endsWith('.exe'))).toEqual([]);
  run.transferring = false;
  run.clock.advanceBy(5 * MINUTE);
  await expect.poll(() => run.told.at(-1)).toEqual({ is: 'ready', version: '1.3.0' });
  run.transferring = true;
  expect([await run.updates.install(), run.installed]).toEqual(['transfers', []]);
  await run.updates.stop();
});

test('S64: a person postpones it', async () => {
  offer('1.3.0');
  const { updates, told, clock } = begin();
  updates.postpone(clock.now() + 60 * MINUTE);
  await updates.look();
  clock.advanceBy(61 * MINUTE);
  await updates.look();
  await updates.stop();
  expect(told[0]).toEqual({ is: 'found', version: '1.3.0', waitsFor: 'postponed' });
  expect(told.at(-1)).toEqual({ is: 'ready', version: '1.3.0' });
});

test('S64: while it is rolled out to nobody yet, nobody is offered it', async () => {
  offer('1.3.0', { staged: 'stagingPercentage: 0\n' });
  const { updates, told } = begin();
  await updates.look();
  await updates.stop();
  expect(told).toEqual([{ is: 'current' }]);
});

test('S64: what was changed on the way is thrown away', async () => {
  offer('1.3.0', { content: Buffer.from('something else') });
  const { updates, told } = begin();
  await updates.look();
  await updates.stop();
  expect(told).toEqual([{ is: 'downloading', version: '1.3.0' }, { is: 'failed' }]);
  expect(await updates.install()).toBe('not-ready');
});

test('S64: nothing is installed while the app or the system ends', async () => {
  offer('1.3.0');
  const { updates, real, installed } = begin();
  await updates.look();
  await updates.stop();
  expect([real.autoInstallOnAppQuit, real.autoDownload, real.disableWebInstaller]).toEqual([false, false, true]);
  expect(installed).toEqual([]);
});

test('S68: a policy that comes later ends updating, what is ready included', async () => {
  offer('1.3.0');
  const run = begin();
  await run.updates.look();
  run.forbidden = true;
  expect([await run.updates.install(), run.installed, run.told.at(-1)]).toEqual([
    'not-ready',
    [],
    { is: 'off', why: 'policy' },
  ]);
  await run.updates.stop();
});

test('a feed that is not there is no more than a failed look', async () => {
  const { updates, told } = begin();
  await updates.look();
  await updates.stop();
  expect(told).toEqual([{ is: 'failed' }]);
});
