import { closeSync, constants, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Source, SourceEntry } from '../../main/ports/read-only-folder.ts';
import type { Zones } from '../../main/features/zones/engine/zones.ts';
import { FaultError } from '../../shared/fault.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/units.ts';
import { insideOpened, ON_LINUX } from '../setup/on-posix.ts';
import { freshStage, bound } from './fresh-stage.ts';
import { write } from './small-story.ts';
import type { Stage } from './stage.ts';

// What surrounds a zone goes wrong: it is named with its remedy, nothing is lost, and the rest goes on.

const on = freshStage(5);
const { add, ask } = on;

const there = (): readonly string[] => [...on.stage.there().keys()];
const card = async (at = 0) => (await ask(zones => zones.list()))[at];
const alerts = (): Promise<(readonly [string, string])[]> =>
  ask(zones => zones.listAlerts(false).map(({ cause, text }) => [cause, text] as const));
const runs = (): Promise<readonly string[]> =>
  ask(zones => zones.runs('z1', { before: null, limit: 10 }).map(({ name, state }) => `${name}: ${state}`));

const refusing = (path: string, code: string): FaultError => new FaultError({ kind: 'disk-refused', path, code });

/** A folder that cannot be listed. */
function unlistable(hidden: string, code: string): (source: Source) => Source {
  return source => ({
    ...bound(source),
    list: path => {
      if (path === hidden) throw refusing(path, code);
      return source.list(path);
    },
  });
}

/** Something happens after the first piece of a file was read. */
function midRead(path: string, happens: () => void): (source: Source) => Source {
  return source => ({
    ...bound(source),
    read: async asked => {
      const file = await source.read(asked);
      if (asked !== path) return file;
      const chunks = async function* (): AsyncIterable<Uint8Array> {
        for await (const chunk of file.chunks()) {
          yield chunk;
          happens();
        }
      };
      return { entry: file.entry, chunks, unchanged: () => file.unchanged(), close: () => file.close() };
    },
  });
}

test('a subfolder that may not be read any more is named, forgets nothing, and its run is not called complete', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/deep/b.dat', 'b');
  await add({ verify: 'all' });
  await on.stage.rest();
  on.stage.over = unlistable('run/deep', 'EACCES');
  write(on.stage, 'run/c.dat', 'c');
  write(on.stage, 'run 2/d.dat', 'd');
  await on.stage.rest();
  expect(there()).toEqual(['run 2/d.dat', 'run/a.dat', 'run/c.dat', 'run/deep/b.dat']);
  expect(await card()).toMatchObject({ unreadable: [{ path: 'run/deep', code: 'EACCES' }], files: { verified: 4 } });
  expect(await runs()).toEqual(['run 2: complete', 'run: incomplete']);
  const [[cause, text] = []] = await alerts();
  expect([cause, text]).toEqual(['unreadable', expect.stringMatching(/'run\/deep' \(EACCES\)\. Give the account/)]);
  on.stage.over = source => source;
  write(on.stage, 'run/deep/e.dat', 'e');
  await on.stage.rest();
  expect(there()).toContain('run/deep/e.dat');
  expect([await runs(), await alerts()]).toEqual([['run 2: complete', 'run: complete'], []]);
});

test('a file that vanishes while it is read is confirmed nowhere, leaves nothing behind, and the others arrive', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/b.dat', 'b');
  await add();
  on.stage.over = midRead('run/a.dat', () => rmSync(join(on.stage.source, 'run/a.dat'), { force: true }));
  await on.stage.rest();
  expect(there()).toEqual(['run/b.dat']);
  const [run] = await ask(zones => zones.runs('z1', { before: null, limit: 1 }));
  expect(run).toMatchObject({ state: 'complete', files: 1, confirmed: 1 });
});

