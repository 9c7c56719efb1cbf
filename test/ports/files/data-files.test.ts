import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { createDataFiles } from '../../../main/node/files/node-data-files.ts';
import type { DataFiles } from '../../../main/ports/data-files.ts';
import { createFakeDataFiles } from '../../sim/fakes/fake-data-files.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'benchtop-files-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const KINDS: readonly (readonly [string, () => Promise<DataFiles>])[] = [
  ['in memory', async () => createFakeDataFiles()],
  ['in the data directory', async () => createDataFiles(await folder())],
];

test.each(KINDS)(
  '%s: what was written last is read; what was never written or removed is nothing',
  async (_, begin) => {
    const files = await begin();
    expect(await files.read('alerts.json')).toBeNull();
    await files.write('alerts.json', 'one');
    await files.write('alerts.json', 'zwei ä');
    expect(await files.read('alerts.json')).toBe('zwei ä');
    await files.remove('alerts.json');
    await files.remove('alerts.json');
    expect(await files.read('alerts.json')).toBeNull();
  },
);

test('a file is for its owner alone, takes the place of the one before at one stroke, and leaves nothing beside it [S35]', async () => {
  const data = await folder();
  const files = createDataFiles(data);
  // What a crash left half written, readable by everybody.
  await writeFile(join(data, 'alerts.json.new'), 'half', { mode: 0o666 });
  await files.write('alerts.json', 'secret');
  expect((await stat(join(data, 'alerts.json'))).mode & 0o777).toBe(0o600);
  expect(await readdir(data)).toEqual(['alerts.json']);
  expect(await readFile(join(data, 'alerts.json'), 'utf8')).toBe('secret');
});

test('a folder that cannot be written into is told, and the file before stays', async () => {
  const data = await folder();
  const files = createDataFiles(data);
  await files.write('alerts.json', 'before');
  await rm(join(data, 'alerts.json.new'), { force: true });
  await writeFile(join(data, 'blocked'), '');
  const inFile = createDataFiles(join(data, 'blocked'));
  await expect(inFile.write('alerts.json', 'x')).rejects.toMatchObject({ fault: { kind: 'disk-refused' } });
  await chmod(data, 0o700);
  expect(await files.read('alerts.json')).toBe('before');
});
