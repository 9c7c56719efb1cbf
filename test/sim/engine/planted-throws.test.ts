import { isDeepStrictEqual } from 'node:util';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { requirePresent } from '../../../shared/assert.ts';
import type { SyncReport } from '../../../shared/features/status/model.ts';
import type { Computer } from '../world/computer.ts';
import { perTier } from '../../setup/run/effort.ts';
import { PlantedJournal } from '../lab/planted-throws.ts';
import { QuietLab } from '../lab/quiet-lab.ts';
import { bytes, idOf } from '../lab/altered-answers.ts';

type Files = Readonly<Record<string, string>>;

/** What a person does with the file or folder whose name has "odd" in it, and what both sides have in the end. */
interface Story {
  readonly before?: Files;
  readonly act: (lab: QuietLab, ada: Computer) => unknown;
  readonly after: Files;
}

const ODD = { 'odd.csv': 'the odd one' };
const INSIDE = { 'odd box/in.csv': 'inside' };
const there = (lab: QuietLab) => lab.service.colleague(0);

const STORIES: Readonly<Record<string, Story>> = {
  'a new file here': { act: (lab, ada) => lab.save(ada, ODD), after: ODD },
  'a new file at the service': {
    act: lab => void there(lab).createFile(lab.root, 'odd.csv', bytes('the odd one')),
    after: ODD,
  },
  'an edit here': {
    before: ODD,
    act: (lab, ada) => lab.save(ada, { 'odd.csv': 'edited' }),
    after: { 'odd.csv': 'edited' },
  },
  'an edit at the service': {
    before: ODD,
    act: lab => void there(lab).editFile(idOf(lab, 'odd.csv'), bytes('edited')),
    after: { 'odd.csv': 'edited' },
  },
  'a new name here': {
    before: ODD,
    act: (_, ada) => ada.disk.tree.rename('/home/lab/odd.csv', '/home/lab/other odd.csv'),
    after: { 'other odd.csv': 'the odd one' },
  },
  'a new name at the service': {
    before: ODD,
    act: lab => there(lab).renameFile(idOf(lab, 'odd.csv'), 'other odd.csv'),
    after: { 'other odd.csv': 'the odd one' },
  },
  'a removal here': { before: ODD, act: (lab, ada) => lab.remove(ada, 'odd.csv'), after: {} },
  'a removal at the service': { before: ODD, act: lab => there(lab).removeFile(idOf(lab, 'odd.csv')), after: {} },
  'a new folder here': { act: (lab, ada) => lab.save(ada, INSIDE), after: INSIDE },
  'a new folder at the service': {
    act: lab => void there(lab).createFile(there(lab).createFolder(lab.root, 'odd box'), 'in.csv', bytes('inside')),
    after: INSIDE,
  },
  'two names that are exchanged here': {
    before: { 'odd a.csv': 'one', 'odd b.csv': 'other' },
    act: (_, { disk: { tree } }) => {
      tree.rename('/home/lab/odd a.csv', '/home/lab/odd c.csv');
      tree.rename('/home/lab/odd b.csv', '/home/lab/odd a.csv');
      tree.rename('/home/lab/odd c.csv', '/home/lab/odd b.csv');
    },
    after: { 'odd a.csv': 'other', 'odd b.csv': 'one' },
  },
  'a new file whose confirmation was not answered': {
    act: (lab, ada) => {
      lab.save(ada, ODD);
      return withLostAnswers(lab, ada, /\/upload\/confirm/);
    },
    after: ODD,
  },
  'an edit that was not answered': {
    before: ODD,
    act: (lab, ada) => {
      lab.save(ada, { 'odd.csv': 'edited' });
      return withLostAnswers(lab, ada, /\/versions$/);
    },
    after: { 'odd.csv': 'edited' },
  },
  'a new name of a folder here': {
    before: INSIDE,
    act: (_, ada) => ada.disk.tree.rename('/home/lab/odd box', '/home/lab/other odd box'),
    after: { 'other odd box/in.csv': 'inside' },
  },
};

/** Lets a sync happen in which the service does what it is asked by these calls, and its answers are lost. */
async function withLostAnswers(lab: QuietLab, ada: Computer, calls: RegExp): Promise<void> {
  lab.trouble = ({ method, url }) => (method === 'POST' && calls.test(url) ? { kind: 'lost-answer' } : null);
  await lab.sync(ada);
  lab.trouble = () => null;
}

