import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ZoneWish } from '../../shared/features/zones/model.ts';
import { causesOf, zoneFigures } from '../../main/features/zones/zone-handlers.ts';
import { ON_POSIX } from '../setup/on-posix.ts';
import { listingOf } from './stage.ts';
import { freshStage } from './fresh-stage.ts';
import { write } from './small-story.ts';

const on = freshStage(3);
const { add, ask } = on;

test('a refused extension is named on its file with the remedy, and the rest of the run goes on', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/b.exe', 'b');
  write(on.stage, 'run/c.dat', 'c');
  await add();
  await on.stage.rest();
  expect([...on.stage.there().keys()]).toEqual(['run/a.dat', 'run/c.dat']);
  const [run] = await ask(zones => zones.runs('z1', { before: null, limit: 1 }));
  expect(run).toMatchObject({ state: 'incomplete', files: 3, confirmed: 2, refused: 1, manifest: 'there' });
  const files = await ask(zones => zones.files(run?.id ?? 0, { after: 0, limit: 10 }));
  expect(files.filter(({ trouble }) => trouble !== null).map(({ path, state }) => [path, state])).toEqual([
    ['run/b.exe', 'refused'],
  ]);
  const causes = await ask(zones => zones.listAlerts(false).map(({ cause }) => cause));
  expect(causes).toEqual(['refused']);
});

test('an archived destination stops the zone with its remedy, and it goes on by itself when that is undone', async () => {
  const colleague = on.stage.service.colleague(0);
  const folder = colleague.createFolder(on.stage.service.knowledgeBase, 'Raw');
  await on.stage.with(zones =>
    zones.add(on.stage.wish({ layout: '{run}' }), { ...on.stage.remote, destination: folder as never }),
  );
  colleague.archiveFolder(folder);
  write(on.stage, 'run/a.dat', 'a');
  await on.stage.rest();
  const [card] = await ask(zones => zones.list());
  expect(card).toMatchObject({ state: 'destination-refuses', files: { waiting: 1 } });
  colleague.restoreFolder(folder);
  await on.stage.rest(3);
  const [again] = await ask(zones => zones.list());
  expect(again).toMatchObject({ state: 'watching', files: { waiting: 0, confirmed: 1 } });
  const alerts = await ask(zones => zones.listAlerts(true));
  expect(alerts.map(({ cause, solvedAt }) => [cause, solvedAt !== null])).toEqual([['destination', true]]);
});

test("a run's folder that somebody removed at the service is made anew for what comes later", async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add();
  await on.stage.rest();
  const [folder] = on.stage.service.sights.tree(on.stage.service.knowledgeBase).filter(({ kind }) => kind === 'folder');
  on.stage.service.colleague(0).archiveFolder(folder?.id ?? '');
  write(on.stage, 'run/b.dat', 'b');
  await on.stage.rest(8);
  expect([...on.stage.there().keys()]).toContain('run/b.dat');
});

test.runIf(ON_POSIX)(
  'links and names that are no text are listed and not followed, and nothing of the source changes [S32]',
  async () => {
    write(on.stage, 'run/a.dat', 'a');
    mkdirSync(join(on.stage.folder, 'elsewhere'));
    writeFileSync(join(on.stage.folder, 'elsewhere', 'secret'), 'x');
    symlinkSync(join(on.stage.folder, 'elsewhere'), join(on.stage.source, 'run', 'link'));
    symlinkSync(join(on.stage.folder, 'elsewhere', 'secret'), join(on.stage.source, 'run', 'file'));
    writeFileSync(Buffer.concat([Buffer.from(`${on.stage.source}/run/`), Buffer.from([0xff, 0xfe])]), 'y');
    const before = listingOf(on.stage.source, false);
    await add();
    await on.stage.rest();
    expect(listingOf(on.stage.source, false)).toEqual(before);
    expect([...on.stage.there().keys()]).toEqual(['run/a.dat']);
    const [card] = await ask(zones => zones.list());
    expect(card?.unreadable.map(({ path }) => path).toSorted()).toEqual(['run/file', 'run/link', 'run/\uFFFD\uFFFD']);
  },
);

test('a source folder that vanishes is named, nothing is forgotten, and it goes on when it is back', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add();
  await on.stage.rest();
  renameSync(on.stage.source, `${on.stage.source} away`);
  await on.stage.rest(2);
  const cards = await ask(zones => zones.list());
  expect(cards[0]).toMatchObject({ state: 'folder-missing', files: { confirmed: 1 } });
  // A person away from the computer gets an alert, and monitoring sees it.
  const causes = causesOf(await ask(zones => zones.listAlerts(false)));
  expect(causes).toMatchObject([{ cause: 'zone-folder', subject: cards[0]?.definition.name }]);
  const samples = zoneFigures(cards).flatMap(({ name, samples: each }) => each.map(one => ({ name, ...one })));
  expect(samples).toContainEqual({
    name: 'benchtop_zone_state',
    labels: { zone: 'z1', name: cards[0]?.definition.name, state: 'folder-missing' },
    value: 1,
  });
  renameSync(`${on.stage.source} away`, on.stage.source);
  await on.stage.rest(2);
  expect((await ask(zones => zones.list()))[0]).toMatchObject({ state: 'watching', files: { confirmed: 1 } });
  expect(causesOf(await ask(zones => zones.listAlerts(false)))).toEqual([]);
  expect(on.stage.service.sights.history().filter(({ bytes }) => bytes.length === 1)).toHaveLength(1);
});

