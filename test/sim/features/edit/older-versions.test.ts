import { expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { idOf } from '../../lab/altered-answers.ts';
import { mustBeListed } from '../../judges/invariants.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

/** A file whose texts were sent one after the other, each as a version. */
async function withVersions(
  texts: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ lab: QuietLab; ada: Computer; file: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings);
  for (const text of texts) {
    lab.clock.advanceBy(60_000);
    lab.save(ada, { 'a.csv': text });
    await lab.sync(ada);
  }
  return { lab, ada, file: idOf(lab, 'a.csv') };
}

function textsOf(lab: QuietLab, path: string): readonly string[] {
  const versions = lab.service.sights.versionsOf(idOf(lab, path));
  return versions.map(({ bytes }) => new TextDecoder().decode(bytes));
}

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    lab.clock.advanceBy(60_000);
    await lab.syncTwice(ada);
  }
}

test('a removed file leaves its older versions in the store, and put back it has them again in order', async () => {
  const { lab, ada, file } = await withVersions(['one', 'two']);
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  expect(lab.there()).toEqual({});
  expect(ada.stored().toSorted()).toEqual(['one', 'two']);
  const list = await lab.call(ada, 'store.list', null);
  expect(list).toMatchObject([{ path: 'a.csv', reason: 'removed here', older: 1 }]);
  await lab.call(ada, 'store.restore', { id: list[0]?.id ?? '' });
  await settle(lab, ada);
  expect(idOf(lab, 'a.csv')).not.toBe(file);
  expect(textsOf(lab, 'a.csv')).toEqual(['one', 'two']);
  expect([ada.texts(), ada.stored()]).toEqual([{ 'a.csv': 'two' }, []]);
  mustBeListed(ada);
});

/** What waits for an answer, by path. */
async function asked(lab: QuietLab, ada: Computer): Promise<readonly { id: string; path: string; text: string }[]> {
  const problems = await lab.call(ada, 'problems.list', null);
  return problems.filter(({ reason }) => reason === 'older-versions');
}

test('older versions are kept newest first, and what does not fit waits for a person before anything is lost', async () => {
  const { lab, ada, file } = await withVersions(['one', 'two', 'three', 'four'], { olderVersionsMaxBytes: '8' });
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'four' });
  const [problem, ...more] = await asked(lab, ada);
  expect(more).toEqual([]);
  expect(problem?.text).toContain('2 older versions (8 B) can be kept, but 1 older version (3 B) would be lost');
  await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  await settle(lab, ada);
  expect([lab.there(), ada.stored().toSorted()]).toEqual([{}, ['four', 'three', 'two']]);
  expect(lab.service.sights.versionsOf(file)).toHaveLength(4);
  expect(await asked(lab, ada)).toEqual([]);
});

test('a removal that waits because of its older versions can be put back', async () => {
  const { lab, ada, file } = await withVersions(['one', 'two'], { olderVersionsMaxBytes: '1' });
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  const [held] = await lab.call(ada, 'activity.undoable', { limit: 1 });
  expect(held).toMatchObject({ path: 'a.csv' });
  await lab.call(ada, 'activity.undo', { id: held?.id ?? '' });
  await settle(lab, ada);
  expect([ada.texts(), idOf(lab, 'a.csv'), await asked(lab, ada)]).toEqual([{ 'a.csv': 'two' }, file, []]);
});

test('who agreed to lose one version is asked again when there is one more', async () => {
  const { lab, ada, file } = await withVersions(['one', 'two'], { olderVersionsMaxBytes: '1' });
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  const [first] = await asked(lab, ada);
  lab.service.colleague(0).editFile(file, new TextEncoder().encode('three'));
  await lab.call(ada, 'problems.allow', { id: first?.id ?? '' });
  await settle(lab, ada);
  // What a colleague edited comes back, and its removal is a new one.
  expect(ada.texts()).toEqual({ 'a.csv': 'three' });
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  const [second] = await asked(lab, ada);
  expect(second?.text).toContain('2 older versions');
  expect(lab.there()).toEqual({ 'a.csv': 'three' });
});

test('with no room set aside a removal keeps the newest bytes and asks nothing', async () => {
  const { lab, ada } = await withVersions(['one', 'two'], { olderVersionsMaxBytes: '0' });
  expect((await lab.call(ada, 'files.weigh', { ids: [idOf(lab, 'a.csv')] })).older).toEqual({
    kept: 0,
    keptBytes: 0,
    lost: 1,
    lostBytes: 3,
    unknownFiles: 0,
    keepsNone: true,
  });
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  expect([lab.there(), ada.stored()]).toEqual([{}, ['two']]);
});

