import { expect, test } from 'vitest';

import { cutOff, instead, look, names, seen, type Stage, stage } from './library-stage.ts';

/** The row of something at the top of Ada's folder. */
async function idOf(now: Stage, name: string): Promise<string> {
  const { rows } = await seen(now, { mirror: 'm1', folder: null });
  return rows.find(row => row.name === name)?.id ?? name;
}

test('a file is published into a folder of the library, and taken out again, as the library then lists it', async () => {
  const now = await stage();
  const { lab, ada, as, protocols } = now;
  lab.save(ada, { 'sop.md': '# SOP\n' });
  await lab.syncTwice(ada);
  const sop = await idOf(now, 'sop.md');
  expect(await lab.call(ada, 'library.readers', null)).toMatchObject({ people: expect.any(Number) });
  const asked = { ids: [sop], folder: protocols, visibility: 'library' };
  const published = await lab.call(ada, 'library.publish', asked);
  expect(published).toEqual({ done: [{ id: sop, name: 'sop.md' }], left: [] });
  expect(names(await seen(now, { library: protocols }))).toContain('sop.md');
  const [there] =
    as(1, 'GET', `/organizations/${now.organization}/library/files?folderId=${protocols}`).body.items ?? [];
  expect(there).toBeDefined();
  const out = await lab.call(ada, 'library.withdraw', { ids: [sop], visibility: 'private' });
  expect(out).toEqual({ done: [{ id: sop, name: 'sop.md' }], left: [] });
  expect(names(await look(now, { library: protocols }))).not.toContain('sop.md');
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'sop.md': '# SOP\n' });
});

test('publishing is told as done only where the library shows it, also when the answer was lost', async () => {
  const now = await stage();
  const { lab, ada } = now;
  lab.save(ada, { 'sop.md': '# SOP\n', 'note.md': 'n' });
  await lab.syncTwice(ada);
  const asked = { ids: [await idOf(now, 'sop.md')], folder: null, visibility: 'library' };
  lab.trouble = ({ url }) => (url.endsWith('/promote') ? { kind: 'lost-answer' } : null);
  expect((await lab.call(ada, 'library.publish', asked)).done).toHaveLength(1);
  lab.trouble = ({ url }) => (url.includes('/library/files') ? instead(500, {}) : null);
  const unread = await lab.call(ada, 'library.publish', { ...asked, ids: [await idOf(now, 'note.md')] });
  expect(unread).toMatchObject({
    done: [],
    left: [{ path: 'note.md', text: expect.stringMatching(/could not be read/) }],
  });
  cutOff(now);
  const offline = lab.call(ada, 'library.publish', asked);
  await expect(offline).rejects.toMatchObject({ fault: { detail: expect.stringMatching(/Nothing was changed/) } });
});

test('what may not be published is named with its reason, and the others are published', async () => {
  const now = await stage();
  const { lab, ada } = now;
  lab.save(ada, { 'plates/a.csv': '1', 'sop.md': '# SOP\n' });
  await lab.syncTwice(ada);
  const ids = [await idOf(now, 'plates'), await idOf(now, 'sop.md')];
  const some = await lab.call(ada, 'library.publish', { ids, folder: null, visibility: 'library' });
  expect(some.done.map(({ name }) => name)).toEqual(['sop.md']);
  expect(some.left).toMatchObject([{ path: 'plates', text: expect.stringMatching(/Choose files/) }]);
  const moon = lab.call(ada, 'library.publish', { ids: [ids[1] ?? ''], folder: null, visibility: 'moon' });
  await expect(moon).rejects.toMatchObject({ fault: { messages: [expect.stringMatching(/Visibility/)] } });
  const nowhere = lab.call(ada, 'library.publish', { ids, folder: 'x', visibility: 'library' });
  await expect(nowhere).rejects.toMatchObject({ fault: { detail: expect.stringMatching(/no folder of the library/) } });
});