test('a file that vanishes before it is sent is forgotten, and its run with it', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add();
  await on.stage.with(zones => zones.run('z1', false));
  rmSync(join(on.stage.source, 'run'), { recursive: true });
  await on.stage.rest();
  expect(await ask(zones => zones.runs('z1', { before: null, limit: 10 }))).toEqual([]);
});

test('a zone that would send twice or nowhere is refused with everything that speaks against it', async () => {
  await add();
  const refused = (wish: Partial<ZoneWish>): Promise<string> =>
    ask(zones =>
      zones.add(on.stage.wish({ name: 'other', ...wish }), on.stage.remote).catch((error: Error) => error.message),
    );
  mkdirSync(join(on.stage.source, 'inner'));
  expect(await refused({ folder: join(on.stage.source, 'inner') })).toContain("is in zone 'Orbi' already");
  expect(await refused({ folder: join(on.stage.folder, 'nowhere'), layout: '{rum}' })).toMatch(
    /\{rum\}.*There is no folder/,
  );
  expect(await refused({ folder: 'relative' })).toContain('not a whole path');
});

test('the start date leaves old runs alone, and a run with one new file goes whole', async () => {
  write(on.stage, 'old/a.dat', 'a');
  write(on.stage, 'new/a.dat', 'a2');
  write(on.stage, 'new/b.dat', 'b');
  const { utimesSync } = await import('node:fs');
  for (const path of ['old/a.dat', 'new/a.dat']) utimesSync(join(on.stage.source, path), 1000, 1000);
  await add({ startAt: 1_500_000_000_000 });
  await on.stage.rest();
  expect([...on.stage.there().keys()]).toEqual(['new/a.dat', 'new/b.dat']);
  const states = await ask(zones =>
    zones.runs('z1', { before: null, limit: 10 }).map(({ name, state }) => [name, state]),
  );
  expect(new Map(states.map(([name = '', state]) => [name, state]))).toEqual(
    new Map([
      ['new', 'complete'],
      ['old', 'skipped'],
    ]),
  );
});

test.each([
  ['a marker beside it', { kind: 'marker', name: '{run}.done' }, (): void => write(on.stage, 'run 1.done', '')],
  ['a marker in it', { kind: 'marker', name: 'finished.txt' }, (): void => write(on.stage, 'run 1/finished.txt', 'f')],
  ['the next run', { kind: 'next-run' }, (): void => write(on.stage, 'run 2/b.dat', 'b')],
] as const)('a run waits for %s', async (_, settle, finish) => {
  write(on.stage, 'run 1/a.dat', 'a');
  await add({ settle });
  await on.stage.rest();
  expect([...on.stage.there().keys()]).toEqual([]);
  const { utimesSync } = await import('node:fs');
  finish();
  if (settle.kind === 'next-run') utimesSync(join(on.stage.source, 'run 2/b.dat'), 4_000_000_000, 4_000_000_000);
  await on.stage.rest();
  expect([...on.stage.there().keys()].filter(path => path.endsWith('a.dat'))).toEqual(['run 1/a.dat']);
  expect([...on.stage.there().keys()].some(path => path.endsWith('.done') || path.startsWith('run 2'))).toBe(false);
});

test('a run that goes only by hand goes when somebody says so, and a paused zone does nothing', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add({ settle: { kind: 'by-hand' } });
  await on.stage.rest();
  expect(on.stage.there().size).toBe(0);
  await ask(zones => zones.pause(null, 0));
  await ask(zones => zones.sendNow(1));
  await on.stage.rest(2);
  expect([on.stage.there().size, (await ask(zones => zones.list()))[0]?.state]).toEqual([0, 'paused']);
  await ask(zones => zones.pause('Orbi', null));
  await on.stage.rest(2);
  expect([...on.stage.there().keys()]).toEqual(['run/a.dat']);
});

