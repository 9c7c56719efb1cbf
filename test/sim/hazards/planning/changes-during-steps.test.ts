import { expect, test } from 'vitest';

import { MIB } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { fingerprintOf } from '../../fakes/fake-disk-parts.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import type { Moment } from '../../fakes/scheduler.ts';
import { bytes, idOf, isList, versionsOf } from '../../lab/altered-answers.ts';
import { labWith } from '../../lab/dying.ts';

// What people do between our look and our step, and in the middle of one.

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(3_600_000);
  }
}

/** Runs `act` once, at the first moment of this kind. @returns how often that was. */
function once(lab: QuietLab, moment: Moment['when'], label: string, act: () => void): () => number {
  let count = 0;
  lab.scheduler.mischief = at => {
    if (at.when === moment && at.label.startsWith(label) && (count += 1) === 1) act();
    return undefined;
  };
  return () => count;
}

/** Lets a colleague act once: after our lists, right before the next request that is none. */
function afterOurLook(lab: QuietLab, act: () => void): () => boolean {
  let isDone = false;
  let lists = 0;
  lab.trouble = request => {
    if (isList(request)) lists += 1;
    else if (lists > 0 && !isDone) {
      isDone = true;
      act();
    }
    return null;
  };
  return () => isDone;
}

/** What a look records of a file that was edited. */
function recordEdit({ disk, journal }: Computer, path: string): void {
  const [mirror] = journal.mirrors.all();
  const item = mirror === undefined ? null : journal.items.byLocalPlace(mirror.rootItem, path);
  const node = disk.tree.find(`${FOLDER}/${path}`);
  if (!item?.local || node === null) throw new Error(`'${path}' is not recorded.`);
  journal.items.setLocal(item.id, 'present', { ...item.local, fingerprint: fingerprintOf(node), sha256: null });
}

test('an edit made while its file is moved here is sent [T9]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  lab.service.colleague(0).renameFile(idOf(lab, 'a.csv'), 'b.csv');
  const met = once(lab, 'before', 'disk.move a.csv', () => lab.save(ada, { 'a.csv': 'mine' }));
  await settle(lab, ada);
  expect(met()).toBe(1);
  expect([lab.there(), ada.texts()]).toEqual([{ 'b.csv': 'mine' }, { 'b.csv': 'mine' }]);
});

test('an edit made while its file is moved here is not replaced by the download that follows [T13]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).renameFile(file, 'b.csv');
  lab.service.colleague(0).editFile(file, bytes('theirs'));
  const met = once(lab, 'before', 'disk.move a.csv', () => lab.save(ada, { 'a.csv': 'mine' }));
  await settle(lab, ada);
  expect(met()).toBe(1);
  expect(lab.there()['b.csv']).toBe('theirs');
  expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'theirs']);
  expect(ada.texts()).toEqual(lab.there());
});

test('an edit made while the newer version is fetched is kept beside it [T13]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  const met = once(lab, 'before', 'disk.stage ', () => lab.save(ada, { 'a.csv': 'mine' }));
  await settle(lab, ada);
  expect(met()).toBeGreaterThan(0);
  expect(lab.there()['a.csv']).toBe('theirs');
  expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'theirs']);
  expect(ada.texts()).toEqual(lab.there());
});

test.each([
  ['replaced', { 'a.csv': 'one' }, 'renamed'],
  ['put there', {}, 'linked'],
] as const)('an edit right after a file was %s is sent [T9]', async (_, tree, moment) => {
  const { lab, ada } = await labWith(tree);
  const colleague = lab.service.colleague(0);
  if ('a.csv' in tree) colleague.editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  else colleague.createFile(lab.root, 'a.csv', bytes('theirs'));
  const met = once(lab, 'inside', `disk.place a.csv: ${moment}`, () => lab.save(ada, { 'a.csv': 'theirs, and mine' }));
  await settle(lab, ada);
  expect(met()).toBe(1);
  expect(ada.texts()).toEqual({ 'a.csv': 'theirs, and mine' });
  expect(lab.there()).toEqual(ada.texts());
});

