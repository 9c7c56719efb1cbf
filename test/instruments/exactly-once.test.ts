import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Switches } from '../service/switches.ts';
import { dieEverywhere, playSmall, problemsOf, write } from './small-story.ts';
import { Stage } from './stage.ts';
import { playStory } from './story.ts';

const DAY = '2026-11-23';

async function onStage(switches: Partial<Switches>, work: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = new Stage(7, switches);
  try {
    await work(stage);
  } finally {
    await stage.close();
    stage.remove();
  }
}

/** Every so many calls: `run.ts --deaths` dies at each of them. */
const SERVICES: readonly [string, Partial<Switches>, number][] = [
  ['as it is', {}, 7],
  [
    'that confirms once and tells little',
    { confirmTwice: false, initiateNamesVersion: false, listUnconfirmed: true },
    9,
  ],
];

test.each(SERVICES)(
  'a death at a call on a port doubles and loses nothing, with a service %s',
  async (_, switches, every) => {
    const { deaths, wrong } = await dieEverywhere(switches, every);
    expect(wrong).toEqual([]);
    expect(deaths).toBeGreaterThan(10);
  },
);

test('instruments of all kinds, deaths and network faults: nothing torn, lost, doubled or touched [S33]', async () => {
  const results = [await playStory({ seed: 11, runs: 8 }), await playStory({ seed: 12, runs: 8 })];
  expect(results.flatMap(({ seed, wrong }) => wrong.map(each => `seed ${seed}: ${each}`))).toEqual([]);
});

test('instruments whose times are from long before the zone: all that comes after the first look is sent, once', async () => {
  const { wrong } = await playStory({ seed: 13, runs: 8, hasOldTimes: true });
  expect(wrong).toEqual([]);
});

test('after the record was lost the zone is there again, and nothing is sent twice', () =>
  onStage({}, async stage => {
    await playSmall(stage);
    const before = stage.there();
    await stage.loseRecords('database');
    write(stage, 'run 2/c.dat', 'c');
    await stage.rest();
    expect(stage.there()).toEqual(new Map([...before, ['run 2/c.dat', 'c']]));
    expect(problemsOf(stage).filter(each => !each.startsWith('there are'))).toEqual([]);
  }));

test('a zone that is made again, with other folders below its destination, sends only what is new', () =>
  onStage({}, async stage => {
    await playSmall(stage);
    await stage.loseRecords('everything');
    renameSync(join(stage.source, 'run/deep/b.dat'), join(stage.source, 'run/renamed.dat'));
    write(stage, 'run/c.dat', 'c');
    await stage.with(zones => zones.add(stage.wish({ layout: '{yyyy}/{run}' }), stage.remote));
    await stage.rest();
    expect([...stage.there()]).toEqual([
      ['2026/run/c.dat', 'c'],
      ['run/a.dat', 'a+'],
      ['run/deep/b.dat', 'bb'],
    ]);
  }));

test('a run that is renamed after it was sent is not sent again, and a copy of a file is', () =>
  onStage({}, async stage => {
    await playSmall(stage);
    renameSync(join(stage.source, 'run'), join(stage.source, 'run final'));
    write(stage, 'other/copy.dat', 'bb');
    await stage.rest();
    expect([...stage.there().keys()]).toEqual(['other/copy.dat', 'run/a.dat', 'run/deep/b.dat']);
    const report = await stage.with(zones => zones.report('z1', { after: 0, limit: 10, confirmed: false }));
    expect(report?.rows.map(({ path }) => path).toSorted()).toEqual([
      'other/copy.dat',
      'run final/a.dat',
      'run final/deep/b.dat',
    ]);
  }));

