import type { SearchFind, SearchHere } from '../../../../shared/features/search/model.ts';
import { commandTexts } from '../../../../shared/features/search/commands-text.ts';
import { searchTexts } from '../../../../shared/features/search/text.ts';
import { DAY } from '../../../../shared/units.ts';
import { broken, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';

const ROUTE = '#/files/m1';

function find(name: string, other: Partial<SearchFind> = {}): SearchFind {
  return {
    kind: 'file',
    item: name,
    serviceId: null,
    name,
    place: { at: { mirror: 'm1', folder: null }, path: 'Knowledge Base / Plates' },
    badge: 'local',
    extraction: 'done',
    by: 'name',
    snippet: null,
    modifiedAt: ago(3 * DAY),
    ...other,
  };
}

const HERE: SearchHere = {
  finds: [
    find('plate7.csv', { badge: 'conflict' }),
    find('Plates', { kind: 'folder', place: { at: { mirror: 'm1', folder: null }, path: 'Knowledge Base' } }),
    find('notes on edge effects.md', {
      by: 'text-here',
      snippet: [
        { text: '… the outer wells of ', isMatch: false },
        { text: 'plate', isMatch: true },
        { text: ' 7 read a tenth too high, so they were left out …', isMatch: false },
      ],
    }),
  ],
  hasMore: false,
  troubles: [],
  names: 8120,
  texts: 312,
  looksInside: true,
  unread: 41,
  notAsked: 0,
  isBuilding: false,
  tagged: null,
};

const THERE: SearchFind[] = [
  find('dose response protocol.docx', {
    item: null,
    serviceId: '11111111-0000-4000-8000-000000000021',
    place: null,
    badge: 'remote',
    by: 'text-there',
    snippet: [
      { text: 'Seed each ', isMatch: false },
      { text: 'plate', isMatch: true },
      { text: ' with 4,000 cells', isMatch: false },
    ],
  }),
  find('Why does plate 7 read high?', {
    kind: 'task',
    item: null,
    serviceId: '11111111-0000-4000-8000-000000000022',
    place: null,
    badge: null,
    extraction: null,
    by: 'task',
  }),
];

function seek(text: string): (hand: Hand) => Promise<void> {
  return async ({ press, write }) => {
    await press(searchTexts.title);
    await write(searchTexts.field, text);
  };
}

const full = {
  'search.here': async () => HERE,
  'search.there': async () => ({ finds: THERE, ignored: [] }),
};

/** Searching from anywhere. */
export const searchScenes: readonly Scene[] = [
  {
    screen: 'search',
    state: 'loading',
    route: ROUTE,
    answers: { ...full, 'search.there': never },
    steps: seek('plate'),
    shows: [searchTexts.asking, 'plate7.csv'],
  },
  {
    screen: 'search',
    state: 'empty',
    route: ROUTE,
    steps: ({ press }) => press(searchTexts.title),
    shows: [searchTexts.start],
  },
  {
    screen: 'search',
    state: 'full',
    name: 'commands',
    route: ROUTE,
    steps: seek('>'),
    shows: [commandTexts.heading, commandTexts.commands.checkNow.label],
  },
  {
    screen: 'search',
    state: 'empty',
    name: 'no command',
    route: ROUTE,
    steps: seek('> incubate'),
    shows: [commandTexts.none('incubate')],
  },
  {
    screen: 'search',
    state: 'empty',
    name: 'nothing fits',
    route: ROUTE,
    answers: {
      'search.here': async () => ({ ...HERE, finds: [] }),
      'search.there': async () => ({ finds: [], ignored: [] }),
    },
    steps: seek('zebrafish'),
    shows: [searchTexts.nothing('zebrafish')],
  },
  {
    screen: 'search',
    state: 'partial',
    route: ROUTE,
    answers: {
      'search.here': async () => ({
        ...HERE,
        isBuilding: true,
        hasMore: true,
        troubles: [{ filter: 'before', value: 'spring' }],
      }),
      'search.there': async () => ({ finds: [], ignored: ['before'] }),
    },
    steps: seek('plate before:spring'),
    shows: [searchTexts.troubles.before, searchTexts.building, searchTexts.ignored],
  },
  {
    screen: 'search',
    state: 'offline',
    route: ROUTE,
    world: engine => engine.setStatus({ state: 'offline' }),
    answers: { ...full, 'search.there': async () => offline() },
    steps: seek('plate'),
    shows: [searchTexts.offline, 'plate7.csv'],
  },
  {
    screen: 'search',
    state: 'error',
    route: ROUTE,
    answers: { ...full, 'search.here': async () => broken() },
    steps: seek('plate'),
    shows: ['Something went wrong in Benchtop'],
  },
  {
    screen: 'search',
    state: 'full',
    route: ROUTE,
    answers: full,
    steps: seek('plate'),
    shows: ['plate7.csv', 'dose response protocol.docx', searchTexts.covered(8120, 312)],
  },
];
