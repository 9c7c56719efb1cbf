import { expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { idOf, type Json } from '../../lab/altered-answers.ts';
import { type Asked, isBatch, isConfirm, isSingle, watchAddresses } from '../../lab/lost-answers.ts';
import { lie, lieInBatch } from '../../world/lying-service.ts';
import type { HttpTrouble } from '../../fakes/fake-http.ts';

const OLD = { 'old.csv': 'from before' };
const NEW = { 'a.csv': 'content of a', 'b.csv': 'bytes in b', 'c.csv': 'c has these', 'd.csv': 'and d has those' };

async function labWith(files: Readonly<Record<string, string>> = OLD): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, files);
  await lab.sync(ada);
  return { lab, ada };
}

/** Lets what waits for another try have it, until nothing is left. */
async function comeToRest(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 8; turn++) {
    lab.clock.advanceBy(3_600_000);
    await lab.sync(ada);
  }
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 0, removed: 0, blocked: [], stopped: null });
}

const copyOf = (element: Json | undefined): Json => structuredClone(element ?? {});
const dataOf = (element: Json | undefined): Json => ({ ...(element?.['data'] as Json) });

/** What an answer to the announcing of many may be, and which files it cannot be believed for. */
const BATCHES: readonly (readonly [
  string,
  (elements: readonly Json[], lab: QuietLab) => readonly unknown[],
  readonly string[],
])[] = [
  ['one element twice', all => all.map((one, at) => (at === 1 ? copyOf(all[0]) : one)), ['a.csv', 'b.csv']],
  [
    'one address for two files',
    all =>
      all.map((one, at) =>
        at === 1 ? { ...one, data: { ...dataOf(one), uploadUrl: dataOf(all[0])['uploadUrl'] } } : one,
      ),
    ['a.csv', 'b.csv'],
  ],
  [
    'one file for two addresses',
    all =>
      all.map((one, at) => (at === 1 ? { ...one, data: { ...dataOf(one), fileId: dataOf(all[0])['fileId'] } } : one)),
    ['a.csv', 'b.csv'],
  ],
  [
    'one version for two files',
    all =>
      all.map((one, at) =>
        at === 1 ? { ...one, data: { ...dataOf(one), versionId: dataOf(all[0])['versionId'] } } : one,
      ),
    ['a.csv', 'b.csv'],
  ],
  [
    'the id of a file from before',
    (all, lab) =>
      all.map((one, at) => (at === 1 ? { ...one, data: { ...dataOf(one), fileId: idOf(lab, 'old.csv') } } : one)),
    ['b.csv'],
  ],
  [
    'the id of the mirrored folder',
    (all, lab) => all.map((one, at) => (at === 1 ? { ...one, data: { ...dataOf(one), fileId: lab.root } } : one)),
    ['b.csv'],
  ],
  ['an element without anything', all => all.map((one, at) => (at === 1 ? {} : one)), ['b.csv']],
  [
    'the name of another file',
    all => all.map((one, at) => (at === 1 ? { ...one, data: { ...dataOf(one), fileName: 'c.csv' } } : one)),
    ['b.csv'],
  ],
];

test.each(BATCHES)(
  'an answer to a batch of announcements with %s concerns those files alone, which are sent later',
  async (_, change, doubtful) => {
    const { lab, ada } = await labWith();
    lab.save(ada, NEW);
    lab.trouble = request => (isBatch(request) ? lieInBatch(all => change(all, lab)) : null);
    const addresses = watchAddresses(lab);
    const report = await lab.sync(ada);
    expect(report.stopped).toBeNull();
    expect(report.blocked.map(({ path }) => path).sort()).toEqual(doubtful);
    const certain = Object.entries(NEW).filter(([path]) => !doubtful.includes(path));
    expect(lab.there()).toEqual({ ...OLD, ...Object.fromEntries(certain) });
    // The service goes on lying about batches; alone they are answered for.
    await comeToRest(lab, ada);
    expect(lab.there()).toEqual({ ...OLD, ...NEW });
    expect(ada.texts()).toEqual({ ...OLD, ...NEW });
    expect(new Set(addresses).size).toBe(addresses.length);
  },
);