test('what changed after it was sent, and is too large for a version, goes beside it; people hear of it until they have seen it', () =>
  onStage({ maxVersionBytes: 1 }, async stage => {
    // The lists of hashes are versions too.
    await stage.with(zones => zones.add(stage.wish({ layout: '{run}', manifest: false }), stage.remote));
    write(stage, 'run/a.dat', 'a');
    await stage.rest();
    appendFileSync(join(stage.source, 'run/a.dat'), '++');
    await stage.rest();
    expect([...stage.there()]).toEqual([
      ['run/a (2).dat', 'a++'],
      ['run/a.dat', 'a'],
    ]);
    const [alert] = (await stage.with(async zones => zones.listAlerts(false))) ?? [];
    expect(alert?.text).toContain("Run 'run' changed after it was sent");
    await stage.with(async zones => zones.acknowledge(alert?.id ?? 0));
    expect(await stage.with(async zones => zones.listAlerts(false))).toEqual([]);
  }));

test('where another file has the name at the destination, the same bytes are recognised and others go beside it', () =>
  onStage({}, async stage => {
    const colleague = stage.service.colleague(0);
    const folder = colleague.createFolder(stage.service.knowledgeBase, 'run');
    colleague.createFile(folder, 'same.dat', Buffer.from('same'));
    colleague.createFile(folder, 'other.dat', Buffer.from('theirs'));
    write(stage, 'run/same.dat', 'same');
    write(stage, 'run/other.dat', 'ours');
    await stage.with(zones => zones.add(stage.wish({ layout: '{run}' }), stage.remote));
    await stage.rest();
    expect([...stage.there()]).toEqual([
      ['run/other (2).dat', 'ours'],
      ['run/other.dat', 'theirs'],
      ['run/same.dat', 'same'],
    ]);
    const [alert] = (await stage.with(async zones => zones.listAlerts(false))) ?? [];
    expect(alert?.text).toContain('has other bytes than a file of that name');
    const texts = stage.service.sights.history().map(({ bytes }) => new TextDecoder().decode(bytes));
    expect(texts.filter(text => ['same', 'theirs', 'ours'].includes(text)).toSorted()).toEqual([
      'ours',
      'same',
      'theirs',
    ]);
  }));

test('a run whose folder at the destination has a file of a run that is gone from the source leaves that file as it is', () =>
  onStage({}, async stage => {
    write(stage, 'run 1/x.dat', '1');
    await stage.with(zones => zones.add(stage.wish({ layout: 'all' }), stage.remote));
    await stage.rest();
    rmSync(join(stage.source, 'run 1'), { recursive: true });
    await stage.rest();
    write(stage, 'run 2/x.dat', '2');
    await stage.rest();
    expect([...stage.there()]).toEqual([
      ['all/x (2).dat', '2'],
      ['all/x.dat', '1'],
    ]);
  }));

test('after the record was lost, a run does not become the history of one that a list names', () =>
  onStage({}, async stage => {
    write(stage, 'run 1/x.dat', '1');
    write(stage, 'run 1/y.dat', 'y');
    await stage.with(zones => zones.add(stage.wish({ layout: 'all' }), stage.remote));
    await stage.rest();
    await stage.loseRecords('everything');
    rmSync(join(stage.source, 'run 1/x.dat'));
    write(stage, 'run 1/y.dat', 'y+');
    write(stage, 'run 2/x.dat', '2');
    await stage.with(zones => zones.add(stage.wish({ layout: 'all' }), stage.remote));
    await stage.rest();
    expect([...stage.there()]).toEqual([
      ['all/x (2).dat', '2'],
      ['all/x.dat', '1'],
      ['all/y.dat', 'y+'],
    ]);
  }));

test('two runs that a layout puts into one folder never replace each other', () =>
  onStage({}, async stage => {
    write(stage, 'run 1/x.dat', '1');
    write(stage, 'run 2/x.dat', '2');
    await stage.with(zones => zones.add(stage.wish({ layout: `all/{yyyy}-{mm}-{dd}` }), stage.remote));
    await stage.rest();
    const there = [...stage.there()].map(([path, text]) => [path.replace(DAY, 'DAY'), text]);
    expect(new Set(there.map(([, text]) => text))).toEqual(new Set(['1', '2']));
    expect(new Set(there.map(([path]) => path?.split('/').at(-1)))).toEqual(new Set(['x.dat', 'x (2).dat']));
  }));
