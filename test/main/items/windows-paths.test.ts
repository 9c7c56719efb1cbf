import { beforeEach, expect, test } from 'vitest';

import { askedPath } from '../../../main/items/resolve-path.ts';
import { checkedPlace } from '../../../main/items/local/save-copy.ts';
import { itemAt } from '../../../main/items/local/local-path.ts';
import type { AppContext } from '../../../main/items/app-context.ts';
import { checkPlace, defaultPlace, planFolders } from '../../../main/items/local/check-place.ts';
import type { Journal } from '../../../main/journal/journal.ts';
import type { RootFacts } from '../../../main/ports/disk.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { localFacts } from '../../builders/items.ts';
import { newJournal, uuid } from '../../builders/open-journal.ts';

// A mirrored folder as Windows has it, with `Runs\a.csv` in it; `C:\lk` is a link to it.

let journal: Journal;
let parts: AppContext;

beforeEach(() => {
  journal = newJournal();
  const root = { path: 'C:\\Lab', marker: uuid('marker'), volume: 'volume' };
  const { id, rootItem } = journal.mirrors.add({
    ...{ remoteId: uuid('lab') as ServiceId, remotePath: 'Lab', organization: null, root, mode: 'two-way' },
  });
  journal.mirrors.setVolumeFacts(id, {
    ...{ foldsCase: true, foldsUnicode: false, refusesWindowsNames: true, timeStepNs: 100, hasLinks: true },
  });
  const folder = journal.items.create(id, 'folder');
  journal.items.setLocal(folder, 'present', localFacts({ name: 'Runs', parent: rootItem }));
  const file = journal.items.create(id, 'file');
  journal.items.setLocal(file, 'present', localFacts({ name: 'a.csv', parent: folder, content: 'a' }));
  parts = {
    journal,
    settings: { dataDirectory: 'C:\\Users\\ada\\benchtop' },
    world: {
      disk: { inspect: async (path: string) => inspected(path) },
      ground: { home: () => 'C:\\Users\\ada', survey: async (path: string) => survey(path) },
    },
  } as unknown as AppContext;
});

/** Of `C:\lk`, in any letters, where it leads to; of all else that it is not there, or that a folder of the program is meant. */
function inspected(path: string): RootFacts {
  const facts = { code: null, volume: 'volume', marker: null, epoch: 0 };
  if (path === 'C:') return { ...facts, trouble: null, realPath: 'C:\\Lab\\Runs' };
  if (/^c:\/lk$/i.test(path)) return { ...facts, trouble: null, realPath: 'C:\\Lab' };
  return { ...facts, trouble: 'missing', code: 'ENOENT', realPath: path };
}

function survey(path: string) {
  const is = 'folder';
  return { path, is, isEmpty: true, isWritable: true, freeBytes: null, volume: 'local', marks: [], platform: 'win32' };
}

const asked = async (path: string, absolute: string | null) => {
  const found = await askedPath(parts, { path, absolute, mirror: null });
  return { path: found.path, isKnown: itemAt(journal, found) !== null };
};

test.each([
  ['c:\\LAB\\runs\\A.csv', 'c:\\LAB\\runs\\A.csv', 'runs/A.csv'],
  ['C:/lab/Runs', 'C:\\lab\\Runs', 'Runs'],
  ['\\\\?\\C:\\Lab\\Runs\\a.csv', '\\\\?\\C:\\Lab\\Runs\\a.csv', 'Runs/a.csv'],
  ['lk\\runs\\a.csv', 'c:\\LK\\runs\\a.csv', 'runs/a.csv'],
  ['.\\Runs\\a.csv', 'D:\\elsewhere\\Runs\\a.csv', 'Runs/a.csv'],
  ['Runs\\', 'D:\\elsewhere\\Runs', 'Runs'],
])('%s is found whatever its letters, separators and links', async (typed, absolute, path) => {
  expect(await asked(typed, absolute)).toEqual({ path, isKnown: true });
});

test('a path of a drive that has no mirror is in none, wherever the program is', async () => {
  await expect(asked('C:\\other\\a.csv', 'C:\\other\\a.csv')).rejects.toThrow('C:\\other\\a.csv');
});

test('a path that two mirrors have is told as Windows writes it', async () => {
  const root = { path: 'D:\\Lab', marker: uuid('other'), volume: 'other' };
  const { id, rootItem } = journal.mirrors.add({
    ...{ remoteId: uuid('other') as ServiceId, remotePath: 'Other', organization: null, root, mode: 'two-way' },
  });
  const folder = journal.items.create(id, 'folder');
  journal.items.setLocal(folder, 'present', localFacts({ name: 'Runs', parent: rootItem }));
  await expect(asked('Runs', 'E:\\Runs')).rejects.toThrow('C:\\Lab\\Runs, D:\\Lab\\Runs');
});

test.each(['C:\\Lab', 'c:\\LAB\\Runs', 'c:\\users\\ADA\\Benchtop\\store'])(
  'copies are not put into %s, which is kept in step or ours',
  async place => {
    await expect(checkedPlace(parts, place)).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
    expect((await checkPlace(parts, place)).findings.map(({ level }) => level)).toEqual(['stop']);
  },
);

test('places are proposed with the separators of Windows', async () => {
  expect(defaultPlace(parts)).toBe('C:\\Users\\ada\\Knowledge base');
  const [folder] = await planFolders(parts, { place: 'D:\\', folders: [{ id: 'one', name: 'Runs' }] });
  expect(folder?.local).toBe('D:\\Runs');
});