test('what the service gives back otherwise than it was sent goes once more, and people hear of it', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add({ verify: 'none' });
  await on.stage.rest();
  const [file] = on.stage.service.sights
    .tree(on.stage.service.knowledgeBase)
    .filter(({ path }) => path === 'run/a.dat');
  expect(file).toBeDefined();
  // The bytes in the storage are replaced by others, below the service.
  const real = on.stage.service.handle.bind(on.stage.service);
  on.stage.service.handle = request => {
    const answer = real(request);
    const isContent = request.method === 'GET' && answer.body.length === 1 && answer.body[0] === 97;
    return isContent ? { ...answer, body: Buffer.from('X') } : answer;
  };
  await ask(zones => zones.verify('z1', null));
  on.stage.service.handle = real;
  await on.stage.rest(3);
  const causes = await ask(zones => zones.listAlerts(true).map(({ cause }) => cause));
  expect(causes).toContain('mismatch: run/a.dat');
  expect(await ask(zones => zones.verify('z1', null))).toBe(1);
});

test('a reading back that fails is tried again until the file is proved', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add({ verify: 'all', manifest: false });
  const real = on.stage.service.handle.bind(on.stage.service);
  let failures = 0;
  on.stage.service.handle = request => {
    const answer = real(request);
    const isContent = request.method === 'GET' && answer.body.length === 1;
    if (!isContent || failures === 3) return answer;
    failures += 1;
    return { status: 500, headers: new Map(), body: Buffer.from('') };
  };
  await on.stage.rest(10);
  expect(failures).toBe(3);
  expect((await ask(zones => zones.list()))[0]).toMatchObject({
    ...{ files: { confirmed: 1, verified: 1 }, safe: { files: 1, sizeBytes: 1 }, current: null },
  });
});

test('the card tells how much has arrived of the run whose turn it is', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/b.dat', 'b');
  await add({ verify: 'none', manifest: false });
  const real = on.stage.service.handle.bind(on.stage.service);
  on.stage.service.handle = request =>
    Buffer.from(request.body ?? '').includes('b.dat')
      ? { status: 500, headers: new Map(), body: Buffer.from('') }
      : real(request);
  await on.stage.rest(10);
  expect((await ask(zones => zones.list()))[0]).toMatchObject({
    ...{ current: { name: 'run', files: 2, confirmed: 1 }, safe: { files: 0, sizeBytes: 0 } },
  });
});

test('a list of hashes that cannot be written stands in nobody’s way, and people hear of it', async () => {
  on.stage.service.change({ maxVersionBytes: 1 });
  write(on.stage, 'run/a.dat', 'a');
  await add();
  await on.stage.rest();
  write(on.stage, 'run/b.dat', 'b');
  write(on.stage, 'run 2/c.dat', 'c');
  await on.stage.rest();
  expect([...on.stage.there().keys()]).toEqual(['run 2/c.dat', 'run/a.dat', 'run/b.dat']);
  expect(await ask(zones => zones.listAlerts(false).map(({ cause }) => cause))).toEqual(['manifest: run']);
  on.stage.service.change({ maxVersionBytes: null });
  await on.stage.rest(10);
  expect(await ask(zones => zones.listAlerts(false))).toEqual([]);
});

test('what a new rule leaves out is not sent any more', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/b.log', 'b');
  await add();
  await on.stage.with(zones => zones.run('z1', false));
  await ask(zones => zones.change('z1', on.stage.wish({ layout: '{run}', exclude: ['*.log'] }), on.stage.remote));
  await on.stage.rest();
  expect([...on.stage.there().keys()]).toEqual(['run/a.dat']);
  const [run] = await ask(zones => zones.runs('z1', { before: null, limit: 1 }));
  expect(run).toMatchObject({ state: 'complete', files: 1 });
});

test('the audit log tells of each step, and its chain is whole', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add({ verify: 'all' });
  await on.stage.rest();
  const lines = readFileSync(join(on.stage.folder, 'zones', 'audit-000001.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const events = lines.map(line => (JSON.parse(line) as { event: string }).event);
  expect(events).toEqual(['zone added', 'compared', 'confirmed', 'run complete', 'manifest', 'verified']);
  expect(await ask(zones => zones.auditCheck())).toMatchObject({ lines: 6, brokenAt: null, cut: 0 });
});

test('files that were announced as one and the same do not go to one place, and all arrive with their own bytes', async () => {
  const files = ['a.dat', 'b.dat', 'c.dat'].map(name => [`run/${name}`, `the bytes of ${name}`] as const);
  for (const [path, text] of files) write(on.stage, path, text);
  await add();
  let first: unknown = null;
  on.stage.say = ({ method, url }, body) => {
    if (method === 'PUT' && url.startsWith('http://127.0.0.1:2')) addresses.push(url);
    if (method !== 'POST' || !url.endsWith('/files/upload')) return body;
    const target = JSON.parse(new TextDecoder().decode(body)) as { fileId: unknown };
    return new TextEncoder().encode(JSON.stringify({ ...target, fileId: (first ??= target.fileId) }));
  };
  const addresses: string[] = [];
  await on.stage.rest();
  // Only the first announced file was sent; which one that is does not matter.
  expect(addresses.length).toBe(1);
  on.stage.say = (_, body) => body;
  await on.stage.rest(20);
  expect([...on.stage.there()]).toEqual(files);
  expect(new Set(addresses).size).toBe(addresses.length);
});