test.each([
  ['a version that the service does not send', /\/versions\/[^/]+\/content$/, '1 older version (3 B) would be lost'],
  ['a history that may not be read', /\/versions\?/, 'does not tell which older versions it has'],
])('%s is named, and the removal waits', async (_, refused, words) => {
  const { lab, ada, file } = await withVersions(['one', 'two']);
  const [oldest] = lab.service.sights.versionsOf(file);
  lab.remove(ada, 'a.csv');
  lab.trouble = ({ url }) => {
    const isHead = url.includes('/content') && !url.includes(oldest?.versionId ?? '');
    if (!refused.test(url) || isHead) return null;
    const body = JSON.stringify({ errorCode: 'FORBIDDEN', messages: ['no'] });
    return { kind: 'instead', answer: { status: 403, headers: { 'content-type': 'application/json' }, body } };
  };
  await settle(lab, ada);
  const [problem] = await asked(lab, ada);
  expect(problem?.text).toContain(words);
  expect(lab.there()).toEqual({ 'a.csv': 'two' });
  lab.trouble = () => null;
  await lab.call(ada, 'problems.retry', { id: problem?.id ?? '' });
  await settle(lab, ada);
  expect([lab.there(), ada.stored().toSorted()]).toEqual([{}, ['one', 'two']]);
});

test('a history of more than one page is kept as a whole', async () => {
  const { lab, ada, file } = await withVersions(['0']);
  const texts = Array.from({ length: 130 }, (_, at) => `version ${at}`);
  for (const text of texts) {
    lab.clock.advanceBy(1000);
    lab.service.colleague(0).editFile(file, new TextEncoder().encode(text));
  }
  await settle(lab, ada);
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  expect(lab.there()).toEqual({});
  expect(ada.stored().toSorted()).toEqual(['0', ...texts].toSorted());
});

test('bytes that were never sent come back on top of the history that the service had', async () => {
  const { lab, ada } = await withVersions(['one', 'two']);
  lab.trouble = ({ method }) => (method === 'GET' ? null : { kind: 'no-connection' });
  lab.save(ada, { 'a.csv': 'unsent' });
  await lab.call(ada, 'files.remove', { ids: [idOf(lab, 'a.csv')] });
  lab.trouble = () => null;
  await settle(lab, ada);
  expect([lab.there(), ada.stored().toSorted()]).toEqual([{}, ['one', 'two', 'unsent']]);
  const list = await lab.call(ada, 'store.list', null);
  expect(list).toMatchObject([{ path: 'a.csv', older: 2 }]);
  await lab.call(ada, 'activity.undo', { id: null });
  await settle(lab, ada);
  expect(textsOf(lab, 'a.csv')).toEqual(['one', 'two', 'unsent']);
  expect(ada.stored()).toEqual([]);
});

test('a history in which a text comes twice comes back with each of its texts', async () => {
  const { lab, ada } = await withVersions(['one', 'two', 'one']);
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  await lab.call(ada, 'activity.undo', { id: null });
  await settle(lab, ada);
  expect(textsOf(lab, 'a.csv')).toEqual(['two', 'one']);
  expect(ada.stored()).toEqual([]);
});

test('what a removal in the window would lose is named before, and what was agreed to is not asked again', async () => {
  const { lab, ada } = await withVersions(['one', 'two', 'three'], { olderVersionsMaxBytes: '4' });
  const ids = [idOf(lab, 'a.csv')];
  const { older } = await lab.call(ada, 'files.weigh', { ids });
  expect(older).toEqual({ kept: 1, keptBytes: 3, lost: 1, lostBytes: 3, unknownFiles: 0, keepsNone: false });
  await lab.call(ada, 'files.remove', { ids, losing: older.lost });
  await settle(lab, ada);
  expect([lab.there(), ada.stored().toSorted(), await asked(lab, ada)]).toEqual([{}, ['three', 'two'], []]);
});

test('a removal by a person who was told of less than would be lost waits', async () => {
  const { lab, ada } = await withVersions(['one', 'two', 'three'], { olderVersionsMaxBytes: '1' });
  await lab.call(ada, 'files.remove', { ids: [idOf(lab, 'a.csv')], losing: 1 });
  await settle(lab, ada);
  expect([lab.there(), (await asked(lab, ada)).length]).toEqual([{ 'a.csv': 'three' }, 1]);
});

test('without the service a removal says that its older versions are not known', async () => {
  const { lab, ada } = await withVersions(['one', 'two']);
  lab.trouble = () => ({ kind: 'no-connection' });
  const { older } = await lab.call(ada, 'files.weigh', { ids: [idOf(lab, 'a.csv')] });
  expect(older).toMatchObject({ kept: 0, lost: 0, unknownFiles: 1 });
});

test('a file that is only online leaves its older versions in the store, and stays when they do not fit', async () => {
  const { lab, ada } = await withVersions(['one', 'two']);
  await lab.call(ada, 'files.free', { paths: [`${FOLDER}/a.csv`] });
  await settle(lab, ada);
  const ids = [idOf(lab, 'a.csv')];
  await lab.call(ada, 'settings.set', { name: 'olderVersionsMaxBytes', value: '1' });
  const refused = await lab.call(ada, 'files.remove', { ids });
  expect(refused).toMatchObject({
    files: 0,
    left: [{ text: expect.stringContaining('1 older version (3 B) would be lost') }],
  });
  expect([lab.there(), ada.stored()]).toEqual([{ 'a.csv': 'two' }, []]);
  await lab.call(ada, 'settings.set', { name: 'olderVersionsMaxBytes', value: '100' });
  const { undo } = await lab.call(ada, 'files.remove', { ids });
  expect([lab.there(), ada.stored().toSorted()]).toEqual([{}, ['one', 'two']]);
  await settle(lab, ada);
  await lab.call(ada, 'activity.undo', { id: undo[0] ?? '' });
  await settle(lab, ada);
  expect(textsOf(lab, 'a.csv')).toEqual(['one', 'two']);
});

