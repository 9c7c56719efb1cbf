import { expect, test } from 'vitest';

import { COMPANION } from '../../main/features/zones/send/send-manifest.ts';
import { zoneTexts } from '../../shared/features/zones/text.ts';
import { GIB, HOUR, SECOND } from '../../shared/units.ts';
import type { SourceFile } from '../../main/ports/read-only-folder.ts';
import { freshStage } from './fresh-stage.ts';
import { write } from './small-story.ts';

// How a zone behaves beside an instrument and the people at it.

const on = freshStage(9);
const { add, ask } = on;

const there = (): readonly string[] => [...on.stage.there().keys()];
const card = async () => (await ask(zones => zones.list()))[0];

/** What the list beside a run's files says of it. */
function told(run: string): object {
  const { sights, knowledgeBase } = on.stage.service;
  const list = sights.tree(knowledgeBase).find(({ path }) => path === `${run}/${COMPANION}`);
  return list?.kind === 'file' ? (JSON.parse(new TextDecoder().decode(list.bytes)) as object) : {};
}

/** Something happens when a file is opened. */
function onRead(happens: (path: string) => void): void {
  on.stage.over = source => ({
    survey: () => source.survey(),
    list: path => source.list(path),
    stat: path => source.stat(path),
    isWritten: path => source.isWritten(path),
    read: path => {
      happens(path);
      return source.read(path);
    },
  });
}

test('while a program runs that comes first, nothing is sent, and the card says which', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add({ pauseWhile: ['Acquire*'] });
  on.stage.running = ['bash', 'acquirer.exe'];
  await on.stage.rest(3);
  expect(there()).toEqual([]);
  expect(await card()).toMatchObject({
    state: 'gives-way',
    trouble: { text: expect.stringContaining('Acquire*') },
    files: { waiting: 1 },
  });
  on.stage.running = ['bash'];
  await on.stage.rest(2);
  expect([there(), (await card())?.state]).toEqual([['run/a.dat'], 'watching']);
});

test.each([
  ['a program starts', () => (on.stage.running = ['Acquire'])],
  ['somebody pauses the zone', () => void on.stage.with(zones => zones.pause('z1', 0))],
])('what is under way ends after the files that are when %s', async (_, happens) => {
  for (let file = 0; file < 40; file++) write(on.stage, `run/${String(file).padStart(2, '0')}.dat`, `${file}`);
  await add({ pauseWhile: ['Acquire'], manifest: false, verify: 'none' });
  onRead(path => {
    if (path !== 'run/10.dat') return;
    happens();
    on.stage.pass(10_000);
  });
  await on.stage.rest(3);
  expect(there().length).toBeGreaterThan(8);
  expect(there().length).toBeLessThan(20);
  on.stage.running = [];
  await ask(zones => zones.pause('z1', null));
  await on.stage.rest(3);
  expect(there()).toHaveLength(40);
});

test('of files of more than a gigabyte one goes at a time, and others go beside it', async () => {
  for (const name of ['large 1', 'large 2', 'small']) write(on.stage, `run/${name}.dat`, name);
  await add({ manifest: false, verify: 'none' });
  let [open, most] = [0, 0];
  // The listing reports a large size; only opening the file counts here.
  const grown = <T extends { readonly name: string; readonly sizeBytes: number }>(entry: T): T =>
    entry.name.startsWith('large') ? { ...entry, sizeBytes: GIB + entry.sizeBytes } : entry;
  on.stage.over = source => ({
    survey: () => source.survey(),
    list: async function* (path) {
      for await (const entries of source.list(path)) yield entries.map(grown);
    },
    stat: path => source.stat(path),
    isWritten: path => source.isWritten(path),
    read: async path => {
      const file = await source.read(path);
      const isLarge = path.includes('large');
      if (isLarge) most = Math.max(most, ++open);
      const close: SourceFile['close'] = async () => {
        if (isLarge) open -= 1;
        await file.close();
      };
      return {
        entry: file.entry,
        chunks: () => file.chunks(),
        unchanged: () => file.unchanged(),
        close,
      };
    },
  });
  await on.stage.rest(3);
  expect([most, open]).toEqual([1, 0]);
  expect(there()).toEqual(['run/large 1.dat', 'run/large 2.dat', 'run/small.dat']);
});

