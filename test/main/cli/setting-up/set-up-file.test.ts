import { expect, test } from 'vitest';

import { readSetUpFile, SET_UP_EXAMPLE } from '../../../../main/cli/setting-up/set-up-file.ts';
import { run } from '../run-here.ts';

/** What is wrong with a file, as `path: words`. */
function troubles(value: unknown): readonly string[] {
  const read = readSetUpFile(typeof value === 'string' ? value : JSON.stringify(value), 'reader-3');
  return read.is === 'good' ? [] : read.troubles.map(({ path, text }) => `${path}: ${text}`);
}

test('the example that is printed is a whole file', async () => {
  const { stdout, exitCode } = await run(['setup', '--example']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual(SET_UP_EXAMPLE);
  expect(troubles(stdout)).toEqual([]);
});

test('{hostname} becomes the name of the computer in every text, wherever it stands', () => {
  const read = readSetUpFile(JSON.stringify(SET_UP_EXAMPLE), 'reader-3');
  expect(read).toMatchObject({
    is: 'good',
    file: {
      computer: 'Plate reader reader-3',
      alerts: { command: ['/usr/local/bin/tell-the-lab', '--from', 'reader-3'] },
    },
  });
  expect(JSON.stringify(read)).not.toContain('{hostname}');
});

test.each([
  ['no JSON', '{"format": 1,', [/^: This is no JSON/]],
  ['another format', { format: 2 }, [/^format: This Benchtop reads format 1/]],
  ['no address', { format: 1, service: 'kb.example.org' }, [/^service: Write an address/]],
  ['a slip of the pen', { format: 1, mirors: [] }, [/^mirors: This is not known here/]],
  [
    'several at once, each with its place',
    { format: 1, limits: { hours: { from: '8', to: '18:00' } }, mirrors: [{ remote: 'x', locl: 'y' }] },
    [/^limits\.hours\.from: Write a time of day/, /^mirrors\[0\]\.local: /, /^mirrors\[0\]\.locl: This is not known/],
  ],
  ['a key in the file', { format: 1, key: 'svc_live_x' }, [/^key: This is not known here/]],
  ['a command that is one text', { format: 1, alerts: { command: 'tell now' } }, [/^alerts\.command: /]],
  ['too slow a limit', { format: 1, limits: { upBytesPerSecond: 10 } }, [/^limits\.upBytesPerSecond: .*at least 1000/]],
])('%s is refused with its place and the remedy', (_, value, expected) => {
  const found = troubles(value);
  expect(found).toHaveLength(expected.length);
  for (const pattern of expected) expect(found).toContainEqual(expect.stringMatching(pattern));
});

test('a file that cannot be read, or is wrong, ends the command before anything is asked of the engine', async () => {
  const missing = await run(['setup', '--config', '/nowhere/setup.json']);
  expect(missing).toMatchObject({ exitCode: 1, stdout: '', events: [] });
  expect(missing.stderr).toContain("'/nowhere/setup.json' cannot be read");
  const folder = await run(['setup', '--config', import.meta.filename]);
  expect(folder).toMatchObject({ exitCode: 78, stdout: '', events: [] });
  expect(folder.stderr).toContain('This is no JSON');
  expect(folder.stderr).toContain('Nothing was changed.');
});
