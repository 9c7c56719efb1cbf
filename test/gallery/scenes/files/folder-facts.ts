import type { Handlers } from '../../../../shared/contract.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { openTexts } from '../../../../shared/features/status/open-items-text.ts';
import { contentTexts } from '../../../../shared/features/preview/text.ts';
import type { AccessBrief } from '../../../../shared/features/sharing/model.ts';
import { DAY, HOUR, MIB } from '../../../../shared/units.ts';
import { addressOfContent, contentNamed } from '../../lab/contents.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { bareWindow, row } from './files.ts';

function folder(id: string, name: string, other: Partial<FileRow> = {}): FileRow {
  return row(id, name, 'local', { kind: 'folder', extraction: null, sizeBytes: null, modifiedAt: null, ...other });
}

const inside = (files: number, sizeBytes: number, ageMs: number, isWhole = true): FileRow['inside'] => ({
  files,
  sizeBytes,
  changedAt: files === 0 ? null : ago(ageMs),
  isWhole,
});

/** Folders of all kinds: seen to their end or in part, quiet or not, kept here or only at the service. */
const FOLDERS: readonly FileRow[] = [
  folder('1', 'Dose response 2026-11', { inside: inside(1284, 38_200 * MIB, 2 * HOUR) }),
  folder('2', 'Gel pictures', {
    inside: inside(1, 2 * MIB, 3 * DAY),
    badge: 'conflict',
    note: 'Something in “Gel pictures” needs a decision.',
  }),
  folder('8', 'Old layouts', {
    inside: inside(6, 2 * MIB, 3 * DAY),
    badge: 'removing',
    note: openTexts.inside('Old layouts'),
  }),
  folder('3', 'Plates', { inside: inside(412, 640 * MIB, 26 * HOUR), badge: 'queuedUp' }),
  folder('4', 'Protocols that everybody in the laboratory has to have read before the first day', {
    inside: inside(86, 31 * MIB, 40 * DAY),
  }),
  folder('5', 'Templates', { inside: inside(0, 0, 0) }),
  folder('6', 'Sequencing archive', { badge: 'remote', inside: inside(12, 4000 * MIB, 90 * DAY, false) }),
  folder('7', 'Freezers of the second floor', { badge: 'remote' }),
];

/** What is said of who can open the first of them. */
const ALL_READ = 'You, Aiko Tanabe, Jonas Brandt and 1 more can open it.';
const READERS: { readonly [id: string]: Omit<AccessBrief, 'id'> } = {
  1: { isEverybody: false, hasMe: true, others: 3, teams: 0, unknown: 0, names: ['Aiko Tanabe', 'Jonas Brandt'] },
  2: { isEverybody: false, hasMe: true, others: 0, teams: 0, unknown: 0, names: [] },
  3: { isEverybody: false, hasMe: true, others: 12, teams: 1, unknown: 0, names: ['Aiko Tanabe'] },
  4: { isEverybody: true, hasMe: true, others: 0, teams: 0, unknown: 0, names: [] },
  6: { isEverybody: false, hasMe: true, others: 1, teams: 0, unknown: 0, names: ['Jonas Brandt'] },
};

const FOLDER_ANSWERS: Partial<Handlers> = {
  'files.window': async () => bareWindow({}, FOLDERS),
  'sharing.brief': async ({ ids }) =>
    ids.flatMap(id => {
      const readers = READERS[id];
      return readers === undefined ? [] : [{ id, ...readers }];
    }),
};

const PICTURED = [
  'HeLa DAPI z-stack.tif',
  'Plate 7 OD450.csv',
  'IL6 amplification.csv',
  'Freezer log.csv',
  'Cells by treatment.csv',
  'Thermal shift report.pdf',
  'colony.bmp',
  'gel.svg',
  'IL6 standards.csv',
];
const WITHOUT = ['Lysis protocol.docx', 'Panel A 24 h.fcs', 'damaged.csv'];

const files = (): FileRow[] =>
  [...PICTURED, ...WITHOUT].map((name, at) =>
    row(String(at + 1), name, 'local', { sizeBytes: contentNamed(name)?.bytes.byteLength ?? 1 }),
  );

const PICTURE_ANSWERS: Partial<Handlers> = {
  'files.window': async () => bareWindow({}, files()),
  'content.open': async ({ id }) => {
    const name = files().find(each => each.id === id)?.name ?? '';
    return {
      is: 'open',
      name,
      modifiedAt: ago(6 * HOUR),
      version: null,
      sha256: null,
      mark: '1',
      sizeBytes: contentNamed(name)?.bytes.byteLength ?? 0,
      content: name,
      address: addressOfContent(name),
      from: 'here',
    };
  },
  'content.close': async () => null,
};

const asTiles: Scene['steps'] = ({ press }) => press(browseTexts.asTiles);

/** What folders tell of what is in them, and small pictures of files. */
export const folderFactScenes: readonly Scene[] = [
  {
    screen: 'files',
    state: 'full',
    name: 'folders tell',
    route: '#/files/m1',
    answers: FOLDER_ANSWERS,
    steps: async ({ choose, see }) => {
      await see(ALL_READ);
      await choose('Dose response 2026-11');
    },
    shows: ['1,284 files', 'no files', '12+ files', 'In it: will be removed'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'folders tell as tiles',
    route: '#/files/m1',
    answers: FOLDER_ANSWERS,
    steps: async hand => {
      await asTiles(hand);
      await hand.see(ALL_READ);
    },
    shows: ['12+ files', 'Gel pictures'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'what signs mean',
    route: '#/files/m1',
    answers: FOLDER_ANSWERS,
    steps: async ({ choose, see, key }) => {
      await see(ALL_READ);
      await choose('Plates');
      await key('ArrowUp');
    },
    shows: ['1,284 files'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'what signs of tiles mean',
    route: '#/files/m1',
    answers: FOLDER_ANSWERS,
    steps: async hand => {
      await asTiles(hand);
      await hand.see(ALL_READ);
      await hand.choose('Plates');
      await hand.key('ArrowRight');
    },
    shows: ['12+ files'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'small pictures',
    route: '#/files/m1',
    answers: PICTURE_ANSWERS,
    steps: async hand => {
      await asTiles(hand);
      await hand.pictures(PICTURED.length);
    },
    shows: ['HeLa DAPI z-stack.tif', 'damaged.csv'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'small pictures in lines',
    route: '#/files/m1',
    answers: PICTURE_ANSWERS,
    steps: hand => hand.pictures(4),
    shows: ['HeLa DAPI z-stack.tif', 'Plate 7 OD450.csv'],
  },
  {
    screen: 'files',
    state: 'loading',
    name: 'small pictures',
    route: '#/files/m1',
    answers: { ...PICTURE_ANSWERS, 'content.open': never },
    steps: asTiles,
    shows: ['HeLa DAPI z-stack.tif'],
  },
  {
    screen: 'files',
    state: 'error',
    name: 'no small picture',
    route: '#/files/m1',
    answers: {
      ...PICTURE_ANSWERS,
      'content.open': () => Promise.reject(new FaultError({ kind: 'bad-request', detail: contentTexts.notHere })),
    },
    steps: asTiles,
    shows: ['HeLa DAPI z-stack.tif'],
  },
];
