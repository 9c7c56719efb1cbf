import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { filesBelow, isQuiet } from '../end-to-end/benchtop.ts';
import { HAS_WINDOWS, type MixedLab, openMixedLab, seenAtService, syncTimes } from './mixed-lab.ts';

// The mirrored folder is on a stick, drive E, which is pulled out, confused with another one, and put back.

describe.runIf(HAS_WINDOWS)('a mirrored folder on a drive that goes away', () => {
  let mixed: MixedLab;
  let top: string;
  let stick: string;

  beforeAll(async () => {
    mixed = await openMixedLab();
    const { lab, windows } = mixed;
    const { owner, knowledgeBase } = lab.service;
    top = await owner.makeFolder('On a stick', knowledgeBase);
    await owner.upload(await owner.makeFolder('run 1', top), 'a.csv', 'of the service\n');
    stick = join(lab.folder, 'stick');
    mkdirSync(join(stick, 'lab'), { recursive: true });
    windows.windows.connectDrive('e', stick);
    await windows.mirrorAt(top, String.raw`E:\lab`);
    await syncTimes(windows, 1);
  });
  afterAll(() => mixed.close());

  const onStick = async (): Promise<object> => Object.fromEntries(await filesBelow(join(stick, 'lab')));

  test('is filled while the drive is there', async () => {
    expect(await onStick()).toEqual({ 'run 1/a.csv': 'of the service\n' });
  });

  test('is told as missing without the drive, and nothing is removed at the service', async () => {
    const before = await seenAtService(mixed.lab, top);
    mixed.windows.windows.disconnectDrive('e');
    const answers = await syncTimes(mixed.windows, 3);
    expect(answers.map(({ removed }) => removed)).toEqual([0, 0, 0]);
    expect(answers.every(({ code }) => code !== 0)).toBe(true);
    expect(await seenAtService(mixed.lab, top)).toEqual(before);
    expect((await mixed.windows.run(['status'])).stdout).not.toMatch(/in step|up to date/i);
  });

  test('is not confused with an empty drive of the same letter', async () => {
    const before = await seenAtService(mixed.lab, top);
    const other = join(mixed.lab.folder, 'other stick');
    mkdirSync(join(other, 'lab'), { recursive: true });
    mixed.windows.windows.connectDrive('e', other);
    await syncTimes(mixed.windows, 3);
    mixed.windows.windows.disconnectDrive('e');
    expect(await seenAtService(mixed.lab, top)).toEqual(before);
    expect([...(await filesBelow(other)).keys()]).toEqual([]);
  });

  test('goes on where it was when the drive is back', async () => {
    await mixed.windows.write('of C.txt', 'in another folder\n');
    mixed.windows.windows.connectDrive('e', stick);
    const { owner } = mixed.lab.service;
    await owner.upload(top, 'meanwhile.csv', 'made meanwhile\n');
    const answers = await syncTimes(mixed.windows, 3);
    expect(answers[0]).toMatchObject({ code: 0, received: 1, removed: 0, sent: 0 });
    expect(answers.slice(-1).map(isQuiet)).toEqual([true]);
    expect(await onStick()).toEqual({ 'run 1/a.csv': 'of the service\n', 'meanwhile.csv': 'made meanwhile\n' });
  });
});
