import { expect, test } from 'vitest';

import { requirePresent } from '../../../shared/assert.ts';
import { agreeTo } from '../../../shared/confirmation.ts';
import type { OpenedContent } from '../../../shared/features/preview/model.ts';
import { cutOff, instead, look, names, seen, type Stage, stage } from './library-stage.ts';

const MINUTE = 60_000;
const TOP = { library: null };

function open({ lab, ada }: Stage, id: string): Promise<OpenedContent> {
  return lab.call(ada, 'content.open', { id, version: null, fetch: 'small' });
}

async function read({ lab, ada }: Stage, opened: OpenedContent): Promise<string> {
  if (opened.is !== 'open') throw new Error('it is not open');
  const { base64 } = await lab.call(ada, 'content.read', { content: opened.content, at: 0, count: 1000 });
  return Buffer.from(base64, 'base64').toString();
}

test('the library is browsed folder by folder, and after one look at its top all of it offline', async () => {
  const now = await stage();
  expect((await seen(now, TOP)).head).toMatchObject({ standing: 'unvisited', checkedAt: null });
  const top = await look(now, TOP);
  expect(names(top)).toEqual(['Protocols', 'lists.txt']);
  expect(top.rows[0]).toMatchObject({ kind: 'folder', opens: { library: now.protocols }, hasFolders: true });
  expect(top.rows[1]).toMatchObject({ badge: 'remote', sizeBytes: 9 });
  cutOff(now);
  now.lab.clock.advanceBy(10 * MINUTE);
  const inner = await look(now, { library: now.old });
  expect(names(inner)).toEqual(['buffers.csv']);
  expect(inner.head.trail.map(({ name }) => name)).toEqual(['Library', 'Protocols', 'Old']);
  expect(inner.head).toMatchObject({ standing: 'ready', fault: { kind: 'offline' } });
  expect(Date.parse(inner.head.checkedAt ?? '')).toBeLessThan(now.lab.clock.now() - 9 * MINUTE);
});

test('a folder that somebody else renamed, or that got another one inside, is shown so when it alone is checked', async () => {
  const now = await stage();
  await look(now, TOP);
  const folders = `/organizations/${now.organization}/library/folders`;
  now.as(0, 'PUT', `${folders}/${now.protocols}`, { name: 'Methods' });
  now.as(0, 'PUT', `${folders}/${now.old}`, { name: 'Older' });
  const inner = await look(now, { library: now.old }, true);
  expect(inner.head.trail.map(({ name }) => name)).toEqual(['Library', 'Methods', 'Older']);
  expect(names(await seen(now, TOP))).toEqual(['Methods', 'lists.txt']);
  now.as(0, 'DELETE', `${folders}/${now.old}`);
  expect(names(await look(now, { library: now.protocols }, true))).toEqual(['buffers.csv', 'pcr.md']);
});

test('the library and folders of it are listed at the same time, and nothing is missing in the end', async () => {
  const now = await stage();
  const places = [TOP, { library: now.protocols }, { library: now.old }];
  await Promise.all(places.map(place => look(now, place, true)));
  const shown = await Promise.all(places.map(async place => names(await seen(now, place))));
  expect(shown).toEqual([['Protocols', 'lists.txt'], ['Old', 'pcr.md'], ['buffers.csv']]);
});

test('a kept file is read offline as it was, and is renewed when a list shows that it changed', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  await look(now, TOP);
  expect(await lab.call(ada, 'library.keep', { ids: [files.pcr], wait: true })).toEqual({ files: 1, left: [] });
  expect((await seen(now, { library: now.protocols })).rows[1]).toMatchObject({ name: 'pcr.md', badge: 'pinned' });
  cutOff(now);
  const offline = await open(now, files.pcr);
  expect(offline).toMatchObject({ is: 'open', name: 'pcr.md', from: 'here', sizeBytes: 6 });
  expect(await read(now, offline)).toBe('# PCR\n');
  await expect(open(now, files.lists)).rejects.toMatchObject({ fault: { kind: 'bad-request' } });

  lab.trouble = () => null;
  lab.clock.advanceBy(10 * MINUTE);
  now.as(0, 'POST', `/files/${files.pcr}/versions`, { content: '# PCR, second\n' });
  // Asked, the service has another version; what is here is not passed off as it.
  expect(await read(now, await open(now, files.pcr))).toBe('# PCR, second\n');
  await look(now, TOP, true);
  expect((await seen(now, { library: now.protocols })).rows[1]).toMatchObject({ badge: 'pinned', note: /newer/ });
  await lab.call(ada, 'library.keep', { ids: [files.pcr], wait: true });
  cutOff(now);
  expect(await read(now, await open(now, files.pcr))).toBe('# PCR, second\n');
  // One copy of it, not two.
  expect(Object.keys(ada.disk.tree.texts('/data/kept')).length).toBe(1);
});

