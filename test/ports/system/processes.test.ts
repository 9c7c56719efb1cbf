import { closeSync, mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createProcesses } from '../../../main/node/system/node-processes.ts';

test('what runs on this computer is named, ourselves among it', async () => {
  const names = await createProcesses(process.platform).names();
  expect(names.some(name => name.startsWith('node'))).toBe(true);
});

test('a name that Linux cuts off is read whole, and what has ended meanwhile is left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['1', '2', '3', 'self']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, '1', 'comm'), 'acquisition-con\n');
  writeFileSync(join(folder, '1', 'cmdline'), '/opt/lab/acquisition-control\0--all\0');
  // A thread of the system has no command.
  writeFileSync(join(folder, '2', 'comm'), 'kworker\n');
  writeFileSync(join(folder, '2', 'cmdline'), '');
  const names = await createProcesses('linux', folder).names();
  expect(names.toSorted()).toEqual(['acquisition-con', 'acquisition-control', 'kworker']);
});

test.runIf(process.platform === 'linux')(
  'a file that is open for writing is known, one that is only read is not',
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'processes-')));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ['read', 'written', 'closed']) writeFileSync(join(folder, name), '');
    const open = [openSync(join(folder, 'read'), 'r'), openSync(join(folder, 'written'), 'a')];
    const found = await createProcesses('linux').writing(folder);
    for (const file of open) closeSync(file);
    expect(found).toEqual([join(folder, 'written')]);
  },
);
