import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { autostartEntry, autostartFile, isAutostarted, setAutostart } from '../../../main/shell/system/at-login.ts';
import { HandedOverFiles } from '../../../main/shell/window/granted-downloads.ts';
import { markOrigin, quarantineMark } from '../../../main/shell/window/origin-mark.ts';
import { quitQuestion } from '../../../main/shell/system/quit-question.ts';
import { restartAfter } from '../../../main/shell/engine/restarts.ts';
import { StateFile } from '../../../main/shell/system/state-file.ts';
import { placeWindow } from '../../../main/shell/window/window-place.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchtop-shell-'));
});
afterEach(() => rm(folder, { recursive: true }));

const FRESH = {
  bounds: null,
  isMaximized: false,
  zoom: 0,
  drawsWithoutCard: false,
  notifies: true,
  knowsClosing: false,
};

test('what the app remembers of itself comes back at the next start', () => {
  const state = new StateFile(join(folder, 'new'));
  expect(state.now).toEqual(FRESH);
  state.change({ zoom: 1.5, bounds: { x: 10, y: 20, width: 1000, height: 700 } });
  expect(new StateFile(join(folder, 'new')).now).toEqual({
    ...FRESH,
    zoom: 1.5,
    bounds: { x: 10, y: 20, width: 1000, height: 700 },
  });
});

test.each([
  ['no JSON', '{"bounds":'],
  ['another thing', '[]'],
  ['nothing', ''],
  ['a size that cannot be', '{"bounds":{"x":0,"y":0,"width":-1,"height":1e9}}'],
  ['a zoom that hides everything', '{"zoom":-400}'],
])('a damaged state file (%s) is set aside, and it begins anew', async (_, text) => {
  await writeFile(join(folder, 'desktop.json'), text);
  expect(new StateFile(folder).now).toEqual(FRESH);
  expect(await readdir(folder)).toEqual(['desktop.json.damaged']);
  expect(await readFile(join(folder, 'desktop.json.damaged'), 'utf8')).toBe(text);
});

test('where nothing can be kept, nothing fails', async () => {
  await writeFile(join(folder, 'file'), '');
  const state = new StateFile(join(folder, 'file', 'below'));
  state.change({ zoom: 1 });
  expect(state.now.zoom).toBe(1);
});

const SCREEN = { x: 0, y: 0, width: 1920, height: 1040 };
test.each([
  ['nothing is known', null, { width: 1280, height: 800 }],
  ['it is where it was', { x: 100, y: 50, width: 1000, height: 700 }, { x: 100, y: 50, width: 1000, height: 700 }],
  ['its screen is gone', { x: 3000, y: 50, width: 1000, height: 700 }, { width: 1280, height: 800 }],
  ['its title is above all screens', { x: 0, y: -500, width: 1000, height: 700 }, { width: 1280, height: 800 }],
  ['hardly any of it is to be seen', { x: 1900, y: 0, width: 1000, height: 700 }, { width: 1280, height: 800 }],
  ['it was too small', { x: 0, y: 0, width: 10, height: 10 }, { x: 0, y: 0, width: 960, height: 600 }],
] as const)('the window opens where it can be reached: %s', (_, was, place) => {
  const wide = was === null || was.width > 900 ? was : { ...was, x: 0, width: 130 };
  expect(placeWindow(wide, [SCREEN])).toEqual(place);
});

test('an engine that ends is started again, ever more slowly, and whoever ran well is forgiven', () => {
  const ends: number[] = [];
  let row = 0;
  for (let count = 0; count < 12; count += 1) {
    const { ends: inRow, afterMs } = restartAfter(row, 100);
    row = inRow;
    ends.push(afterMs);
  }
  expect(ends).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
  expect(restartAfter(2, 100).isTrouble).toBe(false);
  expect(restartAfter(3, 100).isTrouble).toBe(true);
  expect(restartAfter(9, 120_000)).toEqual({ ends: 1, afterMs: 250, isTrouble: false });
});

const LATER = 'They stay on this computer and continue next time.';
test.each([
  [{ changes: 0, messages: 0, zoneFiles: 0 }, false, null],
  [{ changes: 12, messages: 0, zoneFiles: 0 }, false, { message: '12 changes are not sent yet.', detail: LATER }],
  [{ changes: 0, messages: 1, zoneFiles: 0 }, false, { message: '1 message is not sent yet.', detail: LATER }],
  [
    { changes: 1, messages: 2, zoneFiles: 3 },
    true,
    {
      message: '1 change, 2 messages and 3 files of drop zones are not sent yet.',
      detail: `${LATER} Syncing is paused: what was changed since then is not counted.`,
    },
  ],
  [
    null,
    false,
    {
      message: 'It is not known what is not sent yet.',
      detail: 'Whatever it is stays on this computer and continues next time.',
    },
  ],
] as const)('before quitting with %j, paused: %s', (unsent, isPaused, question) =>
  expect(quitQuestion(unsent, isPaused)).toEqual(question),
);

test('a dropped file is given out once, by its name alone, and only a file', async () => {
  const path = join(folder, 'plate.csv');
  await writeFile(path, 'well,ct\n');
  const files = new HandedOverFiles();
  const [name, other, aFolder] = [path, path, folder].map(each => files.keep(each));
  expect(name).not.toBe(other);
  const body = await files.take(name ?? '');
  const parts: Uint8Array[] = [];
  for await (const part of body?.parts ?? []) parts.push(part);
  expect([body?.sizeBytes, Buffer.concat(parts).toString()]).toEqual([8, 'well,ct\n']);
  expect(await files.take(name ?? '')).toBeNull();
  expect(await files.take(aFolder ?? '')).toBeNull();
  expect(await files.take('../plate.csv')).toBeNull();
  await rm(path);
  expect(await files.take(other ?? '')).toBeNull();
});

test('on Linux a file of the desktop starts it at login, whatever its path holds', () => {
  const file = autostartFile(folder, undefined);
  expect(file).toBe(join(folder, '.config/autostart/benchtop.desktop'));
  expect(autostartFile('/home/mira', '/config')).toBe('/config/autostart/benchtop.desktop');
  setAutostart(file, '/opt/Bench top/benchtop');
  expect(isAutostarted(file)).toBe(true);
  setAutostart(file, null);
  setAutostart(file, null);
  expect(isAutostarted(file)).toBe(false);
  expect(autostartEntry('/opt/a "b" $c `d` 100%').split('\n')).toContain(
    'Exec="/opt/a \\"b\\" \\$c \\`d\\` 100%%" --hidden',
  );
});

test('S27 on Windows a file is marked as one from elsewhere before it is opened, unless somebody did so before', async () => {
  // A file beside it stands for the stream of this name.
  const path = join(folder, 'report.docx');
  await markOrigin(path, 'win32', 0);
  expect(await readFile(`${path}:Zone.Identifier`, 'utf8')).toBe('[ZoneTransfer]\r\nZoneId=3\r\n');
  await writeFile(`${path}:Zone.Identifier`, 'ZoneId=0');
  await markOrigin(path, 'win32', 0);
  expect(await readFile(`${path}:Zone.Identifier`, 'utf8')).toBe('ZoneId=0');
  await markOrigin(join(folder, 'no folder/x'), 'win32', 0);
  expect(quarantineMark(1_700_000_000_000)).toBe('0081;6553f100;Benchtop;');
});
