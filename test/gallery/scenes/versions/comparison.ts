import type { Handlers } from '../../../../shared/contract.ts';
import { plateTexts } from '../../../../shared/features/preview/plot-text.ts';
import { compareTexts } from '../../../../shared/features/versions/compare-text.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { never, type Scene } from '../../scene.ts';
import { ATTENTION, CONFLICTS, need } from '../attention/attention.ts';
import { conflictAnswers } from '../attention/decisions.ts';
import { FILES, HEAD, listed, ofRow, oldest, SECOND } from './versions.ts';

/** Three versions of a table. */
export const PLATE = {
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
export function held(texts: {
  readonly base?: string;
  readonly mine: string;
  readonly theirs: string;
}): Partial<Handlers> {
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
    shows: [words.fetching(null)],
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
    name: 'differences as a picture',
    answers: merging('plate7.csv', PLATE),
    steps: async hand => {
      await merge(hand, 'plate7.csv');
      await hand.see(words.picture.show);
      await hand.press(words.picture.show);
    },
    shows: [words.picture.hide, plateTexts.layer],
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

/** More differences than are shown at once. */
function wells(value: string): string {
  const row = (at: number) => `${'ABCDEFGH'[at % 8]}${1 + Math.floor(at / 8)};${Array(9).fill(value).join(';')}`;
  const names = Array.from({ length: 9 }, (_, at) => `Read ${at + 1}`);
  return `Well;${names.join(';')}\n${Array.from({ length: 96 }, (_, at) => row(at)).join('\n')}\n`;
}

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
  {
    ...inAttention,
    state: 'full',
    name: 'leaving',
    answers: merging('plate7.csv', PLATE),
    steps: async hand => {
      await merge(hand, 'plate7.csv');
      await chooseRest(hand);
      await hand.press(words.close);
    },
    shows: [words.leaving.text],
  },
  {
    ...inHistory,
    state: 'full',
    name: 'many',
    answers: { ...listed({ name: 'plate7.csv' }), ...held({ mine: wells('0,41'), theirs: wells('0,43') }) },
    steps: async hand => {
      await compareWithCurrent(hand);
      await hand.press(words.start);
      await hand.press(words.after);
    },
    shows: [words.page(1, 3), '864 differences.'],
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

/** Versions of a file, compared and merged. */
export const comparisonScenes: readonly Scene[] = [...mergeScenes, ...compareScenes];