test('of a folder of the library everything in it and below is kept, and can be let go again', async () => {
  const now = await stage();
  const { lab, ada, protocols } = now;
  await look(now, TOP);
  expect((await lab.call(ada, 'library.keep', { ids: [protocols], wait: true })).files).toBe(2);
  const kept = await lab.call(ada, 'library.kept', null);
  expect(kept.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual(['buffers.csv here', 'pcr.md here']);
  const gone = await lab.call(ada, 'library.letGo', { ids: [protocols] });
  expect(gone).toEqual({ files: 2, sizeBytes: 19, stored: 0, left: 0 });
  expect(await lab.call(ada, 'library.kept', null)).toEqual([]);
  expect(Object.keys(ada.disk.tree.texts('/data/kept'))).toEqual([]);
  // At the service nothing changed.
  expect(names(await look(now, { library: protocols }, true))).toEqual(['Old', 'pcr.md']);
});

test('a kept copy that another program changed or took is not shown as the file, and comes again', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  await look(now, TOP);
  await lab.call(ada, 'library.keep', { ids: [files.pcr], wait: true });
  const [path = ''] = Object.keys(ada.disk.tree.texts('/data/kept'));
  ada.disk.tree.write(`/data/kept/${path}`, '# XCR\n');
  cutOff(now);
  await expect(open(now, files.pcr)).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
  lab.trouble = () => null;
  lab.clock.advanceBy(MINUTE);
  await lab.call(ada, 'library.keep', { ids: [files.pcr], wait: true });
  cutOff(now);
  expect(await read(now, await open(now, files.pcr))).toBe('# PCR\n');
});

test('after a crash what was kept is there, what was wanted still is, and a copy that nobody lists is in the store', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  await look(now, TOP);
  await lab.call(ada, 'library.keep', { ids: [files.pcr], wait: true });
  cutOff(now);
  await lab.call(ada, 'library.keep', { ids: [files.lists], wait: false });
  const orphan = '00000000-0000-4000-8000-00000000000a';
  ada.disk.tree.write(`/data/kept/${orphan}`, 'cut off');
  ada.disk.tree.write('/data/kept/mine.txt', 'of somebody');
  ada.crash();
  lab.trouble = () => null;
  await lab.drive(ada.start());
  expect(await read(now, await open(now, files.pcr))).toBe('# PCR\n');
  const left = Object.keys(ada.disk.tree.texts('/data/kept'));
  expect(left).not.toContain(orphan);
  // The owner of the orphan is unknown, so it went to the trash.
  expect(ada.stored()).toEqual(['cut off']);
  expect(left).toContain('mine.txt');
  expect((await lab.call(ada, 'library.kept', null)).map(({ state }) => state)).toEqual(['here', 'waiting']);
  // The product fetches what waits by itself.
  ada.app.start();
  await lab.scheduler.run(() => ada.journal.facts.get('keptFiles')?.split('sha256').length === 3, 100_000);
  expect((await lab.call(ada, 'library.kept', null)).map(({ state }) => state)).toEqual(['here', 'here']);
});

test('a file of the library is copied into a mirrored folder, beside its namesake, and arrives here', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  lab.save(ada, { 'pcr.md': 'my own notes' });
  await lab.syncTwice(ada);
  const to = { mirror: 'm1', folder: null };
  const { done, left } = await lab.call(ada, 'files.copy', { ids: [files.pcr, files.lists], to });
  expect(left).toEqual([]);
  expect(done.map(({ name }) => name)).toEqual(['pcr (2).md', 'lists.txt']);
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'pcr.md': 'my own notes', 'pcr (2).md': '# PCR\n', 'lists.txt': 'reagents\n' });
  // They are one's own: an edit goes into the copy and leaves the library as it is.
  lab.save(ada, { 'pcr (2).md': '# PCR, mine\n' });
  await lab.syncTwice(ada);
  expect(lab.there()['pcr (2).md']).toBe('# PCR, mine\n');
  expect(await read(now, await open(now, files.pcr))).toBe('# PCR\n');
});

test('a copy of which nobody knows whether it was made is told as that, and nothing is asked twice', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  let asked = 0;
  lab.trouble = ({ url }) => {
    if (!url.endsWith('/fork')) return null;
    asked += 1;
    return { kind: 'lost-answer' };
  };
  const copying = lab.call(ada, 'files.copy', { ids: [files.pcr], to: { mirror: 'm1', folder: null } });
  await expect(copying).rejects.toMatchObject({
    fault: { kind: 'bad-request', detail: expect.stringMatching(/may have/) },
  });
  expect(asked).toBe(1);
  cutOff(now);
  const offline = lab.call(ada, 'files.copy', { ids: [files.pcr], to: { mirror: 'm1', folder: null } });
  await expect(offline).rejects.toMatchObject({ fault: { detail: expect.stringMatching(/Nothing was copied/) } });
});