test('a folder that vanishes in the middle of a file is named, and what it had goes once when it is back', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/b.dat', 'b');
  await add();
  const away = `${on.stage.source} away`;
  let cuts = 0;
  on.stage.over = midRead('run/a.dat', () => {
    if (cuts++ > 0) return;
    renameSync(on.stage.source, away);
    throw refusing('run/a.dat', 'EIO');
  });
  await on.stage.rest(3);
  expect(await card()).toMatchObject({
    state: 'folder-missing',
    trouble: { text: expect.stringContaining('connect') },
  });
  renameSync(away, on.stage.source);
  await on.stage.rest(4);
  expect(there()).toEqual(['run/a.dat', 'run/b.dat']);
  expect(on.stage.service.sights.history().filter(({ bytes }) => bytes.length === 1)).toHaveLength(2);
  expect(await card()).toMatchObject({ state: 'watching', files: { waiting: 0, confirmed: 2 } });
});

test('a disk that fails under one file is named with what to look at, and the file goes when it can be read', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/b.dat', 'b');
  await add();
  on.stage.over = midRead('run/a.dat', () => {
    throw refusing('run/a.dat', 'EIO');
  });
  await on.stage.rest(2);
  const files = await ask(zones => zones.files(1, { after: 0, limit: 10 }));
  expect(new Map(files.map(({ path, trouble }) => [path, trouble?.text ?? null]))).toEqual(
    new Map([
      ['run/a.dat', expect.stringMatching(/EIO.*Check the disk/)],
      ['run/b.dat', null],
    ]),
  );
  on.stage.over = source => source;
  await on.stage.rest(6);
  expect(there()).toEqual(['run/a.dat', 'run/b.dat']);
});

test('a share that answers nothing holds up its own zone alone', async () => {
  const other = join(on.stage.folder, 'other');
  mkdirSync(other);
  write(on.stage, 'run/a.dat', 'a');
  await add();
  await on.stage.with(zones => zones.add(on.stage.wish({ name: 'Other', folder: other }), on.stage.remote));
  const nothing = { freeBytes: null, totalBytes: null, folderId: null };
  const facts = { realPath: on.stage.source, volume: 'network', ...nothing } as const;
  on.stage.over = source => ({ ...bound(source), survey: async () => ({ ...facts, is: 'unreadable' }) });
  await on.stage.rest(2);
  expect(await card()).toMatchObject({ state: 'folder-unreadable' });
  on.stage.over = source => source;
  await ask(zones => zones.run('z2', false));
  expect(await card(1)).toMatchObject({ state: 'watching' });
});

test('a clock that is set forward makes nothing count as finished that is still being written', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add({ quietSeconds: 300 });
  for (let minute = 0; minute < 4; minute++) {
    write(on.stage, 'run/a.dat', 'a'.repeat(minute + 2));
    await ask(zones => zones.run('z1', false));
    on.stage.pass(MINUTE);
    if (minute === 2) on.stage.skew = 365 * DAY;
  }
  await ask(zones => zones.run('z1', false));
  expect(there()).toEqual([]);
  on.stage.pass(20 * MINUTE);
  await on.stage.rest(2);
  expect([...on.stage.there()]).toEqual([['run/a.dat', 'aaaaa']]);
  expect(on.stage.service.sights.history().filter(({ bytes }) => bytes[0] === 97)).toHaveLength(1);
});

test('a clock that is set back keeps nothing waiting, neither before it was sent nor after it was refused', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/b.exe', 'b');
  await add();
  await on.stage.with(zones => zones.run('z1', false));
  on.stage.skew = -365 * DAY;
  await on.stage.rest(2);
  expect(there()).toEqual(['run/a.dat']);
  // While it was not running, too: what was written down lies a year ahead then.
  await on.stage.close();
  on.stage.skew = -2 * 365 * DAY;
  renameSync(join(on.stage.source, 'run/b.exe'), join(on.stage.source, 'run/b.dat'));
  write(on.stage, 'run/c.exe', 'c');
  await on.stage.rest(2);
  expect(there()).toEqual(['run/a.dat', 'run/b.dat']);
  on.stage.service.handle = taking(on.stage.service.handle.bind(on.stage.service));
  on.stage.pass(7 * HOUR);
  await on.stage.rest(2);
  expect(there()).toEqual(['run/a.dat', 'run/b.dat', 'run/c.exe.dat']);
});