test.each([
  ['longer', (all: readonly Json[]) => [copyOf(all[0]), ...all]],
  ['shorter', (all: readonly Json[]) => all.slice(1)],
] as const)(
  'a batch answer that is %s than what was asked is not believed, and all files arrive',
  async (_, change) => {
    const { lab, ada } = await labWith();
    lab.save(ada, NEW);
    lab.trouble = request => (isBatch(request) ? lieInBatch(change) : null);
    const addresses = watchAddresses(lab);
    await lab.sync(ada);
    await comeToRest(lab, ada);
    expect(lab.there()).toEqual({ ...OLD, ...NEW });
    expect(ada.texts()).toEqual({ ...OLD, ...NEW });
    expect(new Set(addresses).size).toBe(addresses.length);
  },
);

test('two files of which each was answered with the other one keep their own names here, and get them there', async () => {
  const { lab, ada } = await labWith();
  const same = { 'a.csv': 'one of two', 'b.csv': 'the second' };
  lab.save(ada, { ...NEW, ...same });
  let lies = 1;
  lab.trouble = request =>
    isBatch(request) && lies-- > 0 ? lieInBatch(([one, other, ...rest]) => [other, one, ...rest]) : null;
  await lab.sync(ada);
  await comeToRest(lab, ada);
  expect(ada.texts()).toEqual({ ...OLD, ...NEW, ...same });
  expect(lab.there()).toEqual({ ...OLD, ...NEW, ...same });
});

test('two files that were mixed up are told apart after the answers to them were lost, too', async () => {
  const { lab, ada } = await labWith();
  const same = { 'a.csv': 'one of two', 'b.csv': 'the second' };
  lab.save(ada, same);
  let confirmed = 0;
  lab.trouble = request => {
    if (isBatch(request)) return lieInBatch(all => all.toReversed());
    return isConfirm(request) && confirmed++ < 2 ? { kind: 'lost-answer' } : null;
  };
  await lab.sync(ada);
  await comeToRest(lab, ada);
  expect(ada.texts()).toEqual({ ...OLD, ...same });
  expect(lab.there()).toEqual({ ...OLD, ...same });
});

test('two files whose addresses were exchanged arrive under their own names with their own bytes', async () => {
  const { lab, ada } = await labWith();
  const two = { 'a.csv': 'short', 'b.csv': 'a longer one' };
  lab.save(ada, two);
  const exchanged = ([one, other]: readonly Json[]): readonly Json[] => [
    { ...one, data: { ...dataOf(one), uploadUrl: dataOf(other)['uploadUrl'] } },
    { ...other, data: { ...dataOf(other), uploadUrl: dataOf(one)['uploadUrl'] } },
  ];
  lab.trouble = request => (isBatch(request) ? lieInBatch(exchanged) : null);
  await lab.sync(ada);
  await comeToRest(lab, ada);
  expect(ada.texts()).toEqual({ ...OLD, ...two });
  expect(lab.there()).toEqual({ ...OLD, ...two });
});

const SKIPPED = ['.benchtop', '.DS_Store', 'a.csv.part', '', '..'];

test.each(SKIPPED)('a confirmed upload that is called %j in the answer keeps its name here', async name => {
  const { lab, ada } = await labWith();
  lab.save(ada, { 'a.csv': 'content of a' });
  lab.trouble = request => (isConfirm(request) ? lie(file => ({ ...file, name })) : null);
  const report = await lab.sync(ada);
  expect(report.stopped).toBeNull();
  expect(report.blocked.map(({ path }) => path)).toEqual(['a.csv']);
  expect(ada.texts()).toEqual({ ...OLD, 'a.csv': 'content of a' });
  lab.save(ada, { 'later.csv': 'later' });
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ ...OLD, 'a.csv': 'content of a', 'later.csv': 'later' });
  expect(lab.there()).toMatchObject({ 'later.csv': 'later' });
  lab.trouble = () => null;
  await comeToRest(lab, ada);
  expect(ada.texts()).toEqual({ ...OLD, 'a.csv': 'content of a', 'later.csv': 'later' });
  expect(lab.there()).toEqual(ada.texts());
});

