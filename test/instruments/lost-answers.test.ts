import { appendFileSync, cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { MANIFEST, readManifest } from '../../main/features/zones/send/send-manifest.ts';
import { FaultError } from '../../shared/fault.ts';
import { write } from './small-story.ts';
import { sha256Of, Stage } from './stage.ts';

const TEXT = new TextDecoder();

/** A zone whose runs are folders of their own below the destination. */
async function onStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = new Stage(7);
  try {
    await stage.with(zones => zones.add(stage.wish({ verify: 'all', layout: '{run}' }), stage.remote));
    await work(stage);
  } finally {
    await stage.close();
    stage.remove();
  }
}

/** Rounds until the answer to such a request was lost; the service does what it is asked to, and its answer does not come. */
async function loseAnswer(stage: Stage, isLost: (method: string, url: string) => boolean): Promise<void> {
  let lost = 0;
  stage.say = ({ method, url }, body) => {
    if (!isLost(method, url)) return body;
    lost += 1;
    throw new FaultError({ kind: 'offline', detail: 'connection reset' });
  };
  for (let round = 0; lost === 0 && round < 10; round++) await stage.rest(1);
  expect(lost).toBeGreaterThan(0);
}

function answerAgain(stage: Stage): void {
  stage.say = (_, body) => body;
}

/** Contents of all versions of the files at the service, by path. */
function histories(stage: Stage): Record<string, readonly string[]> {
  const { sights, knowledgeBase } = stage.service;
  const shown = stage.there();
  const files = sights.tree(knowledgeBase).filter(({ kind, path }) => kind === 'file' && shown.has(path));
  return Object.fromEntries(
    files.map(({ id, path }) => [path, sights.versionsOf(id).map(({ bytes }) => TEXT.decode(bytes))]),
  );
}

/** What the lists of hashes say, by path below the destination. */
function listed(stage: Stage): Record<string, string> {
  const { sights, knowledgeBase } = stage.service;
  const files = sights.tree(knowledgeBase).filter(entry => entry.kind === 'file');
  const lists = files.filter(({ path }) => path.endsWith(`/${MANIFEST}`));
  return Object.fromEntries(
    lists.flatMap(({ path, bytes }) =>
      readManifest(TEXT.decode(bytes)).map(each => [path.replace(MANIFEST, each.path), each.sha256]),
    ),
  );
}

test('a file that is renamed before it is known whether it arrived is at the service once, and listed', () =>
  onStage(async stage => {
    write(stage, 'run/a.dat', 'a');
    await loseAnswer(stage, (_, url) => url.includes('/confirm'));
    renameSync(join(stage.source, 'run'), join(stage.source, 'run final'));
    await stage.rest(1);
    answerAgain(stage);
    await stage.rest();
    expect(histories(stage)).toEqual({ 'run/a.dat': ['a'] });
    expect(listed(stage)).toEqual({ 'run/a.dat': sha256Of(Buffer.from('a')) });
    const report = await stage.with(zones => zones.report('z1', { after: 0, limit: 10, confirmed: false }));
    expect(report?.rows.map(({ path }) => path)).toEqual(['run final/a.dat']);
  }));

test('a file that is removed before it is known whether it arrived is listed where it is at the service', () =>
  onStage(async stage => {
    write(stage, 'run/a.dat', 'a');
    write(stage, 'run/b.dat', 'b');
    await loseAnswer(stage, (_, url) => url.includes('/confirm'));
    rmSync(join(stage.source, 'run/a.dat'));
    await stage.rest(1);
    answerAgain(stage);
    await stage.rest();
    expect(histories(stage)).toEqual({ 'run/a.dat': ['a'], 'run/b.dat': ['b'] });
    expect(listed(stage)).toEqual({
      'run/a.dat': sha256Of(Buffer.from('a')),
      'run/b.dat': sha256Of(Buffer.from('b')),
    });
    const [card] = (await stage.with(async zones => zones.list())) ?? [];
    expect(card?.files.waiting).toBe(0);
  }));

