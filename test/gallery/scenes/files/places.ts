import { acting } from '../../../../shared/features/edit/text.ts';
import { sideTexts } from '../../../../shared/features/details/side-text.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { keptTexts } from '../../../../shared/features/library/text.ts';
import { storeTexts } from '../../../../shared/features/trash/text.ts';
import { DAY, HOUR } from '../../../../shared/units.ts';
import type { ScriptedEngine } from '../../../end-to-end/driver/scripted-engine.ts';
import { ARCHIVED, baseRow, FREEZERS } from '../../../end-to-end/driver/scripted-lists.ts';
import { broken, offline } from '../../lab/faults.ts';
import { ago } from '../../lab/lab.ts';
import { keepTexts } from '../../../../shared/features/set-up/keep-text.ts';
import { never, type Scene } from '../../scene.ts';
import { KEEPING } from '../people/set-up.ts';
import { type bareWindow, row } from './files.ts';

const BASE = '#/files/:base';
const FREEZER = `${BASE}/${FREEZERS}`;
const LOOSE = '#/files/:loose';
const ARCHIVE = '#/files/:archived';
const REMOVED = '#/files/:removed';

/** Says how a place of the service stands. */
function standing(name: string, head: Parameters<typeof bareWindow>[0], rows: ReturnType<typeof row>[] | null = null) {
  return ({ base }: ScriptedEngine): void => {
    base.heads.set(name, head);
    if (rows !== null) base.rows.set(name, rows);
  };
}

const baseScenes: readonly Scene[] = [
  {
    screen: 'base',
    state: 'loading',
    route: FREEZER,
    world: standing(FREEZERS, { standing: 'unvisited', reading: { page: 1, pages: null }, checkedAt: null }, []),
    shows: ['Reading this folder…'],
  },
  {
    screen: 'base',
    state: 'empty',
    route: FREEZER,
    world: standing(FREEZERS, {}, []),
    shows: [browseTexts.emptyBase],
  },
  {
    screen: 'base',
    state: 'partial',
    route: FREEZER,
    world: standing(FREEZERS, { standing: 'partial', got: 100, of: 260 }),
    shows: [browseTexts.partial(100, 260), 'boxes.csv'],
  },
  {
    screen: 'base',
    state: 'offline',
    route: FREEZER,
    world: engine => {
      engine.setStatus({ state: 'offline' });
      standing(
        FREEZERS,
        { standing: 'unvisited', fault: { kind: 'offline', detail: 'no network' }, checkedAt: null },
        [],
      )(engine);
    },
    shows: [browseTexts.unvisitedOffline],
  },
  {
    screen: 'base',
    state: 'offline',
    name: 'listed before',
    route: FREEZER,
    world: engine => {
      engine.setStatus({ state: 'offline' });
      standing(FREEZERS, { fault: { kind: 'offline', detail: 'no network' }, checkedAt: ago(3 * HOUR) })(engine);
    },
    shows: ['boxes.csv', '3 h ago'],
  },
  {
    screen: 'base',
    state: 'error',
    route: FREEZER,
    world: standing(
      FREEZERS,
      { standing: 'unvisited', fault: { kind: 'failing', status: 500, messages: ['Out of order.'] }, checkedAt: null },
      [],
    ),
    shows: [browseTexts.unvisited, 'Out of order.'],
  },
  {
    screen: 'base',
    state: 'error',
    name: 'gone',
    route: FREEZER,
    world: standing(FREEZERS, { standing: 'gone' }, []),
    shows: [browseTexts.gone],
  },
  {
    screen: 'base',
    state: 'no-permission',
    route: FREEZER,
    world: standing(FREEZERS, { standing: 'closed' }, []),
    shows: [browseTexts.closed],
  },
  {
    screen: 'base',
    state: 'no-permission',
    name: 'nothing inside is shared',
    route: FREEZER,
    world: standing(FREEZERS, { standing: 'hidden' }, []),
    shows: [browseTexts.hidden],
  },
  { screen: 'base', state: 'full', route: BASE, shows: ['Freezers', 'Online only'] },
  {
    screen: 'base',
    state: 'full',
    name: 'keep a folder',
    route: BASE,
    answers: KEEPING,
    steps: async ({ menuOf, press, see }) => {
      await menuOf('Freezers');
      await press(acting.actions.keep);
      await see(keepTexts.holds(412, 3.1e9, true));
    },
    shows: [keepTexts.title('Freezers'), keepTexts.where('/home/ada/Lab/Freezers')],
  },
  {
    screen: 'base',
    state: 'full',
    name: 'nothing is kept here',
    route: BASE,
    world: ({ topics, base }) => {
      topics.publish('mirrors.all', []);
      const rows = base.rows.get('roots') ?? [];
      base.rows.set(
        'roots',
        rows.map(({ opens: _, ...each }) => each),
      );
    },
    shows: [enterTexts.browseOnly.title],
  },
];

