import { expect, test } from 'vitest';

import { shellWords } from '../../../main/cli/runner/shell-words.ts';

test.each([
  [
    ['/usr/bin/node', '/opt/b/cli.ts', '--data', '/home/ada/.local'],
    '/usr/bin/node /opt/b/cli.ts --data /home/ada/.local',
  ],
  [["/home/O'Brien Lab", '$(rm x)', 'a;b'], "'/home/O'\\''Brien Lab' '$(rm x)' 'a;b'"],
])('%j is pasted into a shell as it is', (words, line) => expect(shellWords(words, false)).toBe(line));

test('on Windows quotation marks are its own', () =>
  expect(shellWords(['C:\\Program Files\\node.exe', 'C:\\b\\cli.ts'], true)).toBe(
    '"C:\\Program Files\\node.exe" C:\\b\\cli.ts',
  ));