test('who manages the library makes, renames and removes folders; nobody else is offered it, and a refusal says so', async () => {
  const now = await stage();
  const { lab, ada } = now;
  expect((await look(now, TOP)).head.mayManage).toBe(true);
  const made = await lab.call(ada, 'library.newFolder', { parent: null, name: 'Safety' });
  expect(names(await seen(now, TOP))).toEqual(['Protocols', 'Safety', 'lists.txt']);
  await lab.call(ada, 'library.renameFolder', { id: made.id, name: 'Safety rules' });
  expect(names(await seen(now, TOP))).toContain('Safety rules');
  await lab.call(ada, 'library.removeFolder', { id: now.protocols });
  // Its files stay published, one folder higher.
  expect(names(await seen(now, TOP))).toEqual(['Safety rules', 'buffers.csv', 'lists.txt', 'pcr.md']);
  lab.trouble = ({ method, url }) =>
    method === 'POST' && url.endsWith('/library/folders') ? instead(403, { errorCode: 'FORBIDDEN' }) : null;
  const refusal = lab.call(ada, 'library.newFolder', { parent: null, name: 'More' });
  await expect(refusal).rejects.toMatchObject({ fault: { detail: expect.stringMatching(/administrators/) } });
  expect((await seen(now, TOP)).head.mayManage).toBe(false);
});

test('an organization without a library, one that may not be seen, and a list that breaks off each say so', async () => {
  const now = await stage();
  const { lab } = now;
  lab.trouble = ({ url }) => (url.includes('/library/') ? instead(404, {}) : null);
  expect((await look(now, TOP, true)).head).toMatchObject({ standing: 'gone' });
  lab.trouble = ({ url }) => (url.includes('/library/') ? instead(403, { errorCode: 'FORBIDDEN' }) : null);
  expect((await look(now, TOP, true)).head).toMatchObject({ standing: 'closed' });
  lab.trouble = ({ url }) => (url.includes('/library/files') ? instead(500, {}) : null);
  const partial = await look(now, TOP, true);
  expect(partial.head).toMatchObject({ standing: 'partial', got: 1, fault: { kind: 'failing' } });
  expect(names(partial)).toEqual(['Protocols']);
  lab.trouble = () => null;
  expect(names(await look(now, TOP, true))).toEqual(['Protocols', 'lists.txt']);
});

test('answers that go round in a ring, name a thing twice or nothing at all do no harm', async () => {
  const now = await stage();
  const { lab, protocols, old } = now;
  const ring = {
    id: protocols,
    name: 'Protocols\u202E',
    parentFolderId: old,
    children: [{ id: old, name: 'Old', children: [] }],
  };
  lab.trouble = ({ url }) => (url.includes('/library/folders') ? instead(200, [ring, ring]) : null);
  const top = await look(now, TOP, true);
  expect(top.head.trail.length).toBe(1);
  expect((await look(now, { library: old }, true)).head.trail.length).toBeLessThan(5);
  lab.trouble = ({ url }) => (url.includes('/library/folders') ? instead(200, { what: 1 }) : null);
  expect((await look(now, TOP, true)).head.fault).not.toBeNull();
  await expect(lab.call(now.ada, 'library.keep', { ids: ['nonsense'], wait: true })).rejects.toMatchObject({
    fault: { kind: 'bad-request' },
  });
  await expect(lab.call(now.ada, 'library.removeFolder', { id: '../..' })).rejects.toMatchObject({
    fault: { kind: 'bad-request' },
  });
});

test('a path in the library leads to a folder or a file, and one that is not there says so', async () => {
  const now = await stage();
  const { lab, ada, files, old } = now;
  const at = (path: string) => lab.call(ada, 'library.locate', { path });
  expect(await at('')).toEqual({ id: null, kind: 'folder', name: 'Library' });
  expect(await at('Protocols/Old')).toEqual({ id: old, kind: 'folder', name: 'Old' });
  expect(await at('Protocols/pcr.md')).toMatchObject({ id: files.pcr, kind: 'file' });
  expect(await at(files.lists.toUpperCase())).toMatchObject({ id: files.lists, kind: 'file' });
  await expect(at('Protocols/none')).rejects.toMatchObject({
    fault: { detail: expect.stringMatching(/nothing called/) },
  });
});