const looseScenes: readonly Scene[] = [
  {
    screen: 'loose',
    state: 'loading',
    route: LOOSE,
    answers: { 'files.window': never },
    shows: ['Reading this folder…'],
  },
  { screen: 'loose', state: 'empty', route: LOOSE, shows: [browseTexts.emptyLoose] },
  {
    screen: 'loose',
    state: 'full',
    route: LOOSE,
    world: standing('loose', {}, [
      row('1', 'orphan plate.csv', 'remote'),
      row('2', 'photo of the gel.jpg', 'remote', { extraction: 'deferred', sizeBytes: 2_400_000 }),
    ]),
    shows: [browseTexts.incomplete, 'orphan plate.csv'],
  },
  {
    screen: 'loose',
    state: 'full',
    name: 'several chosen',
    route: LOOSE,
    world: standing('loose', {}, [
      row('1', 'orphan plate.csv', 'remote'),
      row('2', 'photo of the gel.jpg', 'pinned', { note: keptTexts.copy, sizeBytes: 2_400_000 }),
    ]),
    steps: async ({ choose, key }) => {
      await choose('orphan plate.csv');
      await key('a', { ctrl: true });
    },
    shows: ['2 items selected', acting.actions.move],
  },
  {
    screen: 'loose',
    state: 'error',
    route: LOOSE,
    answers: { 'files.window': async () => broken() },
    shows: ['This folder could not be read'],
  },
  {
    screen: 'loose',
    state: 'offline',
    route: LOOSE,
    world: engine => {
      engine.setStatus({ state: 'offline' });
      standing('loose', { fault: { kind: 'offline', detail: 'no network' } }, [row('1', 'orphan.csv', 'remote')])(
        engine,
      );
    },
    shows: ['Offline', 'orphan.csv'],
  },
];

const archivedScenes: readonly Scene[] = [
  {
    screen: 'archived',
    state: 'loading',
    route: ARCHIVE,
    answers: { 'files.window': never },
    shows: ['Reading this folder…'],
  },
  {
    screen: 'archived',
    state: 'empty',
    route: ARCHIVE,
    world: standing('archived', {}, []),
    shows: [browseTexts.emptyArchived],
  },
  {
    screen: 'archived',
    state: 'full',
    route: ARCHIVE,
    steps: ({ choose }) => choose('Old runs'),
    shows: ['Old runs', browseTexts.restore],
  },
  {
    screen: 'archived',
    state: 'full',
    name: 'inside of one',
    route: `${BASE}/${ARCHIVED}`,
    world: standing(ARCHIVED, { standing: 'archived', archived: { id: ARCHIVED, name: 'Old runs' } }, [
      baseRow('11111111-0000-4000-8000-000000000009', 'run 0031.fcs', 'file'),
    ]),
    shows: [browseTexts.archivedBanner, 'run 0031.fcs'],
  },
  {
    screen: 'archived',
    state: 'full',
    name: 'brought back',
    route: ARCHIVE,
    steps: async ({ choose, press }) => {
      await choose('Old runs');
      await press(browseTexts.restore);
    },
    shows: [browseTexts.restored('Old runs')],
  },
  {
    screen: 'archived',
    state: 'error',
    route: ARCHIVE,
    answers: { 'files.restoreFolder': async () => offline() },
    steps: async ({ choose, press }) => {
      await choose('Old runs');
      await press(browseTexts.restore);
    },
    shows: [browseTexts.restoreRefused('Old runs')],
  },
  {
    screen: 'archived',
    state: 'offline',
    route: ARCHIVE,
    world: engine => {
      engine.setStatus({ state: 'offline' });
      standing('archived', { fault: { kind: 'offline', detail: 'no network' }, checkedAt: ago(2 * DAY) })(engine);
    },
    shows: ['Offline', 'Old runs'],
  },
];

