import type * as FileSystem from 'node:fs';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { createChokidarWatcher } from '../../../main/node/watch/chokidar-watcher.ts';
import { folderWatcher } from '../../../main/node/watch/folder-watcher.ts';
import { HintGatherer } from '../../../main/node/watch/hint-gatherer.ts';
import { mannerFor } from '../../../main/node/watch/watch-options.ts';
import { WatchingThreads } from '../../../main/node/watch/watching-threads.ts';
import { answeringWatcher } from '../../../main/node/patient-ports.ts';
import { Answers } from '../../../main/node/patient-calls.ts';
import type { Hint, Watcher } from '../../../main/ports/watcher.ts';
import { inShell, ON_LINUX } from '../../setup/on-posix.ts';
import { createFakeWatcher } from '../../sim/fakes/fake-watcher.ts';
import { beginFakeDisk, beginRealDisk } from '../disk/suite/disk-on-trial.ts';
import { watcherSuite, type WatcherOnTrial } from './watcher.suite.ts';

/** How many watches the system still grants; null: as many as it likes. */
const grant = vi.hoisted((): { left: number | null } => ({ left: null }));
vi.mock('node:fs', async original => {
  const real = await original<typeof FileSystem>();
  const watch = (...asked: Parameters<typeof real.watch>): ReturnType<typeof real.watch> => {
    if (grant.left === 0) throw Object.assign(new Error('ENOSPC: watch limit'), { code: 'ENOSPC' });
    if (grant.left !== null) grant.left -= 1;
    return real.watch(...asked);
  };
  return { ...real, watch };
});

async function onRealFolder(watcher: Watcher): Promise<WatcherOnTrial> {
  const { root, person, end } = await beginRealDisk();
  person.remove('.benchtop');
  return { watcher, root: root.path, person, end };
}

/** As the product watches here. */
async function onFolderInThreads(): Promise<WatcherOnTrial> {
  const threads = new WatchingThreads({
    manner: mannerFor(process.platform),
    volumeOf: () => Promise.resolve('disk'),
  });
  const answers = new Answers(() => Promise.resolve());
  const { end, ...on } = await onRealFolder(answeringWatcher(threads, answers));
  return { ...on, end: () => Promise.all([threads.close(), end()]).then(() => undefined) };
}

async function onFakeFolder(): Promise<WatcherOnTrial> {
  const { root, person, end, fake } = await beginFakeDisk();
  person.remove('.benchtop');
  return { watcher: createFakeWatcher(fake.state.tree, fake.device), root: root.path, person, end };
}

watcherSuite('one watch per folder', () => onRealFolder(folderWatcher));
watcherSuite('chokidar', () => onRealFolder(createChokidarWatcher('events')));
watcherSuite('chokidar polling', () =>
  onRealFolder(createChokidarWatcher('polling', { pollingInterval: 30, pollingBinaryInterval: 30 })),
);
watcherSuite('in threads', onFolderInThreads);
watcherSuite('fake watcher', onFakeFolder);

test('where the system grants no more watches, one hint says that events are lost, and the others go on', async () => {
  const { root, person, end } = await beginRealDisk();
  for (const name of ['a', 'b', 'c', 'd']) person.mkdir(name);
  const hints: Hint[] = [];
  grant.left = 2;
  const watching = await folderWatcher.watch(root.path, hint => hints.push(hint));
  grant.left = null;
  await expect.poll(() => hints).toEqual([{ folder: null }]);
  person.write('x.csv', '1');
  await expect.poll(() => hints.some(({ folder }) => folder === '')).toBe(true);
  await watching.close();
  await end();
});

test('a tree that is not there gives one hint that events are lost', async () => {
  const hints: Hint[] = [];
  const watching = await folderWatcher.watch('/no/such/folder', hint => hints.push(hint));
  await expect.poll(() => hints).toEqual([{ folder: null }]);
  await watching.close();
});

test.runIf(ON_LINUX)('when more happens than the system remembers, it is said that events were lost', async () => {
  const { root, person, end } = await beginRealDisk();
  person.mkdir('busy');
  const hints: Hint[] = [];
  const watching = await folderWatcher.watch(root.path, hint => hints.push(hint));
  // This thread is blocked until the shell ends, and gets no event before: two each, of which the system keeps 16,384.
  inShell('seq 8300 | xargs touch', join(root.path, 'busy'));
  await expect.poll(() => hints.some(({ folder }) => folder === null), { timeout: 10_000 }).toBe(true);
  await watching.close();
  await end();
});

test('a thread that was held up while something happened may have missed some of it, and says so once', async () => {
  const hints: Hint[] = [];
  const gatherer = new HintGatherer(hint => hints.push(hint));
  gatherer.add('plates');
  await expect.poll(() => hints).toEqual([{ folder: 'plates' }]);
  const until = performance.now() + 400;
  while (performance.now() < until);
  await expect.poll(() => hints.filter(({ folder }) => folder === null)).toHaveLength(1);
  gatherer.close();
});

test('where the system keeps fewer events, fewer at once may be too many', async () => {
  const hints: Hint[] = [];
  const gatherer = new HintGatherer(hint => hints.push(hint), 200);
  for (let index = 0; index < 100; index += 1) gatherer.add('busy');
  await expect.poll(() => hints).toEqual([{ folder: 'busy' }, { folder: null }]);
  gatherer.close();
});

test('a thousand changes at once leave no changed folder without a hint', async () => {
  const { root, person, end } = await beginRealDisk();
  const heard = new Set<string | null>();
  const watching = await folderWatcher.watch(root.path, ({ folder }) => heard.add(folder));
  for (let index = 0; index < 1000; index += 1) person.write(`run ${index % 100}/deep/${index}.csv`, '1');
  const folders = Array.from({ length: 100 }, (_, index) => `run ${index}/deep`);
  await expect.poll(() => heard.has(null) || folders.every(folder => heard.has(folder))).toBe(true);
  await watching.close();
  await end();
});

test('a burst that the system may have cut is said to be lost', async () => {
  const hints: Hint[] = [];
  const gatherer = new HintGatherer(hint => hints.push(hint));
  for (let index = 0; index < 8000; index += 1) gatherer.add('busy');
  await expect.poll(() => hints).toEqual([{ folder: 'busy' }, { folder: null }]);
  gatherer.close();
});

test('links are not followed when watching', async () => {
  const { root, person, end } = await beginRealDisk();
  person.mkdir('/outside');
  person.symlink('shortcut', '/outside');
  const hints: Hint[] = [];
  const watching = await folderWatcher.watch(root.path, hint => hints.push(hint));
  person.write('/outside/a.csv', '1');
  person.write('b.csv', '1');
  await expect.poll(() => hints.length).toBeGreaterThan(0);
  expect(hints.filter(({ folder }) => folder !== null && folder !== '')).toEqual([]);
  await watching.close();
  await end();
});

test('Linux watches folder by folder, other systems by chokidar, shares by polling', () => {
  expect([mannerFor('linux'), mannerFor('darwin'), mannerFor('linux', true)]).toEqual(['folders', 'events', 'polling']);
});

test('the environment does not decide how chokidar watches', () => {
  process.env['CHOKIDAR_USEPOLLING'] = '1';
  createChokidarWatcher('events');
  expect(process.env['CHOKIDAR_USEPOLLING']).toBeUndefined();
});
