import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isQuiet, type SyncAnswer } from '../end-to-end/benchtop.ts';
import { HAS_WINDOWS, type MixedLab, openMixedLab, type Seen, seenAtService, syncTimes } from './mixed-lab.ts';
import { foldsOnWindows, isNameOnWindows } from './windows-names.ts';

// Each story is told once, before its tests: they look at what was seen, so that one that must fail fails for its reason.
// Nothing of what is at the service changes by what a computer's disk cannot hold.

/** A story: what was at the service before and after, and what a person finds on the computer with Windows. */
interface Told {
  readonly before: Seen;
  readonly after: Seen;
  /** Texts by path. */
  readonly found: ReadonlyMap<string, string>;
  readonly answers: readonly SyncAnswer[];
}

/** Enough for a removal at the service to be believed, and for the same mistake to be made again. */
const SYNCS = 4;
const QUIET = { code: 0, blocked: [], conflicted: [], held: [] };

describe.runIf(HAS_WINDOWS)('names on a computer with Windows', () => {
  let mixed: MixedLab;

  beforeAll(async () => {
    mixed = await openMixedLab();
  });
  afterAll(() => mixed.close());

  /** Makes a folder at the service, with files by path. @returns its id and those of its folders. */
  async function folderOf(name: string, files: { readonly [path: string]: string }): Promise<string> {
    const { owner, knowledgeBase } = mixed.lab.service;
    const top = await owner.makeFolder(name, knowledgeBase);
    const folders = new Map([['', top]]);
    for (const [path, text] of Object.entries(files)) {
      const names = path.split('/');
      const file = names.pop() ?? '';
      let parent = '';
      for (const each of names) {
        const inner = parent === '' ? each : `${parent}/${each}`;
        if (!folders.has(inner)) folders.set(inner, await owner.makeFolder(each, folders.get(parent) ?? top));
        parent = inner;
      }
      await owner.upload(folders.get(parent) ?? top, file, text);
    }
    return top;
  }

  /** Mirrors a folder and syncs some times; `also` is done in between, after the folder is paired. */
  async function tell(top: string, also: () => Promise<void> = async () => undefined): Promise<Told> {
    const before = await seenAtService(mixed.lab, top);
    await mixed.windows.mirror(top);
    await also();
    const answers = await syncTimes(mixed.windows, SYNCS);
    return { before, after: await seenAtService(mixed.lab, top), found: await mixed.windows.files(), answers };
  }

  describe('two folders of the service, `Run` and `run`', () => {
    let told: Told;
    let top: string;

    beforeAll(async () => {
      top = await folderOf('Twins', { 'Run/a.txt': 'of Run\n', 'run/b.txt': 'of run\n' });
      told = await tell(top);
    });

    test('stay as they are at the service', () => {
      expect(told.after).toEqual(told.before);
    });

    test('are two folders on the computer, with the file of each in its own', () => {
      expectApart(told, ['of Run\n', 'of run\n']);
      expect(new Set([...told.found.keys()].map(path => foldsOnWindows(path.split('/')[0] ?? ''))).size).toBe(2);
    });

    test('come to rest', () => expectRest(told));

    test('get each the edit of its own file', async () => {
      for (const [path, text] of told.found) await mixed.windows.write(path, `edited: ${text}`);
      await syncTimes(mixed.windows, 2);
      const { files } = await seenAtService(mixed.lab, top);
      expect(Object.entries(files).map(([path, { text }]) => [path, text])).toEqual([
        ['Run/a.txt', 'edited: of Run\n'],
        ['run/b.txt', 'edited: of run\n'],
      ]);
    });
  });

  describe('two folders of one name with a file of the same name in each', () => {
    let told: Told;

    beforeAll(async () => {
      told = await tell(await folderOf('Twins with twins', { 'Data/x.csv': 'of Data\n', 'data/x.csv': 'of data\n' }));
    });

    test('stay as they are at the service, nothing is made there', () => {
      expect(told.after).toEqual(told.before);
    });

    test('lie apart on the computer', () => expectApart(told, ['of Data\n', 'of data\n']));

    test('come to rest', () => expectRest(told));
  });

  describe('two files of one name', () => {
    let told: Told;

    beforeAll(async () => {
      told = await tell(await folderOf('Twin files', { 'Notes.md': 'of Notes\n', 'notes.md': 'of notes\n' }));
    });

    test('stay as they are at the service', () => expect(told.after).toEqual(told.before));

    test('lie apart on the computer', () => expectApart(told, ['of Notes\n', 'of notes\n']));

    test('come to rest', () => expectRest(told));
  });

  describe('a folder `protocols` made here, and `Protocols` made at the service', () => {
    let told: Told;
    let made: string;

    beforeAll(async () => {
      const top = await folderOf('Made on both', {});
      told = await tell(top, async () => {
        await syncTimes(mixed.windows, 1);
        made = await mixed.lab.service.owner.makeFolder('Protocols', top);
        await mixed.windows.write('protocols/here.md', 'of this computer\n');
      });
    });

    test('are one folder at the service, the one that was made there', () => {
      expect(Object.values(told.after.folders)).toEqual([made]);
      expect(Object.values(told.after.files).map(({ text }) => text)).toEqual(['of this computer\n']);
    });

    test('are one folder here, with its file', () => expectApart(told, ['of this computer\n']));

    test('come to rest', () => expectRest(told));
  });

  describe('names that Windows refuses', () => {
    const NAMES = [
      'what?.txt',
      'a*b.csv',
      'less<more>.txt',
      'this|that.txt',
      '"quoted".md',
      '12:30.log',
      'CON',
      'NUL.txt',
      'com1.raw',
      'aux/inside.txt',
      'trailing dot.',
      'trailing space ',
      'folder with a dot./inside.txt',
    ];
    let told: Told;
    let top: string;

    beforeAll(async () => {
      top = await folderOf('Refused', Object.fromEntries(NAMES.map(name => [name, `text of ${name}\n`])));
      told = await tell(top);
    });

    test('stay as they are at the service', () => expect(told.after).toEqual(told.before));

    test('arrive all, under names that Windows lets a person open', () => {
      expectApart(
        told,
        NAMES.map(name => `text of ${name}\n`),
      );
      const refused = [...told.found.keys()].filter(path => !path.split('/').every(isNameOnWindows));
      expect(refused).toEqual([]);
    });

    test('come to rest', () => expectRest(told));

    test('keep their names at the service when the files are edited here', async () => {
      for (const [path, text] of told.found) await mixed.windows.write(path, `edited ${text}`);
      await syncTimes(mixed.windows, 2);
      const { files } = await seenAtService(mixed.lab, top);
      const texts = Object.fromEntries(Object.entries(files).map(([path, { text }]) => [path, text]));
      expect(texts).toEqual(Object.fromEntries(NAMES.map(name => [name, `edited text of ${name}\n`])));
    });
  });

  describe('a change of upper and lower case alone', () => {
    let after: Seen;
    let found: ReadonlyMap<string, string>;
    let answer: SyncAnswer | undefined;

    beforeAll(async () => {
      const top = await folderOf('Case', { 'report.txt': 'one\n', 'plate/readings.csv': 'two\n' });
      await mixed.windows.mirror(top);
      await syncTimes(mixed.windows, 1);
      await mixed.windows.move('report.txt', 'Report.txt');
      const { plate = '' } = (await seenAtService(mixed.lab, top)).folders;
      await mixed.lab.service.owner.renameFolder(plate, 'Plate');
      answer = (await syncTimes(mixed.windows, SYNCS)).at(-1);
      after = await seenAtService(mixed.lab, top);
      found = await mixed.windows.files();
    });

    test('made here is made at the service, and is no new file', () => {
      const [name] = Object.keys(after.files).filter(path => !path.includes('/'));
      expect([name, Object.keys(after.files).length]).toEqual(['Report.txt', 2]);
    });

    // Wine does nothing when it is asked for such a rename, and says that it was done.
    test('made at the service is not undone there when the disk did not do it', () => {
      expect(Object.keys(after.folders)).toEqual(['Plate']);
    });

    test('comes to rest', () => {
      expect([...found.keys()].map(foldsOnWindows).toSorted()).toEqual(['PLATE/READINGS.CSV', 'REPORT.TXT']);
      expect(answer).toMatchObject(QUIET);
    });
  });
});

/** No sync is left with work, and none had to be ended. */
function expectRest({ answers }: Told): void {
  expect(answers).toHaveLength(SYNCS);
  expect(answers.at(-1)).toMatchObject(QUIET);
  expect(answers.slice(-2).map(isQuiet)).toEqual([true, true]);
}

/** Each text is there once, in a place of its own. */
function expectApart({ found }: Told, texts: readonly string[]): void {
  expect([...found.values()].toSorted()).toEqual(texts.toSorted());
  const paths = [...found.keys()];
  expect(new Set(paths.map(foldsOnWindows)).size).toBe(paths.length);
}
