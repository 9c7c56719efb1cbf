import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createLinuxPower } from '../../../main/node/system/linux-power.ts';

type Supplies = Readonly<Record<string, Readonly<Record<string, string>>>>;

async function folderWith(supplies: Supplies): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'benchtop-power-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [supply, files] of Object.entries(supplies)) {
    await mkdir(join(folder, supply));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, supply, name), `${text}\n`);
  }
  return folder;
}

const BATTERY = { type: 'Battery', status: 'Discharging' };

test.each<[string, Supplies, boolean | null]>([
  ['a desktop computer', {}, null],
  ['one on its battery', { BAT0: BATTERY, AC: { type: 'Mains', online: '0' } }, true],
  ['one that is plugged in', { BAT0: BATTERY, AC: { type: 'Mains', online: '1' } }, false],
  ['one that is charging', { BAT0: { type: 'Battery', status: 'Charging' } }, false],
  ['one with a wireless mouse', { hid: { ...BATTERY, scope: 'Device' } }, null],
])('%s tells whether it runs on a battery', async (_, supplies, onBattery) => {
  const power = createLinuxPower(await folderWith(supplies));
  expect(await power.read()).toEqual({ onBattery, metered: null });
});

test('where there is no such folder nothing is known', async () => {
  expect(await createLinuxPower('/nowhere/power').read()).toEqual({ onBattery: null, metered: null });
});