const STORED = [
  ['Plates/old layout.csv', 'removed here', 7312],
  ['Protocols/qPCR v1.md', 'removed at the service', 8200],
  ['Plates/plate7.csv', 'replaced', 51_204],
  ['', 'rescued', null],
  ['Sequencing/Sanger/a folder with a very long name that goes on and on/pUC19-F.ab1', 'resolved', 212_480],
] as const;

const stored = STORED.map(([path, reason, sizeBytes], at) => ({
  id: `s${at}`,
  mirror: 'm1',
  path,
  sizeBytes,
  reason,
  at: ago((at + 1) * 7 * HOUR),
  until: ago(-30 * DAY + (at + 1) * 7 * HOUR),
  older: at === 0 ? 3 : 0,
}));

const removedScenes: readonly Scene[] = [
  {
    screen: 'removed',
    state: 'loading',
    route: REMOVED,
    answers: { 'store.list': never },
    shows: ['Recently removed'],
  },
  { screen: 'removed', state: 'empty', route: REMOVED, shows: [browseTexts.emptyRemoved] },
  {
    screen: 'removed',
    state: 'full',
    route: REMOVED,
    answers: { 'store.list': async () => stored },
    steps: ({ choose }) => choose('old layout.csv'),
    shows: ['qPCR v1.md', browseTexts.restore],
  },
  {
    screen: 'removed',
    state: 'full',
    name: 'with details',
    route: REMOVED,
    answers: { 'store.list': async () => stored },
    steps: async ({ choose, key }) => {
      await choose('old layout.csv');
      await key('i', { ctrl: true });
    },
    shows: [sideTexts.putBack, browseTexts.keptUntil],
  },
  {
    screen: 'removed',
    state: 'full',
    name: 'with empty details',
    route: REMOVED,
    answers: { 'store.list': async () => stored },
    steps: async ({ see, key }) => {
      await see('old layout.csv');
      await key('i', { ctrl: true });
    },
    shows: [storeTexts.none],
  },
  {
    screen: 'removed',
    state: 'full',
    name: 'brought back',
    route: REMOVED,
    answers: {
      'store.list': async () => stored,
      'store.restore': async () => ({ mirror: 'm1', path: 'Plates/old layout (2).csv', older: 0 }),
    },
    steps: async ({ choose, press }) => {
      await choose('old layout.csv');
      await press(browseTexts.restore);
    },
    shows: [browseTexts.broughtBack('Plates/old layout (2).csv', 0)],
  },
  {
    screen: 'removed',
    state: 'full',
    name: 'into a folder',
    route: REMOVED,
    answers: { 'store.list': async () => stored.map(file => ({ ...file, mirror: '' })) },
    steps: async ({ choose, press, see }) => {
      await choose('old layout.csv');
      await see(storeTexts.homeless);
      await press(storeTexts.into);
    },
    shows: [storeTexts.intoHint],
  },
  {
    screen: 'removed',
    state: 'error',
    route: REMOVED,
    answers: { 'store.list': async () => broken() },
    shows: ['Something went wrong in Benchtop'],
  },
];

/** Everything beside the mirrors: the whole base, and the three lists. */
export const placeScenes: readonly Scene[] = [...baseScenes, ...looseScenes, ...archivedScenes, ...removedScenes];
