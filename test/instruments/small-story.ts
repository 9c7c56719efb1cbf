import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { COMPANION, MANIFEST, readManifest } from '../../main/features/zones/send/send-manifest.ts';
import type { Switches } from '../service/switches.ts';
import { sha256Of, Stage } from './stage.ts';

/** A file of the source folder, with its folders. */
export function write(stage: Stage, path: string, text: string): void {
  mkdirSync(join(stage.source, path, '..'), { recursive: true });
  writeFileSync(join(stage.source, path), text);
}

/** A run of two files that is sent; then one of them changes, which becomes a version. */
export async function playSmall(stage: Stage): Promise<void> {
  write(stage, 'run/a.dat', 'a');
  write(stage, 'run/deep/b.dat', 'bb');
  stage.pass(1);
  // The zone itself is added in peace: before it is, there is nothing to be lost.
  const { dieAt } = stage;
  stage.dieAt = null;
  await stage.with(zones => zones.add(stage.wish({ verify: 'all', layout: '{run}' }), stage.remote));
  stage.dieAt = dieAt;
  stage.calls = 0;
  await stage.rest();
  appendFileSync(join(stage.source, 'run/a.dat'), '+');
  await stage.rest();
}

/** What is not as it should be after the small story. */
export function problemsOf(stage: Stage): string[] {
  const { sights, knowledgeBase } = stage.service;
  const files = sights.tree(knowledgeBase).filter(entry => entry.kind === 'file');
  const paths = files.map(({ path }) => path);
  const wanted = ['run/a.dat', `run/${COMPANION}`, 'run/deep/b.dat', `run/${MANIFEST}`];
  const problems = paths.join() === wanted.join() ? [] : [`there are: ${paths.join(', ')}`];
  const historyOf = (path: string): string =>
    files
      .filter(file => file.path === path)
      .flatMap(({ id }) => sights.versionsOf(id))
      .map(({ bytes }) => new TextDecoder().decode(bytes))
      .join('|');
  // Where it died late, the change came before the first was sent: then there is nothing to be a version of.
  if (!['a|a+', 'a+'].includes(historyOf('run/a.dat'))) problems.push(`a.dat was: ${historyOf('run/a.dat')}`);
  if (historyOf('run/deep/b.dat') !== 'bb') problems.push(`b.dat was: ${historyOf('run/deep/b.dat')}`);
  const list = new Map(
    readManifest(historyOf(`run/${MANIFEST}`).split('|').at(-1) ?? '').map(each => [each.path, each.sha256]),
  );
  if (list.get('a.dat') !== sha256Of(Buffer.from('a+'))) problems.push('the list has another a.dat');
  if (list.size !== 2) problems.push(`the list has ${list.size} files`);
  return problems;
}

/** How many calls on ports there are in it. @throws Error when it goes wrong even in peace. */
async function callsOf(switches: Partial<Switches>): Promise<number> {
  const stage = new Stage(7, switches);
  try {
    await playSmall(stage);
    if (problemsOf(stage).length > 0) throw new Error(problemsOf(stage).join('; '));
    return stage.calls;
  } finally {
    await stage.close();
    stage.remove();
  }
}

/** Plays it again and again, with a death at every call, or every so many calls. @returns what went wrong. */
export async function dieEverywhere(
  switches: Partial<Switches>,
  every: number,
): Promise<{ deaths: number; wrong: readonly string[] }> {
  const calls = await callsOf(switches);
  const wrong: string[] = [];
  let deaths = 0;
  for (let dieAt = 0; dieAt < calls; dieAt += every) {
    const stage = new Stage(7, switches);
    try {
      stage.dieAt = dieAt;
      await playSmall(stage);
      deaths += stage.deaths;
      wrong.push(...problemsOf(stage).map(problem => `death at call ${dieAt}: ${problem}`));
    } finally {
      await stage.close();
      stage.remove();
    }
  }
  return { deaths, wrong };
}
