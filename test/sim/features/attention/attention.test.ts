import { expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { instead } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

interface Scene {
  readonly lab: QuietLab;
  readonly ada: Computer;
  readonly ben: Computer;
}

/** Files that were changed by Ada first and then, unknowing, by Ben. */
async function conflicting(...names: readonly string[]): Promise<Scene> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const ben = await lab.computer('Ben');
  const texts = (text: string): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map(name => [name, `${name} ${text}`]));
  lab.save(ada, texts('first'));
  await lab.sync(ada);
  await lab.sync(ben);
  lab.clock.advanceBy(60_000);
  lab.save(ada, texts('of Ada'));
  lab.save(ben, texts('of Ben'));
  await lab.sync(ada);
  await lab.sync(ben);
  return { lab, ada, ben };
}

const list = ({ lab, ben }: Scene) => lab.call(ben, 'attention.list', null);

async function firstId(scene: Scene): Promise<string> {
  return (await list(scene)).items[0]?.id ?? '';
}

const detailOf = async (scene: Scene) => scene.lab.call(scene.ben, 'conflicts.detail', { id: await firstId(scene) });

test('a conflict tells both sides, what they were made from, and who made the version at the service', async () => {
  const scene = await conflicting('plate7.csv');
  const detail = await detailOf(scene);
  expect(detail).toMatchObject({
    path: 'plate7.csv',
    computer: 'Ben',
    mine: { path: expect.stringMatching(/^plate7 \(conflict, Ben, /), sizeBytes: 17, version: expect.any(String) },
    theirs: { path: 'plate7.csv', sizeBytes: 17, sha256: expect.any(String) },
    base: { version: expect.any(String), sha256: expect.any(String) },
  });
  expect(detail.mine?.sha256).not.toBe(detail.theirs?.sha256);
  const there = await scene.lab.call(scene.ben, 'conflicts.askService', { id: detail.id });
  expect(there).toMatchObject({ theirs: { number: 2, sizeBytes: 17 }, base: { number: 1, sizeBytes: 16 } });
  expect(there.theirs?.who).toMatch(/\w/);
});

test('what was decided about other bytes than are there now is not carried out', async () => {
  const scene = await conflicting('plate7.csv');
  const { lab, ada, ben } = scene;
  const { id, mine, theirs } = await detailOf(scene);
  lab.save(ada, { 'plate7.csv': 'of Ada, later' });
  await lab.sync(ada);
  const seen = { mine: mine?.sha256 ?? null, theirs: theirs?.version ?? null };
  await expect(lab.call(ben, 'conflicts.resolve', { id, keep: 'mine', seen })).rejects.toThrow('has changed since');
  expect(lab.there()['plate7.csv']).toBe('of Ada, later');
  await lab.sync(ben);
  const again = await detailOf(scene);
  const now = { mine: again.mine?.sha256 ?? null, theirs: again.theirs?.version ?? null };
  await lab.call(ben, 'conflicts.resolve', { id, keep: 'mine', seen: now });
  expect(lab.there()['plate7.csv']).toBe('plate7.csv of Ben');
  expect(await list(scene)).toMatchObject({ items: [], versions: 0 });
});

test('a copy whose removal the service refused with the answer of a person goes when its time has come [10205319]', async () => {
  const scene = await conflicting('plate7.csv');
  const { lab, ben } = scene;
  await lab.call(ben, 'settings.set', { name: 'deleteHoldSeconds', value: '60' });
  const { id } = await detailOf(scene);
  let refused = 0;
  lab.trouble = ({ method }) => {
    if (method !== 'DELETE' || refused > 0) return null;
    refused += 1;
    return instead(403, { errorCode: 'FORBIDDEN', messages: ['No.'] });
  };
  await expect(lab.call(ben, 'conflicts.resolve', { id, keep: 'mine' })).rejects.toThrow('not-allowed');
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ben);
    lab.clock.advanceBy(3_600_000);
  }
  expect(refused).toBe(1);
  expect(lab.there()).toEqual({ 'plate7.csv': 'plate7.csv of Ben' });
  expect(ben.texts()).toEqual(lab.there());
  expect(await list(scene)).toMatchObject({ items: [], versions: 0 });
});

test('a copy that is in a merge goes whatever the service has by now, and stays when somebody went on with it', async () => {
  const scene = await conflicting('plate7.csv', 'plate8.csv');
  const { lab, ada, ben } = scene;
  const [first = '', second = ''] = (await list(scene)).items.map(({ id }) => id);
  const { mine, path } = await lab.call(ben, 'conflicts.detail', { id: first });
  const seen = { mine: mine?.sha256 ?? null };
  // The version that the merge became is learnt between the question and the answer.
  lab.save(ada, { [path]: 'both, brought together' });
  await lab.sync(ada);
  await lab.sync(ben);
  await lab.call(ben, 'conflicts.resolve', { id: first, keep: 'theirs', seen });
  const refusal = lab.call(ben, 'conflicts.resolve', { id: second, keep: 'theirs', seen });
  await expect(refusal).rejects.toThrow('has changed since');
  await lab.sync(ben);
  expect(lab.there()).toMatchObject({ [path]: 'both, brought together' });
  expect(await list(scene)).toMatchObject({ versions: 1 });
});

