import { detailsTexts } from '../../../../shared/features/details/text.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { FileRow, SyncBadge } from '../../../../shared/features/browse/file-row-model.ts';
import type { WaitingThing } from '../../../../shared/features/drops/model.ts';
import type { FolderWindow, PlaceHead } from '../../../../shared/features/browse/folder-model.ts';
import { acting } from '../../../../shared/features/edit/text.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { dropTexts } from '../../../../shared/features/drops/text.ts';
import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { words } from '../../../../shared/text/words.ts';
import { HOUR, MINUTE } from '../../../../shared/units.ts';
import { broken, gone } from '../../lab/faults.ts';
import { ago, mirrorStatus, transfer } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';

const HALTED = "The folder '/home/ada/Lab/Knowledge Base' isn't there. Nothing is removed until it is back.";
const TOP = '#/files/m1';

/** What a mirrored folder answers whose list has nothing but what a head says. */
export function bareWindow(head: Partial<PlaceHead>, rows: readonly FileRow[] = [], all = rows.length): FolderWindow {
  const folders = rows.filter(({ kind }) => kind === 'folder').length;
  return {
    head: {
      place: { mirror: 'm1', folder: null },
      trail: [{ place: { mirror: 'm1', folder: null }, name: 'Knowledge Base' }],
      standing: 'ready',
      got: null,
      of: null,
      reading: null,
      fault: null,
      archived: null,
      checkedAt: ago(40_000),
      isIncomplete: false,
      ...head,
    },
    order: rows.map(({ id }) => id).join(' '),
    folders,
    files: rows.length - folders,
    all,
    from: 0,
    rows: [...rows],
    anchorAt: null,
    gone: [],
  };
}

/** A file with a badge. */
export function row(id: string, name: string, badge: SyncBadge, other: Partial<FileRow> = {}): FileRow {
  return {
    id,
    kind: 'file',
    name,
    serviceName: null,
    badge,
    note: null,
    extraction: 'done',
    sizeBytes: 12_480,
    modifiedAt: ago(6 * HOUR),
    hasFolders: false,
    ...other,
  };
}

/** A name that no column holds. */
const LONG = `${'Supplementary table with all of the replicates of '.repeat(4)}2026-11.xlsx`;

const MANY: readonly FileRow[] = Array.from({ length: 400 }, (_, at) =>
  row(String(at + 1), `plate ${at + 1}.csv`, at % 7 === 3 ? 'queuedUp' : 'local', { sizeBytes: 40_000 + at * 137 }),
);