/** A service whose rules about extensions were lifted: it takes `.exe` under a name of its own. */
function taking(real: Stage['service']['handle']): Stage['service']['handle'] {
  return request => {
    const body = new TextDecoder().decode(request.body).replace('"c.exe"', '"c.exe.dat"');
    return real({ ...request, body: new TextEncoder().encode(body) });
  };
}

test('a destination that takes nothing from us stops its zone alone, with whom to ask, until it does', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add();
  const real = on.stage.service.handle.bind(on.stage.service);
  on.stage.service.handle = request => {
    if (request.method !== 'POST') return real(request);
    const body = { isSuccessful: false, errorCode: 'FORBIDDEN', errors: [{ message: 'You may only read here.' }] };
    return { status: 403, headers: new Map(), body: Buffer.from(JSON.stringify(body)) };
  };
  await on.stage.rest(3);
  expect(await card()).toMatchObject({
    state: 'destination-refuses',
    trouble: { text: expect.stringContaining('Ask for the right to add files') },
    files: { waiting: 1, refused: 0 },
  });
  expect((await alerts()).map(([cause]) => cause)).toEqual(['destination']);
  on.stage.service.handle = real;
  await on.stage.rest(3);
  expect([there(), await alerts()]).toEqual([['run/a.dat'], []]);
});

test.each([
  ['too large for the service', { maxUploadBytes: 3 }, { maxUploadBytes: null }],
  ['beyond the room that the organization has', { quotaBytes: 3 }, { quotaBytes: null }],
])('a file %s is named on itself, the others go, and it goes when that is over', async (_, limit, lifted) => {
  on.stage.service.change(limit);
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/b.dat', 'bbbb');
  write(on.stage, 'run/c.dat', 'c');
  await add({ manifest: false });
  await on.stage.rest();
  expect(there()).toEqual(['run/a.dat', 'run/c.dat']);
  expect(await card()).toMatchObject({ state: 'refused', files: { confirmed: 2, refused: 1, waiting: 1 } });
  const [file] = (await ask(zones => zones.files(1, { after: 0, limit: 10 }))).filter(
    ({ trouble }) => trouble !== null,
  );
  expect(file).toMatchObject({ path: 'run/b.dat', state: 'refused', trouble: { kind: 'refused' } });
  on.stage.service.change(lifted);
  on.stage.pass(7 * HOUR);
  await on.stage.rest(3);
  expect([there(), await alerts()]).toEqual([['run/a.dat', 'run/b.dat', 'run/c.dat'], []]);
});

test.each([
  ['around its folder', (folder: string): string => join(folder, '..')],
  ['inside its folder', (folder: string): string => join(folder, 'run')],
])('a zone is refused beside a mirror %s, and stands still when one comes later', async (_, mirrorOf) => {
  write(on.stage, 'run/a.dat', 'a');
  on.stage.mirrors = [mirrorOf(on.stage.source)];
  const refused = await ask(zones =>
    zones
      .add(on.stage.wish({}), on.stage.remote)
      .catch((error: unknown) => (error instanceof Error ? error.message : '')),
  );
  expect(refused).toContain('Move one of them');
  on.stage.mirrors = [];
  await add();
  on.stage.mirrors = [mirrorOf(on.stage.source)];
  await on.stage.rest(2);
  expect(await card()).toMatchObject({
    state: 'overlaps',
    trouble: { text: expect.stringContaining('remove the zone') },
  });
  expect(there()).toEqual([]);
  on.stage.mirrors = [];
  await on.stage.rest(2);
  expect(there()).toEqual(['run/a.dat']);
});