test('what is said at the instrument goes with the runs that begin then, and with none of the next day', async () => {
  write(on.stage, 'before/a.dat', 'a');
  await add({ layout: '{operator}/{label}/{run}', tags: ['ms'] });
  await ask(zones => zones.run('z1', false));
  await ask(zones => zones.nextRuns('z1', { label: 'HeLa, 5 µM', operator: 'Chen Wu' }));
  expect((await card())?.next).toMatchObject({ label: 'HeLa, 5 µM', operator: 'Chen Wu' });
  write(on.stage, 'run/b.dat', 'b');
  await on.stage.rest();
  on.stage.pass(13 * HOUR);
  write(on.stage, 'after/c.dat', 'c');
  await on.stage.rest();
  expect(there()).toEqual(['Chen Wu/HeLa, 5 µM/run/b.dat', 'after/c.dat', 'before/a.dat']);
  expect(told('Chen Wu/HeLa, 5 µM/run')).toMatchObject({ operator: 'Chen Wu', label: 'HeLa, 5 µM' });
  expect((await card())?.next).toBeNull();
  const runs = await ask(zones => zones.runs('z1', { before: null, limit: 10 }));
  expect(runs.map(({ name, label }) => [name, label])).toEqual([
    ['after', null],
    ['run', 'HeLa, 5 µM'],
    ['before', null],
  ]);
});

test('who ran it can be said afterwards: the list beside the files says so, and nothing is sent again', async () => {
  write(on.stage, 'run/a.dat', 'a');
  await add({ operator: { kind: 'fixed', name: 'Somebody' } });
  await on.stage.rest();
  expect(told('run')).toMatchObject({ operator: 'Somebody' });
  await ask(zones => zones.setOperator(1, 'Maria Ito'));
  await on.stage.rest(2);
  expect(told('run')).toMatchObject({ operator: 'Maria Ito', files: [{ path: 'a.dat' }] });
  expect(on.stage.service.sights.history().filter(({ bytes }) => bytes.length === 1)).toHaveLength(1);
  const audit = await ask(zones => zones.audit({ after: 0, limit: 100 }));
  expect(audit.lines.some(line => line.includes('"event":"operator"') && line.includes('Maria Ito'))).toBe(true);
});

test('of a PIN only a hash is kept, and who tries wrong ones waits longer and longer', async () => {
  await add();
  expect([await ask(zones => zones.hasPin), await ask(zones => zones.checkPin('1'))]).toEqual([false, true]);
  await ask(zones => zones.setPin('4711'));
  const tries: (readonly [boolean, number])[] = [];
  for (const pin of ['4712', '0000', '', '4711', '4711']) {
    const before = on.stage.now;
    tries.push([await ask(zones => zones.checkPin(pin)), on.stage.now - before]);
  }
  expect(tries).toEqual([
    [false, 0],
    [false, 1000],
    [false, 2000],
    [true, 3000],
    [true, 0],
  ]);
  const { lines } = await ask(zones => zones.audit({ after: 0, limit: 100 }));
  expect(lines.join('\n')).not.toContain('4711');
  await ask(zones => zones.setPin(null));
  expect(await ask(zones => zones.hasPin)).toBe(false);
});

test.each([
  ['agrees with', 60, []],
  ['is behind', 660, [expect.stringMatching(/min behind the service’s/)]],
  ['is ahead of', -660, [expect.stringMatching(/min ahead of the service’s/)]],
])('a clock that %s that of the service is told of when it is far off', async (_, seconds, texts) => {
  const real = on.stage.service.handle.bind(on.stage.service);
  on.stage.service.handle = request => {
    const answer = real(request);
    const date = new Date(on.stage.now + seconds * SECOND).toUTCString();
    return { ...answer, headers: new Map([...answer.headers, ['date', date]]) };
  };
  write(on.stage, 'run/a.dat', 'a');
  await add();
  await on.stage.rest(3);
  const alerts = await ask(zones => zones.listAlerts(false));
  expect(alerts.map(({ cause, text }) => [cause, text])).toEqual(texts.map(text => ['clock', text]));
});

test('other rules for what a run is hold for what was not sent yet, and nothing goes twice', async () => {
  for (const name of ['a.dat', 'b.dat']) write(on.stage, `day/sample 1.d/${name}`, `1${name}`);
  await add({ grouping: 'top-folder' });
  await on.stage.rest();
  write(on.stage, 'day/sample 2.d/a.dat', '2a');
  write(on.stage, 'day/sample 3.d/a.dat', '3a');
  await ask(zones => zones.run('z1', false));
  await ask(zones =>
    zones.change('z1', on.stage.wish({ layout: '{run}', preset: 'agilent-bruker-d' }), on.stage.remote),
  );
  await on.stage.rest();
  expect(there()).toEqual(['day/sample 1.d/a.dat', 'day/sample 1.d/b.dat', 'sample 2.d/a.dat', 'sample 3.d/a.dat']);
  const runs = await ask(zones => zones.runs('z1', { before: null, limit: 10 }));
  expect(new Map(runs.map(({ key, state, files }) => [key, `${state} ${files}`]))).toEqual(
    new Map([
      ['day', 'complete 2'],
      ['day/sample 2.d', 'complete 1'],
      ['day/sample 3.d', 'complete 1'],
    ]),
  );
});

