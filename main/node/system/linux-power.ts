import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Power, PowerFacts } from '../../ports/power.ts';

const SUPPLIES = '/sys/class/power_supply';

/** What Linux says of its power supplies; best effort. What a connection costs it does not say there. */
export function createLinuxPower(folder = SUPPLIES): Power {
  return { read: async () => ({ onBattery: await isOnBattery(folder), metered: null }) };
}

async function isOnBattery(folder: string): Promise<PowerFacts['onBattery']> {
  const names = await readdir(folder).catch(() => []);
  const supplies = await Promise.all(names.map(async name => supplyAt(join(folder, name))));
  const outside = supplies.filter(({ type }) => type === 'Mains' || type === 'USB');
  if (outside.some(({ online }) => online === '1')) return false;
  // A mouse has a battery too; it does not run this computer.
  const own = supplies.filter(({ type, scope }) => type === 'Battery' && scope !== 'Device');
  return own.length === 0 ? null : own.some(({ status }) => status === 'Discharging');
}

type PowerSupply = Readonly<Record<'type' | 'online' | 'status' | 'scope', string>>;

async function supplyAt(path: string): Promise<PowerSupply> {
  const read = (name: string): Promise<string> =>
    readFile(join(path, name), 'utf8').then(
      text => text.trim(),
      () => '',
    );
  const [type = '', online = '', status = '', scope = ''] = await Promise.all(
    ['type', 'online', 'status', 'scope'].map(read),
  );
  return { type, online, status, scope };
}