/** Answers to calls about one thing that name another one. */
const SINGLE: readonly (readonly [string, (request: Asked, lab: QuietLab) => HttpTrouble | null])[] = [
  [
    'an announcement',
    (request, lab) => (isSingle(request) ? lie(target => ({ ...target, fileId: idOf(lab, 'old.csv') })) : null),
  ],
  [
    'the making of a folder',
    ({ method, url }, lab) =>
      method === 'POST' && url.endsWith('/folders') ? lie(made => ({ ...made, id: idOf(lab, 'raw') })) : null,
  ],
  [
    'the making of a folder, which is the mirrored one',
    ({ method, url }, lab) =>
      method === 'POST' && url.endsWith('/folders') ? lie(made => ({ ...made, id: lab.root })) : null,
  ],
  [
    'a new version',
    ({ method, url }, lab) =>
      method === 'POST' && /\/files\/[^/]+\/versions$/.test(url)
        ? lie(version => ({ ...version, id: lab.service.sights.versionsOf(idOf(lab, 'raw/other.csv'))[0]?.versionId }))
        : null,
  ],
  [
    'a renaming',
    ({ method, url }, lab) =>
      method === 'PUT' && /\/api\/v1\/files\/[^/]+$/.test(url)
        ? lie(file => ({ ...file, id: idOf(lab, 'old.csv') }))
        : null,
  ],
  [
    'the renaming of a folder',
    ({ method, url }, lab) =>
      method === 'PATCH' && /\/api\/v1\/folders\/[^/]+$/.test(url)
        ? lie(folder => ({ ...folder, id: lab.root }))
        : null,
  ],
];

test.each(SINGLE)('an answer to %s that is about something else is not believed', async (_, trouble) => {
  const before = {
    ...OLD,
    'raw/other.csv': 'other',
    'edited.csv': 'before',
    'named.csv': 'renamed',
    'box/in.csv': 'in',
  };
  const { lab, ada } = await labWith(before);
  lab.save(ada, { 'made/new.csv': 'new', 'edited.csv': 'after' });
  ada.disk.tree.rename('/home/lab/named.csv', '/home/lab/other name.csv');
  ada.disk.tree.rename('/home/lab/box', '/home/lab/chest');
  lab.trouble = request => trouble(request, lab);
  for (let turn = 0; turn < 3; turn++) {
    expect(await lab.sync(ada)).toMatchObject({ stopped: null });
    lab.clock.advanceBy(600_000);
  }
  lab.trouble = () => null;
  await comeToRest(lab, ada);
  const after = {
    ...OLD,
    'raw/other.csv': 'other',
    'edited.csv': 'after',
    'other name.csv': 'renamed',
    'chest/in.csv': 'in',
    'made/new.csv': 'new',
  };
  expect(ada.texts()).toEqual(after);
  expect(lab.there()).toEqual(after);
});

test('a version that is answered with the id of another file is not taken for the bytes of that one', async () => {
  const { lab, ada } = await labWith({ 'edited.csv': 'before', 'other.csv': 'other' });
  const other = lab.service.sights.versionsOf(idOf(lab, 'other.csv'))[0]?.versionId;
  lab.save(ada, { 'edited.csv': 'after' });
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.endsWith('/versions') ? lie(version => ({ ...version, id: other })) : null;
  await lab.sync(ada);
  lab.trouble = () => null;
  // With the bytes of the first one taken for those of this version, the edit would pass for sent.
  lab.save(ada, { 'other.csv': 'after' });
  await comeToRest(lab, ada);
  expect(ada.texts()).toEqual({ 'edited.csv': 'after', 'other.csv': 'after' });
  expect(lab.there()).toEqual(ada.texts());
});
