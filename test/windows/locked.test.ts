import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { until } from '../end-to-end/benchtop.ts';
import { Panel } from '../scale/measure.ts';
import { HAS_WINDOWS, type MixedLab, openMixedLab, syncTimes } from './mixed-lab.ts';

// A colleague changes a workbook that is open in another program here: Windows lets no other program rename or replace it until that
// program closes it, which may be hours later. The story is told once; its tests look at what was seen.

/** As long as the file stays open while a daemon runs that looks each second. */
const WATCHED_MS = 15_000;
/** How often a person asks while it is open, and what. */
const LOOKS = 3;
const QUESTIONS: readonly ((path: string) => readonly string[])[] = [
  path => ['why', path],
  () => ['waiting'],
  () => ['status'],
];
const OLD = 'plate;od600\r\nA1;0,12\r\n';
const NEW = `${OLD}${'A2;0,13\r\n'.repeat(40_000)}`;
const panelShape = z.object({ rules: z.tuple([z.object({ applied: z.number() })]) });

describe.runIf(HAS_WINDOWS)('a file that another program has open, without leave to replace it', () => {
  let mixed: MixedLab;
  const seen = { downloads: 0, staged: 0, text: '', told: [] as string[] };
  const later = { text: '', staged: [''], files: [''] };

  beforeAll(async () => {
    mixed = await openMixedLab({ faults: true });
    const { lab, windows } = mixed;
    const { owner, knowledgeBase } = lab.service;
    const top = await owner.makeFolder('Open elsewhere', knowledgeBase);
    const file = await owner.upload(top, 'plate.xlsx', OLD);
    await windows.mirror(top);
    await syncTimes(windows, 1);

    const holder = await windows.windows.hold(windows.at('plate.xlsx'), 'r', 'rw');
    const panel = new Panel(lab);
    // It changes nothing, and counts what is fetched.
    await panel.change({ rules: [{ match: { port: 'storage', method: 'GET' } }] });
    await owner.edit(file, NEW);
    await windows.daemon();
    for (let times = 0; times < LOOKS; times++) {
      await sleep(WATCHED_MS / LOOKS);
      const said = await Promise.all(QUESTIONS.map(question => windows.run(question(windows.at('plate.xlsx')))));
      seen.told.push(...said.map(({ stdout }) => stdout));
    }
    const state = await fetch(new URL('/faults', lab.service.baseUrl));
    seen.downloads = panelShape.parse(await state.json()).rules[0].applied;
    seen.staged = (await stage()).length;
    seen.text = await windows.read('plate.xlsx');

    await holder.release();
    later.text = await until('the new version arrives', async () => {
      const text = await windows.read('plate.xlsx');
      return text === OLD ? undefined : text;
    });
    later.staged = await until('the stage is empty', async () => {
      const names = await stage();
      return names.length === 0 ? names : undefined;
    }).catch(stage);
    later.files = [...(await windows.files()).keys()];
  });
  afterAll(() => mixed.close());

  const stage = (): Promise<string[]> => readdir(join(mixed.windows.folder, '.benchtop', 'stage')).catch(() => []);

  test('stays as it is while it is open', () => expect(seen.text).toBe(OLD));

  // Together, because at a single moment a program that tries each second may happen to say what is right.
  test('is told as open in another program at any time, and not fetched again and again', () => {
    expect(seen.told.filter(said => !/(?:open|in use) (?:in|by) another program/i.test(said))).toEqual([]);
    expect(seen.downloads).toBeLessThanOrEqual(1);
  });

  test('leaves nothing behind by tries that were refused', () => expect(seen.staged).toBeLessThanOrEqual(1));

  test('is brought in step soon after it is closed, once, with nothing beside it', () => {
    expect(later.text).toBe(NEW);
    expect(later.files).toEqual(['plate.xlsx']);
  });

  test('leaves nothing in the stage afterwards', () => expect(later.staged).toEqual([]));
});
