import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { makeBench } from './processes.ts';
import { run, temporaryFolder } from './run-here.ts';

const KEY = 'svc_live_0123456789abcdef';
const LOGIN = ['login', '--service', 'http://127.0.0.1:9/api/v1', '--key-stdin'];
const asPowerShellWrites = (text: string): Buffer => Buffer.from(`\ufeff${text}\r\n`, 'utf16le');

test('a key in UTF-16, as > writes it in PowerShell, is taken as it was meant', async () => {
  const bench = await makeBench({
    'account.signIn': { gives: { name: 'signed-in', organization: null, notice: null } },
  });
  const { exitCode, stderr } = await bench.give(asPowerShellWrites(KEY), ...LOGIN);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect((await bench.events()).join('\n')).toContain(`"key":"${KEY}"`);
});

test('a key that is no text is named as that, and no service is asked', async () => {
  const bench = await makeBench({});
  const { exitCode, stderr } = await bench.give(asPowerShellWrites(KEY).subarray(2), ...LOGIN);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr:
      'What came on standard input is no text in UTF-8, so nothing was done. Save it as UTF-8 and give it again.\n',
  });
  expect((await bench.events()).join()).not.toContain('account.signIn');
});

test.each([
  ['setup', ['setup', '--config'], 78],
  ['headers', ['connections', 'add', 'x', '--url', 'https://x.example', '--headers-file'], 1],
  ['zones', ['zones', 'import'], 1],
])('a file for %s is read in UTF-16, and named when it is no text', async (_, command, exitCode) => {
  const path = join(await temporaryFolder(), 'given');
  await writeFile(path, asPowerShellWrites('not what it should be'));
  const asText = await run([...command, path]);
  await writeFile(path, 'not what it should be');
  expect(asText.stderr).toBe((await run([...command, path])).stderr);
  await writeFile(path, asPowerShellWrites('no mark').subarray(2));
  const ran = await run([...command, path]);
  expect({ ...ran, stderr: ran.stderr.split('\n')[0] }).toMatchObject({
    exitCode,
    stderr: `'${path}' is no text in UTF-8, so nothing was done. Save it as UTF-8 and try again.`,
  });
});
