import type { Handlers } from '../../../shared/contract/contract.ts';
import type { VersionList, VersionRow } from '../../../shared/model/versions.ts';
import { compareTexts } from '../../../shared/text/version-compare.ts';
import { versionWindowWords as words } from '../../../shared/text/version-window.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/units.ts';
import { fail, offline } from '../faults.ts';
import type { Hand } from '../hand.ts';
import { ago } from '../lab.ts';
import { never, type Scene } from '../scene.ts';
import { ATTENTION, CONFLICTS, need } from './attention.ts';
import { conflictAnswers } from './decisions.ts';

const FILES = '#/files/m1';
const [FIRST, SECOND, HEAD] = ['1', '2', '3'].map(digit => `${digit.repeat(8)}-7a53-4c1e-8a7e-5f1d3b2c4a60`) as [
  string,
  string,
  string,
];

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
  { ...ROW, ref: SECOND, number: 2, at: ago(6 * DAY), who: 'Ada Moreau', source: 'agent', summary: 'Outliers marked' },
  { ...ROW, ref: FIRST, number: 1, at: ago(9 * DAY), who: 'person 17', source: 'upload', sizeBytes: 49_980 },
];

const LIST: VersionList = {
  name: 'Lab rules.md',
  head: HEAD,
  versions: ROWS,
  hasMore: true,
  trouble: null,
  readOnly: null,
};

const listed = (change: Partial<VersionList> = {}): Pick<Handlers, 'versions.list'> => ({
  'versions.list': async () => ({ ...LIST, ...change }),
});

async function history({ choose, see, key, press }: Hand): Promise<void> {
  await see('Lab rules.md');
  await choose('Lab rules.md');
  await key('i', { ctrl: true });
  await press(words.history);
}

async function ofRow(hand: Hand, row: VersionRow, line: string): Promise<void> {
  await history(hand);
  await hand.press(words.actions(words.label(row)));
  await hand.press(line);
}

const oldest: VersionRow = ROWS[4] ?? ROW;

const historyScenes: readonly Scene[] = [
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
    shows: ['You are offline.', words.local],
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
];

const PLATE = {
  base: 'Well;Dye;Target;Ct;Note\nA1;FAM;GAPDH;21,52;\nA2;FAM;GAPDH;22,01;\nA3;HEX;IL6;30,40;\nA4;HEX;IL6;;\nH12;HEX;NTC;;\n',
  mine: 'Well;Dye;Target;Ct;Note\nA1;FAM;GAPDH;21,50;\nA2;FAM;GAPDH;22,90;second reading\nA3;HEX;IL6;30,40;\nA4;HEX;IL6;35,9;\nB1;HEX;IL6;31,2;\nH12;HEX;NTC;;\n',
  theirs:
    'Well;Dye;Target;Ct;Note;Operator\nA1;FAM;GAPDH;21,52;;BO\nA2;FAM;GAPDH;22,10;;BO\nA3;HEX;IL6;30,44;drift;BO\nA4;HEX;IL6;;;BO\n',
};

const RULES = {
  base: `# Lab rules\n\nGloves are worn at every bench.\n\n${'Each bench has an owner.\n'.repeat(12)}\nWaste goes into the yellow bin.\n`,
  mine: `# Lab rules\n\nGloves and goggles are worn at every bench.\n\n${'Each bench has an owner.\n'.repeat(12)}\nWaste goes into the yellow bin, sharps into the red one.\n`,
  theirs: `# Lab rules of building B\n\nGloves are worn at every bench.\n\n${'Each bench has an owner.\n'.repeat(12)}\nWaste goes into the yellow bin, liquids into the tank.\n`,
};

const RUN = {
  mine: '{\n  "instrument": "QX-200",\n  "wells": [{ "well": "A1", "ct": 21.50 }],\n  "cycles": 40\n}\n',
  theirs:
    '{\n  "instrument": "QX-200",\n  "wells": [{ "well": "A1", "ct": 21.5 }, { "well": "A2", "ct": 22.1 }],\n  "operator": "Ben"\n}\n',
};

/** What the three versions hold; `local` is this computer's. */
function held(texts: { readonly base?: string; readonly mine: string; readonly theirs: string }): Partial<Handlers> {
  return {
    'versions.bytes': async ({ version }) => {
      const text = version === SECOND ? (texts.base ?? texts.mine) : version === HEAD ? texts.theirs : texts.mine;
      return { name: '', sizeBytes: text.length, bytes: btoa(text) };
    },
  };
}

const place = (version: string) => ({ id: '7', version });

/** The conflict of the Attention screen, opened as a merge. */
function merging(name: string, texts: Parameters<typeof held>[0]): Partial<Handlers> {
  const base = texts.base === undefined ? null : place(SECOND);
  return {
    ...conflictAnswers,
    'versions.ofConflict': async () => ({ id: '7', name, mine: place('local'), theirs: place(HEAD), base }),
    ...held(texts),
  };
}

async function merge({ press, see }: Hand, name: string): Promise<void> {
  await press('Choose a version…');
  await press(words.mergeButton);
  await see(words.merging(name));
}

const inAttention = { screen: 'comparison', route: ATTENTION, world: need(CONFLICTS.slice(0, 1)) } as const;
const SAVED = { is: 'saved', version: HEAD, number: 4 } as const;

async function chooseRest({ press, see }: Hand): Promise<void> {
  await see(words.takeAll);
  await press(words.thisComputer);
}