test.each([
  ['replaced', { 'a.csv': 'one' }, 'renamed'],
  ['put there', {}, 'linked'],
] as const)('a file moved right after it was %s is there once, under its own id [T13]', async (_, tree, moment) => {
  const { lab, ada } = await labWith(tree);
  const colleague = lab.service.colleague(0);
  if ('a.csv' in tree) colleague.editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  else colleague.createFile(lab.root, 'a.csv', bytes('theirs'));
  const file = idOf(lab, 'a.csv');
  const met = once(lab, 'inside', `disk.place a.csv: ${moment}`, () =>
    ada.disk.tree.rename(`${FOLDER}/a.csv`, `${FOLDER}/b.csv`),
  );
  await settle(lab, ada);
  expect(met()).toBe(1);
  expect([ada.texts(), lab.there()]).toEqual([{ 'b.csv': 'theirs' }, { 'b.csv': 'theirs' }]);
  expect(idOf(lab, 'b.csv')).toBe(file);
});

test.each(['write', 'save'] as const)(
  'a %s in the very instant of a replacement is kept beside it [T13]',
  async deed => {
    const { lab, ada } = await labWith({ 'a.csv': 'one' });
    lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
    const met = once(lab, 'inside', 'disk.place a.csv: exchanging', () =>
      ada.disk.tree[deed](`${FOLDER}/a.csv`, 'mine'),
    );
    await settle(lab, ada);
    expect(met()).toBe(1);
    expect(ada.texts()['a.csv']).toBe('theirs');
    expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'theirs']);
    expect([lab.there(), ada.stored()]).toEqual([ada.texts(), []]);
  },
);

test('a file removed right after its new version came is not removed at the service [T13]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  const met = once(lab, 'inside', 'disk.place a.csv: renamed', () => lab.remove(ada, 'a.csv'));
  await settle(lab, ada);
  expect(met()).toBe(1);
  expect([ada.texts(), lab.there()]).toEqual([{ 'a.csv': 'theirs' }, { 'a.csv': 'theirs' }]);
});

test('bytes written after the hash was taken are never recorded under it [T9]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  lab.save(ada, { 'a.csv': 'two' });
  const due = [
    { moment: 'before disk.open a.csv', text: 'six' },
    { moment: `after http POST`, text: 'two' },
  ];
  lab.scheduler.mischief = ({ label, when }) => {
    if (due[0] !== undefined && `${when} ${label}`.startsWith(due[0].moment) && !label.endsWith('answer'))
      lab.save(ada, { 'a.csv': due.shift()?.text ?? '' });
    return undefined;
  };
  await settle(lab, ada);
  expect(due).toEqual([]);
  expect([lab.there(), ada.texts()]).toEqual([{ 'a.csv': 'two' }, { 'a.csv': 'two' }]);
  expect(versionsOf(lab, file)).toEqual(['one', 'six', 'two']);
});

test.each([
  ['small edited', 'before', 1000],
  ['large edited', 'after', 9 * MIB],
  ['small new', 'before', 1000],
  ['large new', 'after', 9 * MIB],
] as const)('a %s file that changes while it is read is never sent as a mixture [T8]', async (kind, when, size) => {
  const [first, second, third] = ['1', '2', '3'].map(digit => digit.repeat(size)) as [string, string, string];
  const isNew = kind.endsWith('new');
  const { lab, ada } = await labWith(isNew ? {} : { 'a.csv': first });
  lab.save(ada, { 'a.csv': second });
  const met = once(lab, when, 'disk.read a.csv', () => lab.save(ada, { 'a.csv': third }));
  await settle(lab, ada);
  expect(met()).toBeGreaterThan(0);
  const sent = versionsOf(lab, idOf(lab, 'a.csv')).map(text => [...new Set(text)].join(''));
  expect(sent).toEqual(isNew ? ['3'] : ['1', '3']);
});

