import { expect, test } from 'vitest';

import {
  goTo,
  openFiles,
  openLibrary,
  parseRoute,
  placeKey,
  placeOf,
  useNavigation,
} from '../../../renderer/state/navigation.ts';
import {
  type ActionName,
  type Chosen,
  isOffered,
  isPossible,
} from '../../../renderer/features/browse/actions/actions.ts';
import { folderOnShow } from '../../../renderer/features/browse/stores/folder-on-show.ts';
import { useMirrors } from '../../../renderer/state/mirrors.ts';
import { treeOf } from '../../../renderer/features/browse/tree/tree-of.ts';
import type { FileRow, SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import type { PlaceHead, PlaceStanding } from '../../../shared/features/browse/folder-model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { acting } from '../../../shared/features/edit/text.ts';

const ID = '44444444-0000-4000-8000-000000000001';
const ALL = Object.keys(acting.actions) as ActionName[];

const row = (kind: 'file' | 'folder', badge: SyncBadge = 'remote'): FileRow => ({
  id: ID,
  kind,
  name: 'x',
  serviceName: null,
  badge,
  note: null,
  extraction: null,
  sizeBytes: null,
  modifiedAt: null,
  hasFolders: false,
});

const MIRROR: MirrorInfo = {
  id: 'm1',
  remoteId: ID,
  remotePath: 'Lab',
  local: '/home/ada/Lab',
  mode: 'two-way',
  organization: null,
  state: 'active',
  standing: 'in-step',
  reason: null,
};

const HEAD: Omit<PlaceHead, 'standing' | 'trail'> = {
  place: { base: null },
  got: null,
  of: null,
  reading: null,
  fault: null,
  archived: null,
  checkedAt: null,
  isIncomplete: false,
};

function possible(list: Chosen['list'], rows: readonly FileRow[]): string[] {
  const chosen = { rows, canChange: false, list };
  return ALL.filter(action => isOffered(action, chosen) && isPossible(action, chosen)).toSorted();
}

test('a file of the library can be looked into, kept, copied, downloaded and taken out, edited as a copy, and not be changed itself', () => {
  const reading = [
    'askAgent',
    'copyId',
    'copyPath',
    'copyTo',
    'details',
    'download',
    'editCopy',
    'preview',
    'versions',
    'withdraw',
  ];
  expect(possible('library', [row('file')])).toEqual([...reading, 'keep'].toSorted());
  expect(possible('library', [row('file', 'pinned')])).toEqual([...reading, 'free'].toSorted());
  expect(possible('managed', [row('file')])).not.toContain('remove');
});

test('folders of the library are made, renamed and removed only by those who manage it', () => {
  expect(possible('library', [])).toEqual([]);
  expect(possible('managed', [])).toEqual(['newFolder']);
  expect(possible('library', [row('folder')])).not.toContain('remove');
  expect(possible('managed', [row('folder')])).toEqual(expect.arrayContaining(['rename', 'remove', 'keep', 'open']));
  // One at a time: removing a folder is a question of its own.
  expect(possible('managed', [row('folder'), row('folder')])).not.toContain('remove');
});

test('what is on this computer is opened and shown by the desktop app, and by it alone', () => {
  const offered = (inDesktop: boolean, badge: FileRow['badge']): string[] => {
    const chosen = { rows: [{ ...row('file', badge), id: '42' }], canChange: true, list: null, inDesktop };
    return (['openHere', 'reveal'] as const).filter(each => isOffered(each, chosen) && isPossible(each, chosen));
  };
  expect(offered(true, 'local')).toEqual(['openHere', 'reveal']);
  expect(offered(true, 'remote')).toEqual([]);
  expect(offered(false, 'local')).toEqual([]);
});

test('the folder on show is shared where nothing in it is chosen, and no list that is no folder', () => {
  const canShare = (hasFolder: boolean, rows: readonly FileRow[] = []): boolean[] => {
    const chosen = { rows, canChange: true, list: null, hasFolder };
    return [isOffered('share', chosen), isPossible('share', chosen)];
  };
  expect(canShare(true)).toEqual([true, true]);
  expect(canShare(false)).toEqual([false, false]);
  expect(canShare(true, [row('folder')])).toEqual([true, true]);
  expect(canShare(true, [row('folder'), row('file')])).toEqual([true, false]);
});

test('the folder on show is named by its own id, and the topmost one of a mirror by the service’s', () => {
  useMirrors.setState({ value: [MIRROR] });
  const view = (name: string, standing: PlaceStanding = 'ready') => ({
    head: { ...HEAD, standing, trail: [{ place: { base: null }, name }] },
  });
  expect(folderOnShow({ mirror: 'm1', folder: null }, view('Lab'))).toEqual({ id: ID, name: 'Lab' });
  expect(folderOnShow({ mirror: 'm1', folder: '7' }, view('Plates'))).toEqual({ id: '7', name: 'Plates' });
  expect(folderOnShow({ base: ID }, view('Freezers'))).toEqual({ id: ID, name: 'Freezers' });
  for (const place of [{ base: null }, { list: 'loose' as const }, { library: ID }])
    expect(folderOnShow(place, view('All'))).toBeNull();
  expect(folderOnShow({ base: ID }, view('Old runs', 'archived'))).toBeNull();
  expect(folderOnShow({ base: ID }, null)).toBeNull();
});

test('files in no folder are moved, described and removed, many at once', () => {
  const both = possible('loose', [row('file'), row('file', 'pinned')]);
  expect(both).toEqual(expect.arrayContaining(['copyTo', 'describe', 'download', 'free', 'keep', 'move', 'remove']));
  expect(both).toContain('publish');
  for (const never of ['withdraw', 'rename', 'clearFolder', 'newFolder']) expect(both).not.toContain(never);
  expect(possible('archived', [row('folder')])).toEqual(['copyId', 'copyPath', 'details', 'open']);
});

test('a place of the library has an address, and strange ones do no harm', () => {
  for (const place of [{ library: null }, { library: ID }]) expect(placeOf(placeKey(place))).toEqual(place);
  expect(parseRoute(`#/files/:library/${ID}`)).toEqual({ screen: 'files', place: { library: ID } });
  expect(parseRoute('#/files/:library/%E0%A4%A')).toEqual({ screen: 'files', place: { library: '%E0%A4%A' } });
});

test('the library is left where it was, and Files comes back to its folder', () => {
  goTo({ screen: 'files', place: { mirror: 'm1', folder: '7' } });
  openLibrary();
  expect(useNavigation.getState().route).toEqual({ screen: 'files', place: { library: null } });
  goTo({ screen: 'files', place: { library: ID } });
  openFiles();
  expect(useNavigation.getState().route).toEqual({ screen: 'files', place: { mirror: 'm1', folder: '7' } });
  openLibrary();
  expect(useNavigation.getState().route).toEqual({ screen: 'files', place: { library: ID } });
});

test('the library is a tree of its own', () => {
  const key = placeKey({ library: null });
  const folders = [{ place: { library: ID }, name: 'Training', hasFolders: false, isMirrored: false }];
  const parts = { mirrors: [], branches: new Map([[key, { folders, total: 1 }]]), expanded: new Set([key]) };
  const [library, ...more] = treeOf({ ...parts, isInLibrary: true });
  expect(more).toEqual([]);
  expect(library).toMatchObject({ name: 'Library', kind: 'library', branches: [{ name: 'Training', kind: 'folder' }] });
  expect(treeOf(parts).map(({ kind }) => kind)).not.toContain('library');
});