const mergeScenes: readonly Scene[] = [
  {
    ...inAttention,
    state: 'loading',
    answers: { ...merging('plate7.csv', PLATE), 'versions.bytes': never },
    steps: hand => merge(hand, 'plate7.csv'),
    shows: [words.fetching],
  },
  {
    ...inAttention,
    state: 'full',
    answers: merging('plate7.csv', PLATE),
    steps: hand => merge(hand, 'plate7.csv'),
    shows: ['A2', '22,10', words.nextOpen],
  },
  {
    ...inAttention,
    state: 'full',
    name: 'lines',
    answers: merging('Lab rules.md', RULES),
    steps: hand => merge(hand, 'Lab rules.md'),
    shows: [words.skipped(8), words.both],
  },
  {
    ...inAttention,
    state: 'full',
    name: 'saved',
    answers: { ...merging('plate7.csv', PLATE), 'versions.save': async () => SAVED },
    steps: async hand => {
      await merge(hand, 'plate7.csv');
      await chooseRest(hand);
      await hand.write(words.note, 'Both readings compared');
      await hand.press(words.save);
    },
    shows: [words.copy.title, words.copy.awayHint],
  },
  {
    ...inAttention,
    state: 'error',
    name: 'moved',
    answers: { ...merging('plate7.csv', PLATE), 'versions.save': async () => ({ is: 'moved', head: HEAD }) },
    steps: async hand => {
      await merge(hand, 'plate7.csv');
      await chooseRest(hand);
      await hand.press(words.save);
    },
    shows: [words.movedTitle],
  },
  {
    ...inAttention,
    state: 'error',
    answers: { ...merging('plate7.csv', PLATE), 'versions.save': async () => offline() },
    steps: async hand => {
      await merge(hand, 'plate7.csv');
      await chooseRest(hand);
      await hand.press(words.save);
    },
    shows: [words.keptText],
  },
  {
    ...inAttention,
    state: 'offline',
    answers: { ...merging('plate7.csv', PLATE), 'versions.bytes': async () => offline() },
    steps: hand => merge(hand, 'plate7.csv'),
    shows: [words.merging('plate7.csv'), 'offline'],
  },
];

async function compareWithCurrent(hand: Hand): Promise<void> {
  await ofRow(hand, oldest, words.compareWith);
  await hand.see(words.comparing('').slice(0, 20));
}

/** A picture that the page draws itself, as base64. */
async function gel(shift: number): Promise<string> {
  const canvas = new OffscreenCanvas(320, 200);
  const pen = canvas.getContext('2d');
  if (pen !== null) {
    pen.fillStyle = 'black';
    pen.fillRect(0, 0, 320, 200);
    pen.fillStyle = 'white';
    for (let lane = 0; lane < 8; lane += 1) pen.fillRect(20 + lane * 36, 40 + ((lane * 37) % 90) + shift, 24, 6);
  }
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

const images: Partial<Handlers> = {
  ...listed({ name: 'gel.png', hasMore: false }),
  'versions.bytes': async ({ version }) => ({ name: '', sizeBytes: 900, bytes: await gel(version === HEAD ? 0 : 7) }),
};

const inHistory = { screen: 'comparison', route: FILES } as const;

const compareScenes: readonly Scene[] = [
  {
    ...inHistory,
    state: 'empty',
    answers: { ...listed(), ...held({ mine: 'same', theirs: 'same' }) },
    steps: compareWithCurrent,
    shows: [compareTexts.same],
  },
  {
    ...inHistory,
    state: 'partial',
    answers: { ...listed({ name: 'trace.bin' }), ...held({ mine: 'a\0b', theirs: 'a\0cd' }) },
    steps: compareWithCurrent,
    shows: [compareTexts.why['not-text'], '4 bytes'],
  },
  {
    ...inHistory,
    state: 'no-permission',
    answers: {
      ...listed({ name: 'plate7.csv', readOnly: 'This folder only downloads, so nothing in it is changed from here.' }),
      ...held(PLATE),
    },
    steps: compareWithCurrent,
    shows: ['Row', '22,10'],
  },
  {
    ...inHistory,
    state: 'full',
    name: 'tree',
    answers: { ...listed({ name: 'run.json' }), ...held(RUN) },
    steps: compareWithCurrent,
    shows: ['wells[0].ct', words.start],
  },
  {
    ...inHistory,
    state: 'full',
    name: 'above the table',
    answers: {
      ...listed({ name: 'plate7.csv' }),
      ...held({ mine: `sep=;\n${PLATE.base}`, theirs: PLATE.base.replace('21,52', '21,53') }),
    },
    steps: async hand => {
      await compareWithCurrent(hand);
      await hand.press(words.start);
    },
    shows: [words.head, words.noBase],
  },
  ...(['beside', 'swipe', 'difference'] as const).map((way): Scene => ({
    ...inHistory,
    state: 'full',
    name: way,
    answers: images,
    steps: async hand => {
      await compareWithCurrent(hand);
      await hand.press(words.images[way]);
    },
    shows: [words.images[way], ...(way === 'beside' ? ['320 × 200 pixels'] : [])],
  })),
  {
    ...inHistory,
    state: 'full',
    name: 'saved without a conflict',
    answers: { ...listed({ name: 'plate7.csv' }), ...held(PLATE), 'versions.save': async () => SAVED },
    steps: async hand => {
      await compareWithCurrent(hand);
      await hand.press(words.start);
      await hand.press(words.label(oldest));
      await hand.press(words.save);
    },
    shows: [words.saved('plate7.csv', 4)],
  },
];

/** The history of a file, and its versions compared and merged. */
export const versionScenes: readonly Scene[] = [...historyScenes, ...mergeScenes, ...compareScenes];
