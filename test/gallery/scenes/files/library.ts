import type { PlaceHead } from '../../../../shared/features/browse/folder-model.ts';
import { acting } from '../../../../shared/features/edit/text.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { copyTexts, keptTexts, libraryTexts, publishTexts } from '../../../../shared/features/library/text.ts';
import { HOUR } from '../../../../shared/units.ts';
import type { ScriptedEngine } from '../../../end-to-end/driver/scripted-engine.ts';
import { baseRow } from '../../../end-to-end/driver/scripted-lists.ts';
import { ago } from '../../lab/lab.ts';
import { fail } from '../../lab/faults.ts';
import type { Scene } from '../../scene.ts';

const FILES = '#/files/m1';
const LIBRARY = '#/files/:library';
const idOf = (number: number): string => `22222222-0000-4000-8000-${String(number).padStart(12, '0')}`;
const TRAINING = idOf(2);
const INSIDE = `${LIBRARY}/${TRAINING}`;

const OFFLINE = { fault: { kind: 'offline', detail: 'no network' } } as const;
const UNVISITED = { standing: 'unvisited', checkedAt: null } as const;

const folder = (number: number, name: string) => ({
  ...baseRow(idOf(number), name, 'folder'),
  hasFolders: false,
});

const ROWS = [
  folder(1, 'Templates'),
  folder(2, 'Training'),
  { ...baseRow(idOf(3), 'Buffer recipes.csv', 'file'), badge: 'pinned' as const, note: keptTexts.copy },
  { ...baseRow(idOf(4), 'Freezer map.xlsx', 'file'), badge: 'pinned' as const, note: keptTexts.older },
  { ...baseRow(idOf(5), 'Antibody list with dilutions and lot numbers 2026.csv', 'file'), extraction: 'done' },
  { ...baseRow(idOf(6), 'Microscope course.pdf', 'file'), badge: 'queuedDown' as const },
];

const KEPT = {
  kind: 'file' as const,
  name: 'Buffer recipes.csv',
  serviceName: null,
  badge: null,
  note: null,
  extraction: null,
  sizeBytes: 1200,
  modifiedAt: null,
  path: null,
  servicePath: null,
  serviceId: idOf(3),
  version: idOf(30),
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  described: null,
  pending: null,
  changeNote: null,
};

/** The library, and one of its folders, as they stand. */
function library(head: Partial<PlaceHead> = {}, rows: typeof ROWS = ROWS, place = 'library') {
  return ({ base }: ScriptedEngine): void => {
    base.rows.set('library', ROWS);
    base.rows.set(place, rows);
    base.heads.set(place, head);
  };
}

function away(head: Partial<PlaceHead>, rows: typeof ROWS = ROWS) {
  return (engine: ScriptedEngine): void => {
    engine.setStatus({ state: 'offline' });
    library(head, rows)(engine);
  };
}

const ofOthers: readonly Scene[] = [
  {
    screen: 'library',
    state: 'loading',
    route: LIBRARY,
    world: library({ ...UNVISITED, reading: { page: 1, pages: null } }, []),
    shows: ['Reading this folder…'],
  },
  { screen: 'library', state: 'empty', route: LIBRARY, world: library({}, []), shows: [libraryTexts.emptyTitle] },
  {
    screen: 'library',
    state: 'partial',
    route: LIBRARY,
    world: library({ standing: 'partial', got: 100, of: 260 }),
    shows: [browseTexts.partial(100, 260), 'Buffer recipes.csv'],
  },
  {
    screen: 'library',
    state: 'offline',
    route: LIBRARY,
    world: away({ ...UNVISITED, ...OFFLINE }, []),
    shows: [libraryTexts.unvisited, browseTexts.unvisitedOffline],
  },
  {
    screen: 'library',
    state: 'offline',
    name: 'listed before',
    route: LIBRARY,
    world: away({ ...OFFLINE, checkedAt: ago(3 * HOUR) }),
    steps: ({ choose }) => choose('Freezer map.xlsx'),
    shows: ['3 h ago', keptTexts.older],
  },
  {
    screen: 'library',
    state: 'error',
    route: LIBRARY,
    world: library({ ...UNVISITED, fault: { kind: 'failing', status: 500, messages: ['Out of order.'] } }, []),
    shows: [libraryTexts.unvisited, 'Out of order.'],
  },
  {
    screen: 'library',
    state: 'error',
    name: 'no library at the service',
    route: LIBRARY,
    world: library({ standing: 'gone', fault: { kind: 'gone', messages: [] } }, []),
    shows: [libraryTexts.none],
  },
  {
    screen: 'library',
    state: 'error',
    name: 'a folder that is gone',
    route: INSIDE,
    world: library({ standing: 'gone', fault: { kind: 'gone', messages: [] } }, [], TRAINING),
    shows: [libraryTexts.noFolder],
  },
  {
    screen: 'library',
    state: 'no-permission',
    route: LIBRARY,
    world: library({ standing: 'closed', fault: { kind: 'not-allowed', messages: [] } }, []),
    shows: [libraryTexts.closed],
  },
];