/** What others do at the same time. */
const OTHERS = { 'sent.csv': 'sent', 'sent too.csv': 'sent too', 'came.csv': 'came', 'edited.csv': 'after' };

interface Stage {
  readonly lab: QuietLab;
  readonly ada: Computer;
  readonly planted: PlantedJournal;
}

/** A computer at rest, and then a story and what others do at the same time, before any of it was seen. */
async function begin(story: Story): Promise<Stage> {
  const lab = new QuietLab();
  const planted = new PlantedJournal();
  lab.journal = planted.journal;
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'edited.csv': 'before', ...story.before });
  await lab.sync(ada);
  await story.act(lab, ada);
  lab.save(ada, { 'sent.csv': 'sent', 'sent too.csv': 'sent too', 'edited.csv': 'after' });
  there(lab).createFile(lab.root, 'came.csv', bytes('came'));
  return { lab, ada, planted };
}

/** Syncs as often as it takes to believe that something is gone. */
async function syncOften({ lab, ada }: Stage): Promise<SyncReport> {
  await lab.sync(ada);
  lab.clock.advanceBy(600_000);
  return lab.sync(ada);
}

/** What is not as it should be once nothing is planted any more; nothing. */
async function atRest(stage: Stage, after: Files): Promise<readonly string[]> {
  const { lab, ada, planted } = stage;
  planted.plant = () => undefined;
  for (let turn = 0; turn < 4; turn++) await syncOften(stage);
  const { sent, received, moved, removed, blocked, held, conflicted, stopped } = await lab.sync(ada);
  const all = { ...OTHERS, ...after };
  const found = [
    ...differing('here', ada.texts(), all),
    ...differing('there', lab.there(), all),
    ...differing('at rest', { sent, received, moved, removed, stopped }, QUIET),
    ...differing('open', [...blocked, ...held, ...conflicted], []),
  ];
  lab.release();
  return found;
}

const QUIET = { sent: 0, received: 0, moved: 0, removed: 0, stopped: null };

function differing(what: string, found: unknown, wanted: unknown): readonly string[] {
  return isDeepStrictEqual(found, wanted) ? [] : [`${what}: ${JSON.stringify(found)}`];
}

/** The things of a side that are of others. */
function ofOthers(files: Files): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('odd')));
}

/** What is wrong while something is planted: others wait, something is lost, or no person is told. */
function meanwhile(
  { lab, ada }: Stage,
  report: SyncReport,
  { after, isTold }: Story & { isTold: boolean },
): readonly string[] {
  const within = [...Object.values(ada.texts()), ...Object.values(lab.there()), ...ada.stored()];
  const all = { ...OTHERS, ...after };
  const isInStep = isDeepStrictEqual(ada.texts(), all) && isDeepStrictEqual(lab.there(), all);
  const isSaid = report.blocked.length + report.held.length > 0;
  return [
    ...differing('stopped', report.stopped, null),
    ...differing(
      'others told',
      report.blocked.filter(({ path }) => !path.includes('odd')),
      [],
    ),
    ...differing('others here', ofOthers(ada.texts()), OTHERS),
    ...differing('others there', ofOthers(lab.there()), OTHERS),
    ...differing(
      'lost',
      Object.values(after).filter(text => !within.includes(text)),
      [],
    ),
    ...(isTold && !isInStep && !isSaid ? ['nobody is told'] : []),
  ];
}

/** Plays a story again and again, each time with other statements that throw, until none of them is reached. */
async function playAll(
  story: Story,
  { first, stride }: { readonly first: number; readonly stride: number },
  play: (stage: Stage, number: number) => Promise<{ readonly isReached: boolean; readonly wrong: readonly string[] }>,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (let number = first, isReached = true; isReached; number += stride) {
    const stage = await begin(story);
    const played = await play(stage, number);
    ({ isReached } = played);
    all.push(...played.wrong.map(each => `${number}: ${each}`));
  }
  return all;
}

/** Lets all statements about the odd thing throw from one on. @returns whether there was one. */
function plantFrom(
  { planted }: Stage,
  from: number,
  { isTold, thrown }: { isTold: boolean; thrown: () => Error },
): () => boolean {
  let count = 0;
  planted.plant = statement => {
    if (isTold && / problem /.test(statement.sql)) return;
    if (planted.isAbout('odd', statement) && ++count >= from) throw thrown();
  };
  return () => count >= from;
}

