import type { FileRow, SyncBadge } from '../../../shared/features/browse/file-row-model.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/units.ts';

/** A file or folder of the scripted sample. `parent` null: in the mirror's own folder. */
export interface SampleItem extends FileRow {
  readonly mirror: string;
  readonly parent: string | null;
}

/** A folder of the sample with its folders and files. */
interface Folder {
  readonly name: string;
  readonly badge?: SyncBadge;
  readonly folders?: readonly Folder[];
  readonly files?: readonly File[];
}

/** Name, size in bytes, age in ms, text, then what differs from a file that is in step. */
type File = readonly [string, number, number, string | null, Partial<FileRow>?];

const CONFLICT =
  "'plate7.csv' was changed here and at the service. Both versions are kept; choose which one should be current.";
const REFUSED = "'.exe' files aren't accepted by the service. The file stays here.";

const KNOWLEDGE_BASE: Folder = {
  name: 'Knowledge Base',
  folders: [
    {
      name: 'Plates',
      badge: 'uploading',
      folders: [
        {
          name: '2026-11 dose response',
          files: [
            ['plate10.csv', 48_220, 2 * DAY, 'done'],
            ['plate2.csv', 47_980, 3 * DAY, 'done'],
            ['plate layout.xlsx', 21_540, 5 * DAY, 'done'],
          ],
        },
        { name: 'Calibration', files: [['reader 2026-09.json', 3120, 60 * DAY, 'done']] },
      ],
      files: [
        ['elisa standard curve.csv', 12_480, 40 * MINUTE, 'done'],
        ['plate reader export.tsv', 184_320, 3 * HOUR, 'running', { badge: 'confirming' }],
        ['plate7.csv', 51_204, 12 * MINUTE, 'done', { badge: 'conflict', note: CONFLICT }],
        ['plate8.csv', 50_877, 2 * MINUTE, 'pending', { badge: 'uploading' }],
        [
          'plate9.csv',
          50_911,
          20_000,
          null,
          { badge: 'settling', note: 'Still changing; it will be sent when it is quiet.' },
        ],
        ['gel 2026-11-18.png', 2_418_000, 2 * DAY, 'deferred', { badge: 'verified' }],
        ['run 0447.fcs', 38_412_800, 26 * HOUR, 'deferred'],
        ['setup.exe', 1_204_224, 5 * HOUR, null, { badge: 'blocked', note: REFUSED }],
        ['notes on edge effects.md', 6120, 4 * DAY, 'done', { badge: 'queuedUp' }],
        ['plate5 scan.tif', 18_874_368, 9 * DAY, 'deferred', { badge: 'queuedDown' }],
        ['run_7.csv', 9120, 11 * DAY, 'done', { badge: 'renamedHere', serviceName: 'run:7.csv' }],
        [
          'old layout.csv',
          7312,
          190 * DAY,
          'done',
          { badge: 'removing', note: 'It was removed here; at the service it will be removed at 14:31.' },
        ],
        ['broken report.txt', 18_140, 21 * DAY, 'failed'],
        [
          '~$plate layout.xlsx',
          165,
          30 * MINUTE,
          null,
          { badge: 'ignored', note: 'Office writes this while a file is open; it is never sent.' },
        ],
      ],
    },
    {
      name: 'Protocols',
      folders: [{ name: 'Archived 2024', files: [['qPCR v1.md', 8200, 700 * DAY, 'done']] }],
      files: [
        ['Cell culture HEK293.md', 14_200, 16 * DAY, 'done'],
        ['ELISA.md', 9840, 31 * DAY, 'done'],
        ['Western blot.md', 12_010, 44 * DAY, 'done'],
        ['qPCR v2.md', 8830, 18 * DAY, 'done', { badge: 'downloading' }],
      ],
    },
    {
      name: 'Sequencing',
      folders: [{ name: 'Sanger', files: [['pUC19-F.ab1', 212_480, 8 * DAY, 'deferred']] }],
      files: [],
    },
    { name: 'Templates', files: [] },
  ],
  files: [
    ['Lab rules.md', 4210, 210 * DAY, 'done', { badge: 'pinned' }],
    ['Inventory.csv', 88_120, 6 * HOUR, 'done'],
    ['reagents.yaml', 5230, 13 * DAY, 'done'],
  ],
};

const RAW_DATA: Folder = {
  name: 'Raw data',
  folders: [{ name: 'Imaging', files: [['well A1.tif', 8_388_608, 5 * DAY, 'deferred', { badge: 'remote' }]] }],
  files: [['readme.txt', 640, 80 * DAY, 'done', { badge: 'viewOnly' }]],
};

/** Every item of the two sample mirrors, `m1` and `m2`, as it is `nowMs`. */
export function sampleTree(nowMs: number): readonly SampleItem[] {
  const items: SampleItem[] = [];
  const add = (folder: Folder, mirror: string, parent: string | null) => {
    for (const [name, sizeBytes, ageMs, extraction, other] of folder.files ?? []) {
      const modifiedAt = new Date(nowMs - ageMs).toISOString();
      items.push({
        ...plain(name, 'file'),
        mirror,
        parent,
        id: `${items.length + 1}`,
        sizeBytes,
        modifiedAt,
        extraction,
        ...other,
      });
    }
    for (const inner of folder.folders ?? []) {
      const id = `${items.length + 1}`;
      const hasFolders = (inner.folders ?? []).length > 0;
      items.push({ ...plain(inner.name, 'folder'), mirror, parent, id, hasFolders, badge: inner.badge ?? 'local' });
      add(inner, mirror, id);
    }
  };
  add(KNOWLEDGE_BASE, 'm1', null);
  add(RAW_DATA, 'm2', null);
  return items;
}

/** A row of which only name and kind are known: in step, without text, size or date. */
export function plain(name: string, kind: 'file' | 'folder'): FileRow {
  return {
    id: name,
    kind,
    name,
    serviceName: null,
    badge: 'local',
    note: null,
    extraction: null,
    sizeBytes: null,
    modifiedAt: null,
    hasFolders: false,
  };
}
