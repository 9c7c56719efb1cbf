import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { HangingFolder } from '../../setup/hanging/hanging.ts';
import { note } from '../../setup/note.ts';
import { ON_POSIX } from '../../setup/on-posix.ts';
import { type Computer, type Lab, openLab, succeed } from '../benchtop.ts';

// A computer with four mirrors, of which three are on a share that hangs: every call on them waits in the system.

const PROGRAM = [process.execPath, fileURLToPath(new URL('./hanging-program.ts', import.meta.url))] as const;
const READY_WITHIN_MS = 30_000;

let lab: Lab;
let ada: Computer;
let hanging: HangingFolder;
let share: string;

beforeEach(async () => {
  lab = await openLab({ program: PROGRAM });
  const { owner, knowledgeBase } = lab.service;
  const well = await owner.makeFolder('Well', knowledgeBase);
  ada = await lab.computer('ada');
  share = join(lab.folder, 'share');
  for (const name of ['one', 'two', 'three']) {
    const [local, remote] = [join(share, name), await owner.makeFolder(name, knowledgeBase)];
    await mkdir(local, { recursive: true });
    await succeed(ada.run(['mirror', 'add', '--remote', remote, '--local', local]));
  }
  await ada.mirror(well);
  await ada.sync();
  hanging = new HangingFolder(ada.data, share);
}, 120_000);
afterEach(async () => {
  hanging.end();
  await lab.close();
});

test.runIf(ON_POSIX)(
  'a start is ready and another mirror is synced while a share hangs, which is named, and the end comes soon',
  { timeout: 180_000 },
  async () => {
    hanging.begin(share);
    const began = performance.now();
    const daemon = await ada.daemon();
    const readyMs = performance.now() - began;
    expect(readyMs).toBeLessThan(READY_WITHIN_MS);
    await writeFile(join(ada.folder, 'a.csv'), 'new');
    await expect
      .poll(async () => [...(await lab.service.owner.files(lab.service.knowledgeBase)).keys()], { timeout: 60_000 })
      .toContain('Well/a.csv');
    const sentMs = performance.now() - began;
    for (const name of ['one', 'two', 'three'])
      await expect
        .poll(async () => (await ada.run(['status'])).stdout, { timeout: 60_000 })
        .toContain(`'${join(share, name)}' does not answer`);
    const ending = performance.now();
    await daemon.stop();
    const endMs = performance.now() - ending;
    note(
      `ready after ${Math.round(readyMs)} ms, sent after ${Math.round(sentMs)} ms, ended within ${Math.round(endMs)} ms`,
    );
    expect(endMs).toBeLessThan(READY_WITHIN_MS);
  },
);

test.runIf(ON_POSIX)(
  'a share that stops answering while it is watched holds up neither the engine nor another mirror',
  { timeout: 180_000 },
  async () => {
    const daemon = await ada.daemon();
    const there = async (): Promise<string[]> => [...(await lab.service.owner.files(lab.service.knowledgeBase)).keys()];
    await writeFile(join(share, 'one', 'before.csv'), 'new');
    await expect.poll(there, { timeout: 60_000 }).toContain('one/before.csv');
    hanging.begin(share);
    // The watching thread looks at what is made.
    await mkdir(join(share, 'one', 'made'));
    const began = performance.now();
    await writeFile(join(ada.folder, 'a.csv'), 'new');
    await expect.poll(there, { timeout: 60_000 }).toContain('Well/a.csv');
    const sentMs = performance.now() - began;
    await expect
      .poll(async () => (await ada.run(['status'])).stdout, { timeout: 60_000 })
      .toContain(`'${join(share, 'one')}' does not answer`);
    hanging.end();
    await expect.poll(async () => (await ada.run(['status'])).stdout, { timeout: 60_000 }).not.toContain('not answer');
    await writeFile(join(share, 'one', 'made', 'after.csv'), 'new');
    await expect.poll(there, { timeout: 60_000 }).toContain('one/made/after.csv');
    note(`sent after ${Math.round(sentMs)} ms`);
    await daemon.stop();
  },
);
