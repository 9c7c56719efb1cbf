import { expect, test } from 'vitest';

import { explainItem } from '../../../../main/core/plan/explain-item.ts';
import { agreedFile, agreedFolder, hash, item, itemId, localFacts, treeOf } from '../../../builders/items.ts';

const RULES = { mode: 'two-way', isBlocked: () => false, isUnseen: () => false } as const;

test('a file edited on both sides is explained by its cell, its place and its step', () => {
  const base = agreedFile(3, 'a.csv');
  const edited = {
    ...base,
    local: base.local && { ...base.local, name: 'b.csv', sha256: hash('mine') },
    remote: base.remote && { ...base.remote, version: 'v9' as typeof base.remote.version, sha256: hash('theirs') },
  };
  expect(explainItem(treeOf(edited), itemId(3), RULES)).toEqual({
    cell: { table: 'files', row: 'renamed and edited', column: 'edited', sameBytes: false },
    decision: 'keep-both',
    place: { here: 'renamed and edited', there: 'edited', name: 'local', parent: 'agreed' },
    steps: [{ kind: 'move-remote', item: 3, to: { parent: 1, name: 'b.csv' } }],
    waits: null,
  });
});

test('a new file is explained by what is on the other side', () => {
  const fresh = item(3, { local: localFacts({ name: 'a.csv', content: 'x' }) });
  expect(explainItem(treeOf(fresh), itemId(3), RULES)).toMatchObject({
    cell: { table: 'new files', row: 'new', column: 'nothing', sameBytes: false },
    decision: 'upload-as-new',
    steps: [{ kind: 'upload' }],
  });
});

test('what is removed with its folder, set aside or waits for others says so', () => {
  const gone = { local: null, localPresence: 'absent' } as const;
  const removed = treeOf({ ...agreedFolder(2, 'raw'), ...gone }, { ...agreedFile(3, 'a.csv', itemId(2)), ...gone });
  expect(explainItem(removed, itemId(2), RULES)).toMatchObject({
    cell: { table: 'folders', row: 'removed here', column: 'leaving' },
    steps: [{ kind: 'delete-remote' }],
  });
  expect(explainItem(removed, itemId(3), RULES)).toMatchObject({ steps: [], waits: 'with its folder' });
  const blocked = { ...RULES, isBlocked: (): boolean => true };
  expect(explainItem(removed, itemId(2), blocked)).toMatchObject({ steps: [], waits: 'set aside' });
});

test('what rests, and what is frozen, waits for nothing', () => {
  const rests = treeOf(agreedFile(3, 'a.csv'), { ...agreedFile(4, 'b.csv'), localPresence: 'unknown' });
  expect(explainItem(rests, itemId(3), RULES)).toMatchObject({ decision: 'rest', steps: [], waits: null });
  expect(explainItem(rests, itemId(4), RULES)).toMatchObject({
    cell: { row: 'unknown', column: 'same' },
    decision: 'frozen',
    waits: null,
  });
});

test('there is nothing to explain about the mirrored folder itself, nor about what is not recorded', () => {
  expect(explainItem(treeOf(), itemId(1), RULES)).toBe(null);
  expect(explainItem(treeOf(), itemId(9), RULES)).toBe(null);
});
