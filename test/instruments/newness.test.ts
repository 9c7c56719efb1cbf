import { chmodSync, cpSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { FaultError } from '../../shared/fault.ts';
import { freshStage, bound } from './fresh-stage.ts';
import { write } from './small-story.ts';

const on = freshStage(17);
const { add, ask } = on;

/** Long before any zone: what an archive has, or an instrument whose battery is empty writes. */
const LONG_AGO = Date.UTC(2001, 0, 1) / 1000;

function writeOld(path: string, text: string): void {
  write(on.stage, path, text);
  utimesSync(join(on.stage.source, path), LONG_AGO, LONG_AGO);
}

/** As `zones add` does without a date: only what comes from now on. */
const addFromNow = (): Promise<void> => add({ startAt: on.stage.now });

const sent = (): string[] => [...on.stage.there().keys()];
const olderUnsent = () => ask(zones => zones.list()[0]?.olderUnsent);

test('what arrives after the first look is sent, however old its own time is', async () => {
  writeOld('archive/a.dat', 'a');
  await addFromNow();
  await on.stage.rest(2);
  writeOld('copied/b.dat', 'b');
  // A whole folder that is moved in, as robocopy and a file manager do it.
  const aside = join(on.stage.folder, 'aside');
  mkdirSync(aside);
  writeOld('made/c.dat', 'c');
  renameSync(join(on.stage.source, 'made'), join(aside, 'moved'));
  renameSync(join(aside, 'moved'), join(on.stage.source, 'moved'));
  await on.stage.rest();
  expect(sent()).toEqual(['copied/b.dat', 'moved/c.dat']);
  const { definition } = (await ask(zones => zones.list()))[0] ?? {};
  const dry = await ask(zones => zones.test(on.stage.wish(definition), 10));
  expect(dry).toMatchObject({ wouldSend: 2, skipped: { 'before-start': 1 } });
  expect(await olderUnsent()).toBe(1);
});

test('what was there at the first look stays unsent over restarts, and goes when it is asked for', async () => {
  writeOld('archive/a.dat', 'a');
  writeOld('archive/b.dat', 'b');
  await addFromNow();
  await on.stage.rest(2);
  await on.stage.close();
  await on.stage.rest(2);
  expect([sent(), await olderUnsent()]).toEqual([[], 2]);
  const { definition } = (await ask(zones => zones.list()))[0] ?? {};
  await ask(zones => zones.change('z1', { ...on.stage.wish(), ...definition, startAt: null }, on.stage.remote));
  await on.stage.rest();
  expect([sent(), await olderUnsent()]).toEqual([['archive/a.dat', 'archive/b.dat'], 0]);
});

test('a file of the first look that changes later goes with its run, also when its new time is old', async () => {
  writeOld('one/a.dat', 'a');
  writeOld('one/b.dat', 'b');
  writeOld('two/c.dat', 'c');
  await addFromNow();
  await on.stage.rest(2);
  write(on.stage, 'one/a.dat', 'a+');
  utimesSync(join(on.stage.source, 'one/a.dat'), LONG_AGO + 60, LONG_AGO + 60);
  await on.stage.rest(15);
  expect(sent()).toEqual(['one/a.dat', 'one/b.dat']);
});

test('a file of the first look whose rights alone are changed stays one of the first look', async () => {
  writeOld('one/a.dat', 'a');
  await addFromNow();
  await on.stage.rest(2);
  chmodSync(join(on.stage.source, 'one/a.dat'), 0o600);
  await on.stage.rest();
  expect([sent(), await olderUnsent()]).toEqual([[], 1]);
});

test('an old file that is renamed or moved stays old, and a copy of it is new', async () => {
  writeOld('runs/a.dat', 'a');
  writeOld('runs/b.dat', 'b');
  writeOld('runs/c.dat', 'c');
  await addFromNow();
  await on.stage.rest(2);
  const at = (path: string): string => join(on.stage.source, path);
  renameSync(at('runs'), at('moved'));
  renameSync(at('moved/b.dat'), at('moved/renamed.dat'));
  await on.stage.rest(2);
  expect([sent(), await olderUnsent()]).toEqual([[], 3]);
  mkdirSync(at('copy'));
  cpSync(at('moved/c.dat'), at('copy/c.dat'), { preserveTimestamps: true });
  await on.stage.rest();
  expect([sent(), await olderUnsent()]).toEqual([['copy/c.dat'], 3]);
});

test('a folder that is empty for a while, as without its disk, comes back with nothing new', async () => {
  writeOld('archive/a.dat', 'a');
  await addFromNow();
  await on.stage.rest(2);
  const { source } = on.stage;
  renameSync(source, `${source} away`);
  mkdirSync(source);
  await on.stage.rest(2);
  rmSync(source, { recursive: true });
  renameSync(`${source} away`, source);
  await on.stage.rest();
  expect([sent(), await olderUnsent()]).toEqual([[], 1]);
});

test('the disk that was missing at the first look brings nothing new either', async () => {
  const { source } = on.stage;
  await addFromNow();
  await on.stage.rest(2);
  const disk = `${source} disk`;
  mkdirSync(join(disk, 'archive'), { recursive: true });
  renameSync(source, `${source} empty`);
  renameSync(disk, source);
  writeOld('archive/a.dat', 'a');
  await on.stage.rest(2);
  expect([sent(), await olderUnsent()]).toEqual([[], 1]);
  writeOld('later/b.dat', 'b');
  await on.stage.rest();
  expect([sent(), await olderUnsent()]).toEqual([['later/b.dat'], 1]);
});

test.each([['a kill'], ['a share that cannot be reached']])(
  'a first look that %s interrupts goes on as the first look',
  async how => {
    for (let run = 0; run < 4; run++) writeOld(`run ${run}/a.dat`, `${run}`);
    await addFromNow();
    let lists = 0;
    on.stage.over = source => ({
      ...bound(source),
      list: path => {
        if (how.startsWith('a share') && path === '') throw new FaultError({ kind: 'stale', detail: 'gone' });
        if ((lists += 1) === 3) on.stage.dieAt = on.stage.calls;
        return source.list(path);
      },
    });
    await on.stage.rest(1);
    on.stage.dieAt = null;
    on.stage.over = source => source;
    writeOld('between/b.dat', 'b');
    await on.stage.rest(2);
    writeOld('later/c.dat', 'c');
    await on.stage.rest();
    // What came between the two halves cannot be told from what was there: it is offered.
    expect([sent(), await olderUnsent()]).toEqual([['later/c.dat'], 5]);
  },
);

test('a file that is written while the first look is under way is sent by its own time', async () => {
  writeOld('archive/a.dat', 'a');
  await addFromNow();
  write(on.stage, 'run/b.dat', 'b');
  await on.stage.rest();
  expect(sent()).toEqual(['run/b.dat']);
});

test('a folder that the first look could not read brings nothing new when it can be read', async () => {
  writeOld('closed/a.dat', 'a');
  await addFromNow();
  on.stage.over = source => ({
    ...bound(source),
    list: path => {
      if (path === 'closed') throw new FaultError({ kind: 'disk-refused', path, code: 'EACCES' });
      return source.list(path);
    },
  });
  await on.stage.rest(2);
  on.stage.over = source => source;
  await on.stage.rest(2);
  expect([sent(), await olderUnsent()]).toEqual([[], 1]);
  writeOld('closed/b.dat', 'b');
  await on.stage.rest();
  expect(sent()).toContain('closed/b.dat');
});

test('what a rule left out at the first look is no news when the rule goes', async () => {
  writeOld('run/a.log', 'a');
  await add({ startAt: on.stage.now, exclude: ['*.log'] });
  await on.stage.rest(2);
  const wish = on.stage.wish({ layout: '{run}', startAt: on.stage.now });
  await ask(zones => zones.change('z1', wish, on.stage.remote));
  await on.stage.rest(2);
  expect([sent(), await olderUnsent()]).toEqual([[], 1]);
});
