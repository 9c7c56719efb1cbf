import { expect, test } from 'vitest';

import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import type { WiderFile } from '../../../shared/features/sharing/model.ts';
import { settle, started, stillWindows } from '../../renderer/still-window.ts';
import { toastText } from '../../renderer/last-toast.ts';

stillWindows();

async function done<T>(work: Promise<T>): Promise<T> {
  await settle();
  return work;
}

const FILE = {
  id: 'f1',
  name: 'plate7.csv',
  folder: 'd1',
  owner: 1,
  visibility: null,
  sizeBytes: 10,
  createdAt: null,
  updatedAt: null,
};
const LOOSE = { ...FILE, id: 'f2', name: 'notes.md', folder: null, owner: 9 };
const ANSWERS: Partial<Handlers> = {
  'organization.files': async () => ({ files: [FILE, LOOSE], total: 2, next: null }),
  'organization.things': async () => ({ files: [], folders: [{ id: 'd1', names: ['RNA-seq', 'Raw'] }] }),
  'sharing.brief': async () => [
    { id: 'f1', isEverybody: false, hasMe: true, others: 1, teams: 0, unknown: 0, names: ['Ben Okafor'] },
  ],
};

test('the table of all files has the place, the owner and who can open each, and says where that is not known', async () => {
  await started(ANSWERS);
  const { findFiles, filesTable } = await import('../../../renderer/features/organization/stores/all-files.ts');
  await done(findFiles(''));
  const table = await done(filesTable(owner => (owner === 1 ? 'Ada Moreau' : '')));
  const [head, first, second] = table?.text.split('\r\n') ?? [];
  expect(head).toContain('Name,Place,Owner,Who can open it');
  expect(first).toContain('plate7.csv,RNA-seq / Raw,Ada Moreau,You and Ben Okafor can open it.');
  expect(second).toContain('notes.md,,,Not known');
});

test('no table is saved when who can open the files could not be asked', async () => {
  await started({
    ...ANSWERS,
    'sharing.brief': async () => {
      throw new FaultError({ kind: 'failing', status: 500, messages: [] });
    },
  });
  const { findFiles, filesTable, useAllFiles } =
    await import('../../../renderer/features/organization/stores/all-files.ts');
  await done(findFiles(''));
  expect(await done(filesTable(() => ''))).toBeNull();
  expect(useAllFiles.getState().fault).toMatchObject({ kind: 'failing' });
});

test('files of a report are narrowed folder by folder, and the report is read again', async () => {
  const wider = (id: string, folder: WiderFile['folder']): WiderFile => ({ id, name: id, folder, ways: [] });
  const [raw, gels] = [
    { id: 'd1', name: 'Raw' },
    { id: 'd2', name: 'Gels' },
  ];
  let report = [wider('a', raw), wider('b', gels), wider('c', raw), wider('d', null)];
  const asked: unknown[] = [];
  await started({
    'sharing.report': async () => ({ files: report }),
    'sharing.narrow': async input => {
      asked.push(input);
      report = report.filter(({ id }) => !input.files.includes(id));
      return { cleared: input.files.length, files: [] };
    },
  });
  const { groupsOf, narrowFiles, sharingReport } =
    await import('../../../renderer/features/organization/stores/sharing-report.ts');
  await done(sharingReport.read());
  expect(groupsOf(report).map(({ folder, files }) => [folder?.name ?? null, files.length])).toEqual([
    [null, 1],
    ['Gels', 1],
    ['Raw', 2],
  ]);
  expect(await done(narrowFiles(new Set(['a', 'b', 'd'])))).toBe(true);
  expect(asked).toEqual([
    { id: 'd2', files: ['b'] },
    { id: 'd1', files: ['a'] },
  ]);
  expect(sharingReport.use.getState().value?.map(({ id }) => id)).toEqual(['c', 'd']);
  expect(await toastText()).toBe('2 entries removed.');
});

test('things of the audit log are asked for by kind, once, and what is not told stays without a name', async () => {
  const asked: unknown[] = [];
  const [file, folder] = ['4d028b64-a53a-4cf7-b826-45609ab09160', '4d028b64-a53a-4cf7-b826-45609ab09161'];
  await started({
    'organization.things': async input => {
      asked.push(input);
      return { files: [], folders: [{ id: folder, names: ['RNA-seq', 'Raw'] }] };
    },
  });
  const { nameThings, useAuditThings } = await import('../../../renderer/features/organization/stores/audit-things.ts');
  const line = (action: string, target: string) => ({
    id: action,
    at: null,
    action,
    userId: 1,
    who: null,
    via: null,
    target,
  });
  const lines = [line('renameFile', file), line('shareFolder', folder), line('setMemberRole', file)];
  await done(nameThings(lines));
  await done(nameThings(lines));
  expect(asked).toEqual([{ files: [file], folders: [folder] }]);
  expect([...useAuditThings.getState().names]).toEqual([
    [file, null],
    [folder, 'RNA-seq / Raw'],
  ]);
});

test('a removed file that this computer kept has its name in the audit log, and nothing to open', async () => {
  const file = '4d028b64-a53a-4cf7-b826-45609ab09160';
  await started({
    'organization.things': async () => ({
      files: [{ id: file, name: 'plate7.csv', folder: null, isRemoved: true }],
      folders: [],
    }),
  });
  const { nameThings, useAuditThings } = await import('../../../renderer/features/organization/stores/audit-things.ts');
  await done(nameThings([{ id: '1', at: null, action: 'deleteFile', userId: 1, who: null, via: null, target: file }]));
  const { names, removed } = useAuditThings.getState();
  expect([names.get(file), removed.has(file)]).toEqual(['plate7.csv', true]);
});