const ours = (): Error => new Error('planted');

/** Of the statements that are left out every day, others are taken in each story. */
const CLOSE_STRIDE = perTier({ everyday: 3, proof: 1 });

const LASTING = [
  ...Object.keys(STORIES).map((what, at) => ({ what, first: 1 + (at % CLOSE_STRIDE), isTold: true })),
  { what: 'a new file here', first: 1, isTold: false },
  { what: 'a new folder here', first: 1, isTold: false },
];

test.each(LASTING)(
  'a record of one thing that fails for a while holds up no other one, at whichever statement: $what, told: $isTold',
  async ({ what, first, isTold }) => {
    const story = requirePresent(STORIES[what], what);
    const wrong = await playAll(story, { first, stride: CLOSE_STRIDE }, async (stage, from) => {
      const wasReached = plantFrom(stage, from, { isTold, thrown: ours });
      await syncOften(stage);
      const report = await syncOften(stage);
      const isReached = wasReached();
      return {
        isReached,
        wrong: [...meanwhile(stage, report, { ...story, isTold }), ...(await atRest(stage, story.after))],
      };
    });
    expect(wrong).toEqual([]);
  },
  120_000,
);

/** A story takes some seventy statements; of those that are left out every day, others are taken in each story. */
const STRIDE = perTier({ everyday: 11, proof: 1 });

test.each(Object.entries(STORIES).map(([what, story], at) => ({ what, story, first: 1 + (at % STRIDE) })))(
  'a statement that fails once leaves nothing behind, whichever it is: $what',
  async ({ story, first }) => {
    const wrong = await playAll(story, { first, stride: STRIDE }, async (stage, which) => {
      let count = 0;
      stage.planted.plant = ({ sql }) => {
        // Facts are of the whole account: what cannot be recorded there ends all of it.
        if (!/ fact /.test(sql) && ++count === which) throw ours();
      };
      await syncOften(stage);
      return { isReached: count >= which, wrong: await atRest(stage, story.after) };
    });
    expect(wrong).toEqual([]);
  },
  120_000,
);

test.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CORRUPT'])(
  'a record that cannot be written as a whole (%s) stops the mirror, and is no trouble of one file',
  async code => {
    const story = requirePresent(STORIES['a new file here'], 'story');
    const thrown = (): Error => new Database.SqliteError('planted', code);
    const wrong = await playAll(story, { first: 1, stride: 1 }, async (stage, from) => {
      const wasReached = plantFrom(stage, from, { isTold: false, thrown });
      const { blocked } = await stage.lab.sync(stage.ada);
      const isReached = wasReached();
      const told = blocked.map(({ id }) => id);
      return {
        isReached,
        wrong: [...differing('told', told, isReached ? [''] : []), ...(await atRest(stage, story.after))],
      };
    });
    expect(wrong).toEqual([]);
  },
);

test('records of a conflict that fail for a while keep both contents, and hold up no other file', async () => {
  const story: Story = {
    before: ODD,
    act: (lab, ada) => {
      lab.save(ada, { 'odd.csv': 'edited here' });
      there(lab).editFile(idOf(lab, 'odd.csv'), bytes('edited there'));
    },
    after: { 'odd.csv': 'edited there' },
  };
  const wrong = await playAll(story, { first: 1, stride: 1 }, async (stage, from) => {
    const { lab, ada, planted } = stage;
    const wasReached = plantFrom(stage, from, { isTold: false, thrown: ours });
    await syncOften(stage);
    const report = await syncOften(stage);
    const isReached = wasReached();
    const during = meanwhile(stage, report, { ...story, isTold: false });
    planted.plant = () => undefined;
    for (let turn = 0; turn < 4; turn++) await syncOften(stage);
    const odd = Object.entries(ada.texts()).filter(([path]) => path.includes('odd'));
    const texts = odd.map(([, text]) => text).toSorted((one, other) => one.localeCompare(other));
    const { sent, received, moved, removed, stopped } = await lab.sync(ada);
    const after = [
      ...differing('both', texts, ['edited here', 'edited there']),
      ...differing('head', ada.texts()['odd.csv'], 'edited there'),
      ...differing('sides', ada.texts(), lab.there()),
      ...differing('at rest', { sent, received, moved, removed, stopped }, QUIET),
    ];
    lab.release();
    return { isReached, wrong: [...during, ...after] };
  });
  expect(wrong).toEqual([]);
});
