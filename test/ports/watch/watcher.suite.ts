import { expect, test } from 'vitest';

import type { Watcher } from '../../../main/ports/watcher.ts';
import type { Person } from '../disk/suite/disk-trial.ts';

/** A watcher on trial, and the hints it gave so far for the root it watches. */
export interface WatcherOnTrial {
  readonly watcher: Watcher;
  /** The root's absolute path; it exists and is empty. */
  readonly root: string;
  readonly person: Pick<Person, 'write' | 'save' | 'rename' | 'remove' | 'mkdir'>;
  readonly end: () => Promise<void>;
}

type WatcherTrial = readonly [
  name: string,
  run: (
    person: WatcherOnTrial['person'],
    arrives: (...folders: readonly string[]) => Promise<void>,
    heard: string[],
  ) => Promise<void>,
];

const trials: readonly WatcherTrial[] = [
  [
    'a new file gives a hint for its folder',
    async (person, arrives) => {
      person.write('a.csv', '1');
      await arrives('');
    },
  ],
  [
    'an edit in place, a save by rename, a removal and a rename each give a hint',
    async (person, arrives) => {
      person.write('plates/a.csv', '1');
      await arrives('plates');
      person.write('plates/a.csv', '2');
      await arrives('plates');
      person.save('plates/a.csv', '3');
      await arrives('plates');
      person.rename('plates/a.csv', 'plates/b.csv');
      await arrives('plates');
      // The hint may have been for the old name: who asks again and again never sees a file that goes before that.
      person.write('plates/b.csv', '4');
      await arrives('plates');
      person.remove('plates/b.csv');
      await arrives('plates');
    },
  ],
  [
    'a file in a new folder within new folders gives a hint, however fast it comes',
    async (person, arrives) => {
      person.write('x/y/z/a.csv', '1');
      await arrives('x/y/z');
      person.write('x/y/z/a.csv', '2');
      await arrives('x/y/z');
    },
  ],
  [
    'a folder that was moved gives hints under its new name',
    async (person, arrives) => {
      person.write('old/inside/a.csv', '1');
      await arrives('old/inside');
      person.rename('old', 'new');
      await arrives('');
      person.write('new/inside/a.csv', '2');
      await arrives('new/inside');
    },
  ],
  [
    'a folder removed and made again is still watched',
    async (person, arrives) => {
      person.write('plates/a.csv', '1');
      await arrives('plates');
      person.remove('plates');
      await arrives('');
      person.write('plates/b.csv', '1');
      await arrives('plates');
      person.write('plates/b.csv', '2');
      await arrives('plates');
    },
  ],
  [
    'of many changes at once in many folders none is missed',
    async (person, arrives) => {
      const folders = Array.from({ length: 20 }, (_, at) => `run ${at}`);
      for (let at = 0; at < 300; at += 1) person.write(`run ${at % 20}/${at}.csv`, '1');
      await arrives(...folders);
      for (const folder of folders) person.write(`${folder}/0 more.csv`, '2');
      await arrives(...folders);
    },
  ],
  [
    'of many new folders within each other none is missed',
    async (person, arrives) => {
      const folders = Array.from({ length: 30 }, (_, at) => `new ${at}/inner/innermost`);
      for (const folder of folders) person.write(`${folder}/a.csv`, '1');
      await arrives(...folders);
      for (const folder of folders) person.write(`${folder}/b.csv`, '1');
      await arrives(...folders);
    },
  ],
  [
    'nothing in our own folder gives a hint',
    async (person, arrives, heard) => {
      person.write('.benchtop/stage/s1', '1');
      person.write('.benchtop/root.json', '1');
      person.write('a/.benchtop/x', 'a folder of that name elsewhere is not ours');
      await arrives('a/.benchtop');
      expect(heard.filter(folder => folder.startsWith('.benchtop'))).toEqual([]);
    },
  ],
];

/** What every watcher must do on a file system that has events. */
export function watcherSuite(kind: string, begin: () => Promise<WatcherOnTrial>): void {
  test.each(trials)(`${kind}: %s`, (_, run) => expectToHold(run, begin));

  test(`${kind}: after closing there are no hints`, async () => {
    const { watcher, root, person, end } = await begin();
    const heard: string[] = [];
    const watching = await watcher.watch(root, ({ folder }) => heard.push(folder ?? 'lost'));
    const other = await watcher.watch(root, () => heard.push('other'));
    await watching.close();
    person.write('a.csv', '1');
    await expect.poll(() => heard.includes('other'), { timeout: 10_000 }).toBe(true);
    expect(heard.filter(folder => folder !== 'other')).toEqual([]);
    await other.close();
    await end();
  });
}

async function expectToHold(run: WatcherTrial[1], begin: () => Promise<WatcherOnTrial>): Promise<void> {
  const { watcher, root, person, end } = await begin();
  const heard: string[] = [];
  const watching = await watcher.watch(root, ({ folder }) => heard.push(folder ?? 'lost'));
  const arrives = async (...folders: readonly string[]): Promise<void> => {
    await expect
      .poll(() => folders.filter(each => !heard.includes(each)), { timeout: 10_000, interval: 20 })
      .toEqual([]);
    heard.length = 0;
  };
  try {
    await run(person, arrives, heard);
  } finally {
    await watching.close();
    await end();
  }
}
