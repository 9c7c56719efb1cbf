import { expect, test } from 'vitest';

import { requirePresent } from '../../../../shared/assert.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { idOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { shownFolder } from '../../lab/shown-folder.ts';

async function inStep() {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  const { rows } = await shownFolder(lab, ada);
  const [a = '', b = ''] = ['a.csv', 'b.csv'].map(name => rows.find(row => row.name === name)?.id ?? '');
  return { lab, ada, a, b };
}

/** What a colleague reads of a file at the service. */
async function there(lab: QuietLab, ada: Computer, id: string) {
  const { description, tags } = await lab.call(ada, 'files.about', { id });
  return { description, tags };
}

const plain = { description: null, addTags: [], removeTags: [] };

test('a description and tags are sent at once, single and in bulk, and read again offline', async () => {
  const { lab, ada, a, b } = await inStep();
  const said = {
    ids: [a],
    description: { from: null, to: 'Plate 7, day 1' },
    addTags: ['qpcr', 'qpcr'],
    removeTags: [],
  };
  expect(await lab.call(ada, 'files.describe', said)).toEqual({ files: 1, waiting: 0 });
  await lab.call(ada, 'files.describe', { ...plain, ids: [a, b], addTags: ['kst-118'], removeTags: ['none'] });
  expect(await there(lab, ada, a)).toEqual({ description: 'Plate 7, day 1', tags: ['qpcr', 'kst-118'] });
  expect(await there(lab, ada, b)).toEqual({ description: null, tags: ['kst-118'] });
  lab.trouble = () => ({ kind: 'no-connection' });
  expect(await lab.call(ada, 'files.details', { id: a })).toMatchObject({
    path: `${FOLDER}/a.csv`,
    servicePath: 'Lab/a.csv',
    described: { description: 'Plate 7, day 1', tags: ['qpcr', 'kst-118'] },
    pending: null,
  });
});

test('offline it waits, joined with what is said later, over a restart, and is sent with the next sync', async () => {
  const { lab, ada, a } = await inStep();
  lab.trouble = () => ({ kind: 'no-connection' });
  const first = { ids: [a], description: { from: null, to: 'first' }, addTags: ['x', 'y'], removeTags: [] };
  expect(await lab.call(ada, 'files.describe', first)).toEqual({ files: 1, waiting: 1 });
  await lab.call(ada, 'files.describe', {
    ids: [a],
    description: { from: 'first', to: 'second' },
    addTags: ['z'],
    removeTags: ['x'],
  });
  const { pending } = await lab.call(ada, 'files.details', { id: a });
  expect(pending).toMatchObject({ description: 'second', add: ['y', 'z'], remove: ['x'], isDisputed: false });
  await lab.drive(ada.start());
  lab.trouble = () => null;
  lab.clock.advanceBy(600_000);
  await lab.sync(ada);
  expect(await there(lab, ada, a)).toEqual({ description: 'second', tags: ['y', 'z'] });
  expect(await lab.call(ada, 'files.details', { id: a })).toMatchObject({ pending: null });
});

test('what is described before it was ever sent is described once the service has it', async () => {
  const { lab, ada } = await inStep();
  lab.trouble = ({ url }) => (url.includes('/upload') ? { kind: 'no-connection' } : null);
  lab.save(ada, { 'new.csv': 'new' });
  await lab.sync(ada);
  const { rows } = await shownFolder(lab, ada);
  const id = rows.find(row => row.name === 'new.csv')?.id ?? '';
  await lab.call(ada, 'files.describe', { ...plain, ids: [id], addTags: ['early'] });
  lab.trouble = () => null;
  lab.clock.advanceBy(600_000);
  await lab.sync(ada);
  expect(await there(lab, ada, id)).toEqual({ description: null, tags: ['early'] });
});

test.each([
  ['mine', 'mine'],
  ['theirs', 'theirs'],
] as const)(
  'a newer description of somebody else is not written over until a person chooses %s',
  async (answer, left) => {
    const { lab, ada, a } = await inStep();
    const ben = await lab.computer('Ben', {}, 'download');
    await lab.sync(ben);
    lab.trouble = () => ({ kind: 'no-connection' });
    const said = { ids: [a], description: { from: null, to: 'mine' }, addTags: ['tag'], removeTags: [] };
    await lab.call(ada, 'files.describe', said);
    lab.trouble = () => null;
    const service = idOf(lab, 'a.csv');
    await lab.call(ben, 'files.describe', { ...plain, ids: [service], description: { from: null, to: 'theirs' } });
    lab.clock.advanceBy(600_000);
    await lab.sync(ada);
    expect(await there(lab, ada, a)).toEqual({ description: 'theirs', tags: [] });
    const { pending } = await lab.call(ada, 'files.details', { id: a });
    expect(pending).toMatchObject({ description: 'mine', theirs: 'theirs', isDisputed: true });
    lab.clock.advanceBy(600_000);
    await lab.sync(ada);
    await lab.call(ada, 'files.describeAnswer', { id: pending?.id ?? 0, answer });
    expect(await there(lab, ada, a)).toEqual({ description: left, tags: ['tag'] });
  },
);

test('what changed goes with the next version and not with the one after', async () => {
  const { lab, ada, a } = await inStep();
  await lab.call(ada, 'files.note', { id: a, note: 'blank wells "A1"\ncorrected' });
  lab.save(ada, { 'a.csv': 'edited' });
  await lab.sync(ada);
  lab.save(ada, { 'a.csv': 'edited again' });
  await lab.sync(ada);
  const { versions } = await lab.call(ada, 'files.about', { id: a });
  expect(versions?.map(({ summary }) => summary)).toEqual([null, 'blank wells "A1"\ncorrected', null]);
  expect((await lab.call(ada, 'files.details', { id: a })).changeNote).toBeNull();
});

test('a note that is written while a version travels is for the next one', async () => {
  const { lab, ada, a } = await inStep();
  await lab.call(ada, 'files.note', { id: a, note: 'first' });
  lab.save(ada, { 'a.csv': 'edited' });
  const [mirror] = ada.journal.mirrors.all();
  const item = requirePresent(mirror && ada.journal.items.byPath(mirror.rootItem, 'a.csv'), 'the file').id;
  const write = (note: string): void => ada.journal.descriptions.setNote(item, note);
  lab.scheduler.mischief = ({ label, when }): undefined => {
    if (when === 'after' && /^http POST .*versions$/.test(label)) write('second');
  };
  await lab.sync(ada);
  lab.scheduler.mischief = () => undefined;
  expect((await lab.call(ada, 'files.details', { id: a })).changeNote).toBe('second');
  lab.save(ada, { 'a.csv': 'edited again' });
  await lab.sync(ada);
  const { versions } = await lab.call(ada, 'files.about', { id: a });
  expect(versions?.map(({ summary }) => summary)).toEqual(['second', 'first', null]);
});