test('a file that is renamed before it is known whether its version arrived goes on with that version', () =>
  onStage(async stage => {
    write(stage, 'run/a.dat', 'a');
    await stage.rest();
    appendFileSync(join(stage.source, 'run/a.dat'), '+');
    await loseAnswer(stage, (method, url) => method === 'POST' && url.endsWith('/versions'));
    renameSync(join(stage.source, 'run/a.dat'), join(stage.source, 'run/b.dat'));
    await stage.rest(1);
    answerAgain(stage);
    await stage.rest();
    expect(histories(stage)).toEqual({ 'run/a.dat': ['a', 'a+'] });
    expect(listed(stage)).toEqual({ 'run/a.dat': sha256Of(Buffer.from('a+')) });
  }));

test('of two new files with the bytes of one that is gone, one goes on with it and the other is sent', () =>
  onStage(async stage => {
    write(stage, 'run/a.dat', 'same');
    await stage.rest();
    renameSync(join(stage.source, 'run/a.dat'), join(stage.source, 'run/b.dat'));
    write(stage, 'run/c.dat', 'same');
    await stage.rest();
    expect(Object.values(histories(stage))).toEqual([['same'], ['same']]);
    const report = await stage.with(zones => zones.report('z1', { after: 0, limit: 10, confirmed: false }));
    expect(new Set(report?.rows.map(({ file }) => file)).size).toBe(2);
  }));

test('of two files with the bytes of one that a list names, one is recognised and the other is sent', () =>
  onStage(async stage => {
    write(stage, 'run/a.dat', 'same');
    await stage.rest();
    await stage.loseRecords('everything');
    renameSync(join(stage.source, 'run/a.dat'), join(stage.source, 'run/b.dat'));
    write(stage, 'run/c.dat', 'same');
    await stage.with(zones => zones.add(stage.wish({ verify: 'all', layout: '{run}' }), stage.remote));
    await stage.rest();
    expect(Object.values(histories(stage))).toEqual([['same'], ['same']]);
    expect(Object.keys(listed(stage)).length).toBe(2);
  }));

test('a file that every run has alike is in the folder of each run, also when the runs before were removed', () =>
  onStage(async stage => {
    write(stage, 'run 1/a.dat', 'a');
    write(stage, 'run 1/settings.xml', '<settings/>');
    await stage.rest();
    rmSync(join(stage.source, 'run 1'), { recursive: true });
    await stage.rest(2);
    write(stage, 'run 2/b.dat', 'b');
    write(stage, 'run 2/settings.xml', '<settings/>');
    await stage.rest();
    expect(Object.keys(histories(stage))).toEqual([
      'run 1/a.dat',
      'run 1/settings.xml',
      'run 2/b.dat',
      'run 2/settings.xml',
    ]);
  }));

test('a run that is copied to another name with its times and then removed is not sent again', () =>
  onStage(async stage => {
    write(stage, 'run/a.dat', 'a');
    write(stage, 'run/deep/b.dat', 'b');
    await stage.rest();
    const [from, to] = [join(stage.source, 'run'), join(stage.source, 'run final')];
    cpSync(from, to, { recursive: true, preserveTimestamps: true });
    rmSync(from, { recursive: true });
    await stage.rest();
    expect(Object.keys(histories(stage))).toEqual(['run/a.dat', 'run/deep/b.dat']);
  }));

test('after the record was lost, a file that every run has alike goes with the new run though the old one is gone', () =>
  onStage(async stage => {
    write(stage, 'run 1/a.dat', 'a');
    write(stage, 'run 1/settings.xml', '<settings/>');
    await stage.rest();
    await stage.loseRecords('everything');
    rmSync(join(stage.source, 'run 1'), { recursive: true });
    write(stage, 'run 2/settings.xml', '<settings/>');
    await stage.with(zones => zones.add(stage.wish({ verify: 'all', layout: '{run}' }), stage.remote));
    await stage.rest();
    expect(Object.keys(histories(stage))).toEqual(['run 1/a.dat', 'run 1/settings.xml', 'run 2/settings.xml']);
  }));
