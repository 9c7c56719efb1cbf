import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readAtMost } from '../../../main/node/files/read-at-most.ts';
import { fillPipe, ON_POSIX } from '../../setup/on-posix.ts';
import { makeBench } from './processes.ts';
import { run, temporaryFolder } from './run-here.ts';

/** A pipe with a name, which says nothing of its size, and so many bytes that wait in it for who reads. */
async function pipeWith(bytes: number): Promise<string> {
  const path = join(await temporaryFolder(), 'pipe');
  onTestFinished(fillPipe(path, bytes));
  return path;
}

test('a file is read to its end up to a bound, and not at all beyond it', async () => {
  const path = join(await temporaryFolder(), 'file');
  writeFileSync(path, 'x'.repeat(200_000));
  expect(readAtMost(path, 200_000)?.length).toBe(200_000);
  expect(readAtMost(path, 199_999)).toBeNull();
  writeFileSync(path, '');
  expect(readAtMost(path, 0)?.length).toBe(0);
});

test.runIf(ON_POSIX).each([
  ['setup', ['setup', '--config'], 2_000_000, 78],
  ['headers', ['connections', 'add', 'x', '--url', 'https://x.example', '--headers-file'], 70_000, 1],
  ['zones', ['zones', 'import'], 17_000_000, 1],
])('%s reads no more of a pipe than such a file can have, and says so', async (_, command, bytes, exitCode) => {
  const path = await pipeWith(bytes);
  const ran = await run([...command, path]);
  expect(ran).toMatchObject({ exitCode, stdout: '' });
  expect(ran.stderr).toContain(`'${path}' is too large for`);
  expect(ran.events.join()).not.toMatch(/connections|zones|setUp/);
});

test('a key that is larger than any key is refused as a whole, and nothing is signed in with a part of it', async () => {
  const bench = await makeBench({});
  const login = ['login', '--service', 'http://127.0.0.1:9/api/v1', '--key-stdin'];
  const { exitCode, stderr } = await bench.give(`svc_live_${'x'.repeat(70_000)}`, ...login);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('More than 64 KiB came on standard input');
  expect(await bench.events()).not.toContainEqual(expect.stringMatching(/^account|^signIn/));
});