test('a file that is recorded as edited since the plan was made is not removed here [P5]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two', 'c.csv': 'three' });
  for (const path of ['a.csv', 'b.csv']) lab.service.colleague(0).removeFile(idOf(lab, path));
  const met = once(lab, 'before', 'disk.store a.csv', () => {
    lab.save(ada, { 'b.csv': 'mine' });
    recordEdit(ada, 'b.csv');
  });
  await settle(lab, ada);
  expect(met()).toBe(1);
  expect(ada.texts()).toEqual({ 'b.csv': 'mine', 'c.csv': 'three' });
  expect(lab.there()).toEqual(ada.texts());
});

test('an agreement on a new place is none on an edit that a one-way mirror keeps here [C2]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', {}, 'download');
  const file = lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes('one'));
  await settle(lab, ada);
  lab.save(ada, { 'a.csv': 'mine' });
  await settle(lab, ada);
  lab.service.colleague(0).renameFile(file, 'b.csv');
  ada.disk.tree.rename(`${FOLDER}/a.csv`, `${FOLDER}/b.csv`);
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'b.csv': 'mine' });
  lab.service.colleague(0).editFile(file, bytes('theirs'));
  await settle(lab, ada);
  expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'theirs']);
});

test('the same bytes saved on both sides are no conflict [S14]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('both'));
  lab.save(ada, { 'a.csv': 'both' });
  await settle(lab, ada);
  expect([lab.there(), ada.texts()]).toEqual([{ 'a.csv': 'both' }, { 'a.csv': 'both' }]);
  expect(await lab.call(ada, 'conflicts.list', null)).toEqual([]);
});

test.each(['file', 'folder'] as const)(
  'a colleague who renames a %s right after our look is not overruled [P14]',
  async kind => {
    const { lab, ada } = await labWith(kind === 'file' ? { thing: 'one' } : { 'thing/a.csv': 'one' });
    const id = idOf(lab, 'thing');
    const colleague = lab.service.colleague(0);
    ada.disk.tree.rename(`${FOLDER}/thing`, `${FOLDER}/mine`);
    const isDone = afterOurLook(lab, () =>
      kind === 'file' ? colleague.renameFile(id, 'theirs') : colleague.renameFolder(id, 'theirs'),
    );
    await settle(lab, ada);
    expect(isDone()).toBe(true);
    expect(idOf(lab, 'theirs')).toBe(id);
    expect(ada.texts()).toEqual(lab.there());
  },
);

test.each(['edits', 'renames'] as const)(
  'a file that a colleague %s right after our look is not removed [R18]',
  async deed => {
    const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' });
    const file = idOf(lab, 'a.csv');
    const colleague = lab.service.colleague(0);
    lab.remove(ada, 'a.csv');
    const isDone = afterOurLook(lab, () =>
      deed === 'edits' ? colleague.editFile(file, bytes('theirs')) : colleague.renameFile(file, 'c.csv'),
    );
    await settle(lab, ada);
    expect(isDone()).toBe(true);
    const kept = deed === 'edits' ? { 'a.csv': 'theirs' } : { 'c.csv': 'one' };
    expect(lab.there()).toEqual({ ...kept, 'b.csv': 'two' });
    expect(ada.texts()).toEqual(lab.there());
  },
);

test('what a colleague edits in a folder between our looks and its archiving is not archived [P36]', async () => {
  const { lab, ada } = await labWith({ 'raw/a.csv': 'one', 'raw/b.csv': 'two' });
  const [raw, file] = [idOf(lab, 'raw'), idOf(lab, 'raw/b.csv')];
  lab.remove(ada, 'raw');
  let lists = 0;
  let isReady = false;
  lab.trouble = ({ method, url }) => {
    const isListed = method === 'GET' && url.includes(`/folders/${raw}/files`);
    if (isListed) lists += 1;
    if (isListed && lists === 2) lab.service.colleague(0).editFile(file, bytes('edited'));
    if (method === 'POST' && url.includes('/archive')) isReady = true;
    return null;
  };
  await settle(lab, ada);
  expect([lists > 1, isReady || lists > 2]).toEqual([true, true]);
  expect(Object.values(lab.there())).toContain('edited');
  expect(ada.texts()).toEqual(lab.there());
});

