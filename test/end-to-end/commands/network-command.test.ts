import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { OWN_CERTIFICATE } from '../../ports/http/own-certificate.ts';
import { type Computer, type Lab, openLab, succeed } from '../benchtop.ts';

let lab: Lab;
let bench: Computer;

beforeAll(async () => {
  vi.setConfig({ testTimeout: 60_000 });
  lab = await openLab();
  bench = await lab.computer('bench');
}, 120_000);

afterAll(() => lab?.close());

test('the connection is tried, and said to be good', async () => {
  const { stdout } = await succeed(bench.run(['network', 'test']));
  expect(stdout).toMatch(/answered after [\d,]+ ms\.\nYou are signed in there\.\n$/);
});

test('a proxy and certificates are set, kept, and let go again; this computer is reached all the while', async () => {
  const path = join(lab.folder, 'house.pem');
  await writeFile(path, OWN_CERTIFICATE);
  await succeed(bench.run(['network', 'set', '--proxy', 'http://proxy.invalid:3128', '--certificates', path]));
  expect((await succeed(bench.run(['network', 'show', '--json']))).json).toEqual({
    v: 1,
    proxy: 'http://proxy.invalid:3128',
    certificates: path,
  });
  await succeed(bench.run(['network', 'test']));
  await succeed(bench.run(['network', 'set', '--proxy', 'system', '--no-certificates']));
  expect((await succeed(bench.run(['network', 'show']))).stdout).toBe(
    'Proxy: as the environment of this computer says\nFurther certificates: none\n',
  );
});

test.each([
  [['--proxy', 'proxy:3128'], 'is not the address of a proxy'],
  [['--proxy', 'http://ada:secret@proxy.example.org'], 'without a name or password'],
  [['--certificates', '/nowhere/house.pem'], 'no file of certificates to read at /nowhere/house.pem'],
  [['--certificates', import.meta.filename], 'holds no certificate in PEM form'],
  [[], 'Say what to change'],
])('%j is refused in words, and nothing is changed [S42]', async (options, why) => {
  const before = (await bench.run(['network', 'show', '--json'])).json;
  const ran = await bench.run(['network', 'set', ...options]);
  expect(ran.code).not.toBe(0);
  expect(ran.stderr).toContain(why);
  expect((await bench.run(['network', 'show', '--json'])).json).toEqual(before);
});
