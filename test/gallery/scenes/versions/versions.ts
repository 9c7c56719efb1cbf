import { sideTexts } from '../../../../shared/features/details/side-text.ts';
import { UNNAMED } from '../../../../shared/text/people.ts';
import type { Handlers } from '../../../../shared/contract.ts';
import type { VersionList, VersionRow } from '../../../../shared/features/versions/model.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/units.ts';
import { fail } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { withFile } from '../files/preview.ts';

export const FILES = '#/files/m1';
const FIRST = '11111111-7a53-4c1e-8a7e-5f1d3b2c4a60';
/** What the current version was made from. */
export const SECOND = '22222222-7a53-4c1e-8a7e-5f1d3b2c4a60';
/** The current version. */
export const HEAD = '33333333-7a53-4c1e-8a7e-5f1d3b2c4a60';

const PLATE = 'Plate 7 OD450.csv';

const ROW: VersionRow = {
  ref: HEAD,
  kind: 'service',
  number: 3,
  at: ago(2 * HOUR),
  sizeBytes: 51_204,
  who: 'Ben Okafor',
  summary: null,
  source: 'desktop',
  extraction: 'done',
  base: SECOND,
  isCurrent: false,
  isHere: false,
};

const ROWS: VersionRow[] = [
  { ...ROW, ref: 'draft', kind: 'draft', number: null, at: ago(20 * MINUTE), who: null, source: null, base: SECOND },
  { ...ROW, ref: 'local', kind: 'local', number: null, at: ago(4 * MINUTE), who: null, source: null, base: HEAD },
  { ...ROW, isCurrent: true, isHere: true, summary: 'Row H corrected after the second reading of the plate' },
  {
    ...ROW,
    ref: SECOND,
    number: 2,
    at: ago(6 * DAY),
    who: 'Ada Moreau',
    source: 'agent',
    summary: 'Outliers marked',
    extraction: 'deferred',
  },
  { ...ROW, ref: FIRST, number: 1, at: ago(9 * DAY), who: UNNAMED, source: 'upload', sizeBytes: 49_980 },
];

const LIST: VersionList = {
  name: 'Lab rules.md',
  head: HEAD,
  versions: ROWS,
  hasMore: true,
  trouble: null,
  readOnly: null,
};

/** The list of versions, with what differs. */
export const listed = (change: Partial<VersionList> = {}): Pick<Handlers, 'versions.list'> => ({
  'versions.list': async () => ({ ...LIST, ...change }),
});

async function history({ choose, see, key, press }: Hand): Promise<void> {
  await see('Lab rules.md');
  await choose('Lab rules.md');
  await key('i', { ctrl: true });
  await press(sideTexts.deeds.history);
}

/** Opens the history, and chooses a line of a version's menu. */
export async function ofRow(hand: Hand, row: VersionRow, line: string): Promise<void> {
  await history(hand);
  await hand.press(words.actions(words.label(row)));
  await hand.press(line);
}

/** The first version. */
export const oldest: VersionRow = ROWS[4] ?? ROW;

/** The history of a file. */
export const versionScenes: readonly Scene[] = [
  {
    screen: 'versions',
    state: 'loading',
    route: FILES,
    answers: { 'versions.list': never },
    steps: history,
    shows: [words.reading],
  },
  {
    screen: 'versions',
    state: 'empty',
    route: FILES,
    answers: listed({ versions: [], head: null, hasMore: false }),
    steps: history,
    shows: [words.none],
  },
  {
    screen: 'versions',
    state: 'partial',
    route: FILES,
    answers: listed({ versions: ROWS.slice(2, 3), hasMore: false }),
    steps: history,
    shows: [words.only],
  },
  {
    screen: 'versions',
    state: 'offline',
    route: FILES,
    answers: listed({
      versions: ROWS.slice(0, 3),
      hasMore: false,
      trouble: 'You are offline. What is known here is shown.',
    }),
    steps: history,
    shows: ['You are offline.', words.label({ kind: 'local', number: null, isCurrent: false })],
  },
  {
    screen: 'versions',
    state: 'error',
    route: FILES,
    answers: {
      ...listed(),
      'versions.restore': async () =>
        fail({ kind: 'bad-request', detail: 'Somebody saved a newer version since you looked. Nothing was changed.' }),
    },
    steps: async hand => {
      await ofRow(hand, oldest, words.restore);
      await hand.press(words.restoring.yes);
    },
    shows: ['Somebody saved a newer version since you looked.'],
  },
  {
    screen: 'versions',
    state: 'no-permission',
    route: FILES,
    answers: listed({ readOnly: 'This folder only downloads, so nothing in it is changed from here.' }),
    steps: history,
    shows: ['This folder only downloads'],
  },
  {
    screen: 'versions',
    state: 'full',
    route: FILES,
    answers: listed(),
    steps: async hand => {
      await history(hand);
      await hand.press(words.pick(words.label(oldest)));
    },
    shows: ['Outliers marked', words.more, words.draft],
  },
  {
    screen: 'versions',
    state: 'full',
    name: 'forget a merge',
    route: FILES,
    answers: listed(),
    steps: hand => ofRow(hand, ROWS[0] ?? ROW, words.drop),
    shows: [words.dropping.text],
  },
  {
    screen: 'versions',
    state: 'full',
    name: 'restore',
    route: FILES,
    answers: listed(),
    steps: hand => ofRow(hand, oldest, words.restore),
    shows: [words.restoring.text],
  },
  {
    screen: 'versions',
    state: 'full',
    name: 'download',
    route: FILES,
    answers: { ...listed(), 'files.downloadPlace': async () => ({ folder: '/home/ada/Downloads' }) },
    steps: hand => ofRow(hand, oldest, words.download),
    shows: [words.downloading.about],
  },
  {
    screen: 'versions',
    state: 'full',
    name: 'beside the preview',
    route: FILES,
    answers: { ...listed({ name: PLATE }), ...withFile(PLATE) },
    steps: async ({ choose, key, press }) => {
      await choose(PLATE);
      await key('Enter');
      await press(sideTexts.deeds.history);
    },
    shows: ['Outliers marked', words.more],
  },
];