test('an edit at the service while the bytes of a removed file are saved from there keeps the file alive', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { deleteHoldSeconds: '0' });
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  const file = idOf(lab, 'a.csv');
  lab.remove(ada, 'a.csv');
  let edits = 0;
  lab.trouble = ({ method, url }) => {
    if (method === 'GET' && url.includes('/objects/') && edits++ === 0)
      lab.service.colleague(0).editFile(file, bytes('theirs'));
    return null;
  };
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(edits).toBeGreaterThan(0);
  expect([lab.there(), ada.texts()]).toEqual([{ 'a.csv': 'theirs' }, { 'a.csv': 'theirs' }]);
});

test.each(['new', 'edited at once'])(
  'a file fetched into the inode of one that is removed meanwhile is not taken for that one: %s [W5]',
  async text => {
    const { lab, ada } = await labWith({ 'a.csv': 'old', 'b.csv': 'two' });
    ada.disk.tree.reusesInodes = true;
    const file = idOf(lab, 'a.csv');
    lab.service.colleague(0).editFile(file, bytes('new'));
    lab.scheduler.mischief = ({ label, when }: Moment): undefined => {
      if (when === 'before' && label.startsWith('disk.stage ')) lab.remove(ada, 'b.csv');
      if (when === 'after' && label === 'disk.place a.csv' && text !== 'new') lab.save(ada, { 'a.csv': text });
    };
    await lab.sync(ada);
    lab.scheduler.mischief = () => undefined;
    await settle(lab, ada);
    expect(lab.there()).toEqual({ 'a.csv': text });
    expect(idOf(lab, 'a.csv')).toBe(file);
    expect(ada.texts()).toEqual({ 'a.csv': text });
  },
);

test('a removal here says nothing of a file that lives on there, though its former version is to be had no more', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { deleteHoldSeconds: '0' });
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  const file = idOf(lab, 'a.csv');
  lab.remove(ada, 'a.csv');
  let pruned = 0;
  lab.trouble = ({ method, url }) => {
    if (method !== 'GET' || !/\/versions\/[^/]+\/content/.test(url) || pruned > 0) return null;
    pruned += 1;
    lab.service.colleague(0).editFile(file, bytes('theirs'));
    return { kind: 'instead', answer: { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' } };
  };
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(600_000);
  }
  expect(pruned).toBe(1);
  const told = await lab.call(ada, 'activity.page', { before: null, limit: 9 });
  expect(told.map(({ verb }) => verb)).not.toContain('removed');
  expect([lab.there(), ada.texts()]).toEqual([{ 'a.csv': 'theirs' }, { 'a.csv': 'theirs' }]);
});

test('a folder that a person removes while its files are taken away is taken for gone once they are, and all rests', async () => {
  const { lab, ada } = await labWith({ 'F/a.csv': 'a', 'F/b.csv': 'b', 'kept.csv': 'kept' });
  for (const { id, path } of lab.service.sights.tree(lab.root))
    if (path === 'F') lab.service.colleague(0).archiveFolder(id);
  const removals = once(lab, 'before', 'disk.store F/a.csv', () => lab.remove(ada, 'F'));
  await settle(lab, ada);
  expect(removals()).toBe(1);
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, held: [], blocked: [] });
  expect(ada.texts()).toEqual({ 'kept.csv': 'kept' });
  // What comes to be in a folder of that name is in that folder alone.
  lab.save(ada, { 'F/c.csv': 'c' });
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'kept.csv': 'kept', 'F/c.csv': 'c' });
});