test('a run of which a program has a file open for writing waits, alone and not for ever', async () => {
  for (const path of ['open/a.dat', 'open/b.dat', 'closed/c.dat']) write(on.stage, path, path);
  await add({ quietSeconds: 60, manifest: false });
  on.stage.writing = ['open/b.dat', 'elsewhere/x.dat'];
  await on.stage.rest(10);
  expect(there()).toEqual(['closed/c.dat']);
  await ask(zones => zones.run('z1', false));
  expect((await card())?.countdown).toMatchObject({ name: 'open' });
  on.stage.writing = [];
  await on.stage.rest(3);
  expect(there()).toEqual(['closed/c.dat', 'open/a.dat', 'open/b.dat']);
  // One that is never closed.
  on.stage.writing = ['forever/d.dat'];
  write(on.stage, 'forever/d.dat', 'd');
  await on.stage.rest(25);
  expect(there()).not.toContain('forever/d.dat');
  await on.stage.rest(10);
  expect(there()).toContain('forever/d.dat');
});

/** How a run is shown. */
const runCard = async (named: string) => {
  const runs = await ask(zones => zones.runs('z1', { before: null, limit: 10 }));
  return runs.find(({ name }) => name === named);
};

test('where the system tells of single files, an instrument that writes a line now and then has one version at the end', async () => {
  for (const path of ['open/a.dat', 'open/b.dat', 'closed/c.dat']) write(on.stage, path, path);
  await add({ quietSeconds: 0, manifest: false });
  on.stage.held = ['open/b.dat'];
  for (let hour = 0; hour < 30; hour++) {
    write(on.stage, 'open/b.dat', `open/b.dat ${hour}`);
    await on.stage.rest(3);
    on.stage.pass(HOUR);
  }
  await ask(zones => zones.run('z1', false));
  expect(there()).toEqual(['closed/c.dat']);
  on.stage.held = [];
  await on.stage.rest(40);
  expect(there()).toEqual(['closed/c.dat', 'open/a.dat', 'open/b.dat']);
  expect(on.stage.service.sights.history()).toHaveLength(3);
});

test('while a file is open for writing the run and the zone say which, also after a start, and no longer than that', async () => {
  write(on.stage, 'run/a.dat', 'a');
  write(on.stage, 'run/sub/b.dat', 'b');
  await add({ quietSeconds: 60, manifest: false });
  on.stage.held = ['run/sub/b.dat'];
  await on.stage.rest(3);
  await ask(zones => zones.run('z1', false));
  await on.stage.close();
  expect((await runCard('run'))?.waitsFor).toBe(zoneTexts.waitsForOpen('run/sub/b.dat'));
  expect((await card())?.countdown).toMatchObject({ name: 'run', openFile: 'run/sub/b.dat' });
  on.stage.held = [];
  await on.stage.rest(3);
  expect([there(), (await card())?.countdown]).toEqual([['run/a.dat', 'run/sub/b.dat'], null]);
  write(on.stage, 'run/c.dat', 'c');
  await ask(zones => zones.run('z1', false));
  expect((await runCard('run'))?.waitsFor).toBe(zoneTexts.waitsFor.quiet);
});

test('a file that is never closed is sent a day after its last change, or when a person says that it is finished', async () => {
  write(on.stage, 'run 1/a.dat', 'a');
  write(on.stage, 'run 2/b.dat', 'b');
  await add({ quietSeconds: 60, manifest: false });
  on.stage.held = ['run 1/a.dat', 'run 2/b.dat'];
  await on.stage.rest(60);
  expect(there()).toEqual([]);
  const finished = await runCard('run 2');
  await ask(zones => zones.sendNow(finished?.id ?? 0));
  await ask(zones => zones.run('z1', false));
  expect(there()).toEqual(['run 2/b.dat']);
  on.stage.pass(22 * HOUR);
  await on.stage.rest(2);
  expect(there()).toEqual(['run 2/b.dat']);
  on.stage.pass(HOUR);
  await on.stage.rest(2);
  expect(there()).toEqual(['run 1/a.dat', 'run 2/b.dat']);
});

test('of a run with many files the one that was open is asked about first', async () => {
  for (const name of ['a', 'b', 'c']) write(on.stage, `run/${name}.dat`, name);
  await add({ quietSeconds: 60, manifest: false });
  const asked: string[] = [];
  on.stage.over = source => ({
    survey: () => source.survey(),
    list: path => source.list(path),
    stat: path => source.stat(path),
    isWritten: async path => {
      asked.push(path);
      return path === 'run/c.dat';
    },
    read: path => source.read(path),
  });
  await on.stage.rest(4);
  const once = ['run/a.dat', 'run/b.dat', 'run/c.dat'];
  expect([there(), asked]).toEqual([[], [...once, 'run/c.dat', 'run/c.dat']]);
});