test('who leaves this computer leaves no copy that the service has, and keeps one that it has no more', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  await look(now, TOP);
  await lab.call(ada, 'library.keep', { ids: [files.pcr, files.lists], wait: true });
  now.as(0, 'DELETE', `/files/${files.lists}`);
  await lab.call(ada, 'leaving.finish', { lose: [] });
  expect(Object.values(ada.disk.tree.texts('/data/kept'))).toEqual(['reagents\n']);
});

test('what is in no folder is kept offline, moved into one that more people read once a person agrees, and removed', async () => {
  const now = await stage();
  const { lab, ada } = now;
  const loose = { list: 'loose' } as const;
  const create = (name: string): string => {
    const body = { name, content: `${name}\n`, contentType: 'text/plain', fileType: 'txt' };
    return now.as(0, 'POST', '/files', body).body.id ?? '';
  };
  const [one, other, last] = [create('one.txt'), create('other.txt'), create('last.txt')];
  expect(names(await look(now, loose))).toEqual(['last.txt', 'one.txt', 'other.txt']);
  await lab.call(ada, 'library.keep', { ids: [one, last], wait: true });
  expect((await seen(now, loose)).rows.map(({ badge }) => badge)).toEqual(['pinned', 'pinned', 'remote']);
  now.as(0, 'POST', `/files/${last}/versions`, { content: 'last, second\n' });
  expect((await look(now, loose, true)).rows[0]).toMatchObject({ badge: 'pinned', note: /newer/ });
  const to = { mirror: 'm1', folder: null };
  lab.service.colleague(0).shareWithAll(lab.root);
  const asked = await lab.call(ada, 'files.move', { ids: [one, other], to, agreed: null });
  expect(asked).toMatchObject({ done: [], left: [] });
  const agreed = agreeTo(requirePresent(asked.question, 'question'));
  const { done } = await lab.call(ada, 'files.move', { ids: [one, other], to, agreed });
  expect(done.length).toBe(2);
  const removed = await lab.call(ada, 'files.remove', { ids: [last] });
  expect(removed).toMatchObject({ files: 1, left: [] });
  expect(ada.stored().toSorted()).toEqual(['last, second\n', 'last.txt\n']);
  expect(names(await look(now, loose, true))).toEqual([]);
  await lab.syncTwice(ada);
  expect(ada.texts()).toEqual({ 'one.txt': 'one.txt\n', 'other.txt': 'other.txt\n' });
});

test('a kept file that is no longer published is shown as that, and its copy is still looked into', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  await look(now, TOP);
  await lab.call(ada, 'library.keep', { ids: [files.pcr, files.lists], wait: true });
  now.as(0, 'DELETE', `/files/${files.pcr}`);
  const top = await look(now, TOP, true);
  expect(names(top)).toEqual(['Protocols', 'lists.txt', 'pcr.md']);
  expect(top.rows[2]).toMatchObject({ badge: 'pinned', note: expect.stringMatching(/no longer in the library/) });
  expect(await read(now, await open(now, files.pcr))).toBe('# PCR\n');
  // There may be no other: what was kept goes into the store.
  expect(await lab.call(ada, 'library.letGo', { ids: [files.pcr] })).toMatchObject({ files: 1, stored: 1 });
  expect(ada.stored()).toEqual(['# PCR\n']);
  expect(names(await seen(now, TOP))).toEqual(['Protocols', 'lists.txt']);
});

test('without the service nothing that is kept is let go', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  await look(now, TOP);
  await lab.call(ada, 'library.keep', { ids: [files.pcr], wait: true });
  cutOff(now);
  expect(await lab.call(ada, 'library.letGo', { ids: [files.pcr] })).toMatchObject({ files: 0, left: 1 });
  expect(await read(now, await open(now, files.pcr))).toBe('# PCR\n');
  lab.trouble = () => null;
  expect(await lab.call(ada, 'library.letGo', { ids: [files.pcr] })).toMatchObject({ files: 1, stored: 0, left: 0 });
  expect(ada.stored()).toEqual([]);
});

test('what is kept is renewed by itself within the hour', async () => {
  const now = await stage();
  const { lab, ada, files } = now;
  await look(now, TOP);
  await lab.call(ada, 'library.keep', { ids: [files.pcr], wait: true });
  ada.app.start();
  now.as(0, 'POST', `/files/${files.pcr}/versions`, { content: '# PCR, second\n' });
  await lab.scheduler.run(() => Object.values(ada.disk.tree.texts('/data/kept')).includes('# PCR, second\n'), 200_000);
  cutOff(now);
  expect(await read(now, await open(now, files.pcr))).toBe('# PCR, second\n');
});
