import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { startCommand } from '../../setup/child.ts';
import { ON_POSIX } from '../../setup/on-posix.ts';
import { temporaryFolder } from './run-here.ts';

const MODULE = new URL('../../../main/cli/runner/compiled-code.ts', import.meta.url).href;
const PROBE = `
  const { getCompileCacheDir } = await import('node:module');
  const { keepCompiledCode } = await import(${JSON.stringify(MODULE)});
  await keepCompiledCode(process.argv.slice(1));
  process.stdout.write(getCompileCacheDir() ?? '');
  await import(process.env.CODE);
`;

/** Starts a command as of an installed product, and tells where what Node compiled of it is kept; null: nowhere. */
async function keptBy(...words: readonly string[]): Promise<string | null> {
  const code = join(await temporaryFolder(), 'code.mjs');
  await writeFile(code, `export const one = () => 1;\none();\n`);
  const environment = { NODE_COMPILE_CACHE: undefined, BENCHTOP_DATA: undefined, CODE: code };
  const args = ['--input-type=module', '--disable-warning=ExperimentalWarning', '--eval', PROBE, '--', ...words];
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const { stdout, stderr, code: ended } = await startCommand({ args, folder, environment }, '').output;
  expect({ ended, stderr }).toEqual({ ended: 0, stderr: '' });
  return stdout === '' ? null : dirname(stdout);
}

/** A data directory that was used before. */
async function usedBefore(): Promise<string> {
  const data = join(await temporaryFolder(), 'records');
  await mkdir(data, { mode: 0o700 });
  await writeFile(join(data, 'lock.db'), '');
  return data;
}

test.runIf(ON_POSIX)('what Node compiled is kept beside the records, for its owner alone [S35]', async () => {
  const data = await usedBefore();
  const kept = join(data, 'compiled');
  expect(await keptBy('--data', data, 'status')).toBe(kept);
  expect((await stat(kept)).mode & 0o777).toBe(0o700);
  const [version = ''] = await readdir(kept);
  expect(await readdir(join(kept, version))).not.toEqual([]);
  expect(await keptBy(`--data=${data}`, 'why', 'a.csv')).toBe(kept);
});

test('a place where nothing was kept before gets nothing, and a daemon asks for nothing', async () => {
  const data = await temporaryFolder();
  expect(await keptBy('--data', data, 'status')).toBeNull();
  expect(await keptBy('--data', join(data, 'not there'), 'status')).toBeNull();
  expect(await readdir(data)).toEqual([]);
  expect(await keptBy('--data', await usedBefore(), 'daemon')).toBeNull();
});

test.runIf(ON_POSIX)('code that another account can have written is not run [S35]', async () => {
  const data = await usedBefore();
  const kept = join(data, 'compiled');
  await mkdir(kept);
  await chmod(kept, 0o770);
  expect(await keptBy('--data', data, 'status')).toBeNull();
  await chmod(kept, 0o700);
  await chmod(data, 0o720);
  expect(await keptBy('--data', data, 'status')).toBeNull();
  const linked = await usedBefore();
  await symlink(await temporaryFolder(), join(linked, 'compiled'));
  expect(await keptBy('--data', linked, 'status')).toBeNull();
});

test.runIf(ON_POSIX)('what older versions left does not grow for ever', async () => {
  const data = await usedBefore();
  const kept = await keptBy('--data', data, 'status');
  expect(kept).not.toBeNull();
  for (const version of ['v1', 'v2', 'v3', 'v4']) await mkdir(join(data, 'compiled', version));
  await keptBy('--data', data, 'status');
  expect(await readdir(join(data, 'compiled'))).toHaveLength(1);
});