const done: readonly Scene[] = [
  {
    screen: 'library',
    state: 'full',
    route: LIBRARY,
    world: library(),
    steps: ({ choose }) => choose('Buffer recipes.csv'),
    shows: [libraryTexts.readOnly, keptTexts.copy],
  },
  {
    screen: 'library',
    state: 'full',
    name: 'details of a kept file',
    route: LIBRARY,
    world: library(),
    answers: {
      'files.details': async ({ id }) => ({ ...KEPT, id }),
      'files.about': async () => ({
        description: 'What the lab agreed on; stock solutions are in the cold room',
        tags: ['recipes', 'buffers'],
        createdAt: ago(400 * HOUR),
        visibility: 'library',
        versions: [],
        isForEverybody: null,
        readers: null,
      }),
    },
    steps: async ({ choose, key }) => {
      await choose('Buffer recipes.csv');
      await key('i', { ctrl: true });
    },
    shows: [keptTexts.where, 'stock solutions'],
  },
  {
    screen: 'library',
    state: 'full',
    name: 'copying',
    route: LIBRARY,
    world: library(),
    steps: async ({ choose, press }) => {
      await choose('Antibody list');
      await press(acting.actions.copyTo);
    },
    shows: [copyTexts.hint],
  },
  {
    screen: 'library',
    state: 'full',
    name: 'taking a file out of it',
    route: LIBRARY,
    world: library(),
    steps: async ({ menuOf, press }) => {
      await menuOf('Antibody list');
      await press(acting.actions.withdraw);
    },
    shows: [publishTexts.withdrawBody],
  },
  {
    screen: 'library',
    state: 'full',
    name: 'removing a folder',
    route: LIBRARY,
    world: library({ mayManage: true }),
    steps: async ({ menuOf, press }) => {
      await menuOf('Training');
      await press(acting.actions.remove);
    },
    shows: [libraryTexts.removeBody],
  },
];

const toPublish: Scene['steps'] = async ({ menuOf, press, see }) => {
  await see('Lab rules.md');
  await menuOf('Lab rules.md');
  await press(acting.more);
  await press(acting.actions.publish);
};

const publishing: readonly Scene[] = [
  {
    screen: 'acting',
    state: 'full',
    name: 'publishing',
    route: FILES,
    world: library(),
    answers: { 'library.readers': async () => ({ organization: 'Institute of Cell Biology', people: 24 }) },
    steps: toPublish,
    shows: ['24 people now', 'Training'],
  },
  {
    screen: 'acting',
    state: 'offline',
    name: 'publishing',
    route: FILES,
    world: library(UNVISITED, []),
    answers: { 'library.readers': async () => fail({ kind: 'bad-request', detail: publishTexts.offline }) },
    steps: toPublish,
    shows: [publishTexts.offline],
  },
];

/** What the organization published, and what is done with it. */
export const libraryScenes: readonly Scene[] = [...ofOthers, ...done, ...publishing];