test('of a folder that is archived nothing is fetched: it comes back with its versions', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  for (const text of ['one', 'two']) {
    lab.save(ada, { 'raw/a.csv': text, 'b.csv': 'other' });
    await lab.sync(ada);
    lab.clock.advanceBy(60_000);
  }
  const folder = lab.service.sights.tree(lab.root).find(({ path }) => path === 'raw');
  lab.remove(ada, 'raw');
  await settle(lab, ada);
  expect([lab.there(), ada.stored()]).toEqual([{ 'b.csv': 'other' }, []]);
  await lab.call(ada, 'folders.bringBack', { id: folder?.id ?? '' });
  await settle(lab, ada);
  expect(textsOf(lab, 'raw/a.csv')).toEqual(['one', 'two']);
});

/** Lets the computer die at its `crashAt`-th step from now on. @returns what ends that, and tells whether it died. */
function dying(lab: QuietLab, ada: Computer, crashAt: number): () => boolean {
  let moments = 0;
  lab.scheduler.mischief = () => (++moments === crashAt ? { do: 'crash' } : undefined);
  return () => {
    lab.scheduler.mischief = () => undefined;
    return !ada.isAlive;
  };
}

/** Lets it do something until that is done, or it dies. */
async function asLongAsItLives(lab: QuietLab, ada: Computer, deed: () => Promise<unknown>): Promise<void> {
  if (!ada.isAlive) return;
  deed().catch(() => undefined);
  await lab.scheduler.run(() => !ada.isAlive || lab.scheduler.waiting().length === 0, 10_000);
}

test('versions that are put into a folder of the service go on coming back after each crash, without one twice', async () => {
  for (let crashAt = 1; crashAt < 200; crashAt++) {
    const { lab, ada } = await withVersions(['one', 'two']);
    lab.remove(ada, 'a.csv');
    await settle(lab, ada);
    const elsewhere = lab.service.colleague(0).createFolder(null, 'Elsewhere');
    const [stored] = await lab.call(ada, 'store.list', null);
    const to = { base: elsewhere };
    const ended = dying(lab, ada, crashAt);
    await asLongAsItLives(lab, ada, () => ada.app.handlers['store.restore']({ id: stored?.id ?? '', to }));
    await asLongAsItLives(lab, ada, () => ada.app.handlers['sync.once'](null));
    const hasCrashed = ended();
    if (hasCrashed) await lab.drive(ada.start());
    await settle(lab, ada);
    const [again] = await lab.call(ada, 'store.list', null);
    // Where the wish was not recorded, all of it is in the store and nothing at the service.
    expect([crashAt, again === undefined || lab.service.sights.tree(elsewhere).length === 0]).toEqual([crashAt, true]);
    if (again !== undefined) {
      await lab.call(ada, 'store.restore', { id: again.id, to });
      await settle(lab, ada);
    }
    const files = lab.service.sights.tree(elsewhere);
    const texts = files.map(({ id }) =>
      lab.service.sights.versionsOf(id).map(({ bytes }) => new TextDecoder().decode(bytes)),
    );
    expect([crashAt, texts, ada.stored()]).toEqual([crashAt, [['one', 'two']], []]);
    mustBeListed(ada);
    lab.release();
    if (!hasCrashed) return;
  }
  throw new Error('every moment crashed');
});

test('older versions go on coming back after each crash, without one twice', async () => {
  for (let crashAt = 1; crashAt < 200; crashAt++) {
    const { lab, ada } = await withVersions(['one', 'two', 'three']);
    lab.remove(ada, 'a.csv');
    await settle(lab, ada);
    const [stored] = await lab.call(ada, 'store.list', null);
    const ended = dying(lab, ada, crashAt);
    await asLongAsItLives(lab, ada, () => ada.app.handlers['store.restore']({ id: stored?.id ?? '' }));
    await asLongAsItLives(lab, ada, () => ada.app.handlers['sync.once'](null));
    const hasCrashed = ended();
    if (hasCrashed) await lab.drive(ada.start());
    await settle(lab, ada);
    if (Object.keys(lab.there()).length === 0) {
      // It never left the store.
      const [again] = await lab.call(ada, 'store.list', null);
      await lab.call(ada, 'store.restore', { id: again?.id ?? '' });
      await settle(lab, ada);
    }
    expect(lab.there()).toEqual({ 'a.csv': 'three' });
    expect([crashAt, textsOf(lab, 'a.csv')]).toEqual([crashAt, ['one', 'two', 'three']]);
    expect([crashAt, ada.stored()]).toEqual([crashAt, []]);
    mustBeListed(ada);
    lab.release();
    if (!hasCrashed) return;
  }
  throw new Error('every moment crashed');
});