export const filesScenes: readonly Scene[] = [
  {
    screen: 'files',
    state: 'loading',
    route: TOP,
    answers: { 'files.window': never },
    shows: ['Reading this folder…'],
  },
  {
    screen: 'files',
    state: 'loading',
    name: 'pages',
    route: TOP,
    answers: { 'files.window': async () => bareWindow({ reading: { page: 3, pages: 12 } }, MANY.slice(0, 40)) },
    shows: ['Loading 3 of 12 pages', 'plate 1.csv'],
  },
  {
    screen: 'files',
    state: 'empty',
    route: '#/files/m1',
    steps: ({ press }) => press('Templates'),
    shows: ['Nothing here yet.'],
  },
  {
    screen: 'files',
    state: 'empty',
    name: 'filter without a match',
    route: TOP,
    steps: ({ write }) => write(browseTexts.filter, 'immunoblot'),
    shows: [browseTexts.noMatch('immunoblot')],
  },
  {
    screen: 'files',
    state: 'partial',
    route: TOP,
    answers: {
      'files.window': async () => bareWindow({ standing: 'partial', got: 300, of: 412 }, MANY.slice(0, 300), 300),
    },
    shows: [browseTexts.partial(300, 412)],
  },
  {
    screen: 'files',
    state: 'offline',
    route: TOP,
    world: engine =>
      engine.setStatus({ state: 'offline', mirrors: engine.mirrors().map(({ id }) => mirrorStatus(id, 12)) }),
    shows: ['Offline · 24 changes waiting', 'Lab rules.md'],
  },
  {
    screen: 'files',
    state: 'error',
    route: TOP,
    answers: { 'files.window': async () => broken() },
    shows: ['This folder could not be read'],
  },
  {
    screen: 'files',
    state: 'error',
    name: 'mirror stopped',
    route: TOP,
    world: ({ topics, mirrors, setStatus }) => {
      setStatus({ state: 'attention', attention: 1 });
      topics.publish(
        'mirrors.all',
        mirrors().map(each => (each.id === 'm1' ? { ...each, state: 'halted', reason: HALTED } : each)),
      );
    },
    shows: [HALTED],
  },
  {
    screen: 'files',
    state: 'error',
    name: 'gone',
    route: '#/files/m1/4711',
    answers: { 'files.window': async () => gone() },
    shows: ['This folder is no longer here'],
  },
  {
    screen: 'files',
    state: 'error',
    name: 'old list',
    route: TOP,
    answers: {
      'files.window': async () =>
        bareWindow({ fault: { kind: 'failing', status: 502, messages: ['Bad gateway'] } }, MANY.slice(0, 12)),
    },
    shows: ['plate 1.csv', 'Try again'],
  },
  {
    screen: 'files',
    state: 'error',
    name: 'asked in vain',
    route: TOP,
    world: engine => engine.refuse(new FaultError({ kind: 'signed-out' })),
    steps: ({ press }) => press('Check now'),
    shows: ['Please sign in'],
  },
  {
    screen: 'files',
    state: 'no-permission',
    route: '#/files/m2',
    shows: ['You can view this folder.', 'readme.txt'],
  },
  {
    screen: 'files',
    state: 'no-permission',
    name: 'nothing may be added',
    route: '#/files/m2',
    steps: ({ dragOver }) => dragOver('readme.txt'),
    shows: ['Nothing can be added here'],
  },
  {
    screen: 'files',
    state: 'full',
    route: TOP,
    steps: ({ press }) => press('Plates'),
    world: ({ topics, idOf }) =>
      topics.publish('sync.transfers', [
        { ...transfer('Plates/plate8.csv', 'up', [21_000, 50_877]), item: idOf('m1', 'Plates/plate8.csv') },
      ]),
    shows: ['setup.exe', 'Sending 41 %', 'Two different versions'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'as tiles',
    route: TOP,
    steps: async ({ press }) => {
      await press('Plates');
      await press(browseTexts.asTiles);
    },
    shows: ['setup.exe', browseTexts.asList],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'many',
    route: TOP,
    answers: {
      'files.window': async ({ from, count }) => ({
        ...bareWindow({}, MANY),
        files: 50_000,
        all: 50_000,
        from,
        rows: MANY.slice(from, from + count),
      }),
    },
    shows: ['50,000 files', 'plate 1.csv'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'one chosen',
    route: TOP,
    steps: ({ choose }) => choose('Lab rules.md'),
    shows: ['Always on this computer', 'Lab rules.md —'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'several chosen',
    route: TOP,
    steps: async ({ choose, key }) => {
      await choose('Lab rules.md');
      await key('a', { ctrl: true });
    },
    shows: ['7 items selected'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'menu of a line',
    route: TOP,
    steps: ({ menuOf }) => menuOf('Inventory.csv'),
    shows: [acting.actions.versions, acting.more],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'who can open them',
    route: TOP,
    answers: {
      'sharing.brief': async ({ ids }) =>
        ids.slice(0, 5).map((id, at) => ({
          id,
          isEverybody: at === 0,
          hasMe: at !== 3,
          others: at - 1,
          teams: 0,
          unknown: 0,
          names: ['Ada Okafor', 'Aiko Tanabe', 'Jonas Brandt'].slice(0, Math.max(0, at - 1)),
        })),
    },
    steps: async ({ press, see }) => {
      await press(browseTexts.columns);
      await press(words.files.columns.text);
      await press(words.files.columns.access);
      await see('Only you');
    },
    shows: ['You + 1', 'Organization'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'columns',
    route: TOP,
    steps: async ({ see, press }) => {
      await see('Lab rules.md');
      await press(browseTexts.columns);
    },
    shows: ['Modified'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'dragged in',
    route: TOP,
    steps: ({ dragOver }) => dragOver('Lab rules.md'),
    shows: ['Add to “Knowledge Base”'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'dragged over the panel',
    route: TOP,
    steps: async ({ see, key, dragOver }) => {
      await see('Lab rules.md');
      await key('i', { ctrl: true });
      await dragOver(detailsTexts.none);
    },
    shows: ['Add to “Knowledge Base”'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'dragged over a folder',
    route: TOP,
    steps: async ({ see, dragOver }) => {
      await see('Lab rules.md');
      await dragOver('Protocols');
    },
    shows: ['Add to “Protocols”'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'strange names',
    route: TOP,
    answers: {
      'files.window': async () =>
        bareWindow({}, [
          row('1', LONG, 'local'),
          row('2', 'abc\u202Efdp.exe', 'blocked', { note: "'.exe' files aren't accepted." }),
          row('3', 'line\u0007break\u200B.txt', 'settling'),
          row('4', 'مخطط النتائج.csv', 'uploading', { extraction: 'quantum-state' }),
          row('5', '  spaces  .md', 'renamedHere', { serviceName: 'a/b: spaces.md' }),
        ]),
    },
    shows: ['quantum-state'],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'first steps',
    route: TOP,
    world: ({ topics }) => topics.publish('setUp.state', { kind: 'own', isDone: true, showsChecklist: true }),
    shows: [enterTexts.checklist.ask],
  },
  {
    screen: 'files',
    state: 'full',
    name: 'waiting to be sent',
    route: TOP,
    answers: {
      'drops.waiting': async () => [
        waiting(1, 'gel 2026-11-18.png', null),
        waiting(2, 'setup.exe', "The service refuses '.exe' files."),
        waiting(3, 'protocol.md', null, { sent: 1, of: 3 }),
      ],
    },
    shows: ['setup.exe', '2 files wait to be sent', '1 of 3 versions are at the service'],
  },
  {
    screen: 'files',
    state: 'error',
    name: 'adding that was broken off',
    route: TOP,
    answers: {
      'drops.jobs': async () => [
        {
          id: 't1',
          since: ago(20 * MINUTE),
          folder: 'Plates',
          state: 'interrupted',
          files: 9,
          added: 2,
          addedBytes: 2_418_000,
          left: [{ path: 'run 7/gel 2026-11-18.png', text: dropTexts.notCome }],
          leftTotal: 7,
        },
      ],
    },
    shows: [dropTexts.interrupted('Plates'), 'run 7/gel 2026-11-18.png', dropTexts.seen],
  },
];

function waiting(id: number, name: string, text: string | null, versions: WaitingThing['versions'] = null) {
  const since = ago(20 * MINUTE);
  return { id, kind: 'upload' as const, name, since, sizeBytes: 2_418_000, versions, text, isStuck: text !== null };
}