test.runIf(ON_LINUX)('paths of more than 4,096 bytes are named, and everything above them goes', async () => {
  write(on.stage, 'run/a.dat', 'a');
  const name = 'x'.repeat(200);
  // Step by step, because no system takes such a path at once.
  let at = openSync(join(on.stage.source, 'run'), constants.O_RDONLY);
  for (let depth = 0; depth < 21; depth++) {
    mkdirSync(insideOpened(at, name));
    const below = openSync(insideOpened(at, name), constants.O_RDONLY);
    closeSync(at);
    at = below;
  }
  closeSync(openSync(insideOpened(at, 'far.dat'), 'w'));
  closeSync(at);
  await add();
  await on.stage.rest();
  expect(there()).toEqual(['run/a.dat']);
  const { unreadable = [] } = (await card()) ?? {};
  expect(unreadable).toEqual([{ path: expect.stringMatching(/^run(\/x{200})+$/), code: 'ENAMETOOLONG' }]);
  expect(await alerts()).toEqual([['unreadable', expect.stringContaining('shorten the names')]]);
  expect(await runs()).toEqual(['run: incomplete']);
});

test('a folder with 100,000 files is written down piece by piece, never gathered first', async () => {
  const [ALL, PIECE] = [100_000, 500];
  const entry = (number: number): SourceEntry => ({
    ...{ name: `${String(number).padStart(6, '0')}.tif`, kind: 'file', sizeBytes: 1, modifiedMs: 1000 },
    fingerprint: `${number}`,
  });
  const known = (zones: Zones): number | undefined => zones.runs('z1', { before: null, limit: 1 })[0]?.files;
  // Nothing of it is sent: it is from before the zone's start.
  await add({ startAt: on.stage.now - SECOND });
  const zones = await ask(each => each);
  const halfway: (number | undefined)[] = [];
  on.stage.over = source => ({
    ...bound(source),
    list: async function* (path) {
      if (path !== 'run') return yield* source.list(path);
      for (let from = 0; from < ALL; from += PIECE) {
        if (from === ALL / 2) halfway.push(known(zones));
        yield Array.from({ length: PIECE }, (_, index) => entry(from + index));
      }
    },
  });
  mkdirSync(join(on.stage.source, 'run'));
  for (let look = 0; look < 2; look++) await ask(each => each.run('z1', false));
  expect([...halfway, known(zones)]).toEqual([ALL / 2, ALL, ALL]);
});

test('a long look ends when the program does, forgets nothing, and begins anew the next time', async () => {
  for (let run = 0; run < 5; run++) write(on.stage, `run ${run}/a.dat`, `${run}`);
  await add();
  await on.stage.rest();
  write(on.stage, 'new/b.dat', 'b');
  const zones = await ask(each => each);
  let listed = 0;
  const closing: Promise<void>[] = [];
  on.stage.over = source => ({
    ...bound(source),
    list: path => {
      listed += 1;
      if (closing.length === 0) closing.push(zones.close());
      return source.list(path);
    },
  });
  await ask(each => each.run('z1', false));
  await Promise.all(closing);
  expect(listed).toBe(1);
  on.stage.over = source => source;
  on.stage.forget();
  await on.stage.rest();
  expect(there()).toHaveLength(6);
  expect(await card()).toMatchObject({ files: { confirmed: 6, waiting: 0 } });
});

test('a page in the place of the answers to some files holds up those files alone, and is told on each', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) write(on.stage, `run/${name}.dat`, name);
  await add({ manifest: false });
  const real = on.stage.service.handle.bind(on.stage.service);
  on.stage.service.handle = request => {
    const isMet = request.method === 'POST' && /"[a-d]\.dat"/.test(new TextDecoder().decode(request.body));
    if (!isMet) return real(request);
    const headers = new Map([['content-type', 'text/html']]);
    return { status: 502, headers, body: Buffer.from('<html><title>Bad Gateway</title></html>') };
  };
  await on.stage.rest();
  expect(there()).toEqual(['run/e.dat']);
  expect(await card()).toMatchObject({ state: 'sending', files: { confirmed: 1, waiting: 4 } });
  const files = await ask(zones => zones.files(1, { after: 0, limit: 10 }));
  const told = files.filter(({ trouble }) => trouble?.text.includes('Bad Gateway') === true);
  expect(told.map(({ path }) => path).toSorted()).toEqual(['run/a.dat', 'run/b.dat', 'run/c.dat', 'run/d.dat']);
  on.stage.service.handle = real;
  on.stage.pass(HOUR);
  await on.stage.rest(3);
  expect(there()).toHaveLength(5);
});
