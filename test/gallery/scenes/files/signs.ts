import type { FileRow, SyncBadge } from '../../../../shared/features/browse/file-row-model.ts';
import { syncBadgeText } from '../../../../shared/features/browse/badges-text.ts';
import { transfer } from '../../lab/lab.ts';
import type { Scene } from '../../scene.ts';
import { bareWindow, row } from './files.ts';

/** A file for each sign of sync there is; the compiler asks for what is missing. */
const NAMES: { readonly [B in SyncBadge]: string } = {
  local: 'plate 7 raw.csv',
  pinned: 'Lab rules.md',
  verified: 'run 12 raw data.zip',
  remote: 'Slides 2024.pptx',
  queuedDown: 'Primer list.xlsx',
  downloading: 'stack 3.tif',
  settling: 'reader export.txt',
  queuedUp: 'gel 2026-11-18.png',
  uploading: 'plate 8.csv',
  confirming: 'plate 9.csv',
  conflict: 'Inventory.csv',
  blocked: 'setup.exe',
  viewOnly: 'Safety data sheet.pdf',
  renamedHere: 'A_B ratio.csv',
  removing: 'old layout.csv',
  ignored: '~$Inventory.csv',
};
const UNDER_WAY = { downloading: ['down', [31_000, 50_000]], uploading: ['up', [21_000, 50_000]] } as const;

const ROWS: readonly FileRow[] = Object.entries(NAMES).map(([badge, name]) =>
  row(name, name, badge as SyncBadge, badge === 'renamedHere' ? { serviceName: 'A/B ratio.csv' } : {}),
);

/** Every sign that can stand before a name, as the guide for people at the bench explains them. */
export const signScenes: readonly Scene[] = [
  {
    screen: 'files',
    state: 'full',
    name: 'every sign',
    route: '#/files/m1',
    world: ({ topics }) =>
      topics.publish(
        'sync.transfers',
        Object.entries(UNDER_WAY).map(([badge, [direction, bytes]]) => {
          const item = NAMES[badge as keyof typeof UNDER_WAY];
          return { ...transfer(item, direction, bytes), item };
        }),
      ),
    answers: { 'files.window': async () => bareWindow({}, ROWS) },
    shows: [NAMES.ignored, syncBadgeText('conflict', { note: null, serviceName: null, percent: null }).label],
  },
];