test('kept both, the copy takes the name that a person gave it, here and at the service', async () => {
  const scene = await conflicting('plate7.csv', 'plate8.csv');
  const { lab, ben } = scene;
  const { id } = await detailOf(scene);
  const name = 'plate7 as read by Ben.csv';
  await expect(lab.call(ben, 'conflicts.resolve', { id, keep: 'both', name: 'plate8.csv' })).rejects.toThrow('already');
  await expect(lab.call(ben, 'conflicts.resolve', { id, keep: 'both', name: 'a/b.csv' })).rejects.toThrow('no name');
  expect(await list(scene)).toMatchObject({ versions: 2 });
  await lab.call(ben, 'conflicts.resolve', { id, keep: 'both', name });
  await lab.sync(ben);
  expect(Object.keys(lab.there())).toContain(name);
  expect(await list(scene)).toMatchObject({ versions: 1 });
  expect(ben.disk.tree.read(`${FOLDER}/${name}`)).toMatch(/ of Ben$/);
});

test('several conflicts are settled in the same way at once, and what cannot be is named', async () => {
  const scene = await conflicting('a.csv', 'b.csv', 'c.csv');
  const { lab, ben } = scene;
  const ids = (await list(scene)).items.map(({ id }) => id);
  const done = await lab.call(ben, 'conflicts.resolveAll', { ids: [...ids, '99'], keep: 'theirs' });
  expect([...done.settled].sort()).toEqual([...ids].sort());
  expect(done.refused).toEqual([{ id: '99', text: expect.stringContaining("no open conflict '99'") }]);
  await lab.sync(ben);
  expect(lab.there()).toEqual({ 'a.csv': 'a.csv of Ada', 'b.csv': 'b.csv of Ada', 'c.csv': 'c.csv of Ada' });
});

test('what is stuck has its own words and what can be done, and leaves the list with its cause', async () => {
  const lab = new QuietLab();
  const ben = await lab.computer('Ben');
  const scene = { lab, ada: ben, ben };
  lab.save(ben, { 'setup.exe': 'MZ', 'notes.md': 'fine' });
  await lab.sync(ben);
  const { items, blocked } = await list(scene);
  expect([blocked, items]).toEqual([
    1,
    [
      expect.objectContaining({
        group: 'blocked',
        path: 'setup.exe',
        title: "'.exe' files aren't accepted",
        fixes: ['skip', 'skip-type'],
        said: [expect.stringContaining('.exe')],
      }),
    ],
  ]);
  await lab.call(ben, 'rules.add', { mirror: 'm1', pattern: '*.exe' });
  await lab.sync(ben);
  expect(await list(scene)).toMatchObject({ items: [], blocked: 0 });
});

test('removals that wait are one question, with everything that would go', async () => {
  const lab = new QuietLab();
  const ben = await lab.computer('Ben');
  const names = Array.from({ length: 12 }, (_, index) => `raw/well ${String(index).padStart(2, '0')}.csv`);
  ben.disk.tree.mkdir(`${FOLDER}/raw`);
  lab.save(ben, Object.fromEntries(names.map(name => [name, name])));
  await lab.sync(ben);
  for (const name of names) lab.remove(ben, name);
  await lab.sync(ben);
  const { items, decisions } = await list({ lab, ada: ben, ben });
  expect([decisions, items]).toEqual([1, [expect.objectContaining({ group: 'decision', fixes: ['decide'] })]]);
  const id = items[0]?.id ?? '';
  const page = await lab.call(ben, 'guards.items', { id, offset: 10, limit: 5 });
  expect(page).toMatchObject({ files: 12, folders: 0, items: names.slice(10).map(path => ({ path, kind: 'file' })) });
  await expect(lab.call(ben, 'guards.answer', { id, answer: 'remove', seen: 11 })).rejects.toThrow('1 more item was');
  expect(Object.keys(lab.there())).toEqual(expect.arrayContaining(names));
  await lab.call(ben, 'guards.answer', { id, answer: 'keep', seen: 11 });
  await lab.sync(ben);
  expect(await list({ lab, ada: ben, ben })).toMatchObject({ items: [], decisions: 0 });
  expect(Object.keys(ben.texts())).toEqual(expect.arrayContaining(names));
});

test('a name that the service does not take is changed here to one that works everywhere', async () => {
  const lab = new QuietLab();
  const ben = await lab.computer('Ben');
  const scene = { lab, ada: ben, ben };
  const body = JSON.stringify({
    errorCode: 'BAD_REQUEST',
    messages: ['This name has characters that are not allowed.'],
  });
  const headers = { 'content-type': 'application/json' };
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.includes('/upload') ? { kind: 'instead', answer: { status: 400, headers, body } } : null;
  lab.save(ben, { 'run: 7?.csv': 'A1;7', 'run- 8.csv': 'B1;8' });
  await lab.sync(ben);
  lab.trouble = () => null;
  const { items } = await list(scene);
  const item = items.find(({ path }) => path === 'run: 7?.csv');
  expect(item?.fixes).toEqual(['rename', 'retry', 'skip']);
  const id = item?.id ?? '';
  await expect(lab.call(ben, 'problems.rename', { id, name: 'run- 8.csv' })).rejects.toThrow('already');
  await expect(lab.call(ben, 'problems.rename', { id, name: '../x' })).rejects.toThrow('no name');
  expect(await lab.call(ben, 'problems.rename', { id, name: null })).toEqual({ path: 'run- 7-.csv' });
  await lab.call(ben, 'problems.retry', { id: null });
  await lab.sync(ben);
  expect(lab.there()).toEqual({ 'run- 7-.csv': 'A1;7', 'run- 8.csv': 'B1;8' });
  expect(await list(scene)).toMatchObject({ items: [] });
});
